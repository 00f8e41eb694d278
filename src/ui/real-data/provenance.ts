import { SATELLITE_NAMES, type SatelliteId } from '../../shared/elements.ts';
import type { Ephemeris } from '../../shared/ephemeris.ts';
import type { LiveSource } from '../../shared/live-answers.ts';
import { angleLeft, transitionEnd } from '../../shared/orbit-transition.ts';
import type { Provenance } from '../../shared/real-data.ts';
import { degrees, type EpochMs, toDegrees } from '../../shared/units.ts';
import { formatAge, formatUtcDate, formatUtcTimeFrom } from '../format.ts';

/** What may be claimed of a satellite's motion: its provenance, or why there is less to claim. */
export type Standing =
  | Provenance
  /** Live data are there, and the satellite still moves over to where they have it. */
  | {
      readonly kind: 'transition';
      readonly source: LiveSource;
      readonly time: EpochMs;
      readonly transitionEnd: EpochMs;
    }
  /** The link to the worker is lost: nobody knows any more. */
  | { readonly kind: 'unknown'; readonly source: LiveSource; readonly time: EpochMs };

/** What is shown further than this from where the data have the satellite is not live: 11 km, a fix's own doubt. */
const LIVE_WITHIN = degrees(0.1);

/** When the satellite is where the data have it; `undefined` where it is at that instant. */
export function transitionUntil(ephemeris: Ephemeris | undefined, now: EpochMs): EpochMs | undefined {
  const transition = ephemeris?.status === 'available' ? ephemeris.window.transition : undefined;
  return transition && toDegrees(angleLeft(transition, now)) > LIVE_WITHIN
    ? transitionEnd(transition)
    : undefined;
}

/**
 * While the worker is away nothing is live: what was, is unknown. Nor is what is shown elsewhere than the data say. The
 * other kinds do not claim to be fresh.
 */
export function standingOf(provenance: Provenance, isLost: boolean, transitionEnd?: EpochMs): Standing {
  if (provenance.kind !== 'live') return provenance;
  if (isLost) return { ...provenance, kind: 'unknown' };
  return transitionEnd === undefined
    ? provenance
    : { ...provenance, kind: 'transition', transitionEnd: transitionEnd };
}

/** `ISS LIVE 3 s` */
export function provenanceText(id: SatelliteId, standing: Standing, now: EpochMs): string {
  const name = SATELLITE_NAMES[id];
  switch (standing.kind) {
    case 'live':
      return `${name} LIVE ${formatAge(now - standing.time)}`;
    case 'transition':
      return `${name} GOING LIVE in ${formatAge(standing.transitionEnd - now)}`;
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
    case 'transition':
      return MADE_OF[standing.source];
    case 'predicted':
      return `${standing.source} until ${formatUtcTimeFrom(standing.time, now)} UTC, SGP4 since`;
    case 'simulated':
      return `SGP4 on ${id === 'iss' ? 'built-in' : 'fixed'} elements of ${formatUtcDate(standing.epoch)}`;
    case 'unknown':
      return `${standing.source} until ${formatUtcTimeFrom(standing.time, now)} UTC, link lost`;
  }
}
