import {
  type Degrees,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../kit/units.ts';
import { KM_PER_AU, LIGHT_KM_PER_S } from './constants.ts';
import type { StateTeme } from './frames.ts';
import { greenwichSiderealTime, stateToEcef, temeToEcef } from './frames.ts';
import { type Interval, positiveIntervals } from './intervals.ts';
import { sunBelow } from './night.ts';
import { elevationOf, type LookAngles, lookAngles, type Site } from './observer.ts';
import type { Pass } from './passes.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from './sun.ts';
import type { Vector } from './vector.ts';

/**
 * Returns the Doppler shift of a signal in its own unit (Hz, kHz, MHz): received minus transmitted frequency, positive
 * while the satellite approaches. Classical, for a moving source; relativity adds less than a billionth of the
 * frequency.
 *
 * @param rangeRateKmPerS positive when receding, as in `LookAngles`
 */
export const dopplerShift = (frequency: number, rangeRateKmPerS: number): number =>
  (-frequency * rangeRateKmPerS) / (LIGHT_KM_PER_S + rangeRateKmPerS);

/** Elevation of the Sun's centre below which the sky is dark enough: the end of civil twilight. */
export const DARK_SUN_ELEVATION = degrees(-6);

/** Visibility of a satellite to an observer, or the first reason why it is not visible. */
export type OpticalVisibility = 'visible' | 'too low' | 'in shadow' | 'in daylight';

/** A satellite as an observer sees it at an instant. */
export interface ObservedSatellite extends LookAngles {
  readonly visibility: OpticalVisibility;
  /** Elevation of the Sun's centre at the observer, without refraction. */
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
 * Returns an observer's view of a satellite: direction, range, light, and visibility. It is visible if it is above a
 * minimum elevation and sunlit (less than half of the Sun covered, design.md §3), and the Sun is below -6° at the
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

/** Search step within a pass; shorter events, such as a graze of the shadow, may be missed. */
const VISIBLE_STEP_MS = 20 * MS_PER_S;
/** Passes longer than this change slowly. */
const LONG_PASS_MS = 2 * MS_PER_H;
const LONG_STEP_MS = 2 * MS_PER_MIN;

const stepOf = ({ aos, los }: Pick<Pass, 'aos' | 'los'>): number =>
  los - aos > LONG_PASS_MS ? LONG_STEP_MS : VISIBLE_STEP_MS;

/** The Sun's path is straight over this time, to a hundred-thousandth of a degree. */
const SUN_STEP_MS = 2 * MS_PER_H;

/** Returns an interpolated `sunPositionAu` for instants that lie close together. */
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

/** Position of a satellite in km; `undefined` if it has none. */
export type PositionTemeAt = (time: EpochMs) => Vector | undefined;

/** Returns a function that is positive while the satellite is sunlit; NaN without a position. */
function sunlightOf(positionAt: PositionTemeAt): (time: EpochMs) => number {
  const sunAt = watchSun();
  return (time) => {
    const positionTeme = positionAt(time);
    return positionTeme ? ECLIPSED_SHARE - eclipseFraction(sunAt(time), positionTeme) : Number.NaN;
  };
}

/** Returns the sunlit parts of a pass, with less than half of the Sun covered, in order, to less than a second. */
export function sunlitIntervals(
  positionAt: PositionTemeAt,
  pass: Pick<Pass, 'aos' | 'los'>,
): readonly Interval[] {
  const span = { from: pass.aos, to: pass.los, stepMs: stepOf(pass) };
  return [...positiveIntervals(sunlightOf(positionAt), span)];
}

/** Returns the intervals in which a site's sky is dark: the Sun is below `DARK_SUN_ELEVATION`. */
export const darkIntervals = (
  site: Site,
  range: { readonly from: EpochMs; readonly to: EpochMs },
): readonly Interval[] => sunBelow(site, DARK_SUN_ELEVATION, range);

/**
 * Returns the visible parts of a pass, in order, to less than a second: the satellite is sunlit and the observer's sky
 * dark, as in `observeSatellite`. `startsBefore` and `endsAfter` are set where the pass, not the light, limits a part.
 * Darkness is tested first: by day there is nothing to search.
 *
 * @param dark dark intervals of the site, at least over the pass
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
