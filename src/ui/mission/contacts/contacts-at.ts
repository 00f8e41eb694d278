import {
  activePasses,
  type ContactPlan,
  currentOrNextPass,
  type Illumination,
  type SatelliteContacts,
  type StationPass,
} from '../../../shared/contract/contact-plan.ts';
import type { Place } from '../../../shared/entities/place.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, stateAt } from '../../../shared/orbit/ephemeris.ts';
import { elevationOf, siteOf } from '../../../shared/orbit/observer.ts';
import { transitionEnd } from '../../../shared/orbit/orbit-transition.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { type StationPasses, shownPasses } from './stations-shown.ts';

/** Returns `undefined` without a plan, or without one for this satellite. */
export function contactsOf(
  plan: ContactPlan | undefined,
  satellite: SatelliteId,
): SatelliteContacts | undefined {
  const contacts = plan?.satellites[satellite];
  return contacts?.ok ? contacts.value : undefined;
}

export const isInProgress = (pass: Pass, now: EpochMs): boolean => pass.aos <= now && now < pass.los;

/** Words for the illumination of a satellite. */
export const LIGHT_TEXT: Readonly<Record<Illumination, string>> = {
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
  /** True in an orbit transition while the shown position disagrees with the plan over this station. */
  readonly isAcquiring: boolean;
}

/** Returns the visibility from a station, by its passes or, during an orbit transition, by the shown position. */
export function viewFrom(
  { station, passes }: StationPasses,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): StationView {
  const pass = passes && currentOrNextPass(passes, now);
  const isPlanned = pass !== undefined && isInProgress(pass, now);
  const isInView = (passes && window && isSeenGliding(window, station, now)) ?? isPlanned;
  return { pass, isInView, isAcquiring: isInView !== isPlanned };
}

/** Returns `undefined` for a satellite that is not in a transition. */
function isSeenGliding(window: EphemerisWindow, station: Place, now: EpochMs): boolean | undefined {
  if (!window.transition || now >= transitionEnd(window.transition)) return undefined;
  const state = stateAt(window, now);
  return state && elevationOf(siteOf(station), state.positionEcef) >= station.mask;
}

/** Returns true if a satellite's shown position and its plan disagree over any station. */
export const isAcquiring = (
  contacts: SatelliteContacts,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): boolean => contacts.stations.some((over) => viewFrom(shownPasses(over), window, now).isAcquiring);

/** Returns the passes over active ground stations that have not ended, in order of AOS. */
export const contactsFrom = (contacts: SatelliteContacts, now: EpochMs): readonly StationPass[] =>
  activePasses(contacts)
    .filter(({ pass }) => pass.los > now)
    .toSorted((a, b) => a.pass.aos - b.pass.aos);
