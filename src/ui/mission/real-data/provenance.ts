import type { LiveSource } from '../../../shared/contract/live-answers.ts';
import type { Provenance, RealData } from '../../../shared/contract/real-data.ts';
import { LIVE_SATELLITE, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { degrees, type EpochMs, toDegrees } from '../../../shared/kit/units.ts';
import type { Ephemeris } from '../../../shared/orbit/ephemeris.ts';
import { angleLeft, transitionEnd } from '../../../shared/orbit/orbit-transition.ts';
import { formatAge, formatUtcDate, formatUtcTimeFrom } from '../../kit/format.ts';

/** Data quality of a satellite's motion: its provenance, or a reduced claim. */
export type DataQuality =
  | Provenance
  /** Live data are available, and the satellite is in an orbit transition to them. */
  | {
      readonly kind: 'transition';
      readonly source: LiveSource;
      readonly time: EpochMs;
      readonly transitionEnd: EpochMs;
    }
  /** The link to the worker is lost: the status is unknown. */
  | { readonly kind: 'unknown'; readonly source: LiveSource; readonly time: EpochMs };

/** A shown position farther than this from the data is not live: 11 km, the uncertainty of a fix. */
const LIVE_WITHIN = degrees(0.1);

/** Returns the end of the transition to the data's position; `undefined` if there is none at that instant. */
export function transitionUntil(ephemeris: Ephemeris | undefined, now: EpochMs): EpochMs | undefined {
  const transition = ephemeris?.status === 'available' ? ephemeris.window.transition : undefined;
  return transition && toDegrees(angleLeft(transition, now)) > LIVE_WITHIN
    ? transitionEnd(transition)
    : undefined;
}

/**
 * Returns the data quality. While the worker is lost, live data become unknown. A position in transition is not
 * live either. The other kinds do not claim to be current.
 */
export function dataQualityOf(provenance: Provenance, isLost: boolean, transitionEnd?: EpochMs): DataQuality {
  if (provenance.kind !== 'live') return provenance;
  if (isLost) return { ...provenance, kind: 'unknown' };
  return transitionEnd === undefined ? provenance : { ...provenance, kind: 'transition', transitionEnd };
}

const QUALITY_TEXT: Readonly<Record<DataQuality['kind'], string>> = {
  live: 'LIVE',
  transition: 'ACQUIRING',
  predicted: 'PREDICTED',
  simulated: 'SIMULATED',
  unknown: 'UNKNOWN',
};

/** Returns text that is legible from across a room: `ISS LIVE 3 s`, `ISS PREDICTED` */
export const provenanceHeadline = (id: SatelliteId, quality: DataQuality, now: EpochMs): string =>
  `${SATELLITES[id].name} ${QUALITY_TEXT[quality.kind]}${quality.kind === 'live' ? ` ${formatAge(now - quality.time)}` : ''}`;

/** `ISS LIVE 3 s`, `ISS PREDICTED, last live data 4 min ago` */
export function provenanceText(id: SatelliteId, quality: DataQuality, now: EpochMs): string {
  const headline = provenanceHeadline(id, quality, now);
  switch (quality.kind) {
    case 'live':
    case 'simulated':
      return headline;
    case 'transition':
      return `${headline}, ${formatAge(quality.transitionEnd - now)} left`;
    default:
      return `${headline}, last live data ${formatAge(now - quality.time)} ago`;
  }
}

/** Origin of a motion based on each service's data. */
const MADE_OF: Readonly<Record<LiveSource, string>> = {
  'Open Notify': 'Open Notify',
  N2YO: 'N2YO',
  CelesTrak: 'CelesTrak elements + SGP4',
};

/** Describes the source of a satellite's motion: `N2YO until 12:00:05 UTC, SGP4 since`. */
export function sourceText(id: SatelliteId, quality: DataQuality, now: EpochMs): string {
  switch (quality.kind) {
    case 'live':
    case 'transition':
      return MADE_OF[quality.source];
    case 'predicted':
      return `${quality.source ?? 'Live data'} until ${formatUtcTimeFrom(quality.time, now)} UTC, SGP4 since`;
    case 'simulated':
      return `SGP4 on ${id === LIVE_SATELLITE ? 'built-in' : 'fixed'} elements of ${formatUtcDate(quality.epoch)}`;
    case 'unknown':
      return `${quality.source} until ${formatUtcTimeFrom(quality.time, now)} UTC, link lost`;
  }
}

/** Message on the map about live data (spec §4, §8), and its reason. */
export interface MapNotice {
  readonly text: 'Loading real data...' | 'Using simulated data';
  readonly reason?: string | undefined;
}

/** Returns `undefined` while live data are shown. */
export function mapNotice(realData: RealData, iss: Provenance): MapNotice | undefined {
  const isSimulated = iss.kind === 'simulated';
  if (realData.status === 'loading') return isSimulated ? { text: 'Loading real data...' } : undefined;
  if (realData.status === 'ready' && !isSimulated) return undefined;
  return {
    text: 'Using simulated data',
    reason: realData.error ?? realData.calls.satellitePositions.error,
  };
}
