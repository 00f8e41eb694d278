import * as v from 'valibot';
import { plainText } from '../../shared/live-answers.ts';
import {
  type Checkpoint,
  type KeptSliceName,
  type MissionSlices,
  mapSlices,
  type SliceName,
} from '../../shared/mission-control.ts';
import type { OrbitTransition } from '../../shared/orbit-transition.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { AnomaliesState } from '../anomalies/anomalies.ts';
import type { Uplink } from '../commanding/uplink.ts';
import type { Verification } from '../commanding/verification.ts';
import type { Seed } from '../kit/random.ts';
import type { IssOrbit } from '../live-data/iss-orbit.ts';
import type { CommandsState } from '../operations/commands.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import type { TimelineState } from '../operations/timeline.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import { CADENCE_PERIODS_MS, CADENCES, type Cadence, type Schedule } from '../state/schedule.ts';
import type { Downlink } from '../telemetry/telemetry.ts';
import { checkpointSchema } from './checkpoint-schema.ts';

/** Content of a checkpoint beside the slices. */
export interface MissionResume {
  readonly time: EpochMs;
  readonly schedule: Schedule;
  /** Seed of the random streams. */
  readonly seed: Seed;
  readonly drawsFaults: boolean;
  readonly spacecraft: SpacecraftState;
  /** Instant of the spacecraft's state. */
  readonly spacecraftTime: EpochMs;
  readonly issOrbit: IssOrbit;
  /** Orbit transition of the ISS, if one is in progress. */
  readonly issTransition: OrbitTransition | undefined;
  readonly downlink: DownlinkResume;
  readonly uplink: Uplink;
  readonly verifications: readonly Verification[];
  readonly operator: OperatorResume;
  readonly nextNoticeId: number;
}

/** The downlink; `reported` is omitted where it equals the current spacecraft. */
export type DownlinkResume = Omit<Downlink, 'reported'> & Partial<Pick<Downlink, 'reported'>>;

/** Operator state beside the slices. */
export interface OperatorResume {
  readonly removed: CommandsState['removed'];
  readonly nextCommandId: number;
  readonly cancelled: TimelineState['cancelled'];
  readonly nextEventId: number;
  readonly nextAnomalyId: number;
  readonly faults: AnomaliesState['faults'];
  /** Active faults whose anomalies were closed or left the list. */
  readonly closedFaults: AnomaliesState['faults'];
  readonly crew: OperatorState['crew'];
  readonly handled: OperatorState['handled'];
}

/** A validated checkpoint. What follows from the time alone (orbits, passes) is not part of it. */
export interface RestoredMission extends Omit<MissionResume, 'operator'> {
  readonly operator: OperatorState;
  /** Values of the slices that a checkpoint keeps. */
  readonly kept: Pick<MissionSlices, KeptSliceName>;
  readonly revisions: Readonly<Record<SliceName, number>>;
}

/** Cap on the reason for a new mission, in characters. */
export const LONGEST_REASON = 200;

/** Reports the path of an invalid value and the rule, never the value itself: it can be anything. */
function refuse(issue: v.BaseIssue<unknown>): ReturnType<typeof failed> {
  const what = issue.received === 'undefined' ? 'is missing' : 'is not what it should be';
  return failed(plainText(`${v.getDotPath(issue) ?? 'the checkpoint'} ${what}`, LONGEST_REASON));
}

/**
 * Whether the next step of a cadence is at most one period away: otherwise it would be delayed indefinitely.
 */
const isDueInTime = (inMs: number, cadence: Cadence): boolean =>
  inMs > 0 && inMs <= CADENCE_PERIODS_MS[cadence];

const keptValues = (slices: v.InferOutput<typeof checkpointSchema>['slices']): RestoredMission['kept'] => {
  const entries = Object.entries(slices).flatMap(([name, slice]) =>
    'value' in slice ? [[name, slice.value]] : [],
  );
  return Object.fromEntries(entries);
};

/** Reads a checkpoint received over a channel. Fails with what is invalid. */
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
    issTransition,
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
    kept: keptValues(slices),
    revisions: mapSlices((name) => slices[name].revision),
  });
}
