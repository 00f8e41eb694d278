import type { Anomaly, Command, TelemetrySample, TimelineEvent } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import { CHANNELS, mapChannels } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { type AnomaliesState, anomalyId } from '../../ground/anomalies/anomalies.ts';
import {
  assessedAs,
  beginFault,
  type FaultRecord,
  symptomsOf,
} from '../../ground/anomalies/fault-records.ts';
import { diagnose } from '../../ground/diagnosis/diagnosis.ts';
import { pickOne, type Seed, streamsOf } from '../../kit/random.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { type FdirPlan, type PlanFault, planFault } from '../../spacecraft/fdir.ts';
import { type CommandsState, commandId } from '../operations/commands.ts';
import { openCrew } from '../operations/console-duty.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import { eventId, type TimelineState } from '../operations/timeline.ts';
import {
  EVENT_PLANS,
  type EventPlan,
  type PastFault,
  type SampleCommand,
  type SampleEvent,
  SITUATIONS,
  type Situation,
} from './variants.ts';

/**
 * Sample data of a new mission (spec §1: all entities are seeded), around the instant of its beginning. The seed chooses
 * among their variants.
 */

/** Returns the faults and commands with which a mission begins. No other draw depends on this one. */
export const situationOf = (seed: Seed): Situation =>
  pickOne(SITUATIONS, streamsOf(seed)('first situation').at(0));

/** Returns the events with which a mission begins. No other draw depends on this one. */
export const eventPlanOf = (seed: Seed): EventPlan =>
  pickOne(EVENT_PLANS, streamsOf(seed)('first events').at(0));

/** Time at which the fault of a past anomaly was detected, and the first sample after its recovery. */
export interface PastFacts {
  readonly time: EpochMs;
  readonly after: TelemetrySample;
}

/** Facts behind the sample data; without them the data describe an uneventful day. */
export interface InitialFacts {
  /** FDIR's plans for the faults; random by default. */
  readonly planFault?: PlanFault;
  /** Newest samples, from before the Active anomaly's fault. */
  readonly telemetry?: readonly TelemetrySample[];
  /** First pass over an active station that a downlink can be planned for. */
  readonly downlinkPass?: Pick<Pass, 'aos' | 'los'> | undefined;
  readonly acknowledged?: PastFacts | undefined;
  readonly resolved?: PastFacts | undefined;
}

/**
 * Time from a past anomaly's detection to its recovery command, and from there to the sample that shows the recovery.
 */
export const MENDED_AFTER_MS = 4 * MS_PER_MIN;
export const QUIET_AFTER_MS = 2 * MS_PER_MIN;
/** Least lead time of a planned downlink. */
export const DOWNLINK_LEAD_MS = 90 * MS_PER_MIN;

const wholeSecond = (time: number): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

/** Returns the instant before the beginning at which a past fault is detected, if the light allows it. */
export const detectionTime = (now: EpochMs, { at }: PastFault): EpochMs => wholeSecond(now + at * MS_PER_MIN);

/** Execution time of the recovery command of a past fault. */
const repairTime = (now: EpochMs, past: PastFault, facts: PastFacts | undefined): EpochMs =>
  addMs(facts?.time ?? detectionTime(now, past), MENDED_AFTER_MS);

/** Rounds down to a whole minute, the resolution of plans. */
const wholeMinute = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_MIN) * MS_PER_MIN);

/**
 * Returns commands of every status; the Pending ones are overdue, due soon and due tomorrow. The Executed ones are
 * the recovery commands of the past anomalies.
 */
export function initialCommands(now: EpochMs, seed: Seed, facts: InitialFacts = {}): CommandsState {
  const { acknowledged, resolved, failed, overdue, sent, dueSoon, dueTomorrow } = situationOf(seed);
  const base = wholeMinute(now);
  const recovery = (past: PastFault, found: PastFacts | undefined) => {
    const executionTime = repairTime(now, past, found);
    return {
      name: FAULT_KINDS[past.fault].recoveryCommand,
      scheduledTime: wholeMinute(executionTime),
      status: 'Executed',
      executionTime,
    } as const;
  };
  const planned = <Status extends Command['status']>({ name, at }: SampleCommand, status: Status) => ({
    name,
    scheduledTime: addMs(base, at * MS_PER_MIN),
    status,
  });
  const samples: readonly Omit<Command, 'id'>[] = [
    { ...recovery(resolved, facts.resolved), priority: 'High' },
    { ...planned(failed, 'Failed'), priority: 'Medium' },
    { ...recovery(acknowledged, facts.acknowledged), priority: 'Medium' },
    { ...planned(overdue, 'Pending'), priority: 'Medium' },
    { ...planned(sent, 'Sent'), priority: 'High' },
    { ...planned(dueSoon, 'Pending'), priority: 'High' },
    { ...planned(dueTomorrow, 'Pending'), priority: 'Low' },
  ];
  return {
    commands: samples.map((sample, index) => ({ id: commandId(index + 1), ...sample })),
    removed: [],
    nextId: samples.length + 1,
  };
}

