import { POSITION_SECONDS } from '../shared/contract/backend.ts';
import type { AnswerOrigin, LiveSource } from '../shared/contract/live-answers.ts';
import type { SatellitePosition } from '../shared/entities/entities.ts';
import { satellitePosition } from '../shared/entities/satellite-position.ts';
import { SATELLITES } from '../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_S } from '../shared/kit/units.ts';
import { topocentricJ2000 } from '../shared/orbit/celestial.ts';
import { ecefToTeme, geodeticToEcef, greenwichSiderealTime } from '../shared/orbit/frames.ts';
import { azimuthOf, elevationOf, type Site, siteOf } from '../shared/orbit/observer.ts';
import type { Propagator } from '../shared/orbit/propagator.ts';
import { originOf, secondsSince } from './answers.ts';
import { type CachedAnswer, type UpstreamState, usable } from './cached-answer.ts';
import { isAged } from './celestrak.ts';
import { type PositionWindow, secondOf } from './n2yo.ts';
import type { Source } from './source.ts';
import { sampleJson } from './wire.ts';

/** Site of the dashboards' observer, whose samples are cached. */
const DASHBOARDS_SITE = siteOf(SATELLITES.iss.observer);
/** Length of a computed track; the next one follows when less than one answer is left. */
const COMPUTED_SECONDS = 2 * POSITION_SECONDS;

/**
 * Service for positions of the ISS, received or computed from its orbit. The gateway has them in order of preference.
 */
export interface PositionService<T = unknown> {
  readonly name: LiveSource;
  readonly source: Source<T>;
  /** Returns samples as JSON, one a second from the current second on; none if the value does not reach that far. */
  samples(value: T, site: Site, count: number, now: EpochMs): readonly string[];
  isStale(cached: CachedAnswer<T>, state: UpstreamState<T>, now: EpochMs): boolean;
}

/** States of the services, in their order. */
export type ServiceStates = readonly UpstreamState<unknown>[];

/** Samples as JSON, from the current second on, and their source. */
export interface Track {
  readonly samples: readonly string[];
  readonly origin: AnswerOrigin;
}

/** Converts a satellite position to another observer. */
function seenFrom(site: Site, sample: SatellitePosition): SatellitePosition {
  const { satlatitude: latitude, satlongitude: longitude, sataltitude: altitudeKm, timestamp } = sample;
  const positionEcef = geodeticToEcef({ latitude, longitude, altitudeKm });
  const positionTeme = ecefToTeme(positionEcef, greenwichSiderealTime(timestamp));
  return {
    ...sample,
    azimuth: azimuthOf(site, positionEcef),
    elevation: elevationOf(site, positionEcef),
    ...topocentricJ2000(site, positionTeme, timestamp),
  };
}

/**
 * Computes positions for every second from an instant on, for the dashboards' observer, up to the end of the orbit.
 */
function computePositions(orbit: Propagator, from: EpochMs): PositionWindow {
  const positions: SatellitePosition[] = [];
  for (let second = 0; second < COMPUTED_SECONDS; second++) {
    const position = satellitePosition(orbit, DASHBOARDS_SITE, addMs(from, second * MS_PER_S));
    if (!position) break;
    positions.push(position);
  }
  return positions;
}

/** Samples with their JSON, which is written on first use. */
interface Written {
  readonly positions: PositionWindow;
  readonly texts: string[];
}

/** One track serves all observers: for those other than the dashboards', only the look angles are computed. */
function samplesFor(
  site: Site,
  { positions, texts }: Written,
  now: EpochMs,
  count: number,
): readonly string[] {
  const first = positions.findIndex(({ timestamp }) => timestamp >= secondOf(now));
  if (first < 0) return [];
  const end = Math.min(first + count, positions.length);
  if (site !== DASHBOARDS_SITE) {
    return positions.slice(first, end).map((sample) => sampleJson(seenFrom(site, sample)));
  }
  for (let index = texts.length; index < end; index++) {
    const position = positions[index];
    if (position) texts.push(sampleJson(position));
  }
  return texts.slice(first, end);
}

export function n2yoPositions(source: Source<PositionWindow>): PositionService<PositionWindow> {
  let received: Written = { positions: [], texts: [] };
  return {
    name: 'N2YO',
    source,
    samples(window, site, count, now) {
      if (received.positions !== window) received = { positions: window, texts: [] };
      return samplesFor(site, received, now, count);
    },
    isStale: isOutdated,
  };
}

export function celestrakPositions(source: Source<Propagator>): PositionService<Propagator> {
  let computed: (Written & { readonly orbit: Propagator }) | undefined;
  return {
    name: 'CelesTrak',
    source,
    samples(orbit, site, count, now) {
      const from = secondOf(now);
      const first = computed?.positions[0]?.timestamp ?? Number.POSITIVE_INFINITY;
      const last = computed?.positions.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY;
      if (computed?.orbit !== orbit || first > from || last < from + (count - 1) * MS_PER_S) {
        computed = { orbit, positions: computePositions(orbit, from), texts: [] };
      }
      return samplesFor(site, computed, now, count);
    },
    isStale: ({ value, fetchedAt }, _state, now) => isAged(value, fetchedAt, now),
  };
}

/** Returns the samples of the first service that has any, with the failures up to it; `undefined` without any. */
export function trackOf(
  services: readonly PositionService[],
  known: ServiceStates,
  site: Site,
  count: number,
  now: EpochMs,
): Track | undefined {
  const errors: string[] = [];
  for (const [index, state] of known.entries()) {
    if (state.outage) errors.push(state.outage.failure.message);
    const service = services[index];
    const cached = usable(state, now);
    const samples = (cached && service?.samples(cached.value, site, count, now)) ?? [];
    if (!service || !cached || samples.length === 0) continue;
    const error = errors.length > 0 ? errors.join('; ') : undefined;
    const ageS = secondsSince(cached.fetchedAt, now);
    return { samples, origin: originOf(service.name, ageS, service.isStale(cached, state, now), error) };
  }
  return undefined;
}

/** True if an answer is stale, or from the future after the clock moved back, and the call for a newer one failed. */
export const isOutdated = <T>(cached: CachedAnswer<T>, { outage }: UpstreamState<T>, now: EpochMs): boolean =>
  outage !== undefined && (now >= cached.staleAt || now < cached.fetchedAt);
