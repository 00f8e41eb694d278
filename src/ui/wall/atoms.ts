import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import type { StationPass } from '../../shared/contact-plan.ts';
import type { Anomaly } from '../../shared/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { predictedAtom, ROLL_UP_STATUS, type RollUpWord, rollUpAtom } from '../anomalies/roll-up.ts';
import { orbitaContactsAtom } from '../clocks/clocks.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { utcOffsetAtom, utcSecondAtom } from '../time/shown-time.ts';
import { type Agenda, agendaAt, contactsAhead, urgentAnomalies } from './agenda.ts';
import { pixelShift } from './pixel-shift.ts';
import {
  isInSky,
  passInSky,
  regularTurnAt,
  SCENE_MS,
  type SceneTrigger,
  sceneInRotation,
  sceneTriggers,
  triggerAt,
  turnAt,
  type WallScene,
} from './scenes.ts';

/** Atoms of the wall: `undefined` while the worker is lost. */

export const rateAtom = atom((get) => get(sliceAtoms.transport)?.rate ?? 1);

/**
 * Scenes follow UTC. At another rate than 1× there are no triggers: one would follow the other.
 */
const sceneTriggersAtom = atom((get): readonly SceneTrigger[] => {
  if (get(rateAtom) !== 1) return [];
  const offsetMs = get(utcOffsetAtom) ?? 0;
  const triggers = sceneTriggers(get(orbitaContactsAtom), get(sliceAtoms.anomalies));
  return triggers.map(({ scene, time }) => ({ scene, time: addMs(time, -offsetMs) }));
});

/** Pass for the ground view of this turn; the same for all of the turn. */
export const skyPassAtom = atom((get): StationPass | undefined => {
  const now = get(missionSecondAtom);
  const utc = get(utcSecondAtom);
  if (now === undefined || utc === undefined) return undefined;
  const rate = get(rateAtom);
  const turnStart = addMs(now, -(utc % SCENE_MS) * rate);
  return passInSky(get(orbitaContactsAtom), turnStart, rate);
});

const urgentAnomaliesAtom = atom((get): readonly Anomaly[] => {
  const anomalies = get(sliceAtoms.anomalies);
  return anomalies && !get(isLinkLostAtom) ? urgentAnomalies(anomalies, get(sliceAtoms.spacecraft)) : [];
});

/** What the wall says of the anomalies: header, story, tiles and ring read it here. */
export interface AnomalyStatus {
  readonly word: NonNullable<RollUpWord>;
  readonly level: StatusLevel;
  /** The most urgent one, and how many there are beside it. */
  readonly first: Anomaly | undefined;
  readonly others: number;
  /** Whether no reading shows anything of its severity yet. */
  readonly isPredicted: boolean;
}

export const anomalyStatusAtom = atom((get): AnomalyStatus | undefined => {
  const word = get(rollUpAtom);
  if (word === undefined) return undefined;
  const [first, ...others] = get(urgentAnomaliesAtom);
  const isPredicted = first !== undefined && word !== 'Unknown' && get(predictedAtom).has(first.id);
  return { word, level: ROLL_UP_STATUS[word], first, others: others.length, isPredicted };
});

/** What is shown, and for how long. */
interface ShownScene {
  readonly scene: WallScene;
  /** The same until another turn, or another trigger. */
  readonly turn: string;
  /** The most urgent anomaly; without one, the last that was it. */
  readonly told: Anomaly['id'] | undefined;
}

const sceneNowAtom = atom((get): ShownScene => {
  const now = get(utcSecondAtom);
  const told = get(urgentAnomaliesAtom)[0]?.id;
  if (now === undefined) return { scene: 'orbit', turn: '', told };
  const trigger = triggerAt(now, get(sceneTriggersAtom));
  if (trigger) return { scene: trigger.scene, turn: `${trigger.scene} ${trigger.time}`, told };
  const news = { hasPass: get(skyPassAtom) !== undefined, hasAnomaly: told !== undefined };
  return { scene: sceneInRotation(now, news), turn: String(turnAt(now)), told };
});

/**
 * A scene stays for all of its turn. The anomaly that it tells of is that of the header at each instant, and the last one to the
 * end.
 */
const shownSceneAtom = selectAtom<ShownScene, ShownScene>(sceneNowAtom, (next, shown) => {
  if (shown?.turn !== next.turn) return next;
  const told = next.told ?? shown.told;
  return told === shown.told ? shown : { ...shown, told };
});

/**
 * Renders its reader only when the scene changes. What a scene shows can end before its turn is over, at a high rate most of all: an
 * anomaly leaves the list, a pass is over.
 */
export const wallSceneAtom = atom((get): WallScene => {
  const { scene, told } = get(shownSceneAtom);
  const now = get(missionSecondAtom);
  if (scene === 'anomaly') {
    return get(sliceAtoms.anomalies)?.some(({ id }) => id === told) ? scene : 'orbit';
  }
  if (scene !== 'sky') return scene;
  const shown = get(skyPassAtom);
  return shown && now !== undefined && isInSky(shown, now, get(rateAtom)) ? scene : 'contacts';
});

/** The anomaly whose story is told; `undefined` in other scenes, and without a link. */
export const toldAnomalyAtom = atom((get): Anomaly | undefined => {
  const { scene, told } = get(shownSceneAtom);
  if (scene !== 'anomaly' || get(isLinkLostAtom)) return undefined;
  return get(sliceAtoms.anomalies)?.find(({ id }) => id === told);
});

/** Level that gives the story its colour: that of the header, so nominal once it has come to its end. */
export const toldLevelAtom = atom(
  (get): StatusLevel | undefined => get(toldAnomalyAtom) && get(anomalyStatusAtom)?.level,
);

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

const CONTACTS_SHOWN = 4;

export const contactsAheadAtom = atom((get) => {
  const contacts = get(orbitaContactsAtom);
  const now = get(missionSecondAtom);
  return contacts && now !== undefined ? contactsAhead(contacts, now, CONTACTS_SHOWN) : undefined;
});

export const agendaAtom = atom((get): Agenda | undefined => {
  const timeline = get(sliceAtoms.timeline);
  const now = get(missionSecondAtom);
  return timeline && now !== undefined && !get(isLinkLostAtom) ? agendaAt(timeline, now) : undefined;
});
