import type {
  MissionSlices,
  MissionUpdate,
  Resume,
  ShownSession,
  Snapshot,
  UpdateListener,
} from '../../src/shared/contract/mission-control.ts';
import { mapSatellites, ORBITAL_ELEMENTS, type SatelliteId } from '../../src/shared/entities/satellites.ts';
import { type EpochMs, epochMs } from '../../src/shared/kit/units.ts';
import type { Pass } from '../../src/shared/orbit/passes.ts';
import { applyUpdate, shownIn } from '../../src/ui/mission/link/apply-update.ts';
import type { TelemetryState } from '../../src/worker/ground/telemetry/telemetry.ts';
import { situationOf } from '../../src/worker/mission/initial-state/sample-data.ts';
import { SITUATIONS } from '../../src/worker/mission/initial-state/variants.ts';
import { hashKeptState, type KeptState } from '../../src/worker/mission/keyframe.ts';
import { createMission, type Mission } from '../../src/worker/mission/mission.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import { openSession, type Session, type SessionOptions } from '../../src/worker/session/session.ts';
import type { PlanFault } from '../../src/worker/spacecraft/fdir.ts';
import type { SpacecraftState } from '../../src/worker/spacecraft/model.ts';

export const T0 = epochMs(Date.UTC(2026, 10, 20, 12, 0, 0));

export const later = (ms: number, from: EpochMs = T0): EpochMs => epochMs(from + ms);

/** The first seed of each situation with which a mission begins; that of the first one is 1. */
export const SEED_OF_EACH_SITUATION: readonly number[] = SITUATIONS.map((situation) => {
  let seed = 1;
  while (situationOf(seed) !== situation) seed += 1;
  return seed;
});

/** Starts a mission at `T0`, with seed 1 by default. */
export const startMission = (options: Partial<SessionOptions> = {}): Session =>
  openSession({ clock: { now: () => T0 }, seed: 1, ...options });

/** Plans every fault to be cleared by a retry at onset. */
export const OVER_AT_ONCE: PlanFault = (_name, time) => ({ course: 'transient', clearedAt: time });

/** Starts a mission without faults: none is drawn, and that of the sample data is resolved and over. */
export function startUneventfulMission(options: Partial<SessionOptions> = {}): Session {
  const mission = startMission({ profile: 'none', planFault: OVER_AT_ONCE, ...options });
  for (const { id } of mission.snapshot().anomalies.value) mission.control.resolveAnomaly(id);
  return mission;
}

/**
 * Invalid elements for all satellites, so that thousands of missions start quickly: the rules of the operator state
 * need no orbit.
 */
const grounded = { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 };
export const GROUNDED = createPropagators(mapSatellites(() => grounded));

/** Returns a function that starts independent missions from what one is now, which it may have taken long to become. */
export function forksOf(mission: Mission): () => Mission {
  const { header } = mission;
  const [instant, journal] = [mission.instant(), [...mission.journal()]];
  return () => createMission({ ...header, instant, journal });
}

/** Returns what a page shows of a session. */
export function shownOf(session: Session): ShownSession {
  const { updates, listener } = recordUpdates();
  session.control.unsubscribe(session.control.subscribe(listener));
  const [first] = updates;
  if (!first) throw new Error('Nothing is shown.');
  return shownIn(first, session.snapshot());
}

/** Returns what another worker continues after that of a session is lost. */
export const resumeOf = (session: Session): Resume =>
  structuredClone({ ...session.record(), live: session.live(), ...shownOf(session) });

/** Returns the state to resume from, with a changed mission state. */
export function resumeWith(session: Session, change: (state: KeptState) => KeptState): Resume {
  const keyframe = session.mission.keyframe();
  const state = change(structuredClone(keyframe.state as KeptState));
  return { ...resumeOf(session), keyframe: { ...keyframe, state, hash: hashKeptState(state, keyframe.log) } };
}

/** Returns telemetry with a changed spacecraft, as also known on the ground. */
export function withSpacecraft(held: TelemetryState, told: Partial<SpacecraftState>): TelemetryState {
  const spacecraft = { ...held.spacecraft, ...told };
  const { time } = held;
  return { ...held, spacecraft, downlink: { ...held.downlink, reported: { spacecraft, time } } };
}

/** Returns the slices that operators work on. */
export function shown(mission: Session) {
  const { commands, timeline, anomalies } = mission.snapshot();
  return { commands: commands.value, timeline: timeline.value, anomalies: anomalies.value };
}

/** Returns the displayed passes over a satellite's observer. */
export function observedPasses(session: Session, id: SatelliteId): readonly Pass[] {
  const found = session.snapshot().places.value.satellites[id];
  if (!found.ok) throw new Error(found.message);
  return found.value.observer;
}

/** Returns the values of all slices but the event log, in which a resumed mission logs its restart. */
export function withoutLog(mission: Session): Partial<MissionSlices> {
  const { log: _log, ...slices } = mission.snapshot();
  return Object.fromEntries(Object.entries(slices).map(([name, { value }]) => [name, value]));
}

/** Creates a listener that records its updates. Without a channel, the proxy mark is only a type. */
export function recordUpdates(): {
  readonly updates: MissionUpdate[];
  readonly listener: UpdateListener & Parameters<Session['control']['subscribe']>[0];
} {
  const updates: MissionUpdate[] = [];
  return { updates, listener: asListener((update) => void updates.push(update)) };
}

/** Applies a subscriber's updates, starting with the complete one. */
export function applyUpdates(updates: readonly MissionUpdate[]): Snapshot {
  const shown = updates.reduce<Snapshot | undefined>(applyUpdate, undefined);
  if (!shown) throw new Error('There was no update.');
  return shown;
}

/** Marks a plain function as a listener for a mission on the same side. */
export const asListener = (listener: UpdateListener) =>
  listener as Parameters<Session['control']['subscribe']>[0];
