import { atom } from 'jotai';
import { type Illumination, phaseAt } from '../../../shared/contract/contact-plan.ts';
import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { fixAt, type SatelliteFix } from '../../../shared/orbit/ephemeris.ts';
import { contactsOf } from '../../mission/contacts/contacts-at.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';

/** Position of a satellite, or why it is unknown. */
export type KnownFix =
  | { readonly isKnown: true; readonly fix: SatelliteFix; readonly phase: Illumination }
  | { readonly isKnown: false; readonly reason: string };

/** Each satellite at the last whole second of mission time; `undefined` until the first snapshot. */
export const fixesAtom = atom((get): Readonly<Record<SatelliteId, KnownFix>> | undefined => {
  const ephemerides = get(sliceAtoms.ephemerides);
  const now = get(missionSecondAtom);
  if (!ephemerides || now === undefined) return undefined;
  const fixOf = (id: SatelliteId): KnownFix => {
    const ephemeris = ephemerides[id];
    if (ephemeris.status === 'unavailable') return { isKnown: false, reason: ephemeris.reason };
    const fix = fixAt(ephemeris.window, now);
    const phase = phaseAt(contactsOf(get(sliceAtoms.contacts), id), ephemeris.window, now);
    if (!fix || !phase) return { isKnown: false, reason: 'No position for this time yet.' };
    return { isKnown: true, fix, phase };
  };
  return mapSatellites(fixOf);
});
