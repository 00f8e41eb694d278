import type { Snapshot } from '../../shared/mission-control.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { withKnownFaults } from '../anomalies/known-faults.ts';
import type { Uplink } from '../commanding/uplink.ts';
import type { Verification } from '../commanding/verification.ts';
import type { Seed } from '../kit/random.ts';
import type { Step } from '../kit/steps.ts';
import type { IssOrbit } from '../live-data/iss-orbit.ts';
import { appendLog } from '../log/event-log.ts';
import type { LogEvent } from '../log/log-events.ts';
import { type OperatorState, operatorSlices } from '../operations/operator-state.ts';
import type { ContactsState } from '../orbit/contacts.ts';
import type { Propagators } from '../orbit/propagators.ts';
import type { PlanFault } from '../spacecraft/fdir.ts';
import type { LimitStates } from '../telemetry/limit-deadband.ts';
import type { EnvironmentAt, TelemetryState } from '../telemetry/telemetry.ts';
import { measurePerformance } from './performance.ts';
import type { Schedule } from './schedule.ts';
import { reviseSlices } from './slices.ts';

/** Longest jump that is run step by step: at most 600 clock and 120 telemetry steps. */
export const EXACT_JUMP_MS = 10 * MS_PER_MIN;
/** End of a longer jump that is run step by step, so that histories are full and at their own cadence. */
export const EXACT_TAIL_MS = 2 * MS_PER_MIN;
/** A step back of the clock up to this is waited out; after a larger one mission time follows the clock. */
export const PATIENCE_MS = 2 * MS_PER_S;

/** Inputs of the mission's rules beside its state. */
export interface SimulationContext {
  /** Built-in orbits. */
  readonly propagators: Propagators;
  /** Environment of ORBITA-1. */
  readonly environmentAt: EnvironmentAt;
  readonly planFault: PlanFault;
}

/** Complete state of a mission. */
export interface MissionState {
  readonly time: EpochMs;
  /** Seed of its random streams. */
  readonly seed: Seed;
  /** Whether faults are drawn (spec §4); without draws only injected ones occur. */
  readonly drawsFaults: boolean;
  readonly schedule: Schedule;
  readonly telemetry: TelemetryState;
  /** Levels of the newest sample; `undefined` before the first. */
  readonly levels: LimitStates | undefined;
  /** The current orbits: that of the ISS follows from its measurements. */
  readonly propagators: Propagators;
  readonly issOrbit: IssOrbit;
  readonly contacts: ContactsState;
  readonly operator: OperatorState;
  /** Executed commands that are not on board yet. */
  readonly uplink: Uplink;
  /** Verifications of executed commands without a verdict, oldest first. */
  readonly verifications: readonly Verification[];
  readonly slices: Snapshot;
}

/** The mission with entries added to its log. */
export const appendEvents = (state: MissionState, logEvents: readonly LogEvent[]): MissionState => ({
  ...state,
  slices: reviseSlices(state.slices, { log: appendLog(state.slices.log.value, logEvents, state.time) }),
});

/** Reports on the mission itself, in the log and as a notice. */
export const remark = (state: MissionState, level: 'info' | 'warning', text: string): Step<MissionState> => ({
  state: appendEvents(state, [{ time: state.time, kind: 'Mission', level, text }]),
  notices: [{ level, text }],
});

/** The mission with this operator state, and the faults known on the ground from it. */
export const withOperatorState = (state: MissionState, operator: OperatorState): MissionState => ({
  ...state,
  operator,
  slices: reviseSlices(state.slices, {
    ...operatorSlices(operator),
    spacecraft: withKnownFaults(state.slices.spacecraft.value, operator.anomalies),
  }),
});

/** The mission with its performance figures at an instant. */
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

/** A step and its log events. */
export interface LoopStep extends Step<MissionState> {
  readonly logEvents: readonly LogEvent[];
}

export const withoutEvents = (state: MissionState): LoopStep => ({ state, notices: [], logEvents: [] });
