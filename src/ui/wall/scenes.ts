import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { Anomaly } from '../../shared/entities.ts';
import { ACTIVE_STATIONS } from '../../shared/stations.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { isActive } from '../anomalies/severity.ts';

/** What the wall shows, one after the other. */
export const WALL_SCENES = ['orbit', 'contacts', 'spacecraft', 'plan'] as const;
export type WallScene = (typeof WALL_SCENES)[number];

/** How long a scene stays by itself, and how long one that an event has called up. */
export const SCENE_MS = 20 * MS_PER_S;
export const HOLD_MS = 30 * MS_PER_S;

/** An event that calls up a scene. */
export interface CallUp {
  readonly scene: WallScene;
  readonly time: EpochMs;
}

/** Counts the turns of the rotation. */
const turnAt = (now: EpochMs): number => Math.floor(now / SCENE_MS);

/** The scene whose turn it is. */
export const sceneInRotation = (now: EpochMs): WallScene =>
  WALL_SCENES[turnAt(now) % WALL_SCENES.length] ?? 'orbit';

/**
 * The events around an instant that call up a scene, the most urgent kind last: the way into and out of the shadow, the
 * acquisition of signal by a station that takes it up, an Active anomaly's onset.
 */
export function sceneTriggers(
  contacts: SatelliteContacts | undefined,
  anomalies: readonly Anomaly[] | undefined,
): readonly CallUp[] {
  const light = contacts?.eclipseTransitions ?? [];
  const passes = ACTIVE_STATIONS.flatMap(({ id }) => contacts?.stations[id] ?? []);
  return [
    ...light.map(({ time }): CallUp => ({ scene: 'orbit', time })),
    ...passes.map(({ aos }): CallUp => ({ scene: 'contacts', time: aos })),
    ...(anomalies ?? [])
      .filter(isActive)
      .map(({ timestamp }): CallUp => ({ scene: 'plan', time: timestamp })),
  ];
}

/** The event whose scene is shown at an instant; `undefined` while the rotation goes on. */
const calledUpAt = (now: EpochMs, calls: readonly CallUp[]): CallUp | undefined =>
  calls.findLast(({ time }) => time <= now && now < time + HOLD_MS);

/** The scene at an instant: the one that an event has called up for a while, and else the one whose turn it is. */
export const sceneAt = (now: EpochMs, calls: readonly CallUp[]): WallScene =>
  calledUpAt(now, calls)?.scene ?? sceneInRotation(now);

/** The turn at an instant; `undefined` while an event's scene is shown. */
export const regularTurnAt = (now: EpochMs, calls: readonly CallUp[]): number | undefined =>
  calledUpAt(now, calls) ? undefined : turnAt(now);
