import type { Snapshot } from '../shared/mission-control.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { ContactsState } from './contacts.ts';
import { appendLog } from './event-log.ts';
import { withKnownFaults } from './known-faults.ts';
import type { LimitStates } from './limit-deadband.ts';
import type { LogEvent } from './log-events.ts';
import type { Step } from './notices.ts';
import { type OperatorState, operatorSlices } from './operator-state.ts';
import { measurePerformance } from './performance.ts';
import type { Propagators } from './propagators.ts';
import type { Random, RandomState } from './random.ts';
import type { IssOrbit } from './real-data/iss-orbit.ts';
import type { Schedule } from './schedule.ts';
import { reviseSlices } from './slices.ts';
import type { PlanFault } from './spacecraft/fdir.ts';
import type { EnvironmentAt, TelemetryState } from './telemetry.ts';
import type { Uplink } from './uplink.ts';
import type { Verification } from './verification.ts';

/** A jump up to this long is lived through step by step: at most 600 clock and 120 telemetry steps. */
export const EXACT_JUMP_MS = 10 * MS_PER_MIN;
/** The end of a longer jump that is lived step by step, so that histories are full and at their own cadence. */
export const EXACT_TAIL_MS = 2 * MS_PER_MIN;
/** A clock that is set back by up to this is waited for; by more, mission time follows it. */
export const PATIENCE_MS = 2 * MS_PER_S;

/** What the mission's rules draw on beside its state. */
export interface SimulationContext {
  /** The orbits that the product brings. */
  readonly propagators: Propagators;
  /** The environment of ORBITA-1. */
  readonly environmentAt: EnvironmentAt;
  readonly random: Random;
  readonly planFault: PlanFault;
}

/** Everything that a mission holds beside its random source and its listeners. */
export interface MissionState {
  readonly time: EpochMs;
  /** What the streams of `chanceFor` grow from. */
  readonly seed: RandomState;
  readonly schedule: Schedule;
  readonly telemetry: TelemetryState;
  /** Of the newest sample; `undefined` while there is none. */
  readonly levels: LimitStates | undefined;
  /** The orbits as they are known now: the station's follows from its measurements. */
  readonly propagators: Propagators;
  readonly issOrbit: IssOrbit;
  readonly contacts: ContactsState;
  readonly operator: OperatorState;
  /** Executed commands that are not on board yet. */
  readonly uplink: Uplink;
  /** Of executed commands that have no verdict yet; oldest first. */
  readonly verifications: readonly Verification[];
  readonly slices: Snapshot;
}

/** The mission with entries added to its log. */
export const appendEvents = (state: MissionState, logEvents: readonly LogEvent[]): MissionState => ({
  ...state,
  slices: reviseSlices(state.slices, { log: appendLog(state.slices.log.value, logEvents, state.time) }),
});

/** Says something about the mission itself, in the log and as a notice. */
export const remark = (state: MissionState, level: 'info' | 'warning', text: string): Step<MissionState> => ({
  state: appendEvents(state, [{ time: state.time, kind: 'Mission', level, text }]),
  notices: [{ level, text }],
});

/** The mission with what its console now holds, the faults that the ground knows of among it. */
export const withOperatorState = (state: MissionState, operator: OperatorState): MissionState => ({
  ...state,
  operator: operator,
  slices: reviseSlices(state.slices, {
    ...operatorSlices(operator),
    spacecraft: withKnownFaults(state.slices.spacecraft.value, operator.anomalies),
  }),
});

/** The mission with its figures of performance measured at an instant. */
export function measure(state: MissionState, time: EpochMs): MissionState {
  const { slices, telemetry, operator } = state;
  const performance = measurePerformance(
    {
      startTime: slices.clock.value.startTime,
      commands: operator.commands.commands,
      telemetry: telemetry.history,
      telemetryPeriodMs: telemetry.downlink.periodMs,
      anomalies: operator.anomalies,
      spacecraft: telemetry.downlink.reported.spacecraft,
    },
    time,
  );
  return { ...state, slices: reviseSlices(slices, { performance }) };
}

/** A step, and what the log is to be told of it. */
export interface LoopStep extends Step<MissionState> {
  readonly logEvents: readonly LogEvent[];
}

export const withoutEvents = (state: MissionState): LoopStep => ({ state, notices: [], logEvents: [] });
