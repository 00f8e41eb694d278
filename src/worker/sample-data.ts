import type { Anomaly, Command, TelemetrySample, TimelineEvent } from '../shared/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { type AnomaliesState, anomalyId } from './anomalies.ts';
import { chanceFor } from './chance.ts';
import { type CommandsState, commandId } from './commands.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import { beginFault, type FaultRecord, symptomsOf } from './fault-records.ts';
import type { RandomState } from './random.ts';
import { FAULT_KINDS, type FaultName } from './spacecraft/fault-kinds.ts';
import { type FdirPlan, type PlanFault, planFault } from './spacecraft/fdir.ts';
import { eventId, type TimelineState } from './timeline.ts';

/** What a new mission holds (spec §1: all entities are seeded with sample data), around the instant it begins. */

/** The last whole minute: plans are made by the minute. */
const wholeMinute = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_MIN) * MS_PER_MIN);

/** Commands of every status; of the Pending ones one is overdue, one due soon, one due tomorrow. */
export function seedCommands(now: EpochMs): CommandsState {
  const base = wholeMinute(now);
  const at = (ms: number): EpochMs => addMs(base, ms);
  const samples: readonly Omit<Command, 'id'>[] = [
    {
      name: 'Calibrate Sensors',
      scheduledTime: at(-5 * MS_PER_H),
      priority: 'Low',
      status: 'Executed',
      executionTime: at(-5 * MS_PER_H + 12 * MS_PER_S),
    },
    {
      name: 'Data Downlink',
      scheduledTime: at(-3 * MS_PER_H),
      priority: 'High',
      status: 'Executed',
      executionTime: at(-3 * MS_PER_H + 47 * MS_PER_S),
    },
    {
      name: 'Attitude Adjustment',
      scheduledTime: at(-100 * MS_PER_MIN),
      priority: 'Medium',
      status: 'Failed',
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

/** Events of every type and status, one of them going on now. */
export function seedTimeline(now: EpochMs): TimelineState {
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
      ...between(2 * MS_PER_H, 2 * MS_PER_H + 10 * MS_PER_MIN),
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
    events: samples.map((sample, index) => ({ id: eventId(index + 1), ...sample })),
    cancelled: [],
    nextId: samples.length + 1,
  };
}

/** A reading as it may have been on an uneventful day, for what happened before there was telemetry. */
const UNEVENTFUL: Omit<TelemetrySample, 'timestamp'> = {
  batteryVoltage: 28.42,
  solarOutput: 604,
  signalStrength: 66.2,
  temperature: 14.1,
  attitudeStability: 0.61,
};

/**
 * An anomaly of each status, of different severities. The Active one's fault acts on the spacecraft from the start, the
 * Acknowledged one's has ended by its command, the Resolved one has none any more.
 * @param reading the spacecraft's before the Active one's fault, where there is one
 */
export function seedAnomalies(
  now: EpochMs,
  seed: RandomState,
  reading?: TelemetrySample,
  plan: PlanFault = planFault,
): AnomaliesState {
  const ago = (ms: number): EpochMs => epochMs(Math.floor((now - ms) / MS_PER_S) * MS_PER_S);
  /** Each is one that a redundant unit takes over, so that it is there to be seen. */
  const planOf = (number: number, name: FaultName, time: EpochMs): FdirPlan =>
    plan(name, time, chanceFor(seed, 'fdir', number), 'contained');
  /** One that happened before, and that a command has ended; its text is that of the first quiet sample after it. */
  const past = (number: number, agoMs: number, name: FaultName, status: Anomaly['status']) => {
    const time = ago(agoMs);
    const before = { ...UNEVENTFUL, timestamp: addMs(time, -5 * MS_PER_S) };
    const { anomaly, record } = beginFault(
      anomalyId(number),
      { name, plan: planOf(number, name, time) },
      time,
      [before],
    );
    const endedAt = addMs(time, 4 * MS_PER_MIN);
    const told = { ...record.told, phase: 'recovered', causes: [name], status } as const;
    const ended: FaultRecord = { ...record, endedAt, endedBy: FAULT_KINDS[name].remedy, told };
    const quiet = [{ ...UNEVENTFUL, timestamp: addMs(endedAt, 2 * MS_PER_MIN) }];
    const { message, aiExplanation } = diagnose(symptomsOf(ended, status, quiet, undefined), endedAt);
    return { anomaly: { ...anomaly, message, aiExplanation, status }, record: ended };
  };
  const since = ago(15 * MS_PER_S);
  const before = reading ? [{ ...reading, timestamp: since }] : [];
  const active = beginFault(
    anomalyId(3),
    { name: 'antenna-off', plan: planOf(3, 'antenna-off', since) },
    since,
    before,
  );
  const acknowledged = past(2, 74 * MS_PER_MIN, 'gyro-drift', 'Acknowledged');
  const resolved = past(1, 5 * MS_PER_H, 'wing-folded', 'Resolved');
  return {
    anomalies: [active.anomaly, acknowledged.anomaly, resolved.anomaly],
    nextId: 4,
    faults: { [active.anomaly.id]: active.record, [acknowledged.anomaly.id]: acknowledged.record },
  };
}
