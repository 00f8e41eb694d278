import type { Ephemeris } from '../../shared/ephemeris.ts';
import { plainText } from '../../shared/live-answers.ts';
import type { Checkpoint, MissionControl, Notice, Snapshot } from '../../shared/mission-control.ts';
import {
  OPERATION_NAMES,
  type OperationName,
  type Operations,
  type RequestId,
} from '../../shared/operations.ts';
import type { OrbitTransition } from '../../shared/orbit-transition.ts';
import type { EpochMs } from '../../shared/units.ts';
import {
  type DownlinkResume,
  LONGEST_REASON,
  type MissionResume,
  readCheckpoint,
} from '../checkpoint/checkpoint.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { readReplies } from '../live-data/answers.ts';
import type { Gateway } from '../live-data/gateway.ts';
import { createPoller, type Poller } from '../live-data/poller.ts';
import { createPropagators, type Propagators } from '../orbit/propagators.ts';
import { type FaultToStrike, strikeFault } from '../simulation/anomaly-poll.ts';
import { environmentAt } from '../spacecraft/environment.ts';
import { type PlanFault, planFault as planByChance } from '../spacecraft/fdir.ts';
import { appendEvents, type MissionState, remark, type SimulationContext } from '../state/mission-state.ts';
import { nextStep } from '../state/schedule.ts';
import type { TelemetryState } from '../telemetry/telemetry.ts';
import { createBroadcast, type UpdateDraft } from './broadcast.ts';
import { applyMissedRound, applyRound } from './iss-updates.ts';
import { advance, beginMission, type MissionSeed, restoreMission } from './lifecycle.ts';

/** Source of the time: the system clock in the browser, a variable in a test. */
export interface Clock {
  now(): EpochMs;
}

export interface MissionOptions extends MissionSeed {
  /** Read once, at the beginning of a new mission; after that `advanceTo` gives the time. */
  readonly clock: Clock;
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** Writes to the browser's console: a failed fetch of the ISS position (spec §8). */
  readonly logError?: (text: string) => void;
  /** Orbits of the satellites; by default from the elements in `src/shared/elements.ts`. */
  readonly propagators?: Propagators;
  /** FDIR's plan for a fault; random by default. */
  readonly planFault?: PlanFault;
  /** Where an earlier mission stopped. An invalid one is refused with a notice. */
  readonly checkpoint?: Checkpoint | undefined;
  /** Why an earlier mission was lost, without a checkpoint of it. */
  readonly lossReason?: string | undefined;
}

export interface Mission {
  readonly control: MissionControl;
  /**
   * Runs all due steps up to an instant and delivers the changes. Any jump is accepted: up to `EXACT_JUMP_MS`
   * no step is lost or repeated, however the jump is divided; a longer one is propagated in coarse steps (at
   * most 1440) up to its last `EXACT_TAIL_MS`; one back by more than `PATIENCE_MS` drops what then lies in
   * the future.
   * @throws RangeError if the time is not finite
   */
  advanceTo(time: EpochMs): void;
  /** Next instant at which a step is due. */
  nextDueTime(): EpochMs;
  /** While the computer is offline no calls are made; the next follows at once when it is online. */
  setOnline(isOnline: boolean): void;
  /** Injects a fault at mission time, as an instructor does: it is active and detected at once. */
  injectFault(fault: FaultToStrike): void;
  /** The complete published state. An unchanged slice keeps its identity. */
  snapshot(): Snapshot;
  /** What a new mission needs to continue from here. */
  checkpoint(): Checkpoint;
}

interface Opened {
  readonly state: MissionState;
  readonly nextNoticeId: number;
  readonly opening: readonly NoticeDraft[];
}

function openState(options: MissionOptions, context: SimulationContext): Opened {
  const { clock, checkpoint, lossReason } = options;
  const begin = () => beginMission(options, clock.now(), context);
  const beginAnew = (why: string): Opened => {
    const { state, notices } = remark(begin(), 'warning', `${why}. Simulation restarted.`);
    return { state, nextNoticeId: 1, opening: notices };
  };
  if (!checkpoint) {
    if (lossReason === undefined) return { state: begin(), nextNoticeId: 1, opening: [] };
    return beginAnew(`Failed to resume the mission: ${plainText(lossReason, LONGEST_REASON)}`);
  }
  const restored = readCheckpoint(checkpoint);
  if (!restored.ok) return beginAnew(`Failed to read the last checkpoint: ${restored.message}`);
  const { time, nextNoticeId } = restored.value;
  const text = `The simulation restarted and resumes from ${formatUtcSecond(time)}.`;
  const { state, notices } = remark(restoreMission(restored.value, context), 'info', text);
  return { state, nextNoticeId, opening: notices };
}

const transitionOf = (ephemeris: Ephemeris): OrbitTransition | undefined =>
  ephemeris.status === 'available' ? ephemeris.window.transition : undefined;

