import {
  type ContactPlan,
  currentOrNextPass,
  type Illumination,
  type SatelliteContacts,
} from '../../shared/contact-plan.ts';
import { type EphemerisWindow, stateAt } from '../../shared/ephemeris.ts';
import { elevationOf } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { transitionEnd } from '../../shared/orbit-transition.ts';
import type { SatelliteId } from '../../shared/satellites.ts';
import { ACTIVE_STATIONS, type GROUND_STATIONS, STATION_IDS, type StationId } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { type ShownStation, type StationPasses, specifiedPasses } from './stations-shown.ts';

export type GroundStationSite = (typeof GROUND_STATIONS)[number];

/** `undefined` without a plan, or without one for this satellite. */
export function contactsOf(
  plan: ContactPlan | undefined,
  satellite: SatelliteId,
): SatelliteContacts | undefined {
  const contacts = plan?.satellites[satellite];
  return contacts?.ok ? contacts.value : undefined;
}

export const isUnderWay = (pass: Pass, now: EpochMs): boolean => pass.aos <= now && now < pass.los;

/** Word for the illumination of a satellite. */
export const LIGHT_WORDS: Readonly<Record<Illumination, string>> = {
  sunlit: 'Sunlit',
  penumbra: 'Penumbra',
  umbra: 'Eclipse',
};

/** Visibility of a satellite from a station. */
export interface StationView {
  /** Current or next pass. */
  readonly pass: Pass | undefined;
  /** False if unknown. */
  readonly isInView: boolean;
  /**
   * The satellite is in an orbit transition, and its shown position disagrees with the plan over this
   * station.
   */
  readonly isAcquiring: boolean;
}

/** From any station that is shown: by its passes; during an orbit transition, by the shown position. */
export function viewFrom(
  { station, passes }: StationPasses,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): StationView {
  const pass = passes && currentOrNextPass(passes, now);
  const isPlanned = pass !== undefined && isUnderWay(pass, now);
  const isInView = (passes && window && isSeenGliding(window, station, now)) ?? isPlanned;
  return { pass, isInView, isAcquiring: isInView !== isPlanned };
}

/** From a specified station. */
export const stationView = (
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow | undefined,
  station: StationId,
  now: EpochMs,
): StationView =>
  viewFrom(specifiedPasses(contacts)[STATION_IDS.indexOf(station)] as StationPasses, window, now);

/** `undefined` for a satellite that is not in a transition. */
function isSeenGliding(
  window: EphemerisWindow,
  { site, mask }: ShownStation,
  now: EpochMs,
): boolean | undefined {
  if (!window.transition || now >= transitionEnd(window.transition)) return undefined;
  const state = stateAt(window, now);
  return state && elevationOf(site, state.positionEcef) >= mask;
}

/** Whether a satellite's shown position and its plan disagree over any station. */
export const isAcquiring = (
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): boolean => STATION_IDS.some((station) => stationView(contacts, window, station, now).isAcquiring);

export interface StationPass {
  readonly station: GroundStationSite;
  readonly pass: Pass;
}

/** Current or next pass over an active ground station: the others receive no signal. */
export function nextContact(contacts: SatelliteContacts, now: EpochMs): StationPass | undefined {
  return ACTIVE_STATIONS.flatMap((station): StationPass[] => {
    const pass = currentOrNextPass(contacts.stations[station.id], now);
    return pass ? [{ station, pass }] : [];
  }).toSorted((a, b) => a.pass.aos - b.pass.aos)[0];
}
