import { type Degrees, type EpochMs, epochMs } from '../kit/units.ts';
import { highestIn, type Interval, positiveIntervals } from './intervals.ts';
import { azimuthOf, elevationOf, heightAboveMask, type Site } from './observer.ts';
import {
  createGrid,
  lastSampleTime,
  type OrbitGrid,
  type OrbitSamples,
  positionEcefAt,
  sampleOrbit,
  samplingStepMs,
} from './orbit-samples.ts';
import { type PassSearch, windowsOver } from './pass-windows.ts';
import type { Propagator } from './propagator.ts';

/** Arc of a pass across the sky of its place, and its ground track, from AOS to LOS at even steps. */
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

/** Path of a satellite across the sky, and its illumination. */
export interface PassPath {
  readonly arc: SkyArc;
  /** Parts of the pass in which less than half of the Sun is covered, in order. */
  readonly sunlit: readonly Interval[];
  /** Range rates at AOS and LOS in km/s, positive when receding, for tuning a receiver. */
  readonly rangeRates: readonly [aos: number, los: number];
}

/** One pass of a satellite over a site above a minimum elevation. Azimuths as in `LookAngles`. */
export interface Pass {
  /** Acquisition of signal: the satellite rises above the minimum elevation, or the search begins. */
  readonly aos: EpochMs;
  /** Time of closest approach, taken at the highest elevation. */
  readonly tca: EpochMs;
  /** Loss of signal: the satellite sets below the minimum elevation, or the search or the orbit ends. */
  readonly los: EpochMs;
  /** Elevation at `tca`. */
  readonly maxElevation: Degrees;
  readonly aosAzimuth: Degrees;
  readonly tcaAzimuth: Degrees;
  readonly losAzimuth: Degrees;
  /** True if the satellite was already up where the search, or the orbit, begins. */
  readonly startsBefore: boolean;
  /** True if the satellite is still up where the search, or the orbit, ends. */
  readonly endsAfter: boolean;
  /** Computed for passes that a user views one by one. */
  readonly path?: PassPath;
}

function describePass(site: Site, samples: OrbitSamples, interval: Interval): Pass {
  const { start: aos, end: los, startsBefore, endsAfter } = interval;
  const placeAt = (time: EpochMs) => positionEcefAt(samples, time);
  const elevationAt = (time: EpochMs): Degrees => elevationOf(site, placeAt(time));
  const tca = highestIn(elevationAt, { from: aos, to: los, stepMs: samples.stepMs });
  return {
    aos,
    tca,
    los,
    maxElevation: elevationAt(tca),
    aosAzimuth: azimuthOf(site, placeAt(aos)),
    tcaAzimuth: azimuthOf(site, placeAt(tca)),
    losAzimuth: azimuthOf(site, placeAt(los)),
    startsBefore,
    endsAfter,
  };
}

/** A pass with the positions in which it was found. */
export interface SampledPass {
  readonly pass: Pass;
  /** Samples from before to after the pass. */
  readonly samples: OrbitSamples;
}

/**
 * Finds the passes of one satellite over a site, in order and disjoint. The orbit is sampled only where the satellite
 * can be up (`windowsOver`), and interpolated in between.
 */
export function findSampledPasses(grid: OrbitGrid, site: Site, search: PassSearch): readonly SampledPass[] {
  const heightOf = heightAboveMask(site, search.minElevation);
  return windowsOver(grid, site, search).flatMap(({ from, to }) => {
    const samples = sampleOrbit(grid, from, to);
    if (!samples) return [];
    const range = {
      from: epochMs(Math.max(from, samples.startTime)),
      to: epochMs(Math.min(to, lastSampleTime(samples))),
      stepMs: samples.stepMs,
    };
    const intervals = positiveIntervals((time) => heightOf(positionEcefAt(samples, time)), range);
    return Array.from(intervals, (interval) => ({ pass: describePass(site, samples, interval), samples }));
  });
}

/**
 * Finds the passes of one satellite over several sites, in order and disjoint for each site.
 * The cost is at most one SGP4 evaluation per step of the search (`samplingStepMs`) and 8 more, however many sites and
 * passes there are: 729 for a day of a low orbit over many sites, and about 300 over one. Each pass adds some 100
 * interpolated evaluations. Times are within a millisecond, elevations within 0.0001°, of SGP4 itself for nearly
 * circular orbits, and within a few hundredths of a second and 0.002° for any. Passes of overlapping searches are
 * bit-identical.
 */
export function findPassesOverSites(
  propagator: Propagator,
  sites: readonly Site[],
  search: PassSearch,
): readonly (readonly Pass[])[] {
  const grid = createGrid(propagator, samplingStepMs(propagator));
  return sites.map((site) => findSampledPasses(grid, site, search).map(({ pass }) => pass));
}
