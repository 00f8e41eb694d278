import {
  type Degrees,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../kit/units.ts';
import { KM_PER_AU } from './constants.ts';
import type { StateTeme } from './frames.ts';
import { greenwichSiderealTime, stateToEcef, temeToEcef } from './frames.ts';
import { type Interval, positiveIntervals } from './intervals.ts';
import { sunBelow } from './night.ts';
import { elevationOf, type LookAngles, lookAngles, type Site } from './observer.ts';
import type { Pass } from './passes.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from './sun.ts';
import type { Vector } from './vector.ts';

const LIGHT_KM_PER_S = 299_792.458;

/**
 * Doppler shift of a signal in its own unit (Hz, kHz, MHz): received minus transmitted frequency, positive while the
 * satellite approaches. Classical, for a moving source; relativity adds less than a billionth of the frequency.
 *
 * @param rangeRateKmPerS positive when receding, as in `LookAngles`
 */
export const dopplerShift = (frequency: number, rangeRateKmPerS: number): number =>
  (-frequency * rangeRateKmPerS) / (LIGHT_KM_PER_S + rangeRateKmPerS);

/** Elevation of the Sun's centre below which a sky is dark enough: the end of civil twilight. */
export const DARK_SUN_ELEVATION = degrees(-6);

/** Whether an observer would see a satellite, or the first reason why not. */
export type OpticalVisibility = 'visible' | 'too low' | 'in shadow' | 'in daylight';

/** A satellite as an observer sees it at an instant. */
export interface ObservedSatellite extends LookAngles {
  readonly visibility: OpticalVisibility;
  /** Of the Sun's centre at the observer, without refraction. */
  readonly sunElevation: Degrees;
  /** Share of the Sun's disc that the Earth covers at the satellite: 0 in sunlight to 1 in umbra. */
  readonly eclipseFraction: number;
}

const scaled = ({ x, y, z }: Vector, factor: number): Vector => ({
  x: x * factor,
  y: y * factor,
  z: z * factor,
});

/**
 * What an observer sees of a satellite: direction, range, light, and whether it can be seen: it is above a minimum
 * elevation, the satellite is sunlit (less than half of the Sun covered, design.md §3), and the Sun is below -6° at the
 * observer.
 */
export function observeSatellite(
  state: StateTeme,
  site: Site,
  time: EpochMs,
  minElevation: Degrees,
): ObservedSatellite {
  const siderealTime = greenwichSiderealTime(time);
  const angles = lookAngles(site, stateToEcef(state, siderealTime));
  const sunAu = sunPositionAu(time);
  const sunTeme = scaled(sunAu, KM_PER_AU);
  const sunElevation = elevationOf(site, temeToEcef(sunTeme, siderealTime));
  const covered = eclipseFraction(sunAu, state.positionTeme);

  let visibility: OpticalVisibility = 'visible';
  if (!(angles.elevation > minElevation)) visibility = 'too low';
  else if (covered >= ECLIPSED_SHARE) visibility = 'in shadow';
  else if (!(sunElevation < DARK_SUN_ELEVATION)) visibility = 'in daylight';
  return { ...angles, visibility, sunElevation, eclipseFraction: covered };
}

/** Step of the search within a pass: what is shorter, as a graze of the shadow, may be left out. */
const VISIBLE_STEP_MS = 20 * MS_PER_S;
/** Passes of hours change slowly. */
const LONG_PASS_MS = 2 * MS_PER_H;
const LONG_STEP_MS = 2 * MS_PER_MIN;

const stepOf = ({ aos, los }: Pick<Pass, 'aos' | 'los'>): number =>
  los - aos > LONG_PASS_MS ? LONG_STEP_MS : VISIBLE_STEP_MS;

/** The Sun's path is straight over this, to a hundred-thousandth of a degree. */
const SUN_STEP_MS = 2 * MS_PER_H;

/** `sunPositionAu` for instants that lie close together. */
function watchSun(): (time: EpochMs) => Vector {
  let cell: { readonly from: number; readonly start: Vector; readonly end: Vector } | undefined;
  return (time) => {
    const from = Math.floor(time / SUN_STEP_MS) * SUN_STEP_MS;
    if (cell?.from !== from) {
      const [start, end] = [sunPositionAu(epochMs(from)), sunPositionAu(epochMs(from + SUN_STEP_MS))];
      cell = { from, start, end };
    }
    const { start, end } = cell;
    const share = (time - from) / SUN_STEP_MS;
    return {
      x: start.x + share * (end.x - start.x),
      y: start.y + share * (end.y - start.y),
      z: start.z + share * (end.z - start.z),
    };
  };
}

/** Position of a satellite in km; `undefined` where it has none. */
export type PositionTemeAt = (time: EpochMs) => Vector | undefined;

/** Above 0 while the satellite is sunlit; NaN without a position. */
function sunlightOf(positionAt: PositionTemeAt): (time: EpochMs) => number {
  const sunAt = watchSun();
  return (time) => {
    const positionTeme = positionAt(time);
    return positionTeme ? ECLIPSED_SHARE - eclipseFraction(sunAt(time), positionTeme) : Number.NaN;
  };
}

/** The parts of a pass in which the satellite is sunlit, less than half of the Sun covered, in order, to less than a second. */
export function sunlitIntervals(
  positionAt: PositionTemeAt,
  pass: Pick<Pass, 'aos' | 'los'>,
): readonly Interval[] {
  const span = { from: pass.aos, to: pass.los, stepMs: stepOf(pass) };
  return [...positiveIntervals(sunlightOf(positionAt), span)];
}

/** When the sky of a site is dark: the Sun is below `DARK_SUN_ELEVATION`. */
export const darkIntervals = (
  site: Site,
  range: { readonly from: EpochMs; readonly to: EpochMs },
): readonly Interval[] => sunBelow(site, DARK_SUN_ELEVATION, range);

/**
 * The parts of a pass in which the satellite can be seen, in order, to less than a second: it is sunlit and the observer
 * is in the dark, as `observeSatellite` has it. Without `startsBefore` and `endsAfter` the light limits a part, with
 * them the pass. The dark comes first: by day there is nothing to search.
 *
 * @param dark when the sky of the site is dark, over the pass at least
 */
export function visibleIntervals(
  positionAt: PositionTemeAt,
  pass: Pick<Pass, 'aos' | 'los'>,
  dark: readonly Interval[],
): readonly Interval[] {
  const sunlight = sunlightOf(positionAt);
  const stepMs = stepOf(pass);
  return dark.flatMap(({ start, end }) => {
    const range = { from: epochMs(Math.max(pass.aos, start)), to: epochMs(Math.min(pass.los, end)), stepMs };
    return Array.from(positiveIntervals(sunlight, range), (sunlit) => ({
      ...sunlit,
      startsBefore: sunlit.startsBefore && start <= pass.aos,
      endsAfter: sunlit.endsAfter && end >= pass.los,
    }));
  });
}
