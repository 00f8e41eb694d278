import { type Degrees, type EpochMs, epochMs, MS_PER_MIN } from '../units.ts';
import { highestIn, type Interval, positiveIntervals } from './intervals.ts';
import { azimuthOf, elevationOf, heightAboveMask, type Site } from './observer.ts';
import { lastSampleTime, type OrbitSamples, positionEcefAt, sampleOrbit } from './orbit-samples.ts';
import type { Propagator } from './propagator.ts';

/** One pass of a satellite over a site above a minimum elevation. Azimuths as in `LookAngles`. */
export interface Pass {
  /** Acquisition of signal: the satellite rises above the minimum elevation, or the search begins. */
  readonly aos: EpochMs;
  /** Time of closest approach, taken at the highest elevation. */
  readonly tca: EpochMs;
  /** Loss of signal: the satellite sets below the minimum elevation, or the search or the orbit ends. */
  readonly los: EpochMs;
  /** At `tca`. */
  readonly maxElevation: Degrees;
  readonly aosAzimuth: Degrees;
  readonly tcaAzimuth: Degrees;
  readonly losAzimuth: Degrees;
  /** True if the satellite was already up where the search, or the orbit, begins. */
  readonly startsBefore: boolean;
  /** True if the satellite is still up where the search, or the orbit, ends. */
  readonly endsAfter: boolean;
}

export interface PassSearch {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Minimum elevation of a pass; -90 to 90. */
  readonly minElevation: Degrees;
}

const STEP_MS = 2 * MS_PER_MIN;

function describePass(site: Site, samples: OrbitSamples, interval: Interval): Pass {
  const { start: aos, end: los, startsBefore, endsAfter } = interval;
  const placeAt = (time: EpochMs) => positionEcefAt(samples, time);
  const elevationAt = (time: EpochMs): Degrees => elevationOf(site, placeAt(time));
  const tca = highestIn(elevationAt, { from: aos, to: los, stepMs: STEP_MS });
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

/**
 * The passes of one satellite over several sites, for each site in order and disjoint.
 *
 * The orbit is sampled every 2 minutes and interpolated between, so that the cost is one SGP4 evaluation for every
 * 2 minutes of the search and 7 more, however many sites and passes there are: 728 for a day. To that come, for each
 * site, about as many evaluations of its geometry, and some 100 interpolated ones for each pass. Times are within a
 * millisecond, elevations within 0.0001°, of what SGP4 itself gives for nearly circular orbits, and within a few
 * hundredths of a second and 0.002° for any. Searches that overlap find the same passes to the bit.
 */
export function findPassesOverSites(
  propagator: Propagator,
  sites: readonly Site[],
  { from, to, minElevation }: PassSearch,
): readonly (readonly Pass[])[] {
  const samples = sampleOrbit(propagator, from, to, STEP_MS);
  if (!samples) return sites.map(() => []);
  const range = {
    from: epochMs(Math.max(from, samples.startTime)),
    to: epochMs(Math.min(to, lastSampleTime(samples))),
    stepMs: STEP_MS,
  };
  return sites.map((site) => {
    const heightOf = heightAboveMask(site, minElevation);
    const intervals = positiveIntervals((time) => heightOf(positionEcefAt(samples, time)), range);
    return Array.from(intervals, (interval) => describePass(site, samples, interval));
  });
}
