import type { LiveSource } from '../../../shared/contract/live-answers.ts';
import type { Provenance } from '../../../shared/contract/real-data.ts';
import { LIVE_DATA_LIFE_MS } from '../../../shared/entities/constants.ts';
import type { IssPosition, SatellitePosition } from '../../../shared/entities/entities.ts';
import { ELEMENTS_EPOCHS, ORBITAL_ELEMENTS } from '../../../shared/entities/satellites.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_S } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { createPropagator } from '../../../shared/orbit/propagator.ts';
import { fitOrbit, type OrbitMeasurement, residualKm } from '../../orbit/fit.ts';
import { type Answer, FUTURE_TOLERANCE_MS } from './answers.ts';

/** The timestamp of a fix is truncated to a whole second: on average the fix is half a second later. */
const FIX_CUT_MS = MS_PER_S / 2;
const MOST_FIXES = 16;
const OLDEST_FIX_MS = 3 * MS_PER_H;
/** An orbit within this distance of new samples is kept: a refit would only add jitter. */
const GOOD_FOR_SAMPLES_KM = 0.2;
/** Error that truncated timestamps cause by themselves. */
const GOOD_FOR_FIXES_KM = 4;
/** A fix further than this from the samples contradicts them: services differ by less. */
const FARTHEST_FROM_SAMPLES_KM = 250;
/** Number of fixes after which a sufficiently good orbit is kept. */
const SETTLED_FIXES = 10;

