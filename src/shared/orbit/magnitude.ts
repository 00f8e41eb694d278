import { cos, log10, sin } from '../kit/math.ts';
import { addMs, type EpochMs, type Radians } from '../kit/units.ts';
import { KM_PER_AU } from './constants.ts';
import { ecefToTeme, greenwichSiderealTime } from './frames.ts';
import type { Interval } from './intervals.ts';
import type { Site } from './observer.ts';
import { sunPositionAu } from './sun.ts';
import { angleBetween, length, subtract, type Vector } from './vector.ts';

/**
 * Standard magnitudes by NORAD catalogue number, at a range of 1,000 km and a phase angle of 90°. ISS as given by
 * Heavens-Above; Seasat 1 from over 500 observations (T. Molczan, SeeSat-L, 12 September 2004), scattered by 3
 * magnitudes.
 */
export const STANDARD_MAGNITUDES: ReadonlyMap<number, number> = new Map([
  [10_967, 3.9],
  [25_544, -1.8],
]);

/** Faintest magnitude visible to the naked eye under a dark sky. */
const NAKED_EYE = 6;
/** Brighter than any satellite except the space stations, whose magnitudes are known. */
const BRIGHTEST_STANDARD = 1;

const STANDARD_RANGE_KM = 1000;

/**
 * Estimates the magnitude of a satellite as of a diffusely reflecting sphere (R. Matson, SeeSat-L, 26 April 2001).
 * Smaller is brighter. Shape and attitude change it by a magnitude or more; extinction near the horizon is ignored.
 *
 * @param standard at 1,000 km and a phase angle of 90°
 * @param phaseAngle at the satellite between Sun and observer, 0 to π
 */
export function apparentMagnitude(standard: number, rangeKm: number, phaseAngle: Radians): number {
  const lit = sin(phaseAngle) + (Math.PI - phaseAngle) * cos(phaseAngle);
  return standard + 5 * log10(rangeKm / STANDARD_RANGE_KM) - 2.5 * log10(Math.max(lit, Number.MIN_VALUE));
}

const LEAST_STEP_MS = 10_000;
/** Maximum evaluations in an interval of hours. */
const MOST_STEPS = 120;

/** Brightness of a satellite while visible. */
export interface Brightness {
  /** Estimate for the brightest moment; absent if never visible or without a known standard magnitude. */
  readonly magnitude?: number;
  /** Set if never bright enough for the naked eye, even if it were among the largest satellites. */
  readonly isFaint?: true;
}

/**
 * Estimates the brightness of a satellite over the intervals in which it is visible.
 *
 * @param standard its magnitude at 1,000 km and a phase angle of 90°, if known
 */
export function brightnessOver(
  standard: number | undefined,
  site: Site,
  positionTemeAt: (time: EpochMs) => Vector,
  visible: readonly Interval[],
): Brightness {
  const magnitude = brightestMagnitude(standard ?? BRIGHTEST_STANDARD, site, positionTemeAt, visible);
  if (magnitude === undefined) return {};
  return { ...(standard !== undefined && { magnitude }), ...(magnitude > NAKED_EYE && { isFaint: true }) };
}

/** Returns the lowest, thus brightest, estimated magnitude; `undefined` without an interval. */
function brightestMagnitude(
  standard: number,
  site: Site,
  positionTemeAt: (time: EpochMs) => Vector,
  visible: readonly Interval[],
): number | undefined {
  let brightest: number | undefined;
  for (const { start, end } of visible) {
    const stepMs = Math.max(LEAST_STEP_MS, (end - start) / MOST_STEPS);
    for (let time = start; time <= end; time = addMs(time, stepMs)) {
      const positionTeme = positionTemeAt(time);
      const observerTeme = ecefToTeme(site.positionEcef, greenwichSiderealTime(time));
      const { x, y, z } = sunPositionAu(time);
      const sunTeme = { x: x * KM_PER_AU, y: y * KM_PER_AU, z: z * KM_PER_AU };
      const toObserver = subtract(observerTeme, positionTeme);
      const phase = angleBetween(subtract(sunTeme, positionTeme), toObserver) as Radians;
      const magnitude = apparentMagnitude(standard, length(toObserver), phase);
      if (brightest === undefined || magnitude < brightest) brightest = magnitude;
    }
  }
  return brightest;
}
