import { MOST_AGE_DAYS } from '../../shared/fleet.ts';
import type { Result } from '../../shared/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/units.ts';

/** Whether an added satellite has a position, in words. */
export interface SatelliteStatus {
  readonly isLeftOut: boolean;
  readonly text: string;
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

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
  const age = Math.floor(Math.abs(time - epoch.value) / MS_PER_DAY);
  const isBefore = time < epoch.value;
  const words = isBefore ? `Elements from ${days(age)} later` : `Elements ${days(age)} old`;
  if (Math.abs(time - epoch.value) > MOST_AGE_DAYS * MS_PER_DAY) {
    return { isLeftOut: true, text: `Left out: elements are ${days(age)} ${isBefore ? 'too new' : 'old'}` };
  }
  if (hasPosition === false) return { isLeftOut: true, text: 'Left out: the orbit has decayed' };
  return { isLeftOut: false, text: words };
}
