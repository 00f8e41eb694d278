import { ORBITAL_ELEMENTS } from '../../shared/elements.ts';
import type { IssPosition, SatellitePosition } from '../../shared/entities.ts';
import type { LiveSource } from '../../shared/live-answers.ts';
import { fitOrbit, type OrbitMeasurement, residualKm } from '../../shared/orbit/fit.ts';
import { createPropagator, type OrbitalElements } from '../../shared/orbit/propagator.ts';
import type { Provenance } from '../../shared/real-data.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_S } from '../../shared/units.ts';
import { type Answer, FUTURE_TOLERANCE_MS } from './answers.ts';

/** A fix of Open Notify counts as live for three of its polls. */
const FIX_LIVE_MS = 30 * MS_PER_S;
/** Its instant is a whole second, cut off: on average it lies half a second later. */
const FIX_CUT_MS = MS_PER_S / 2;
const MOST_FIXES = 16;
const OLDEST_FIX_MS = 3 * MS_PER_H;
/** An orbit is kept while it passes this close to new samples: a new one would only tremble. */
const GOOD_FOR_SAMPLES_KM = 0.2;
/** As much as the cut of their instants alone brings about. */
const GOOD_FOR_FIXES_KM = 4;
/** A fix further than this from where samples have the station contradicts them: services differ by less. */
const FARTHEST_FROM_SAMPLES_KM = 250;
/** Fixes after which an orbit that is good enough is kept. */
const SETTLED_FIXES = 10;

/** Real measurements, and the time for which they hold. */
interface Measured {
  readonly source: LiveSource;
  /** The instant at which the service gave them. */
  readonly time: EpochMs;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** What measurements have told of the station's orbit. */
export interface IssOrbit {
  /** Fitted to measurements; the product's own until there are any. */
  readonly elements: OrbitalElements;
  readonly isFitted: boolean;
  readonly measured: Measured | undefined;
  /** Open Notify's, in the order of time, spread over the last hours. */
  readonly fixes: readonly OrbitMeasurement[];
}

export const BUILT_IN_ORBIT: IssOrbit = {
  elements: ORBITAL_ELEMENTS.iss,
  isFitted: false,
  measured: undefined,
  fixes: [],
};

/** The epoch of the product's own elements. */
const BUILT_IN_EPOCH = epochMs(Date.parse(`${ORBITAL_ELEMENTS.iss.EPOCH}Z`));

/** An answer begins with the second in which it was given, which the mission may only be about to reach. */
const holdsAt = ({ from, until }: Measured, now: EpochMs): boolean =>
  from - now <= FUTURE_TOLERANCE_MS && now <= until;

/**
 * Where the station's motion comes from at an instant. Elements are hours old where the newest fix, which was taken because
 * it agrees with them, is of this moment: the claim is as fresh as that.
 */
export function provenanceOf({ measured, fixes }: IssOrbit, now: EpochMs): Provenance {
  if (!measured) return { kind: 'simulated', epoch: BUILT_IN_EPOCH };
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

/** How far the orbit passes from measurements, root mean square. */
function distanceKm({ elements }: IssOrbit, measurements: readonly OrbitMeasurement[]): number {
  const propagator = createPropagator(elements);
  return propagator.ok ? residualKm(propagator.value, measurements) : Number.POSITIVE_INFINITY;
}

/** Whether the orbit passes close enough to measurements to be kept. */
const explains = (orbit: IssOrbit, measurements: readonly OrbitMeasurement[], limitKm: number): boolean =>
  orbit.isFitted && distanceKm(orbit, measurements) <= limitKm;

function refit(orbit: IssOrbit, measurements: readonly OrbitMeasurement[]): Result<IssOrbit> {
  const fit = fitOrbit(orbit.elements, measurements);
  if (fit.ok) return succeeded({ ...orbit, elements: fit.value.elements, isFitted: true });
  // A wrong fit must not lead the next ones astray for ever: the product's own elements are a second start.
  const anew = orbit.isFitted ? fitOrbit(ORBITAL_ELEMENTS.iss, measurements) : fit;
  return anew.ok ? succeeded({ ...orbit, elements: anew.value.elements, isFitted: true }) : anew;
}

/** Takes samples that cover a stretch of time. Refuses those through which no orbit of the station passes. */
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
  // What the gateway calls stale still tells the orbit, but is not live.
  const until = isStale ? epochMs(Math.min(last.timestamp, dataTime)) : last.timestamp;
  return succeeded({
    ...fitted.value,
    measured: { source, time: dataTime, from: first.timestamp, until },
  });
}

/** The fixes with a new one; beyond `MOST_FIXES` the one goes whose neighbours are closest, so that a long arc stays. */
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

/** Whether samples tell more of this moment than a fix could. */
const hasSamplesAt = ({ measured }: IssOrbit, now: EpochMs): boolean =>
  measured !== undefined && measured.source !== 'Open Notify' && holdsAt(measured, now);

/** Takes one fix: filtered, never snapped to. Refuses one that does not fit the station's orbit. */
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
    return failed(`The position lies ${offKm.toFixed(0)} km from where ${other} has the station.`);
  }
  const isSettled = fixes.length > SETTLED_FIXES;
  const fitted =
    isSettled && explains(orbit, fixes, GOOD_FOR_FIXES_KM) ? succeeded(orbit) : refit(orbit, fixes);
  if (!fitted.ok) return fitted;
  const until = addMs(dataTime, FIX_LIVE_MS);
  const isNews = until > (orbit.measured?.until ?? -Infinity);
  const measured = isNews ? { source, time: dataTime, from: dataTime, until } : orbit.measured;
  return succeeded({ ...fitted.value, fixes, measured });
}
