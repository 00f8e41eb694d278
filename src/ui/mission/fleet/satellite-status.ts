import { MOST_AGE_DAYS } from '../../../shared/contract/fleet.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { type EpochMs, MS_PER_DAY, MS_PER_H } from '../../../shared/kit/units.ts';

/** Position status of an added satellite, in words. */
export interface SatelliteStatus {
  readonly isLeftOut: boolean;
  readonly text: string;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Spells a duration in whole days, or below one day in hours. */
export function spellAge(ageMs: number): string {
  if (ageMs >= MS_PER_DAY) return counted(Math.floor(ageMs / MS_PER_DAY), 'day');
  const hours = Math.floor(ageMs / MS_PER_H);
  return hours === 0 ? 'less than an hour' : counted(hours, 'hour');
}

/** Spells the age of elements at an instant. */
export const elementsAge = (epoch: EpochMs, time: EpochMs): string =>
  time < epoch
    ? `Elements ${spellAge(epoch - time)} newer than this time`
    : `Elements ${spellAge(time - epoch)} old`;

/**
 * @param epoch epoch of its elements, or why it has no orbit; `undefined` until known
 * @param hasPosition true if it has one at the time shown; `undefined` until known
 */
export function satelliteStatus(
  epoch: Result<EpochMs> | undefined,
  hasPosition: boolean | undefined,
  time: EpochMs | undefined,
): SatelliteStatus {
  if (!epoch || time === undefined) return { isLeftOut: false, text: 'Computing…' };
  if (!epoch.ok) return { isLeftOut: true, text: `Left out: ${epoch.message}` };
  const ageMs = Math.abs(time - epoch.value);
  if (ageMs > MOST_AGE_DAYS * MS_PER_DAY) {
    const words = `${spellAge(ageMs)} ${time < epoch.value ? 'newer than this time' : 'old'}`;
    return { isLeftOut: true, text: `Left out: elements are ${words}` };
  }
  if (hasPosition === false) return { isLeftOut: true, text: 'Left out: the orbit has decayed' };
  return { isLeftOut: false, text: elementsAge(epoch.value, time) };
}
