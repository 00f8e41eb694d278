import * as v from 'valibot';
import type { TelemetrySample } from '../shared/entities.ts';
import type { LogEntry } from '../shared/event-log.ts';
import { plainText } from '../shared/live-answers.ts';
import {
  type Checkpoint,
  type PerformanceReport,
  SLICE_NAMES,
  type SliceName,
} from '../shared/mission-control.ts';
import type { OrbitTransition } from '../shared/orbit-transition.ts';
import type { RealData } from '../shared/real-data.ts';
import { failed, type Result, succeeded } from '../shared/result.ts';
import type { CommandVerification, EclipseForecast } from '../shared/spacecraft.ts';
import type { EpochMs } from '../shared/units.ts';
import type { AnomaliesState } from './anomalies.ts';
import { checkpointSchema } from './checkpoint-schema.ts';
import type { CommandsState } from './commands.ts';
import type { OperatorState } from './operator-state.ts';
import type { RandomState } from './random.ts';
import type { IssOrbit } from './real-data/iss-orbit.ts';
import { CADENCE_PERIODS_MS, CADENCES, type Cadence, type Schedule } from './schedule.ts';
import type { SpacecraftState } from './spacecraft/model.ts';
import type { Downlink } from './telemetry.ts';
import type { TimelineState } from './timeline.ts';
import type { Uplink } from './uplink.ts';
import type { Verification } from './verification.ts';

/** What a checkpoint holds beside the slices. */
export interface MissionResume {
  readonly time: EpochMs;
  readonly schedule: Schedule;
  readonly random: RandomState;
  /** What the streams of `chanceFor` grow from. */
  readonly seed: RandomState;
  readonly spacecraft: SpacecraftState;
  /** The instant that the spacecraft's state belongs to. */
  readonly spacecraftTime: EpochMs;
  readonly issOrbit: IssOrbit;
  /** The glide of the station onto its orbit, while there is one. */
  readonly issTransition: OrbitTransition | undefined;
  readonly downlink: DownlinkResume;
  readonly uplink: Uplink;
  readonly verifications: readonly Verification[];
  readonly operator: OperatorResume;
  readonly nextNoticeId: number;
}

/** The way of telemetry to the ground; what was reported is left out where it is the spacecraft as it is. */
export type DownlinkResume = Omit<Downlink, 'reported'> & Partial<Pick<Downlink, 'reported'>>;

/** What the console holds beside its slices. */
export interface OperatorResume {
  readonly removed: CommandsState['removed'];
  readonly nextCommandId: number;
  readonly cancelled: TimelineState['cancelled'];
  readonly nextEventId: number;
  readonly nextAnomalyId: number;
  readonly faults: AnomaliesState['faults'];
  /** Of anomalies that were closed or left the list while their faults act. */
  readonly closedFaults: AnomaliesState['faults'];
  readonly crew: OperatorState['crew'];
  readonly handled: OperatorState['handled'];
}

/** A checkpoint that was read and found whole. What follows from the time alone (orbits, passes) is not in it. */
export interface RestoredMission extends Omit<MissionResume, 'operator'> {
  readonly startTime: EpochMs;
  /** Mission time at the clock's last whole second. */
  readonly clockTime: EpochMs;
  readonly history: readonly TelemetrySample[];
  readonly realData: RealData;
  readonly operator: OperatorState;
  readonly performance: PerformanceReport;
  readonly log: readonly LogEntry[];
  readonly eclipse: EclipseForecast | undefined;
  readonly evidence: readonly CommandVerification[];
  readonly revisions: Readonly<Record<SliceName, number>>;
}

/** Of why a mission begins anew, in characters. */
export const LONGEST_REASON = 200;

/** The place of what is wrong, and in a word what: what stands there instead can be anything, and is not told. */
function refuse(issue: v.BaseIssue<unknown>): ReturnType<typeof failed> {
  const what = issue.received === 'undefined' ? 'is missing' : 'is not what it should be';
  return failed(plainText(`${v.getDotPath(issue) ?? 'the checkpoint'} ${what}`, LONGEST_REASON));
}

/** Of what runs at a cadence the next step is never further away than its period: another one would never come. */
const isDueInTime = (inMs: number, cadence: Cadence): boolean =>
  inMs > 0 && inMs <= CADENCE_PERIODS_MS[cadence];

/** Reads a checkpoint, which has been on the other side of a channel. Fails with what is wrong in it. */
export function readCheckpoint(checkpoint: Checkpoint): Result<RestoredMission> {
  const read = v.safeParse(checkpointSchema, checkpoint, { abortEarly: true });
  if (!read.success) return refuse(read.issues[0]);
  const { slices, resume } = read.output;
  if (CADENCES.some((cadence) => !isDueInTime(resume.schedule[cadence] - resume.time, cadence))) {
    return failed('resume.schedule has a step before the checkpoint was taken, or far behind it');
  }
  const { issTransition, operator, ...rest } = resume;
  const { measured, ...orbit } = resume.issOrbit;
  return succeeded({
    ...rest,
    issTransition: issTransition,
    issOrbit: { ...orbit, measured },
    operator: {
      commands: {
        commands: slices.commands.value,
        removed: operator.removed,
        nextId: operator.nextCommandId,
      },
      timeline: {
        events: slices.timeline.value,
        cancelled: operator.cancelled,
        nextId: operator.nextEventId,
      },
      anomalies: {
        anomalies: slices.anomalies.value,
        nextId: operator.nextAnomalyId,
        faults: operator.faults,
        closed: operator.closedFaults,
      },
      crew: operator.crew,
      handled: operator.handled,
    },
    performance: slices.performance.value,
    log: slices.log.value,
    eclipse: slices.eclipse.value,
    evidence: slices.evidence.value,
    startTime: slices.clock.value.startTime,
    clockTime: slices.clock.value.time,
    history: slices.telemetry.value,
    realData: slices.realData.value,
    revisions: Object.fromEntries(SLICE_NAMES.map((name) => [name, slices[name].revision])) as Record<
      SliceName,
      number
    >,
  });
}
