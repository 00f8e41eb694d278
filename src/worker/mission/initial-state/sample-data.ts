import type { Anomaly, Command, TelemetrySample, TimelineEvent } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import { CHANNELS, mapChannels } from '../../../shared/entities/telemetry-channels.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../shared/kit/units.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { type AnomaliesState, anomalyId } from '../../ground/anomalies/anomalies.ts';
import {
  assessedAs,
  beginFault,
  type FaultRecord,
  symptomsOf,
} from '../../ground/anomalies/fault-records.ts';
import { diagnose } from '../../ground/diagnosis/diagnosis.ts';
import { type Seed, streamsOf } from '../../kit/random.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { type FdirPlan, type PlanFault, planFault } from '../../spacecraft/fdir.ts';
import { type CommandsState, commandId } from '../operations/commands.ts';
import { openCrew } from '../operations/console-duty.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import { eventId, type TimelineState } from '../operations/timeline.ts';

/** Sample data of a new mission (spec §1: all entities are seeded), around the instant of its beginning. */

/** Facts behind the sample data; without them the data describe an uneventful day. */
export interface InitialFacts {
  /** FDIR's plans for the faults; random by default. */
  readonly planFault?: PlanFault;
  /** Newest sample, from before the Active anomaly's fault. */
  readonly reading?: TelemetrySample | undefined;
  /** First pass over an active station that a downlink can be planned for. */
  readonly downlinkPass?: Pick<Pass, 'aos' | 'los'> | undefined;
  /** Time at which the array wing retracted, in sunlight, and the first sample after its redeployment. */
  readonly wingFolded?: { readonly time: EpochMs; readonly after: TelemetrySample } | undefined;
}

const GYRO_DRIFT_AGO_MS = 74 * MS_PER_MIN;
/** Time from the array wing's retraction to the beginning, unless illumination requires another time. */
export const WING_FOLDED_AGO_MS = 5 * MS_PER_H;
/**
 * Time from a past anomaly's detection to its recovery command, and from there to the sample that shows the recovery.
 */
export const MENDED_AFTER_MS = 4 * MS_PER_MIN;
export const QUIET_AFTER_MS = 2 * MS_PER_MIN;
/** Least lead time of a planned downlink. */
export const DOWNLINK_LEAD_MS = 90 * MS_PER_MIN;

const wholeSecond = (time: number): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

/** Execution times of the recovery commands of the past anomalies. */
function repairTimes(now: EpochMs, { wingFolded }: InitialFacts) {
  return {
    gyro: wholeSecond(now - GYRO_DRIFT_AGO_MS + MENDED_AFTER_MS),
    wing: wholeSecond((wingFolded?.time ?? now - WING_FOLDED_AGO_MS) + MENDED_AFTER_MS),
  };
}

/** Rounds down to a whole minute, the resolution of plans. */
const wholeMinute = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_MIN) * MS_PER_MIN);

/**
 * Returns commands of every status; the Pending ones are overdue, due soon and due tomorrow. The Executed ones are
 * the recovery commands of the past anomalies.
 */
export function initialCommands(now: EpochMs, facts: InitialFacts = {}): CommandsState {
  const base = wholeMinute(now);
  const { gyro, wing } = repairTimes(now, facts);
  const at = (ms: number): EpochMs => addMs(base, ms);
  const samples: readonly Omit<Command, 'id'>[] = [
    {
      name: 'Deploy Solar Array',
      scheduledTime: wholeMinute(wing),
      priority: 'High',
      status: 'Executed',
      executionTime: wing,
    },
    {
      name: 'Attitude Adjustment',
      scheduledTime: at(-100 * MS_PER_MIN),
      priority: 'Medium',
      status: 'Failed',
    },
    {
      name: 'Calibrate Sensors',
      scheduledTime: wholeMinute(gyro),
      priority: 'Medium',
      status: 'Executed',
      executionTime: gyro,
    },
    { name: 'Rotate Antenna', scheduledTime: at(-12 * MS_PER_MIN), priority: 'Medium', status: 'Pending' },
    { name: 'Communications Check', scheduledTime: at(-4 * MS_PER_MIN), priority: 'High', status: 'Sent' },
    { name: 'Thermal Control', scheduledTime: at(15 * MS_PER_MIN), priority: 'High', status: 'Pending' },
    { name: 'Deploy Solar Array', scheduledTime: at(MS_PER_DAY), priority: 'Low', status: 'Pending' },
  ];
  return {
    commands: samples.map((sample, index) => ({ id: commandId(index + 1), ...sample })),
    removed: [],
    nextId: samples.length + 1,
  };
}

