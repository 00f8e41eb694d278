import type { Resume } from '../../src/shared/contract/mission-control.ts';
import type { Operations } from '../../src/shared/contract/operations.ts';
import { TELEMETRY_PERIOD_MS } from '../../src/shared/entities/constants.ts';
import type { FaultName } from '../../src/shared/entities/faults.ts';
import { mapSatellites } from '../../src/shared/entities/satellites.ts';
import { succeeded } from '../../src/shared/kit/result.ts';
import { addMs, type EpochMs } from '../../src/shared/kit/units.ts';
import type { StateTeme } from '../../src/shared/orbit/frames.ts';
import type { Propagator } from '../../src/shared/orbit/propagator.ts';
import { createMission } from '../../src/worker/mission/mission.ts';
import type { MissionSnapshot } from '../../src/worker/mission/state/slices.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import { openSession, type Session } from '../../src/worker/session/session.ts';

import type { PlanFault } from '../../src/worker/spacecraft/fdir.ts';

/** Memoizes the propagator's states: scenarios propagate the same days again and again. */
function remembering({ epoch, stateAt }: Propagator): Propagator {
  const states = new Map<EpochMs, StateTeme | undefined>();
  return {
    epoch,
    stateAt(time) {
      if (!states.has(time)) states.set(time, stateAt(time));
      return states.get(time);
    },
  };
}

const propagators = createPropagators();
const FLIGHT = mapSatellites((id) => {
  const propagator = propagators[id];
  return propagator.ok ? succeeded(remembering(propagator.value)) : propagator;
});

/** Parts of a mission that a scenario requires. */
export interface FlownMission extends Pick<Session, 'apply' | 'mission'> {
  readonly control: Pick<
    Session['control'],
    'queueCommand' | 'executeCommand' | 'resolveAnomaly' | 'handOverConsole'
  >;
  advanceTo(time: EpochMs): unknown;
  snapshot(): MissionSnapshot;
}

/** A complete mission with a controlled clock, without faults except injected ones. */
export interface Scenario<Flown extends FlownMission = Session> {
  readonly mission: Flown;
  time(): EpochMs;
  /** Advances to an instant, one telemetry sample at a time; `each` is called after each of them. */
  flyTo(to: EpochMs, each?: () => void): void;
  /** Advances to the next sample and injects this fault there. Returns its instant. */
  inject(name: FaultName): EpochMs;
}

/** Plan in which FDIR detects no drawn fault, so that the ground has to act; the initial fault is cleared at once. */
const GROUND_ONLY: PlanFault = (_name, time, _random, course) =>
  course ? { course: 'transient', clearedAt: time } : { course: 'lasting' };

/** Starts a scenario at an instant, or where an earlier one stopped. */
export function startScenario(
  seed: number,
  from: EpochMs,
  resume?: Resume,
  planFault: PlanFault = GROUND_ONLY,
): Scenario {
  const mission = openSession({
    clock: { now: () => from },
    seed,
    profile: 'none',
    planFault,
    propagators: FLIGHT,
    ...(resume && { resume }),
  });
  for (const { id, status } of mission.snapshot().anomalies.value) {
    if (status === 'Active') mission.control.resolveAnomaly(id);
  }
  return fly(mission, from);
}

/**
 * Returns a function that starts independent scenarios from the present state of one. They are forked within the
 * process: no history is kept and nothing is restored.
 */
export function forking(
  { mission: { mission: flown } }: Scenario<FlownMission>,
  planFault: PlanFault = GROUND_ONLY,
): () => Scenario<FlownMission> {
  const { header } = flown;
  const [instant, journal] = [flown.instant(), [...flown.journal()]];
  return () => {
    const fork = createMission({ ...header, instant, journal, propagators: FLIGHT, planFault });
    const operate =
      <Name extends keyof FlownMission['control']>(name: Name) =>
      (input: Parameters<Operations[Name]>[0]) =>
        fork.apply({ kind: 'operation', name, input }).outcome as ReturnType<Operations[Name]>;
    const control = {
      queueCommand: operate('queueCommand'),
      executeCommand: operate('executeCommand'),
      resolveAnomaly: operate('resolveAnomaly'),
      handOverConsole: operate('handOverConsole'),
    };
    return fly({ ...fork, mission: fork, control }, instant.time);
  };
}

function fly<Flown extends FlownMission>(mission: Flown, from: EpochMs): Scenario<Flown> {
  let time = from;
  function step(): void {
    time = addMs(time, TELEMETRY_PERIOD_MS);
    mission.advanceTo(time);
  }
  return {
    mission,
    time: () => time,
    flyTo(to, each) {
      while (time < to) {
        step();
        each?.();
      }
    },
    inject(name) {
      step();
      mission.apply({ kind: 'fault', inject: name });
      return time;
    },
  };
}
