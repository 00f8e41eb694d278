import type { Ephemeris, EphemerisWindow } from './ephemeris.ts';
import type { EpochMs } from './units.ts';

/** A window as the last one without its first samples and with new ones at its end. */
export interface WindowPatch {
  readonly status: 'moved';
  readonly droppedCount: number;
  readonly startTime: EpochMs;
  readonly added: Pick<EphemerisWindow, 'positionsEcefKm' | 'velocitiesEcefKmPerS' | 'eclipseFractions'>;
  readonly transition: EphemerisWindow['transition'];
}

type Samples = Float64Array | Float32Array;

const startsWith = (samples: Samples, other: Samples): boolean =>
  other.length <= samples.length && other.every((value, index) => value === samples[index]);

/** Difference of two windows that overlap on one orbit; otherwise the next one as it is. */
export function diffEphemeris(earlier: Ephemeris, next: Ephemeris): Ephemeris | WindowPatch {
  if (earlier.status !== 'available' || next.status !== 'available') return next;
  const [old, { window }] = [earlier.window, next];
  const count = old.eclipseFractions.length;
  const droppedCount = (window.startTime - old.startTime) / old.stepMs;
  const keptCount = count - droppedCount;
  const isOverlap =
    old.stepMs === window.stepMs &&
    Number.isInteger(droppedCount) &&
    droppedCount >= 0 &&
    droppedCount < count &&
    startsWith(window.positionsEcefKm, old.positionsEcefKm.subarray(3 * droppedCount)) &&
    startsWith(window.velocitiesEcefKmPerS, old.velocitiesEcefKmPerS.subarray(3 * droppedCount)) &&
    startsWith(window.eclipseFractions, old.eclipseFractions.subarray(droppedCount));
  if (!isOverlap) return next;
  return {
    status: 'moved',
    droppedCount,
    startTime: window.startTime,
    added: {
      positionsEcefKm: window.positionsEcefKm.slice(3 * keptCount),
      velocitiesEcefKmPerS: window.velocitiesEcefKmPerS.slice(3 * keptCount),
      eclipseFractions: window.eclipseFractions.slice(keptCount),
    },
    transition: window.transition,
  };
}

/** @throws Error if the patch does not follow the given motion */
export function patchEphemeris(earlier: Ephemeris, patch: Ephemeris | WindowPatch): Ephemeris {
  if (patch.status !== 'moved') return patch;
  if (earlier.status !== 'available') throw new Error('A window has moved that is not held.');
  const { window } = earlier;
  const { droppedCount, startTime, added, transition } = patch;
  return {
    status: 'available',
    window: {
      startTime,
      stepMs: window.stepMs,
      positionsEcefKm: Float64Array.of(
        ...window.positionsEcefKm.subarray(3 * droppedCount),
        ...added.positionsEcefKm,
      ),
      velocitiesEcefKmPerS: Float64Array.of(
        ...window.velocitiesEcefKmPerS.subarray(3 * droppedCount),
        ...added.velocitiesEcefKmPerS,
      ),
      eclipseFractions: Float32Array.of(
        ...window.eclipseFractions.subarray(droppedCount),
        ...added.eclipseFractions,
      ),
      ...(transition && { transition }),
    },
  };
}
