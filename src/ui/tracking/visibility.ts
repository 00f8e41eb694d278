import { atom } from 'jotai';
import {
  currentOrNextPass,
  latestChange,
  nextChange,
  type SatelliteContacts,
} from '../../shared/contact-plan.ts';
import type { SatelliteId } from '../../shared/elements.ts';
import type { EpochMs } from '../../shared/units.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { satelliteContactsAtoms } from './observation.ts';

/** The two visibility displays of spec §4, with when each changes next, where the plan reaches that far. */
export interface Visibility {
  readonly isVisible: boolean;
  readonly nextVisibilityChange: EpochMs | undefined;
  readonly isEclipsed: boolean;
  readonly nextLightChange: EpochMs | undefined;
}

/** What the plan says of an instant. Without a change behind it, the light is the opposite of the next one. */
function visibilityAt({ observer, lightChanges }: SatelliteContacts, now: EpochMs): Visibility {
  const pass = currentOrNextPass(observer, now);
  const isVisible = pass !== undefined && pass.aos <= now;
  const next = nextChange(lightChanges, now);
  const nextVisibilityChange = isVisible && pass.endsAfter ? undefined : isVisible ? pass.los : pass?.aos;
  return {
    isVisible,
    nextVisibilityChange,
    isEclipsed: latestChange(lightChanges, now)?.isEclipsed ?? next?.isEclipsed === false,
    nextLightChange: next?.time,
  };
}

const visibilityAtomOf = (id: SatelliteId) =>
  atom((get): Visibility | undefined => {
    const contacts = get(satelliteContactsAtoms[id]);
    const now = get(missionSecondAtom);
    return contacts.status === 'available' && now !== undefined
      ? visibilityAt(contacts.value, now)
      : undefined;
  });

export const visibilityAtoms = { iss: visibilityAtomOf('iss'), orbita: visibilityAtomOf('orbita') };
