import {
  activePasses,
  type SatelliteContacts,
  type StationPass,
} from '../../shared/contract/contact-plan.ts';
import type { Anomaly } from '../../shared/entities/entities.ts';
import type { TimeRange } from '../../shared/kit/units.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import { isActive } from '../features/anomalies/severity.ts';

/** Scenes of the wall in rotation, in order. */
export const WALL_SCENES = ['orbit', 'contacts', 'globe', 'spacecraft', 'plan'] as const;

/**
 * Some scenes replace others: the sky of a pass, the story of an anomaly, and the map alone if time is too fast for
 * text.
 */
export type WallScene = (typeof WALL_SCENES)[number] | 'sky' | 'anomaly' | 'lapse';

/** Duration of a scene in rotation, and of a triggered one. */
export const SCENE_MS = 20 * MS_PER_S;
export const HOLD_MS = 30 * MS_PER_S;

/** Minimum duration of a scene; shorter ones are not started. */
export const LEAST_SCENE_MS = 5 * MS_PER_S;

/** From this rate, an orbit is shorter than a turn: passes, anomalies and countdowns cannot be read. */
const LAPSE_RATE = 300;

/** Lead of the sky scene before AOS; at a high rate, the time that the camera takes to get there. */
const SKY_LEAD_MS = MS_PER_MIN;
const CAMERA_MS = 3 * MS_PER_S;

/** A pass, and the part of a turn in which its sky is shown. */
export interface SkyPass {
  readonly contact: StationPass;
  readonly span: TimeRange;
}

/** An event that triggers a scene. */
export interface SceneTrigger {
  readonly scene: WallScene;
  readonly time: EpochMs;
}

/** Conditions under which a scene in rotation is replaced. */
export interface SceneNews {
  readonly rate: number;
  /** True if the sky of a pass is shown in this turn. */
  readonly hasPass: boolean;
  /** True if an anomaly is open. */
  readonly hasAnomaly: boolean;
}

/** Returns the index of the rotation's turn. */
export const turnAt = (now: EpochMs): number => Math.floor(now / SCENE_MS);

/**
 * Returns the scene of a rotation turn. An open anomaly replaces the map as a whole, the pass replaces the
 * contacts.
 */
export function sceneInRotation(turn: number, { rate, hasPass, hasAnomaly }: SceneNews): WallScene {
  if (rate >= LAPSE_RATE) return 'lapse';
  const scene = WALL_SCENES[turn % WALL_SCENES.length] ?? 'orbit';
  if (hasAnomaly && (scene === 'orbit' || scene === 'globe')) return 'anomaly';
  return hasPass && scene === 'contacts' ? 'sky' : scene;
}

/**
 * Returns the part of a turn in which the sky of a pass is shown: until its end, and neither it nor the scene
 * before it too briefly.
 */
function skySpan({ pass }: StationPass, turn: TimeRange, pace: number): TimeRange | undefined {
  const least = LEAST_SCENE_MS * pace;
  const due = addMs(pass.aos, -Math.max(SKY_LEAD_MS, CAMERA_MS * pace));
  const from = due - turn.from < least ? turn.from : due;
  const to = epochMs(Math.min(turn.to, pass.los));
  return to - from >= least ? { from, to } : undefined;
}

/**
 * Returns the pass over an active station whose sky is shown in a turn: the one that ends last.
 * @param turn in mission time
 */
export function passInSky(
  contacts: SatelliteContacts | undefined,
  turn: TimeRange,
  rate: number,
): SkyPass | undefined {
  if (!contacts || rate >= LAPSE_RATE) return undefined;
  return activePasses(contacts)
    .flatMap((contact): SkyPass[] => {
      const span = skySpan(contact, turn, Math.max(1, rate));
      return span ? [{ contact, span }] : [];
    })
    .toSorted((a, b) => b.contact.pass.los - a.contact.pass.los)[0];
}

/**
 * Returns the scene triggers, the most urgent kind last: eclipse transitions, AOS at an active station, onset of an
 * Active anomaly.
 */
export function sceneTriggers(
  contacts: SatelliteContacts | undefined,
  anomalies: readonly Anomaly[] | undefined,
): readonly SceneTrigger[] {
  const light = contacts?.eclipseTransitions ?? [];
  const passes = contacts ? activePasses(contacts) : [];
  return [
    ...light.map(({ time }): SceneTrigger => ({ scene: 'orbit', time })),
    ...passes.map(({ pass }): SceneTrigger => ({ scene: 'sky', time: pass.aos })),
    ...(anomalies ?? [])
      .filter(isActive)
      .map(({ timestamp }): SceneTrigger => ({ scene: 'anomaly', time: timestamp })),
  ];
}

/** Returns the trigger of the scene at an instant; `undefined` during the rotation. */
export const triggerAt = (now: EpochMs, triggers: readonly SceneTrigger[]): SceneTrigger | undefined =>
  triggers.findLast(({ time }) => time <= now && now < time + HOLD_MS);

/** Turn that is shown: one of the rotation by its index, or that of a trigger. */
export interface ShownTurn extends TimeRange {
  readonly index: number;
  readonly trigger?: SceneTrigger;
}

/** Returns the turn shown. The part of a turn before or after a trigger goes to its neighbour if it is too short. */
export function shownTurn(now: EpochMs, triggers: readonly SceneTrigger[]): ShownTurn {
  const index = turnAt(now);
  const trigger = triggerAt(now, triggers);
  if (trigger) return { index, trigger, from: trigger.time, to: addMs(trigger.time, HOLD_MS) };
  const from = epochMs(index * SCENE_MS);
  const to = addMs(from, SCENE_MS);
  const times = triggers.map(({ time }) => time);
  const ended = epochMs(Math.max(...times.filter((time) => time <= now)) + HOLD_MS);
  const next = epochMs(Math.min(...times.filter((time) => time > now)));
  if (to - ended < LEAST_SCENE_MS) return { index: index + 1, from: ended, to: addMs(to, SCENE_MS) };
  if (next - from < LEAST_SCENE_MS) return { index: index - 1, from: addMs(from, -SCENE_MS), to: next };
  return { index, from, to };
}
