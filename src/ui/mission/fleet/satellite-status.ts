import { MOST_AGE_DAYS } from '../../../shared/contract/fleet.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { type EpochMs, MS_PER_DAY, MS_PER_H } from '../../../shared/kit/units.ts';

/** Whether an added satellite has a position, in words. */
export interface SatelliteStatus {
  readonly isLeftOut: boolean;
  readonly text: string;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A time in whole days, below a day in hours. */
export function spellAge(ageMs: number): string {
  if (ageMs >= MS_PER_DAY) return counted(Math.floor(ageMs / MS_PER_DAY), 'day');
  const hours = Math.floor(ageMs / MS_PER_H);
  return hours === 0 ? 'less than an hour' : counted(hours, 'hour');
}

/** Age of elements at an instant, in words. */
export const elementsAge = (epoch: EpochMs, time: EpochMs): string =>
  time < epoch ? `Elements from ${spellAge(epoch - time)} later` : `Elements ${spellAge(time - epoch)} old`;

/**
 * @param epoch of its elements, or why it has no orbit; `undefined` until that is known
 * @param hasPosition whether it has one at the time shown; `undefined` until that is known
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
    const words = `${spellAge(ageMs)} ${time < epoch.value ? 'too new' : 'old'}`;
    return { isLeftOut: true, text: `Left out: elements are ${words}` };
  }
  if (hasPosition === false) return { isLeftOut: true, text: 'Left out: the orbit has decayed' };
  return { isLeftOut: false, text: elementsAge(epoch.value, time) };
}
