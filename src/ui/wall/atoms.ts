import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import type { StationPass } from '../../shared/contract/contact-plan.ts';
import type { Anomaly } from '../../shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import {
  ROLL_UP_STATUS,
  type RollUpWord,
  rollUpAtom,
  type SeverityBasis,
  severityBasisAtom,
} from '../features/anomalies/roll-up.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import { orbitaContactsAtom } from '../mission/clocks/clocks.ts';
import { isLinkLostAtom, missionSecondAtom, shownRateAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { utcOffsetAtom, utcSecondAtom } from '../mission/time/shown-time.ts';
import { type Agenda, agendaAt, contactsAhead, urgentAnomalies } from './agenda.ts';
import { pixelShift } from './pixel-shift.ts';
import {
  LEAST_SCENE_MS,
  passInSky,
  type SceneTrigger,
  type ShownTurn,
  type SkyPass,
  sceneInRotation,
  sceneTriggers,
  shownTurn,
  type WallScene,
} from './scenes.ts';

/** Atoms of the wall: `undefined` while the worker is lost. */

/** At which the time shown goes on. */
export const rateAtom = atom((get) => get(shownRateAtom) ?? 1);

/**
 * Scenes follow UTC. At another rate than 1× there are no triggers: one would follow the other.
 */
const sceneTriggersAtom = atom((get): readonly SceneTrigger[] => {
  if (get(rateAtom) !== 1) return [];
  const offsetMs = get(utcOffsetAtom) ?? 0;
  const triggers = sceneTriggers(get(orbitaContactsAtom), get(sliceAtoms.anomalies));
  return triggers.map(({ scene, time }) => ({ scene, time: addMs(time, -offsetMs) }));
});

/** In UTC. */
const turnAtom = atom((get): ShownTurn | undefined => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : shownTurn(now, get(sceneTriggersAtom));
});

/** The same for all of the turn. */
const skyAtom = atom((get): SkyPass | undefined => {
  const now = get(missionSecondAtom);
  const utc = get(utcSecondAtom);
  const turn = get(turnAtom);
  if (now === undefined || utc === undefined || !turn) return undefined;
  const rate = get(rateAtom);
  const from = addMs(now, -(utc - turn.from) * rate);
  const to = addMs(from, (turn.to - turn.from) * Math.max(1, rate));
  return passInSky(get(orbitaContactsAtom), { from, to }, rate);
});

/** Pass for the ground view of this turn. */
export const skyPassAtom = atom((get): StationPass | undefined => get(skyAtom)?.contact);

const urgentAnomaliesAtom = atom((get): readonly Anomaly[] => {
  const anomalies = get(sliceAtoms.anomalies);
  return anomalies && !get(isLinkLostAtom) ? urgentAnomalies(anomalies, get(sliceAtoms.spacecraft)) : [];
});

/** What the wall says of the anomalies: header, story, tiles and ring read it here. */
export interface WallAnomalies {
  readonly word: NonNullable<RollUpWord>;
  readonly level: StatusLevel;
  /** The most urgent one, and how many there are beside it. */
  readonly first: Anomaly | undefined;
  readonly others: number;
  /** What its severity rests on, if no reading shows it yet. */
  readonly basis: SeverityBasis | undefined;
}

export const anomalyStatusAtom = atom((get): WallAnomalies | undefined => {
  const word = get(rollUpAtom);
  if (word === undefined) return undefined;
  const [first, ...others] = get(urgentAnomaliesAtom);
  const basis = first && word !== 'Unknown' ? get(severityBasisAtom).get(first.id) : undefined;
  return { word, level: ROLL_UP_STATUS[word], first, others: others.length, basis };
});

/** Whether the pass of this turn is over, so late that nothing else is worth beginning before the next turn. */
const isNextDueAtom = atom((get): boolean => {
  const [now, utc, turn, sky] = [get(missionSecondAtom), get(utcSecondAtom), get(turnAtom), get(skyAtom)];
  if (now === undefined || utc === undefined || !turn || !sky || now < sky.span.to) return false;
  const leftMs = turn.to - utc + (now - sky.span.to) / Math.max(1, get(rateAtom));
  return leftMs < LEAST_SCENE_MS;
});

/** What is shown, and for how long. */
interface ShownScene {
  readonly scene: WallScene;
  /** The same until another turn, or another trigger. */
  readonly turn: string;
  /** The most urgent anomaly; without one, the last that was it. */
  readonly storyId: Anomaly['id'] | undefined;
}

const sceneNowAtom = atom((get): ShownScene => {
  const turn = get(turnAtom);
  const storyId = get(urgentAnomaliesAtom)[0]?.id;
  if (!turn) return { scene: 'orbit', turn: '', storyId };
  const { trigger, index } = turn;
  if (trigger) return { scene: trigger.scene, turn: `${trigger.scene} ${trigger.time}`, storyId };
  const sky = get(skyAtom);
  const news = { rate: get(rateAtom), hasPass: sky !== undefined, hasAnomaly: storyId !== undefined };
  const scene = sceneInRotation(index, news);
  if (scene !== 'sky' || !get(isNextDueAtom)) return { scene, turn: String(index), storyId };
  return { scene: sceneInRotation(index + 1, { ...news, hasPass: false }), turn: String(index + 1), storyId };
});

/**
 * A scene stays for all of its turn. The anomaly that it tells of is that of the header at each instant, and the last one to the
 * end.
 */
const shownSceneAtom = selectAtom<ShownScene, ShownScene>(sceneNowAtom, (next, shown) => {
  if (shown?.turn !== next.turn) return next;
  const storyId = next.storyId ?? shown.storyId;
  return storyId === shown.storyId ? shown : { ...shown, storyId };
});

/**
 * Renders its reader only when the scene changes. What a scene shows can end before its turn is over, at a high rate most of all: an
 * anomaly leaves the list, a pass is over.
 */
export const wallSceneAtom = atom((get): WallScene => {
  const { scene, storyId } = get(shownSceneAtom);
  const now = get(missionSecondAtom);
  if (scene === 'anomaly') {
    return get(sliceAtoms.anomalies)?.some(({ id }) => id === storyId) ? scene : 'orbit';
  }
  if (scene !== 'sky') return scene;
  const span = get(skyAtom)?.span;
  return span && now !== undefined && now >= span.from && now < span.to ? scene : 'contacts';
});

/** The anomaly whose story is told; `undefined` in other scenes, and without a link. */
export const storyAnomalyAtom = atom((get): Anomaly | undefined => {
  const { scene, storyId } = get(shownSceneAtom);
  if (scene !== 'anomaly' || get(isLinkLostAtom)) return undefined;
  return get(sliceAtoms.anomalies)?.find(({ id }) => id === storyId);
});

/** Level that gives the story its colour: that of the header, so nominal once it has come to its end. */
export const storyLevelAtom = atom(
  (get): StatusLevel | undefined => get(storyAnomalyAtom) && get(anomalyStatusAtom)?.level,
);

/** Turn of the rotation; `undefined` during a triggered scene. */
export const wallTurnAtom = atom((get): number | undefined => {
  const turn = get(turnAtom);
  return turn?.trigger ? undefined : turn?.index;
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
