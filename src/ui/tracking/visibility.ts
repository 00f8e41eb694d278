import { atom } from 'jotai';
import {
  currentOrNextPass,
  latestChange,
  nextChange,
  type SatelliteContacts,
} from '../../shared/contact-plan.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import type { EpochMs } from '../../shared/units.ts';
import { glidingObservationAtoms, satelliteContactsAtoms } from '../contacts/observation.ts';
import { missionSecondAtom } from '../mission/atoms.ts';

/** The two visibility displays of spec §4, with the next change of each, as far as the plan goes. */
export interface Visibility {
  readonly isVisible: boolean;
  /** In an orbit transition, with the shown position on the other side of the horizon. */
  readonly isAcquiring: boolean;
  readonly nextVisibilityChange: EpochMs | undefined;
  readonly isEclipsed: boolean;
  readonly nextEclipseTransition: EpochMs | undefined;
}

/** Visibility by the plan. Without a previous change, the illumination is the opposite of the next one. */
function visibilityAt({ observer, eclipseTransitions }: SatelliteContacts, now: EpochMs): Visibility {
  const pass = currentOrNextPass(observer, now);
  const isVisible = pass !== undefined && pass.aos <= now;
  const next = nextChange(eclipseTransitions, now);
  const nextVisibilityChange = isVisible && pass.endsAfter ? undefined : isVisible ? pass.los : pass?.aos;
  return {
    isVisible,
    isAcquiring: false,
    nextVisibilityChange,
    isEclipsed: latestChange(eclipseTransitions, now)?.isEclipsed ?? next?.isEclipsed === false,
    nextEclipseTransition: next?.time,
  };
}

/** By the plan or, during a disagreement, by the shown position. */
const visibilityAtomOf = (id: SatelliteId) =>
  atom((get): Visibility | undefined => {
    const contacts = get(satelliteContactsAtoms[id]);
    const now = get(missionSecondAtom);
    if (contacts.status !== 'available' || now === undefined) return undefined;
    const planned = visibilityAt(contacts.value, now);
    const gliding = get(glidingObservationAtoms[id]);
    if (!gliding) return planned;
    const isVisible = gliding.elevation > 0;
    return { ...planned, isVisible, isAcquiring: isVisible !== planned.isVisible };
  });

export const visibilityAtoms = mapSatellites(visibilityAtomOf);
