import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import type { StationPass } from '../../shared/contract/contact-plan.ts';
import type { Anomaly } from '../../shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import {
  askingRollUpAtom,
  ROLL_UP_STATUS,
  type RollUpWord,
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

/** Rate of the time shown. */
export const rateAtom = atom((get) => get(shownRateAtom) ?? 1);

/**
 * Scenes follow UTC. At any rate other than 1× there are no triggers, because they would follow each other too
 * fast.
 */
const sceneTriggersAtom = atom((get): readonly SceneTrigger[] => {
  if (get(rateAtom) !== 1) return [];
  const offsetMs = get(utcOffsetAtom) ?? 0;
  const triggers = sceneTriggers(get(orbitaContactsAtom), get(sliceAtoms.anomalies));
  return triggers.map(({ scene, time }) => ({ scene, time: addMs(time, -offsetMs) }));
});

/** Current turn, in UTC. */
const turnAtom = atom((get): ShownTurn | undefined => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : shownTurn(now, get(sceneTriggersAtom));
});

/** Constant for the whole turn. */
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

/** Status of the anomalies that are not shelved on the wall, shared by header, story, tiles and ring. */
export interface WallAnomalies {
  readonly word: NonNullable<RollUpWord>;
  readonly level: StatusLevel;
  /** The most urgent anomaly, and the number of others. */
  readonly first: Anomaly | undefined;
  readonly others: number;
  /** Basis of its severity, if no reading shows it yet. */
  readonly basis: SeverityBasis | undefined;
}

export const anomalyStatusAtom = atom((get): WallAnomalies | undefined => {
  const rollUp = get(askingRollUpAtom);
  if (rollUp === undefined) return undefined;
  const [first, ...others] = get(urgentAnomaliesAtom);
  // Without one that asks for action, the most urgent one is left to FDIR.
  const word = first && rollUp !== 'Unknown' ? first.severity : rollUp;
  const basis = first && word !== 'Unknown' ? get(severityBasisAtom).get(first.id) : undefined;
  return { word, level: ROLL_UP_STATUS[word], first, others: others.length, basis };
});

/** True if the pass of this turn ended so late that no other scene is worth starting before the next turn. */
const isNextDueAtom = atom((get): boolean => {
  const [now, utc, turn, sky] = [get(missionSecondAtom), get(utcSecondAtom), get(turnAtom), get(skyAtom)];
  if (now === undefined || utc === undefined || !turn || !sky || now < sky.span.to) return false;
  const leftMs = turn.to - utc + (now - sky.span.to) / Math.max(1, get(rateAtom));
  return leftMs < LEAST_SCENE_MS;
});

/** Shown scene and its turn. */
interface ShownScene {
  readonly scene: WallScene;
  /** Constant until another turn or trigger. */
  readonly turn: string;
  /** The most urgent anomaly; without one, the last that was. */
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

/** Keeps a scene for its whole turn. Its anomaly is always that of the header, and at the end the last one. */
const shownSceneAtom = selectAtom<ShownScene, ShownScene>(sceneNowAtom, (next, shown) => {
  if (shown?.turn !== next.turn) return next;
  const storyId = next.storyId ?? shown.storyId;
  return storyId === shown.storyId ? shown : { ...shown, storyId };
});

/**
 * Renders its reader only when the scene changes. The subject of a scene may end before its turn, especially at a
 * high rate: an anomaly leaves the list, or a pass ends.
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

/** Anomaly whose story is shown; `undefined` in other scenes, and without a link. */
export const storyAnomalyAtom = atom((get): Anomaly | undefined => {
  const { scene, storyId } = get(shownSceneAtom);
  if (scene !== 'anomaly' || get(isLinkLostAtom)) return undefined;
  return get(sliceAtoms.anomalies)?.find(({ id }) => id === storyId);
});

/** Level that determines the colour of the story: that of the header, so nominal once the story has ended. */
export const storyLevelAtom = atom(
  (get): StatusLevel | undefined => get(storyAnomalyAtom) && get(anomalyStatusAtom)?.level,
);

/** Index of the rotation's turn; `undefined` during a triggered scene. */
export const wallTurnAtom = atom((get): number | undefined => {
  const turn = get(turnAtom);
  return turn?.trigger ? undefined : turn?.index;
});

const utcMinuteAtom = atom((get) => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : epochMs(Math.floor(now / MS_PER_MIN) * MS_PER_MIN);
});

/** In steps, which the stage scales. Changes once a minute. */
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
