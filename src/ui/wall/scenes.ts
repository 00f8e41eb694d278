import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { Anomaly } from '../../shared/entities.ts';
import { ACTIVE_STATIONS } from '../../shared/stations.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { isActive } from '../anomalies/severity.ts';

/** Scenes of the wall, in order. */
export const WALL_SCENES = ['orbit', 'contacts', 'spacecraft', 'plan'] as const;
export type WallScene = (typeof WALL_SCENES)[number];

/** Duration of a scene in rotation, and of a triggered one. */
export const SCENE_MS = 20 * MS_PER_S;
export const HOLD_MS = 30 * MS_PER_S;

/** An event that triggers a scene. */
export interface SceneTrigger {
  readonly scene: WallScene;
  readonly time: EpochMs;
}

/** Number of the rotation's turn. */
const turnAt = (now: EpochMs): number => Math.floor(now / SCENE_MS);

/** Scene in rotation. */
export const sceneInRotation = (now: EpochMs): WallScene =>
  WALL_SCENES[turnAt(now) % WALL_SCENES.length] ?? 'orbit';

/**
 * Triggers around an instant, the most urgent kind last: eclipse transitions, AOS at an active station, onset
 * of an Active anomaly.
 */
export function sceneTriggers(
  contacts: SatelliteContacts | undefined,
  anomalies: readonly Anomaly[] | undefined,
): readonly SceneTrigger[] {
  const light = contacts?.eclipseTransitions ?? [];
  const passes = ACTIVE_STATIONS.flatMap(({ id }) => contacts?.stations[id] ?? []);
  return [
    ...light.map(({ time }): SceneTrigger => ({ scene: 'orbit', time })),
    ...passes.map(({ aos }): SceneTrigger => ({ scene: 'contacts', time: aos })),
    ...(anomalies ?? [])
      .filter(isActive)
      .map(({ timestamp }): SceneTrigger => ({ scene: 'plan', time: timestamp })),
  ];
}

/** Trigger of the scene at an instant; `undefined` during the rotation. */
const triggerAt = (now: EpochMs, triggers: readonly SceneTrigger[]): SceneTrigger | undefined =>
  triggers.findLast(({ time }) => time <= now && now < time + HOLD_MS);

/** Scene at an instant: a triggered one for a while, otherwise the one in rotation. */
export const sceneAt = (now: EpochMs, triggers: readonly SceneTrigger[]): WallScene =>
  triggerAt(now, triggers)?.scene ?? sceneInRotation(now);

/** Turn at an instant; `undefined` during a triggered scene. */
export const regularTurnAt = (now: EpochMs, triggers: readonly SceneTrigger[]): number | undefined =>
  triggerAt(now, triggers) ? undefined : turnAt(now);
