import { applyUpdate } from '../../src/shared/apply-update.ts';
import { ORBITAL_ELEMENTS } from '../../src/shared/elements.ts';
import type { MissionUpdate, Snapshot, UpdateListener } from '../../src/shared/mission-control.ts';
import { type EpochMs, epochMs } from '../../src/shared/units.ts';
import { createMission, type Mission, type MissionOptions } from '../../src/worker/mission/mission.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import type { PlanFault } from '../../src/worker/spacecraft/fdir.ts';

/** Start of test missions. */
export const T0 = epochMs(Date.UTC(2026, 10, 20, 12, 0, 0));

export const later = (ms: number, from: EpochMs = T0): EpochMs => epochMs(from + ms);

/** A mission that began at `T0`, with seed 1 by default. */
export const startMission = (options: Partial<MissionOptions> = {}): Mission =>
  createMission({ clock: { now: () => T0 }, seed: 1, ...options });

/** A retry clears every fault at onset. */
export const OVER_AT_ONCE: PlanFault = (_name, time) => ({ course: 'transient', clearedAt: time });

/** A mission without faults: no anomaly is drawn, and that of the sample data is resolved and over. */
export function startUneventfulMission(options: Partial<MissionOptions> = {}): Mission {
  const mission = startMission({ drawsFaults: false, planFault: OVER_AT_ONCE, ...options });
  for (const { id } of mission.snapshot().anomalies.value) mission.control.resolveAnomaly(id);
  return mission;
}

/**
 * Invalid elements for both satellites, so that thousands of missions start quickly: no rule of the operator
 * state needs an orbit.
 */
const grounded = { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 };
export const GROUNDED = createPropagators({ iss: grounded, orbita: grounded });

/** Slices that operators work on. */
export function shown(mission: Mission) {
  const { commands, timeline, anomalies } = mission.snapshot();
  return { commands: commands.value, timeline: timeline.value, anomalies: anomalies.value };
}

/** Snapshot without the event log, in which a restored mission logs its restart. */
export function withoutLog(mission: Mission): Omit<Snapshot, 'log'> {
  const { log: _log, ...slices } = mission.snapshot();
  return slices;
}

/** A listener that records its updates. Without a channel, the proxy mark is only a type. */
export function recordUpdates(): {
  readonly updates: MissionUpdate[];
  readonly listener: UpdateListener & Parameters<Mission['control']['subscribe']>[0];
} {
  const updates: MissionUpdate[] = [];
  return { updates, listener: asListener((update) => void updates.push(update)) };
}

/** A subscriber's snapshot after updates, beginning with the complete one. */
export function applyUpdates(updates: readonly MissionUpdate[]): Snapshot {
  const shown = updates.reduce<Snapshot | undefined>(applyUpdate, undefined);
  if (!shown) throw new Error('There was no update.');
  return shown;
}

/** Marks a plain function as a listener for a mission on the same side. */
export const asListener = (listener: UpdateListener) =>
  listener as Parameters<Mission['control']['subscribe']>[0];
