import { addMs } from '../kit/units.ts';
import type { Ephemeris, EphemerisWindow } from '../orbit/ephemeris.ts';

/** A window as a change of the previous one: first samples dropped, new samples appended. */
export interface WindowPatch {
  readonly status: 'moved';
  readonly dropped: number;
  /** Position, velocity and eclipse fraction of each new sample: `NUMBERS_PER_SAMPLE` numbers. */
  readonly added: Float64Array;
  readonly transition?: NonNullable<EphemerisWindow['transition']>;
}

const NUMBERS_PER_SAMPLE = 7;

type SampleArray = Float64Array | Float32Array;

const startsWith = (samples: SampleArray, other: SampleArray): boolean =>
  other.length <= samples.length && other.every((value, index) => value === samples[index]);

/** Returns the difference of two windows that overlap on one orbit; otherwise the next one unchanged. */
export function diffEphemeris(earlier: Ephemeris, next: Ephemeris): Ephemeris | WindowPatch {
  if (earlier.status !== 'available' || next.status !== 'available') return next;
  const [old, { window }] = [earlier.window, next];
  const count = old.eclipseFractions.length;
  const dropped = (window.startTime - old.startTime) / old.stepMs;
  const keptCount = count - dropped;
  const isOverlap =
    old.stepMs === window.stepMs &&
    Number.isInteger(dropped) &&
    dropped >= 0 &&
    dropped < count &&
    startsWith(window.positionsEcefKm, old.positionsEcefKm.subarray(3 * dropped)) &&
    startsWith(window.velocitiesEcefKmPerS, old.velocitiesEcefKmPerS.subarray(3 * dropped)) &&
    startsWith(window.eclipseFractions, old.eclipseFractions.subarray(dropped));
  if (!isOverlap) return next;
  const added = Array.from({ length: window.eclipseFractions.length - keptCount }, (_, index) => {
    const at = keptCount + index;
    return [
      ...window.positionsEcefKm.subarray(3 * at, 3 * at + 3),
      ...window.velocitiesEcefKmPerS.subarray(3 * at, 3 * at + 3),
      window.eclipseFractions[at] ?? 0,
    ];
  });
  return {
    status: 'moved',
    dropped,
    added: Float64Array.from(added.flat()),
    ...(window.transition && { transition: window.transition }),
  };
}

/** @throws Error if the patch does not fit the given motion */
export function patchEphemeris(earlier: Ephemeris, patch: Ephemeris | WindowPatch): Ephemeris {
  if (patch.status !== 'moved') return patch;
  if (earlier.status !== 'available') throw new Error('A window has moved that is not held.');
  const { window } = earlier;
  const { dropped, added, transition } = patch;
  const addedTo = (kept: Float64Array | Float32Array, from: number, to: number): number[] => [
    ...kept,
    ...added.filter((_, index) => index % NUMBERS_PER_SAMPLE >= from && index % NUMBERS_PER_SAMPLE < to),
  ];
  return {
    status: 'available',
    window: {
      startTime: addMs(window.startTime, dropped * window.stepMs),
      stepMs: window.stepMs,
      positionsEcefKm: Float64Array.from(addedTo(window.positionsEcefKm.subarray(3 * dropped), 0, 3)),
      velocitiesEcefKmPerS: Float64Array.from(
        addedTo(window.velocitiesEcefKmPerS.subarray(3 * dropped), 3, 6),
      ),
      eclipseFractions: Float32Array.from(addedTo(window.eclipseFractions.subarray(dropped), 6, 7)),
      ...(transition && { transition }),
    },
  };
}
