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

/** These take another's turn: the sky of a pass, the story of an anomaly, and the map alone where time is too fast for words. */
export type WallScene = (typeof WALL_SCENES)[number] | 'sky' | 'anomaly' | 'lapse';

/** Duration of a scene in rotation, and of a triggered one. */
export const SCENE_MS = 20 * MS_PER_S;
export const HOLD_MS = 30 * MS_PER_S;

/** A scene that would be over sooner is not begun. */
export const LEAST_SCENE_MS = 5 * MS_PER_S;

/** From this rate on an orbit is shorter than a turn: passes, anomalies and countdowns come and go unread. */
const LAPSE_RATE = 300;

/** The sky is shown from this long before AOS; at a high rate from as long as the camera takes to get there. */
const SKY_LEAD_MS = MS_PER_MIN;
const CAMERA_MS = 3 * MS_PER_S;

/** A pass, and when in a turn its sky is shown. */
export interface SkyPass {
  readonly contact: StationPass;
  readonly span: TimeRange;
}

/** An event that triggers a scene. */
export interface SceneTrigger {
  readonly scene: WallScene;
  readonly time: EpochMs;
}

/** What is told now, instead of a scene in rotation. */
export interface SceneNews {
  readonly rate: number;
  /** Whether the sky of a pass is shown in this turn. */
  readonly hasPass: boolean;
  /** Whether an anomaly is open. */
  readonly hasAnomaly: boolean;
}

/** Number of the rotation's turn. */
export const turnAt = (now: EpochMs): number => Math.floor(now / SCENE_MS);

/** Scene of a turn of the rotation, by its number. The map as a whole tells of an open anomaly; the contacts give way to the pass. */
export function sceneInRotation(turn: number, { rate, hasPass, hasAnomaly }: SceneNews): WallScene {
  if (rate >= LAPSE_RATE) return 'lapse';
  const scene = WALL_SCENES[turn % WALL_SCENES.length] ?? 'orbit';
  if (hasAnomaly && (scene === 'orbit' || scene === 'globe')) return 'anomaly';
  return hasPass && scene === 'contacts' ? 'sky' : scene;
}

/** When in a turn the sky of a pass is shown: until its end, and neither it nor what is shown before it only for a moment. */
function skySpan({ pass }: StationPass, turn: TimeRange, pace: number): TimeRange | undefined {
  const least = LEAST_SCENE_MS * pace;
  const due = addMs(pass.aos, -Math.max(SKY_LEAD_MS, CAMERA_MS * pace));
  const from = due - turn.from < least ? turn.from : due;
  const to = epochMs(Math.min(turn.to, pass.los));
  return to - from >= least ? { from, to } : undefined;
}

/**
 * The pass over an active station whose sky is shown in a turn: the one that ends last.
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
 * Triggers around an instant, the most urgent kind last: eclipse transitions, AOS at an active station, onset
 * of an Active anomaly.
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

/** Trigger of the scene at an instant; `undefined` during the rotation. */
export const triggerAt = (now: EpochMs, triggers: readonly SceneTrigger[]): SceneTrigger | undefined =>
  triggers.findLast(({ time }) => time <= now && now < time + HOLD_MS);

/** The turn that is shown: one of the rotation by its number, or that of a trigger. */
export interface ShownTurn extends TimeRange {
  readonly index: number;
  readonly trigger?: SceneTrigger;
}

/** What a trigger leaves of a turn before or after it is not begun if it is too short: the scene before or the next one has it. */
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
