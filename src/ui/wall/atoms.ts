import { atom } from 'jotai';
import type { Anomaly } from '../../shared/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { orbitaContactsAtom } from '../clocks/clocks.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { utcOffsetAtom, utcSecondAtom } from '../time/shown-time.ts';
import { type Agenda, agendaAt, contactsAhead, urgentAnomalies } from './agenda.ts';
import { pixelShift } from './pixel-shift.ts';
import { regularTurnAt, type SceneTrigger, sceneAt, sceneTriggers, type WallScene } from './scenes.ts';

/** Atoms of the wall: `undefined` while the worker is lost. */

/**
 * Scenes follow UTC. At another rate than 1× there are no triggers: one would follow the other.
 */
const sceneTriggersAtom = atom((get): readonly SceneTrigger[] => {
  if ((get(sliceAtoms.transport)?.rate ?? 1) !== 1) return [];
  const offsetMs = get(utcOffsetAtom) ?? 0;
  const triggers = sceneTriggers(get(orbitaContactsAtom), get(sliceAtoms.anomalies));
  return triggers.map(({ scene, time }) => ({ scene, time: addMs(time, -offsetMs) }));
});

/** Renders its reader only when the scene changes. */
export const wallSceneAtom = atom((get): WallScene => {
  const now = get(utcSecondAtom);
  return now === undefined ? 'orbit' : sceneAt(now, get(sceneTriggersAtom));
});

/** Turn of the rotation; `undefined` during a triggered scene. */
export const wallTurnAtom = atom((get): number | undefined => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : regularTurnAt(now, get(sceneTriggersAtom));
});

const utcMinuteAtom = atom((get) => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : epochMs(Math.floor(now / MS_PER_MIN) * MS_PER_MIN);
});

/** In steps, for the stage to scale. Changes once a minute. */
export const pixelShiftAtom = atom((get) => {
  const minute = get(utcMinuteAtom);
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
