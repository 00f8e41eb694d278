import { atom } from 'jotai';
import {
  nextChange,
  type SatelliteContacts,
  type StationPass,
} from '../../../shared/contract/contact-plan.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { contactsFrom, contactsOf } from '../contacts/contacts-at.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from '../link/atoms.ts';

/** Target of a countdown. */
export interface Milestone {
  /** `Madrid`, `Eclipse`, `Sunrise`, an event's title. */
  readonly name: string;
  readonly time: EpochMs;
  /** Set if the contact with the named station begins (AOS) or ends (LOS). */
  readonly contact?: 'AOS' | 'LOS';
}

/** `AOS Madrid`, `Eclipse` */
export const milestoneText = ({ name, contact }: Milestone): string =>
  contact ? `${contact} ${name}` : name;

/** Returns the current contact that lasts longest, otherwise the next one; `passes` are in order of time. */
export const countedContact = (passes: readonly StationPass[], now: EpochMs): StationPass | undefined =>
  passes.filter(({ pass }) => pass.aos <= now).toSorted((a, b) => b.pass.los - a.pass.los)[0] ?? passes[0];

/**
 * Returns the end of ORBITA-1's current contact with a ground station, otherwise the start of the next. Inactive
 * stations do not count: they receive no signal.
 */
export function nextContactMilestone(contacts: SatelliteContacts, now: EpochMs): Milestone | undefined {
  const counted = countedContact(contactsFrom(contacts, now), now);
  if (!counted) return undefined;
  const { station, pass } = counted;
  return pass.aos <= now
    ? { contact: 'LOS', name: station.name, time: pass.los }
    : { contact: 'AOS', name: station.name, time: pass.aos };
}

/** Returns the next eclipse transition of ORBITA-1. */
export function nextLightMilestone(contacts: SatelliteContacts, now: EpochMs): Milestone | undefined {
  const change = nextChange(contacts.eclipseTransitions, now);
  return change && { name: change.isEclipsed ? 'Eclipse' : 'Sunrise', time: change.time };
}

export function nextEventMilestone(timeline: readonly TimelineEvent[], now: EpochMs): Milestone | undefined {
  const event = timeline.find(({ status, startTime }) => status === 'Scheduled' && startTime > now);
  return event && { name: event.title, time: event.startTime };
}

/** No countdowns while the worker is lost: the next milestones are then unknown. */
export const orbitaContactsAtom = atom((get): SatelliteContacts | undefined =>
  get(isLinkLostAtom) ? undefined : contactsOf(get(sliceAtoms.contacts), SPACECRAFT),
);

/** `undefined` while none is known. */
export const nextContactAtom = atom((get): Milestone | undefined => {
  const contacts = get(orbitaContactsAtom);
  const now = get(missionSecondAtom);
  return contacts && now !== undefined ? nextContactMilestone(contacts, now) : undefined;
});

export const nextLightAtom = atom((get): Milestone | undefined => {
  const contacts = get(orbitaContactsAtom);
  const now = get(missionSecondAtom);
  return contacts && now !== undefined ? nextLightMilestone(contacts, now) : undefined;
});

export const nextEventAtom = atom((get): Milestone | undefined => {
  const timeline = get(isLinkLostAtom) ? undefined : get(sliceAtoms.timeline);
  const now = get(missionSecondAtom);
  return timeline && now !== undefined ? nextEventMilestone(timeline, now) : undefined;
});
