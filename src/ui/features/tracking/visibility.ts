import { atom } from 'jotai';
import {
  currentOrNextPass,
  latestChange,
  nextChange,
  type SatelliteContacts,
} from '../../../shared/contract/contact-plan.ts';
import type { PlaceContacts } from '../../../shared/entities/places.ts';
import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import {
  glidingObservationAtoms,
  observationAtoms,
  satelliteContactsAtoms,
} from '../../mission/contacts/observation.ts';
import { observerAtoms, placeContactsAtoms } from '../../mission/contacts/places.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';

/** The two visibility displays of spec §4, with the next change of each, as far as the plan goes. */
export interface Visibility {
  /** True above the horizon. */
  readonly isVisible: boolean;
  /** True in a pass: above the observer's mask. */
  readonly isInPass: boolean;
  /** True in an orbit transition if the shown position is on the other side of the mask. */
  readonly isAcquiring: boolean;
  /** Next start or end of a pass. */
  readonly nextVisibilityChange: EpochMs | undefined;
  readonly isEclipsed: boolean;
  readonly nextEclipseTransition: EpochMs | undefined;
}

type PlannedVisibility = Omit<Visibility, 'isVisible' | 'isAcquiring'>;

/** Visibility by the plan. Without a previous change, the illumination is the opposite of the next one. */
function plannedVisibility(
  { eclipseTransitions }: SatelliteContacts,
  { observer }: PlaceContacts,
  now: EpochMs,
): PlannedVisibility {
  const pass = currentOrNextPass(observer, now);
  const isInPass = pass !== undefined && pass.aos <= now;
  const next = nextChange(eclipseTransitions, now);
  const nextVisibilityChange = isInPass && pass.endsAfter ? undefined : isInPass ? pass.los : pass?.aos;
  return {
    isInPass,
    nextVisibilityChange,
    isEclipsed: latestChange(eclipseTransitions, now)?.isEclipsed ?? next?.isEclipsed === false,
    nextEclipseTransition: next?.time,
  };
}

/** By the plan or, where they disagree, by the shown position. */
const visibilityAtomOf = (id: SatelliteId) =>
  atom((get): Visibility | undefined => {
    const contacts = get(satelliteContactsAtoms[id]);
    const passes = get(placeContactsAtoms[id]);
    const now = get(missionSecondAtom);
    if (contacts.status !== 'available' || passes.status !== 'available' || now === undefined)
      return undefined;
    const planned = plannedVisibility(contacts.value, passes.value, now);
    const { mask } = get(observerAtoms[id]);
    const gliding = get(glidingObservationAtoms[id]);
    const isInPass = gliding ? gliding.elevation > mask : planned.isInPass;
    const isAcquiring = isInPass !== planned.isInPass;
    // Between horizon and mask there is no pass, but spec §4 counts from the horizon.
    const observed = mask > 0 ? get(observationAtoms[id]) : undefined;
    const isVisible = observed?.status === 'available' ? observed.value.elevation > 0 : isInPass;
    return { ...planned, isInPass, isVisible, isAcquiring };
  });

export const visibilityAtoms = mapSatellites(visibilityAtomOf);