/** Returns events of every type and status, one of them in progress; the downlink is planned for a pass. */
export function initialTimeline(now: EpochMs, { downlinkPass }: InitialFacts = {}): TimelineState {
  const base = wholeMinute(now);
  const between = (startMs: number, endMs: number) => ({
    startTime: addMs(base, startMs),
    endTime: addMs(base, endMs),
  });
  const samples: readonly Omit<TimelineEvent, 'id'>[] = [
    {
      title: 'Debris avoidance drill',
      ...between(-26 * MS_PER_H, -25 * MS_PER_H),
      description: 'Full rehearsal of the conjunction procedure, from the warning to the go/no-go poll.',
      type: 'Emergency',
      status: 'Completed',
      priority: 'High',
    },
    {
      title: 'Star tracker alignment',
      ...between(-7 * MS_PER_H, -6.5 * MS_PER_H),
      description: 'Alignment of both star trackers against twelve catalogue stars.',
      type: 'Maintenance',
      status: 'Completed',
      priority: 'Medium',
    },
    {
      title: 'Orbit raising burn',
      ...between(-2 * MS_PER_H, -100 * MS_PER_MIN),
      description: 'Called off: drag was lower than forecast, and the altitude is inside its band.',
      type: 'Maneuver',
      status: 'Cancelled',
      priority: 'High',
    },
    {
      title: 'Earth observation campaign',
      ...between(-20 * MS_PER_MIN, 70 * MS_PER_MIN),
      description: 'Multispectral images of coastal waters along three ground tracks.',
      type: 'Experiment',
      status: 'In Progress',
      priority: 'Medium',
    },
    {
      title: 'High-rate data downlink',
      ...(downlinkPass
        ? { startTime: wholeSecond(downlinkPass.aos), endTime: wholeSecond(downlinkPass.los) }
        : between(2 * MS_PER_H, 2 * MS_PER_H + 10 * MS_PER_MIN)),
      description: 'Images of the campaign and housekeeping data of the last day.',
      type: 'Communication',
      status: 'Scheduled',
      priority: 'High',
    },
    {
      title: 'Reaction wheel desaturation',
      ...between(6 * MS_PER_H, 6.5 * MS_PER_H),
      description: '',
      type: 'Maneuver',
      status: 'Scheduled',
      priority: 'Medium',
    },
    {
      title: 'Battery capacity test',
      ...between(MS_PER_DAY, MS_PER_DAY + 90 * MS_PER_MIN),
      description: 'One orbit on a known load, to measure the charge between two voltages.',
      type: 'Maintenance',
      status: 'Scheduled',
      priority: 'Low',
    },
  ];
  return {
    events: samples
      .map((sample, index) => ({ id: eventId(index + 1), ...sample }))
      .sort((a, b) => a.startTime - b.startTime),
    cancelled: [],
    nextId: samples.length + 1,
  };
}

/** Typical reading, for events before the first telemetry. */
const UNEVENTFUL = mapChannels((channel) => CHANNELS[channel].typical);

/**
 * Returns an anomaly of each status, of different severities. The Active one's fault is active from the start; the
 * Acknowledged one's was cleared by its command; the Resolved one has none.
 */
export function initialAnomalies(now: EpochMs, seed: Seed, facts: InitialFacts = {}): AnomaliesState {
  const { reading, wingFolded, planFault: plan = planFault } = facts;
  const repaired = repairTimes(now, facts);
  const ago = (ms: number): EpochMs => wholeSecond(now - ms);
  /** Each fault is contained by a redundant unit, so that it stays visible. */
  const planOf = (name: FaultName, time: EpochMs): FdirPlan =>
    plan(name, time, streamsOf(seed)(`fdir:${name}`).at(time), 'contained');
  /** Creates a past anomaly that a command has cleared; its text cites the first quiet sample after it. */
  const past = (
    number: number,
    endedAt: EpochMs,
    name: FaultName,
    status: Anomaly['status'],
    after: Omit<TelemetrySample, 'timestamp'> = UNEVENTFUL,
  ) => {
    const time = addMs(endedAt, -MENDED_AFTER_MS);
    const before = { ...after, timestamp: addMs(time, -5 * MS_PER_S) };
    const { anomaly, record } = beginFault(anomalyId(number), { name, plan: planOf(name, time) }, time, [
      before,
    ]);
    const report = { phase: 'recovered', causes: [name], pressing: 'retry', status } as const;
    const reported = { ...record.reported, ...report };
    const ended: FaultRecord = {
      ...record,
      endedAt,
      endedBy: FAULT_KINDS[name].recoveryCommand,
      reported,
    };
    const quiet = [{ ...after, timestamp: addMs(endedAt, QUIET_AFTER_MS) }];
    const diagnosis = diagnose(symptomsOf(ended, status, quiet, undefined), endedAt);
    return {
      anomaly: { ...assessedAs(anomaly, diagnosis, ended, endedAt), status },
      record: ended,
    };
  };
  const since = ago(15 * MS_PER_S);
  const before = reading ? [{ ...reading, timestamp: since }] : [];
  const active = beginFault(
    anomalyId(3),
    { name: 'antenna-off', plan: planOf('antenna-off', since) },
    since,
    before,
  );
  const acknowledged = past(2, repaired.gyro, 'gyro-drift', 'Acknowledged');
  const resolved = past(1, repaired.wing, 'wing-folded', 'Resolved', wingFolded?.after);
  return {
    anomalies: [active.anomaly, acknowledged.anomaly, resolved.anomaly],
    nextId: 4,
    faults: { [active.anomaly.id]: active.record, [acknowledged.anomaly.id]: acknowledged.record },
  };
}

/** Returns the operator state of a new mission; `seed` decides FDIR's plans for its faults. */
export const initialOperatorState = (now: EpochMs, seed: Seed, facts?: InitialFacts): OperatorState => ({
  commands: initialCommands(now, facts),
  timeline: initialTimeline(now, facts),
  anomalies: initialAnomalies(now, seed, facts),
  crew: openCrew(now),
  handled: [],
});