/** `reported` is included only where it differs from the current spacecraft. */
function resumeDownlink({ spacecraft, time, downlink }: TelemetryState): DownlinkResume {
  const { reported, ...rest } = downlink;
  const isCurrent = reported.spacecraft === spacecraft && reported.time === time;
  return isCurrent ? rest : downlink;
}

const handledRequests = ({ operator }: MissionState): readonly RequestId[] =>
  operator.handled.map(({ request }) => request);

const formatUtcSecond = (time: EpochMs): string => `${new Date(time).toISOString().slice(11, 19)} UTC`;

/**
 * Creates a mission; it has all state and no effects of its own. The same seed and calls give the same
 * snapshots.
 */
export function createMission(options: MissionOptions): Mission {
  const {
    gateway,
    logError = () => {},
    propagators = createPropagators(),
    planFault = planByChance,
  } = options;
  const { orbita } = propagators;
  const context: SimulationContext = {
    propagators,
    planFault,
    environmentAt: (time) => (orbita.ok ? environmentAt(orbita.value, time) : undefined),
  };
  const broadcast = createBroadcast();
  let { state, nextNoticeId, opening } = openState(options, context);
  let published = state.slices;

  const resumeState = (): MissionResume => ({
    time: state.time,
    schedule: state.schedule,
    seed: state.seed,
    drawsFaults: state.drawsFaults,
    spacecraft: state.telemetry.spacecraft,
    spacecraftTime: state.telemetry.time,
    issOrbit: state.issOrbit,
    downlink: resumeDownlink(state.telemetry),
    uplink: state.uplink,
    verifications: state.verifications,
    issTransition: transitionOf(state.slices.ephemerides.value.iss),
    operator: {
      removed: state.operator.commands.removed,
      nextCommandId: state.operator.commands.nextId,
      cancelled: state.operator.timeline.cancelled,
      nextEventId: state.operator.timeline.nextId,
      nextAnomalyId: state.operator.anomalies.nextId,
      faults: state.operator.anomalies.faults,
      closedFaults: state.operator.anomalies.closed ?? {},
      crew: state.operator.crew,
      handled: state.operator.handled,
    },
    nextNoticeId,
  });

  const draft = (notices: readonly Notice[], handled: readonly RequestId[]): UpdateDraft => ({
    time: state.time,
    slices: state.slices,
    notices,
    handled,
    resume: resumeState(),
  });

  function publish(drafts: readonly NoticeDraft[], handled: readonly RequestId[] = []): void {
    if (state.slices === published && drafts.length === 0 && handled.length === 0) return;
    const notices = drafts.map((draft) => ({ id: nextNoticeId++, time: state.time, ...draft }));
    published = state.slices;
    broadcast.publish(draft(notices, handled));
  }

  const poller: Poller | undefined =
    gateway &&
    createPoller(
      {
        gateway,
        onRound(replies, nextTime) {
          const answers = readReplies(replies, state.time);
          state = applyRound(state, answers, nextTime, context);
          const { status, error } = state.slices.realData.value.calls.issPosition;
          if (status === 'failed') logError(`Failed to fetch the ISS position: ${error}`);
          publish([]);
        },
        onOffline() {
          state = applyMissedRound(state, context);
        },
      },
      state.time,
    );

  /** One operation: its effect is published before its outcome is returned. */
  const operation =
    <Name extends OperationName>(name: Name): Operations[Name] =>
    (input: Parameters<Operations[Name]>[0], requestId?: RequestId) => {
      // It goes into the checkpoint, which a value of another type would make unreadable.
      const request = typeof requestId === 'string' ? requestId : undefined;
      const { outcome, notices, ...step } = dispatch(state, name, input, context, { request });
      state = appendEvents(step.state, step.logEvents);
      publish(notices, request !== undefined && outcome.ok ? [request] : []);
      return outcome as never;
    };

  publish(opening);

  return {
    control: {
      subscribe: (listener) => broadcast.subscribe(listener, draft([], handledRequests(state))),
      unsubscribe: broadcast.unsubscribe,
      ...(Object.fromEntries(
        OPERATION_NAMES.map((name) => [name, operation(name)]),
      ) as unknown as Operations),
    },
    advanceTo(time) {
      const step = advance(state, time, context);
      // The clock moved back a little and the mission waits: an empty update keeps the supervisor from taking
      // it for dead.
      if (time < state.time && step.state === state) broadcast.publish(draft([], []));
      if (step.state.time < state.time) poller?.restart(step.state.time);
      state = step.state;
      poller?.advanceTo(state.time);
      publish(step.notices);
    },
    nextDueTime() {
      const { time } = nextStep(state.schedule);
      return poller ? (Math.min(time, poller.nextDueTime()) as EpochMs) : time;
    },
    setOnline: (isOnline) => poller?.setOnline(isOnline),
    injectFault(fault) {
      const step = strikeFault(state, fault, state.time, context);
      state = appendEvents(step.state, step.logEvents);
      publish(step.notices);
    },
    snapshot: () => state.slices,
    checkpoint: () => ({ slices: state.slices, resume: resumeState() }),
  };
}
