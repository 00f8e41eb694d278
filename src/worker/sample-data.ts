import type { Anomaly, AnomalyType, Command, TelemetrySample, TimelineEvent } from '../shared/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { type AnomaliesState, anomalyId, describeAnomaly } from './anomalies.ts';
import { ANOMALY_KINDS } from './anomaly-kinds.ts';
import { type CommandsState, commandId } from './commands.ts';
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

/** Readings as they may have been when a sample anomaly was seen, 95 s apart. */
const SEEN_IN: readonly Omit<TelemetrySample, 'timestamp'>[] = [
  {
    batteryVoltage: 27.62,
    solarOutput: 604,
    signalStrength: 66.2,
    temperature: 14.1,
    attitudeStability: 0.61,
  },
  {
    batteryVoltage: 27.94,
    solarOutput: 588,
    signalStrength: 61.8,
    temperature: 15.3,
    attitudeStability: 0.88,
  },
];

/** An anomaly of each status, of different severities. */
export function seedAnomalies(now: EpochMs): AnomaliesState {
  const sample = (
    number: number,
    agoMs: number,
    type: AnomalyType,
    index: number,
  ): Omit<Anomaly, 'status'> => {
    const timestamp = epochMs(Math.floor((now - agoMs) / MS_PER_S) * MS_PER_S);
    const telemetry = SEEN_IN.map((reading, place) => ({
      ...reading,
      timestamp: addMs(timestamp, (place - 1) * 95 * MS_PER_S),
    }));
    const kind = ANOMALY_KINDS[type][index] ?? ANOMALY_KINDS[type][0];
    return { id: anomalyId(number), timestamp, ...describeAnomaly(type, kind, telemetry) };
  };
  return {
    anomalies: [
      { ...sample(3, 7 * MS_PER_MIN, 'Signal', 1), status: 'Active' },
      { ...sample(2, 74 * MS_PER_MIN, 'Temperature', 0), status: 'Acknowledged' },
      { ...sample(1, 5 * MS_PER_H, 'Solar', 2), status: 'Resolved' },
    ],
    nextId: 4,
  };
}
