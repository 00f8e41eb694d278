import { activePasses, type SatelliteContacts, type StationPass } from '../../shared/contact-plan.ts';
import type { Anomaly } from '../../shared/entities.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { isActive } from '../anomalies/severity.ts';

/** Scenes of the wall in rotation, in order. */
export const WALL_SCENES = ['orbit', 'contacts', 'globe', 'spacecraft', 'plan'] as const;

/** These take another's turn: the sky of a pass, and the story of an anomaly. */
export type WallScene = (typeof WALL_SCENES)[number] | 'sky' | 'anomaly';

/** Duration of a scene in rotation, and of a triggered one. */
export const SCENE_MS = 20 * MS_PER_S;
export const HOLD_MS = 30 * MS_PER_S;

/** The sky is shown from this long before AOS; at a high rate from as long as the camera takes to get there. */
const SKY_LEAD_MS = MS_PER_MIN;
const CAMERA_MS = 3 * MS_PER_S;
/** A pass that a rate makes shorter than this has no scene: it would be over as soon as it is there. */
const LEAST_SKY_MS = 5 * MS_PER_S;

const skyLeadMs = (rate: number): number => Math.max(SKY_LEAD_MS, rate * CAMERA_MS);

/** Whether the sky of a pass has something to show. */
export const isInSky = ({ pass }: StationPass, now: EpochMs, rate: number): boolean =>
  now < pass.los && now >= pass.aos - skyLeadMs(rate);

/** An event that triggers a scene. */
export interface SceneTrigger {
  readonly scene: WallScene;
  readonly time: EpochMs;
}

/** What is told now, instead of a scene in rotation. */
export interface SceneNews {
  /** Whether a pass is under way, or begins within a minute. */
  readonly hasPass: boolean;
  /** Whether an anomaly is open. */
  readonly hasAnomaly: boolean;
}

/** Number of the rotation's turn. */
export const turnAt = (now: EpochMs): number => Math.floor(now / SCENE_MS);

/** Scene in rotation. The map as a whole tells of an open anomaly; the contacts give way to the pass. */
export function sceneInRotation(now: EpochMs, { hasPass, hasAnomaly }: SceneNews): WallScene {
  const scene = WALL_SCENES[turnAt(now) % WALL_SCENES.length] ?? 'orbit';
  if (hasAnomaly && (scene === 'orbit' || scene === 'globe')) return 'anomaly';
  return hasPass && scene === 'contacts' ? 'sky' : scene;
}

/**
 * The pass over an active station that is under way for longest yet, or begins within a minute: at a rate, within a turn of the
 * rotation.
 */
export function passInSky(
  contacts: SatelliteContacts | undefined,
  now: EpochMs,
  rate = 1,
): StationPass | undefined {
  if (!contacts) return undefined;
  return activePasses(contacts)
    .filter(
      ({ pass }) =>
        pass.los > now &&
        pass.aos <= addMs(now, SKY_LEAD_MS + Math.max(0, rate - 1) * SCENE_MS) &&
        pass.los - pass.aos >= rate * LEAST_SKY_MS,
    )
    .toSorted((a, b) => b.pass.los - a.pass.los)[0];
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

/** Turn at an instant; `undefined` during a triggered scene. */
export const regularTurnAt = (now: EpochMs, triggers: readonly SceneTrigger[]): number | undefined =>
  triggerAt(now, triggers) ? undefined : turnAt(now);
