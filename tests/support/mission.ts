import { applyUpdate } from '../../src/shared/apply-update.ts';
import { ORBITAL_ELEMENTS } from '../../src/shared/elements.ts';
import type { MissionUpdate, Snapshot, UpdateListener } from '../../src/shared/mission-control.ts';
import { type EpochMs, epochMs } from '../../src/shared/units.ts';
import { createMission, type Mission, type MissionOptions } from '../../src/worker/mission.ts';
import { createPropagators } from '../../src/worker/propagators.ts';
import { createRandom, type Random, type RandomState } from '../../src/worker/random.ts';
import type { PlanFault } from '../../src/worker/spacecraft/fdir.ts';

/** The instant at which test missions begin. */
export const T0 = epochMs(Date.UTC(2026, 10, 20, 12, 0, 0));

export const later = (ms: number, from: EpochMs = T0): EpochMs => epochMs(from + ms);

/** A mission that began at `T0`, with seed 1 unless told otherwise. */
export const startMission = (options: Partial<MissionOptions> & { readonly seed?: number } = {}): Mission =>
  createMission({ clock: { now: () => T0 }, random: createRandom(options.seed ?? 1), ...options });

/** What the streams of chance of a mission under test grow from. */
export const SEED: RandomState = createRandom(1).save();

/** A source of chance with which no anomaly is ever drawn: a poll's first number is below 0.1 or there is none. */
export function uneventfulRandom(seed = 1): Random {
  const random = createRandom(seed);
  return { ...random, next: () => 0.1 + 0.9 * random.next() };
}

/** A retry clears every fault as it begins. */
export const OVER_AT_ONCE: PlanFault = (_name, time) => ({ course: 'transient', clearedAt: time });

/** A mission on which nothing breaks: no anomaly is drawn, and that of the sample data is resolved and over. */
export function startUneventfulMission(options: Partial<MissionOptions> = {}): Mission {
  const mission = startMission({ random: uneventfulRandom(), planFault: OVER_AT_ONCE, ...options });
  for (const { id } of mission.snapshot().anomalies.value) mission.control.resolveAnomaly(id);
  return mission;
}

/** Neither satellite flies, so that thousands of missions begin quickly: no rule of the console looks at them. */
const grounded = { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 };
export const GROUNDED = createPropagators({ iss: grounded, orbita: grounded });

/** What operators work on. */
export function shown(mission: Mission) {
  const { commands, timeline, anomalies } = mission.snapshot();
  return { commands: commands.value, timeline: timeline.value, anomalies: anomalies.value };
}

/** What a mission shows but its event log, in which a mission that carries on says so. */
export function withoutLog(mission: Mission): Omit<Snapshot, 'log'> {
  const { log: _log, ...slices } = mission.snapshot();
  return slices;
}

/** A listener that keeps what it was given. On this side of no channel, the proxy mark is only a type. */
export function recordUpdates(): {
  readonly updates: MissionUpdate[];
  readonly listener: UpdateListener & Parameters<Mission['control']['subscribe']>[0];
} {
  const updates: MissionUpdate[] = [];
  return { updates, listener: asListener((update) => void updates.push(update)) };
}

/** What a subscriber shows after updates, the whole first one among them. */
export function applyUpdates(updates: readonly MissionUpdate[]): Snapshot {
  const shown = updates.reduce<Snapshot | undefined>(applyUpdate, undefined);
  if (!shown) throw new Error('There was no update.');
  return shown;
}

/** Marks a plain function as a listener for a mission on the same side. */
export const asListener = (listener: UpdateListener) =>
  listener as Parameters<Mission['control']['subscribe']>[0];
