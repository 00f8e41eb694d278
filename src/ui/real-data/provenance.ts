import { SATELLITE_NAMES, type SatelliteId } from '../../shared/elements.ts';
import type { LiveSource } from '../../shared/live-answers.ts';
import type { Provenance } from '../../shared/real-data.ts';
import type { EpochMs } from '../../shared/units.ts';
import { formatUtcDate, formatUtcTimeFrom } from '../format.ts';
import { formatAge } from './age.ts';

/** What may be claimed of a satellite's motion: its provenance, or that nobody knows any more. */
export type Standing =
  | Provenance
  | { readonly kind: 'unknown'; readonly source: LiveSource; readonly time: EpochMs };

/** While the worker is away nothing is live: what was, is unknown. The other kinds do not claim to be fresh. */
export const standingOf = (provenance: Provenance, isLost: boolean): Standing =>
  isLost && provenance.kind === 'live' ? { ...provenance, kind: 'unknown' } : provenance;

/** `ISS LIVE 3 s` */
export function provenanceText(id: SatelliteId, standing: Standing, now: EpochMs): string {
  const name = SATELLITE_NAMES[id];
  switch (standing.kind) {
    case 'live':
      return `${name} LIVE ${formatAge(now - standing.time)}`;
    case 'predicted':
      return `${name} PREDICTED, last real data ${formatAge(now - standing.time)} ago`;
    case 'simulated':
      return `${name} SIMULATED`;
    case 'unknown':
      return `${name} UNKNOWN, last real data ${formatAge(now - standing.time)} ago`;
  }
}

/** How each service's data become a motion. */
const MADE_OF: Readonly<Record<LiveSource, string>> = {
  'Open Notify': 'Open Notify',
  N2YO: 'N2YO',
  CelesTrak: 'CelesTrak elements + SGP4',
};

/** Where a satellite's motion comes from, in words: `N2YO until 12:00:05 UTC, SGP4 since`. */
export function sourceText(id: SatelliteId, standing: Standing, now: EpochMs): string {
  switch (standing.kind) {
    case 'live':
      return MADE_OF[standing.source];
    case 'predicted':
      return `${standing.source} until ${formatUtcTimeFrom(standing.time, now)} UTC, SGP4 since`;
    case 'simulated':
      return `SGP4 on ${id === 'iss' ? 'built-in' : 'fixed'} elements of ${formatUtcDate(standing.epoch)}`;
    case 'unknown':
      return `${standing.source} until ${formatUtcTimeFrom(standing.time, now)} UTC, link lost`;
  }
}
