import { atom } from 'jotai';
import type { Anomaly } from '../../shared/entities.ts';
import { orbitaContactsAtom } from '../clocks/clocks.ts';
import { isLinkLostAtom, missionMinuteAtom, missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { type Agenda, agendaAt, contactsAhead, urgentAnomalies } from './agenda.ts';
import { pixelShift } from './pixel-shift.ts';
import { regularTurnAt, sceneAt, sceneTriggers, type WallScene } from './scenes.ts';

/** Atoms of the wall: `undefined` while the worker is lost. */

const sceneTriggersAtom = atom((get) => sceneTriggers(get(orbitaContactsAtom), get(sliceAtoms.anomalies)));

/** Renders its reader only when the scene changes. */
export const wallSceneAtom = atom((get): WallScene => {
  const now = get(missionSecondAtom);
  return now === undefined ? 'orbit' : sceneAt(now, get(sceneTriggersAtom));
});

/** Turn of the rotation; `undefined` during a triggered scene. */
export const wallTurnAtom = atom((get): number | undefined => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : regularTurnAt(now, get(sceneTriggersAtom));
});

/** In steps, for the stage to scale. Changes once a minute. */
export const pixelShiftAtom = atom((get) => {
  const minute = get(missionMinuteAtom);
  return minute === undefined ? { x: 0, y: 0 } : pixelShift(minute);
});

const CONTACTS_SHOWN = 3;

export const contactsAheadAtom = atom((get) => {
  const contacts = get(orbitaContactsAtom);
  const now = get(missionSecondAtom);
  return contacts && now !== undefined ? contactsAhead(contacts, now, CONTACTS_SHOWN) : undefined;
});

export const urgentAnomaliesAtom = atom((get): readonly Anomaly[] | undefined => {
  const anomalies = get(sliceAtoms.anomalies);
  return anomalies && !get(isLinkLostAtom)
    ? urgentAnomalies(anomalies, get(sliceAtoms.spacecraft))
    : undefined;
});

export const agendaAtom = atom((get): Agenda | undefined => {
  const timeline = get(sliceAtoms.timeline);
  const now = get(missionSecondAtom);
  return timeline && now !== undefined && !get(isLinkLostAtom) ? agendaAt(timeline, now) : undefined;
});
