import type { MissionSlices } from '../../../shared/contract/mission-control.ts';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import type { Anomaly, PerformanceReport } from '../../../shared/entities/entities.ts';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import type { MissionProfile } from '../../../shared/entities/mission-profile.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { OrbitTransition } from '../../../shared/orbit/orbit-transition.ts';
import type { AnomaliesState } from '../../ground/anomalies/anomalies.ts';
import type { Uplink } from '../../ground/commanding/uplink.ts';
import type { Verification } from '../../ground/commanding/verification.ts';
import { appendLog } from '../../ground/log/event-log.ts';
import type { LogEvent } from '../../ground/log/log-events.ts';
import type { PredictionWatch } from '../../ground/parting/watch.ts';
import type { LimitWatches } from '../../ground/telemetry/limit-watch.ts';
import type { EnvironmentAt, TelemetryState } from '../../ground/telemetry/telemetry.ts';
import type { Seed } from '../../kit/random.ts';
import type { Step } from '../../kit/steps.ts';
import type { OnboardState } from '../../onboard/state.ts';
import type { ContactsState } from '../../orbit/contacts.ts';
import type { Propagators } from '../../orbit/propagators.ts';
import type { PlanFault } from '../../spacecraft/fdir.ts';
import { countCommands } from '../operations/commands.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import type { ExerciseState, RunningExercise, TriggersState } from './exercise-state.ts';
import { measurePerformance } from './performance.ts';

/** Inputs of the mission's rules besides its state. */
export interface SimulationContext {
  /** Built-in orbits. */
  readonly propagators: Propagators;
  /** The ground stations that the radio of ORBITA-1 uses. */
  readonly network: readonly NetworkStation[];
  /** Environment of ORBITA-1 over that network. */
  readonly environmentAt: EnvironmentAt;
  readonly planFault: PlanFault;
  /** The exercise of the mission, if it has one. */
  readonly exercise?: RunningExercise | undefined;
  /** Returns the anomalies as the aids of its exercise show them; the same list for the same anomalies. */
  readonly anomaliesShown: (anomalies: readonly Anomaly[]) => readonly Anomaly[];
  /** Returns the spacecraft as the aids of its exercise show it; the same view for the same. */
  readonly viewShown: (
    view: SpacecraftView | undefined,
    anomalies: AnomaliesState,
  ) => SpacecraftView | undefined;
  /** Returns the spacecraft as known on the ground; the same object while unchanged. `undefined` without an orbit. */
  readonly viewOnGround: (state: Pick<MissionState, 'telemetry' | 'operator'>) => SpacecraftView | undefined;
}

/** Complete state of a mission. Everything that is shown follows from it. */
export interface MissionState {
  readonly time: EpochMs;
  /** Zero of mission elapsed time (MET). */
  readonly startTime: EpochMs;
  /** Seed of the random streams. */
  readonly seed: Seed;
  readonly profile: MissionProfile;
  readonly telemetry: TelemetryState;
  /** What is reported of the limits, after the newest sample; `undefined` before the first. */
  readonly limits: LimitWatches | undefined;
  /** Elements of the ISS determined from live data; `undefined` for the built-in ones. */
  readonly issElements: OrbitalElements | undefined;
  /** Newest transition of the ISS to a better known orbit, which the map shows. */
  readonly issTransition: OrbitTransition | undefined;
  /** Current orbits. */
  readonly propagators: Propagators;
  /** The ground network; `undefined` for the specified one. */
  readonly network: readonly NetworkStation[] | undefined;
  readonly contacts: ContactsState;
  readonly operator: OperatorState;
  /** Executed commands that are not on board yet. */
  readonly uplink: Uplink;
  /** Verifications of executed commands without a verdict, oldest first. */
  readonly verifications: readonly Verification[];
  /** Verifications as shown on the rows of their commands. */
  readonly shownVerifications: MissionSlices['verifications'];
  /** Performance figures, measured every 30 s. */
  readonly performance: PerformanceReport;
  /** The prediction that samples are held against; absent before the first. */
  readonly predictionWatch?: PredictionWatch;
  /** Forecast of the next eclipse, as of the last minute with a sample. */
  readonly eclipse: MissionSlices['eclipse'];
  /** Course of the exercise; absent without one. */
  readonly exercise?: ExerciseState;
  /** Triggers of its exercise and of instructors; absent without any so far. */
  readonly triggers?: TriggersState;
  /** The software on board; absent until packet telemetry begins. */
  readonly onboard?: OnboardState;
  /** Telemetry packets of the newest step or input: an output, which nothing depends on. */
  readonly packets?: readonly Uint8Array[] | undefined;
  /** Event log, oldest first. */
  readonly log: readonly LogEntry[];
}

export const appendEvents = (state: MissionState, logEvents: readonly LogEvent[]): MissionState =>
  logEvents.length === 0 ? state : { ...state, log: appendLog(state.log, logEvents, state.time) };

/** Reports on the mission itself, in the log and as a notice. */
export const remark = (state: MissionState, level: 'info' | 'warning', text: string): Step<MissionState> => ({
  state: appendEvents(state, [{ time: state.time, kind: 'Mission', level, text }]),
  notices: [{ level, text }],
});

export const withAnomalies = (state: MissionState, anomalies: AnomaliesState): MissionState => ({
  ...state,
  operator: { ...state.operator, anomalies },
});

/** Updates the performance figures at an instant. */
export function measure(state: MissionState, time: EpochMs): MissionState {
  const { startTime, telemetry, operator } = state;
  const performance = measurePerformance(
    {
      startTime,
      commandCount: countCommands(operator.commands),
      telemetry: telemetry.history,
      telemetryPeriodMs: telemetry.downlink.periodMs,
      anomalies: operator.anomalies,
      spacecraft: telemetry.downlink.reported.spacecraft,
    },
    time,
  );
  return { ...state, performance };
}

/** A step and its log events. */
export interface LoopStep extends Step<MissionState> {
  readonly logEvents: readonly LogEvent[];
}

export const withoutEvents = (state: MissionState): LoopStep => ({ state, notices: [], logEvents: [] });
