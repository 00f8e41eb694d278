import type { SatelliteId } from './elements.ts';
import { type EphemerisWindow, eclipseFractionAt } from './ephemeris.ts';
import type { Pass } from './orbit/passes.ts';
import type { Result } from './result.ts';
import type { StationId } from './stations.ts';
import type { EpochMs } from './units.ts';

/** The way of a pass over an observer's sky and over the ground, from AOS to LOS at even steps. */
export interface SkyArc {
  readonly startTime: EpochMs;
  readonly stepMs: number;
  /** Degrees clockwise from true north, 0 to 360. */
  readonly azimuths: Float32Array;
  /** Degrees above the horizon. */
  readonly elevations: Float32Array;
  /** Degrees of the sub-satellite point, geodetic, north and east positive. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
}

/** A pass over the satellite's observer, from horizon to horizon. */
export interface ObservedPass extends Pass {
  readonly arc: SkyArc;
}

/** The satellite enters or leaves the Earth's shadow: the instant at which half of the Sun's disc is covered. */
export interface EclipseTransition {
  readonly time: EpochMs;
  readonly isEclipsed: boolean;
}

export type Illumination = 'sunlit' | 'penumbra' | 'umbra';

/** From an instant on, the satellite is in sunlight, in penumbra or in umbra. */
export interface IlluminationChange {
  readonly time: EpochMs;
  readonly phase: Illumination;
}

/** What happens to one satellite, each list in order of time. */
export interface SatelliteContacts {
  /** Passes over each ground station, above `STATION_MASK`. */
  readonly stations: Readonly<Record<StationId, readonly Pass[]>>;
  /** Passes over its observer, above the horizon. */
  readonly observer: readonly ObservedPass[];
  readonly eclipseTransitions: readonly EclipseTransition[];
  readonly illuminationChanges: readonly IlluminationChange[];
}

/** Passes and light of both satellites: the one source of everything that says when. */
export interface ContactPlan {
  /** What the plan covers: from at least two hours back to at least a day ahead, once it is complete. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly satellites: Readonly<Record<SatelliteId, Result<SatelliteContacts>>>;
}

/** The pass that is under way or comes next. */
export const currentOrNextPass = <P extends Pass>(passes: readonly P[], now: EpochMs): P | undefined =>
  passes.find(({ los }) => los > now);

/** The newest of the changes up to an instant; `undefined` before the first one. */
export const latestChange = <C extends { readonly time: EpochMs }>(
  changes: readonly C[],
  now: EpochMs,
): C | undefined => changes.findLast(({ time }) => time <= now);

/** The first of the changes after an instant. */
export const nextChange = <C extends { readonly time: EpochMs }>(
  changes: readonly C[],
  now: EpochMs,
): C | undefined => changes.find(({ time }) => time > now);

/** The light for the share of the Sun's disc that the Earth covers, 0 to 1. */
export function illuminationOf(eclipseFraction: number): Illumination {
  if (eclipseFraction <= 0) return 'sunlit';
  return eclipseFraction < 1 ? 'penumbra' : 'umbra';
}

/** The plan's word for the light, and where it has none the window's, which knows it to half a minute. */
export function phaseAt(
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow,
  now: EpochMs,
): Illumination | undefined {
  const change = contacts && latestChange(contacts.illuminationChanges, now);
  if (change) return change.phase;
  const share = eclipseFractionAt(window, now);
  return share === undefined ? undefined : illuminationOf(share);
}
