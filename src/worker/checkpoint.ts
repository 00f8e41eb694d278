import * as v from 'valibot';
import type { TelemetrySample } from '../shared/entities.ts';
import type { LogEntry } from '../shared/event-log.ts';

import {
  type Checkpoint,
  type PerformanceReport,
  SLICE_NAMES,
  type SliceName,
} from '../shared/mission-control.ts';

import type { RealData } from '../shared/real-data.ts';
import { failed, type Result, succeeded } from '../shared/result.ts';
import type { Settling } from '../shared/settling.ts';
import type { CommandEvidence } from '../shared/spacecraft.ts';
import type { EpochMs } from '../shared/units.ts';
import type { AnomaliesState } from './anomalies.ts';
import { checkpointSchema } from './checkpoint-schema.ts';
import type { CommandsState } from './commands.ts';
import type { ConsoleState } from './console.ts';
import type { Watch } from './evidence.ts';
import type { RandomState } from './random.ts';
import type { StationOrbit } from './real-data/station-orbit.ts';
import type { Schedule } from './schedule.ts';
import type { SpacecraftState } from './spacecraft/model.ts';
import type { TimelineState } from './timeline.ts';

/** What a checkpoint holds beside the slices. */
export interface MissionResume {
  readonly time: EpochMs;
  readonly schedule: Schedule;
  readonly random: RandomState;
  readonly spacecraft: SpacecraftState;
  /** The instant that the spacecraft's state belongs to. */
  readonly spacecraftTime: EpochMs;
  readonly stationOrbit: StationOrbit;
  /** The glide of the station onto its orbit, while there is one. */
  readonly stationSettling: Settling | undefined;
  readonly watches: readonly Watch[];
  readonly console: ConsoleResume;
  readonly nextNoticeId: number;
}

/** What the console holds beside its slices. */
export interface ConsoleResume {
  readonly removed: CommandsState['removed'];
  readonly nextCommandId: number;
  readonly cancelled: TimelineState['cancelled'];
  readonly nextEventId: number;
  readonly nextAnomalyId: number;
  readonly faults: AnomaliesState['faults'];
  readonly handled: ConsoleState['handled'];
}

/** A checkpoint that was read and found whole. What follows from the time alone (orbits, passes) is not in it. */
export interface RestoredMission extends Omit<MissionResume, 'console'> {
  readonly startTime: EpochMs;
  /** Mission time at the clock's last whole second. */
  readonly clockTime: EpochMs;
  readonly history: readonly TelemetrySample[];
  readonly realData: RealData;
  readonly console: ConsoleState;
  readonly performance: PerformanceReport;
  readonly log: readonly LogEntry[];
  readonly evidence: readonly CommandEvidence[];
  readonly revisions: Readonly<Record<SliceName, number>>;
}

/** Reads a checkpoint, which has been on the other side of a channel. Fails with what is wrong in it. */
export function readCheckpoint(checkpoint: Checkpoint): Result<RestoredMission> {
  const read = v.safeParse(checkpointSchema, checkpoint);
  if (!read.success) {
    const [issue] = read.issues;
    return failed(`${v.getDotPath(issue) ?? 'checkpoint'}: ${issue.message}`);
  }
  const { slices, resume } = read.output;
  if (Object.values(resume.schedule).some((due) => due <= resume.time)) {
    return failed('resume.schedule: a step is due before the checkpoint was taken');
  }
  const { stationSettling, console, ...rest } = resume;
  const { measured, ...orbit } = resume.stationOrbit;
  return succeeded({
    ...rest,
    stationSettling,
    stationOrbit: { ...orbit, measured },
    console: {
      commands: {
        commands: slices.commands.value,
        removed: console.removed,
        nextId: console.nextCommandId,
      },
      timeline: {
        events: slices.timeline.value,
        cancelled: console.cancelled,
        nextId: console.nextEventId,
      },
      anomalies: {
        anomalies: slices.anomalies.value,
        nextId: console.nextAnomalyId,
        faults: console.faults,
      },
      handled: console.handled,
    },
    performance: slices.performance.value,
    log: slices.log.value,
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