/** Measurements and their period of validity. */
interface Measured {
  readonly source: LiveSource;
  /** Time of the service's answer. */
  readonly time: EpochMs;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** Orbit determination of the ISS. */
export interface IssOrbit {
  /** Elements fitted to measurements; the built-in ones before the first. */
  readonly elements: OrbitalElements;
  readonly isFitted: boolean;
  readonly measured: Measured | undefined;
  /** Fixes of Open Notify, in order of time, spread over the last hours. */
  readonly fixes: readonly OrbitMeasurement[];
}

export const BUILT_IN_ORBIT: IssOrbit = {
  elements: ORBITAL_ELEMENTS.iss,
  isFitted: false,
  measured: undefined,
  fixes: [],
};

/**
 * True while valid. An answer begins with the second in which it was given, which the mission may not have reached
 * yet.
 */
const holdsAt = ({ from, until }: Measured, now: EpochMs): boolean =>
  from - now <= FUTURE_TOLERANCE_MS && now <= until;

/**
 * Returns the source of the ISS's motion at an instant. The elements are hours old, but the newest fix, accepted
 * because it agrees with them, is current: so is the source.
 */
export function provenanceOf({ measured, fixes }: IssOrbit, now: EpochMs): Provenance {
  if (!measured) return { kind: 'simulated', epoch: ELEMENTS_EPOCHS.iss };
  const { source, time, until } = measured;
  if (holdsAt(measured, now)) {
    const fixTime = fixes.at(-1)?.time ?? time;
    return { kind: 'live', source, time: epochMs(Math.min(Math.max(time, fixTime), now)) };
  }
  return { kind: 'predicted', source, time: until < now ? until : time };
}

export function isSameProvenance(a: Provenance, b: Provenance): boolean {
  if (a.kind === 'simulated' || b.kind === 'simulated') return a.kind === b.kind;
  return a.kind === b.kind && a.source === b.source && a.time === b.time;
}

/** Returns the root-mean-square distance of the orbit from measurements, km. */
function distanceKm({ elements }: IssOrbit, measurements: readonly OrbitMeasurement[]): number {
  const propagator = createPropagator(elements);
  return propagator.ok ? residualKm(propagator.value, measurements) : Number.POSITIVE_INFINITY;
}

/** True if the orbit is close enough to measurements to be kept. */
const explains = (orbit: IssOrbit, measurements: readonly OrbitMeasurement[], limitKm: number): boolean =>
  orbit.isFitted && distanceKm(orbit, measurements) <= limitKm;

function refit(orbit: IssOrbit, measurements: readonly OrbitMeasurement[]): Result<IssOrbit> {
  const fit = fitOrbit(orbit.elements, measurements);
  if (fit.ok) return succeeded({ ...orbit, elements: fit.value.elements, isFitted: true });
  // A wrong fit must not mislead all later ones: the built-in elements are a second starting point.
  const refitted = orbit.isFitted ? fitOrbit(ORBITAL_ELEMENTS.iss, measurements) : fit;
  return refitted.ok ? succeeded({ ...orbit, elements: refitted.value.elements, isFitted: true }) : refitted;
}

/** Applies samples over an interval. Refuses samples that no orbit of the ISS fits. */
export function takeSamples(
  orbit: IssOrbit,
  { value: samples, source, dataTime, isStale }: Answer<readonly SatellitePosition[]>,
): Result<IssOrbit> {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return failed('There are no positions.');
  const measurements = samples.map(({ timestamp, satlatitude, satlongitude, sataltitude }) => ({
    time: timestamp,
    latitude: satlatitude,
    longitude: satlongitude,
    altitudeKm: sataltitude,
  }));
  const fitted = explains(orbit, measurements, GOOD_FOR_SAMPLES_KM)
    ? succeeded(orbit)
    : refit(orbit, measurements);
  if (!fitted.ok) return fitted;
  // Data that the gateway marks stale still determine the orbit, but are not live.
  const until = isStale ? epochMs(Math.min(last.timestamp, dataTime)) : last.timestamp;
  return succeeded({
    ...fitted.value,
    measured: { source, time: dataTime, from: first.timestamp, until },
  });
}

/** Adds a fix; above `MOST_FIXES` the one with the closest neighbours is dropped, to keep a long arc. */
function addFix(
  fixes: readonly OrbitMeasurement[],
  { latitude, longitude, timestamp }: IssPosition,
): readonly OrbitMeasurement[] {
  const time = addMs(timestamp, FIX_CUT_MS);
  const newest = fixes.at(-1);
  if (newest && newest.time >= time) return fixes;
  const grown = [...fixes.filter((fix) => fix.time >= time - OLDEST_FIX_MS), { time, latitude, longitude }];
  if (grown.length <= MOST_FIXES) return grown;
  let densest = 1;
  for (let index = 1; index < grown.length - 1; index++) {
    if (gapAround(grown, index) < gapAround(grown, densest)) densest = index;
  }
  return grown.toSpliced(densest, 1);
}

const gapAround = (fixes: readonly OrbitMeasurement[], index: number): number =>
  (fixes[index + 1]?.time ?? Infinity) - (fixes[index - 1]?.time ?? -Infinity);

/** True if there are samples at this instant, which are better than a fix. */
const hasSamplesAt = ({ measured }: IssOrbit, now: EpochMs): boolean =>
  measured !== undefined && measured.source !== 'Open Notify' && holdsAt(measured, now);

/** Applies one fix, filtered to avoid a jump. Refuses one that does not fit the orbit of the ISS. */
export function takeFix(
  orbit: IssOrbit,
  { value: fix, source, dataTime }: Answer<IssPosition>,
  now: EpochMs,
): Result<IssOrbit> {
  const fixes = addFix(orbit.fixes, fix);
  if (fixes === orbit.fixes) return succeeded(orbit);
  if (hasSamplesAt(orbit, now)) {
    const offKm = distanceKm(orbit, fixes.slice(-1));
    if (offKm <= FARTHEST_FROM_SAMPLES_KM) return succeeded({ ...orbit, fixes });
    const other = orbit.measured?.source ?? 'the other service';
    return failed(`The position is ${offKm.toFixed(0)} km from the ISS position reported by ${other}.`);
  }
  const isSettled = fixes.length > SETTLED_FIXES;
  const fitted =
    isSettled && explains(orbit, fixes, GOOD_FOR_FIXES_KM) ? succeeded(orbit) : refit(orbit, fixes);
  if (!fitted.ok) return fitted;
  const until = addMs(dataTime, LIVE_DATA_LIFE_MS);
  const isNews = until > (orbit.measured?.until ?? -Infinity);
  const measured = isNews ? { source, time: dataTime, from: dataTime, until } : orbit.measured;
  return succeeded({ ...fitted.value, fixes, measured });
}
