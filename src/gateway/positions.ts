import { POSITION_SECONDS } from '../shared/backend.ts';
import type { SatellitePosition } from '../shared/entities.ts';
import type { AnswerOrigin } from '../shared/live-answers.ts';
import { OBSERVER_SITES } from '../shared/observers.ts';
import { topocentricJ2000 } from '../shared/orbit/celestial.ts';
import { ecefToTeme, geodeticToEcef, greenwichSiderealTime } from '../shared/orbit/frames.ts';
import { azimuthOf, elevationOf, type Site } from '../shared/orbit/observer.ts';
import type { Propagator } from '../shared/orbit/propagator.ts';
import { satellitePosition } from '../shared/orbit/satellite-position.ts';
import { addMs, type EpochMs, MS_PER_S } from '../shared/units.ts';
import { originOf, secondsSince } from './answers.ts';
import { isAged } from './celestrak.ts';
import { type Held, type SourceState, usable } from './held-answer.ts';
import { type PositionWindow, secondOf } from './n2yo.ts';
import { sampleJson } from './wire.ts';

/** Length of a computed track; the next one follows when less than one answer is left. */
const COMPUTED_SECONDS = 2 * POSITION_SECONDS;

/** State of the services; `n2yo` is absent without a key. */
export interface Known {
  readonly n2yo: SourceState<PositionWindow> | undefined;
  readonly celestrak: SourceState<Propagator>;
}

/** Samples as JSON, from the current second on, and their source. */
export interface Track {
  readonly samples: readonly string[];
  readonly origin: AnswerOrigin;
}

/** The same satellite position for another observer. */
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

/** Positions for every second from an instant on, for the dashboards' observer, as far as the orbit goes. */
function computePositions(orbit: Propagator, from: EpochMs): PositionWindow {
  const positions: SatellitePosition[] = [];
  for (let second = 0; second < COMPUTED_SECONDS; second++) {
    const position = satellitePosition(orbit, OBSERVER_SITES.iss, addMs(from, second * MS_PER_S));
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

/** One track serves all observers: for others than the dashboards' only the look angles are computed. */
function samplesFor(
  site: Site,
  { positions, texts }: Written,
  now: EpochMs,
  count: number,
): readonly string[] {
  const first = positions.findIndex(({ timestamp }) => timestamp >= secondOf(now));
  if (first < 0) return [];
  const end = Math.min(first + count, positions.length);
  if (site !== OBSERVER_SITES.iss) {
    return positions.slice(first, end).map((sample) => sampleJson(seenFrom(site, sample)));
  }
  for (let index = texts.length; index < end; index++) {
    const position = positions[index];
    if (position) texts.push(sampleJson(position));
  }
  return texts.slice(first, end);
}

/** N2YO's samples if still valid, otherwise computed ones; `undefined` without either. */
export function createTracks(): (known: Known, site: Site, count: number, now: EpochMs) => Track | undefined {
  let received: Written = { positions: [], texts: [] };
  let computed: (Written & { readonly orbit: Propagator }) | undefined;

  const fromN2yo = (window: PositionWindow, site: Site, now: EpochMs, count: number): readonly string[] => {
    if (received.positions !== window) received = { positions: window, texts: [] };
    return samplesFor(site, received, now, count);
  };

  const fromOrbit = (orbit: Propagator, site: Site, now: EpochMs, count: number): readonly string[] => {
    const from = secondOf(now);
    const first = computed?.positions[0]?.timestamp ?? Number.POSITIVE_INFINITY;
    const last = computed?.positions.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY;
    if (computed?.orbit !== orbit || first > from || last < from + (count - 1) * MS_PER_S) {
      computed = { orbit, positions: computePositions(orbit, from), texts: [] };
    }
    return samplesFor(site, computed, now, count);
  };

  return ({ n2yo, celestrak }, site, count, now) => {
    const n2yoError = n2yo?.trouble?.failure.message;
    const window = n2yo && usable(n2yo, now);
    if (window) {
      const samples = fromN2yo(window.value, site, now, count);
      const origin = originOf(
        'N2YO',
        secondsSince(window.fetchedAt, now),
        isOutlived(window, n2yo, now),
        n2yoError,
      );
      if (samples.length > 0) return { samples, origin };
    }
    const orbit = usable(celestrak, now);
    const samples = orbit ? fromOrbit(orbit.value, site, now, count) : [];
    if (!orbit || samples.length === 0) return undefined;
    const errors = [n2yoError, celestrak.trouble?.failure.message].filter((error) => error !== undefined);
    const isStale = isAged(orbit.value, orbit.fetchedAt, now);
    const error = errors.length > 0 ? errors.join('; ') : undefined;
    return { samples, origin: originOf('CelesTrak', secondsSince(orbit.fetchedAt, now), isStale, error) };
  };
}

/** Whether an answer has expired or, after the clock moved back, is from the future, without a newer one. */
export const isOutlived = <T>(held: Held<T>, { trouble }: SourceState<T>, now: EpochMs): boolean =>
  trouble !== undefined && (now >= held.dueAt || now < held.fetchedAt);