/** Returns events of every type and status, one of them in progress; the downlink is planned for a pass. */
export function initialTimeline(
  now: EpochMs,
  seed: Seed,
  { downlinkPass }: InitialFacts = {},
): TimelineState {
  const { rehearsed, serviced, calledOff, inProgress, downlink, nextManeuver, nextService } =
    eventPlanOf(seed);
  const base = wholeMinute(now);
  const planned = ({ title, description, between: [start, end] }: SampleEvent) => ({
    title,
    description,
    startTime: addMs(base, start * MS_PER_MIN),
    endTime: addMs(base, end * MS_PER_MIN),
  });
  const samples: readonly Omit<TimelineEvent, 'id'>[] = [
    { ...planned(rehearsed), type: 'Emergency', status: 'Completed', priority: 'High' },
    { ...planned(serviced), type: 'Maintenance', status: 'Completed', priority: 'Medium' },
    { ...planned(calledOff), type: 'Maneuver', status: 'Cancelled', priority: 'High' },
    { ...planned(inProgress), type: 'Experiment', status: 'In Progress', priority: 'Medium' },
    {
      ...planned({ ...downlink, between: [120, 130] }), // without a pass
      ...(downlinkPass && {
        startTime: wholeSecond(downlinkPass.aos),
        endTime: wholeSecond(downlinkPass.los),
      }),
      type: 'Communication',
      status: 'Scheduled',
      priority: 'High',
    },
    { ...planned(nextManeuver), type: 'Maneuver', status: 'Scheduled', priority: 'Medium' },
    { ...planned(nextService), type: 'Maintenance', status: 'Scheduled', priority: 'Low' },
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

/** Returns samples with the newest one dated by an instant at the latest: what they show is from before the fault. */
function samplesUntil(time: EpochMs, samples: readonly TelemetrySample[]): readonly TelemetrySample[] {
  const lateMs = Math.max(0, (samples.at(-1)?.timestamp ?? time) - time);
  return samples.map((sample) => ({ ...sample, timestamp: addMs(sample.timestamp, -lateMs) }));
}

/**
 * Returns an anomaly of each status, of different severities. The Active one's fault is active from the start; the
 * Acknowledged one's was cleared by its command; the Resolved one has none.
 */
export function initialAnomalies(now: EpochMs, seed: Seed, facts: InitialFacts = {}): AnomaliesState {
  const situation = situationOf(seed);
  const { telemetry = [], planFault: plan = planFault } = facts;
  /** Each fault is contained by a redundant unit, so that it stays visible. */
  const planOf = (name: FaultName, time: EpochMs): FdirPlan =>
    plan(name, time, streamsOf(seed)(`fdir:${name}`).at(time), 'contained');
  /** Creates a past anomaly that a command has cleared; its text cites the first quiet sample after it. */
  const past = (
    number: number,
    fault: PastFault,
    status: Anomaly['status'],
    found: PastFacts | undefined,
  ) => {
    const { fault: name } = fault;
    const after: Omit<TelemetrySample, 'timestamp'> = found?.after ?? UNEVENTFUL;
    const endedAt = repairTime(now, fault, found);
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
  const since = wholeSecond(now - situation.activeForS * MS_PER_S);
  const active = beginFault(
    anomalyId(3),
    { name: situation.active, plan: planOf(situation.active, since) },
    since,
    samplesUntil(since, telemetry),
  );
  const acknowledged = past(2, situation.acknowledged, 'Acknowledged', facts.acknowledged);
  const resolved = past(1, situation.resolved, 'Resolved', facts.resolved);
  return {
    anomalies: [active.anomaly, acknowledged.anomaly, resolved.anomaly],
    nextId: 4,
    faults: { [active.anomaly.id]: active.record, [acknowledged.anomaly.id]: acknowledged.record },
  };
}

/** Returns the operator state of a new mission; `seed` decides its variants, and FDIR's plans for its faults. */
export const initialOperatorState = (now: EpochMs, seed: Seed, facts?: InitialFacts): OperatorState => ({
  commands: initialCommands(now, seed, facts),
  timeline: initialTimeline(now, seed, facts),
  anomalies: initialAnomalies(now, seed, facts),
  crew: openCrew(now),
  handled: [],
});
