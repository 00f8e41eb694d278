import type { SatelliteId } from '../entities/satellites.ts';
import type { Result } from '../kit/result.ts';
import { type EpochMs, epochMs, type TimeRange } from '../kit/units.ts';
import { type EphemerisWindow, eclipseFractionAt } from '../orbit/ephemeris.ts';
import type { Pass } from '../orbit/passes.ts';
import { type NetworkStation, SPECIFIED_NETWORK } from './network.ts';

/** Entry into or exit from the Earth's shadow, when half of the Sun's disc is covered. */
export interface EclipseTransition {
  readonly time: EpochMs;
  readonly isEclipsed: boolean;
}

export type Illumination = 'sunlit' | 'penumbra' | 'umbra';

/** Start of a phase of illumination. */
export interface IlluminationChange {
  readonly time: EpochMs;
  readonly phase: Illumination;
}

/** Passes over one ground station, above its mask. */
export interface StationContacts {
  readonly station: NetworkStation;
  readonly passes: readonly Pass[];
}

/** Contacts of one satellite; each list is in order of time. */
export interface SatelliteContacts {
  /** In the order of the network. */
  readonly stations: readonly StationContacts[];
  readonly eclipseTransitions: readonly EclipseTransition[];
  readonly illuminationChanges: readonly IlluminationChange[];
}

/** Passes and illumination of both satellites: the single source of all event times. */
export interface ContactPlan {
  /** Start of the covered time, which is at least two hours back to at least a day ahead, once complete. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly network: readonly NetworkStation[];
  readonly satellites: Readonly<Record<SatelliteId, Result<SatelliteContacts>>>;
}

/** A pass and its ground station. */
export interface StationPass {
  readonly station: NetworkStation;
  readonly pass: Pass;
}

/** Returns all passes over active ground stations, station by station. */
export const activePasses = ({ stations }: SatelliteContacts): readonly StationPass[] =>
  stations.flatMap(({ station, passes }) =>
    station.active ? passes.map((pass): StationPass => ({ station, pass })) : [],
  );

/** Merges the contacts of several stations into one list without overlaps. */
export function joinContacts(contacts: readonly TimeRange[]): readonly TimeRange[] {
  const joined: TimeRange[] = [];
  for (const contact of [...contacts].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (!last || contact.from > last.to) joined.push(contact);
    else joined[joined.length - 1] = { from: last.from, to: epochMs(Math.max(last.to, contact.to)) };
  }
  return joined;
}

/** Returns the ground network of a plan, or the specified network before the first plan. */
export const networkOf = (plan: ContactPlan | undefined): readonly NetworkStation[] =>
  plan?.network ?? SPECIFIED_NETWORK;

export const currentOrNextPass = <P extends Pass>(passes: readonly P[], now: EpochMs): P | undefined =>
  passes.find(({ los }) => los > now);

/** Returns the latest change up to an instant; `undefined` before the first one. */
export const latestChange = <C extends { readonly time: EpochMs }>(
  changes: readonly C[],
  now: EpochMs,
): C | undefined => changes.findLast(({ time }) => time <= now);

export const nextChange = <C extends { readonly time: EpochMs }>(
  changes: readonly C[],
  now: EpochMs,
): C | undefined => changes.find(({ time }) => time > now);

/** Returns the illumination for an eclipse fraction of 0 to 1. */
export function illuminationOf(eclipseFraction: number): Illumination {
  if (eclipseFraction <= 0) return 'sunlit';
  return eclipseFraction < 1 ? 'penumbra' : 'umbra';
}

/** Returns the illumination from the plan or, where it has none, from the window, accurate to half a minute. */
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
