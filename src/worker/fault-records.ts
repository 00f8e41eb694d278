import type { Anomaly, AnomalySeverity, CommandName, TelemetrySample } from '../shared/entities.ts';
import type { TelemetryChannel } from '../shared/limits.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import { addMs, type EpochMs } from '../shared/units.ts';
import {
  type Diagnosis,
  diagnose,
  type FaultPhase,
  type Recurrence,
  type Symptoms,
} from './diagnosis/diagnosis.ts';
import { slopeUntil } from './diagnosis/observed-change.ts';
import { FAULT_KINDS, type FaultName } from './spacecraft/fault-kinds.ts';
import { type FdirPlan, shiftPlan } from './spacecraft/fdir.ts';
import type { LimitForecast } from './spacecraft/limit-forecast.ts';

/** The fault behind an anomaly: when and in what it began, where it leads, how it ended. Plain cloneable data. */
export interface FaultRecord {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** What FDIR does about it. */
  readonly plan: FdirPlan;
  /** Why it is told again, where an anomaly told of it before. */
  readonly recurrence?: Recurrence;
  /** When its earlier anomaly was resolved; of a closed one, when it was itself. */
  readonly resolvedAt?: EpochMs;
  /** The last sample before the onset. */
  readonly before?: TelemetrySample;
  /** How fast the bus warmed before the onset, °C/min. */
  readonly slopeBefore?: number;
  readonly forecast?: LimitForecast;
  /** When it was last looked where it leads, whatever was found. */
  readonly foreseenAt?: EpochMs;
  /** When it ended physically. */
  readonly endedAt?: EpochMs;
  /** The command that ended it. */
  readonly endedBy?: CommandName;
  /** What the anomaly's text says. */
  readonly reported: Reported;
}

/** What a text says: it is written again when that has changed by more than noise. */
export interface Reported {
  readonly phase: FaultPhase;
  /** What has not been ruled out as the cause. */
  readonly causes: readonly FaultName[];
  readonly channel: TelemetryChannel;
  /** As it is cited, where there is one. */
  readonly reading?: number;
  readonly status: Anomaly['status'];
  readonly time: EpochMs;
}

/** How severe a fault is: by what happens if nobody acts, where a retry on board clears it nothing does. */
const severityOf = (name: FaultName, { course }: FdirPlan): AnomalySeverity =>
  course === 'transient' ? 'Low' : FAULT_KINDS[name].severity;

/** What is detected, and the record of the anomaly that told of it before. */
export type BegunFault = Pick<FaultRecord, 'name' | 'plan' | 'recurrence'> & {
  readonly earlier?: FaultRecord | undefined;
};

/** A fault as it is detected, and the anomaly that tells of it. What was seen of it before still counts. */
export function beginFault(
  id: string,
  { name, plan, recurrence, earlier }: BegunFault,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
): { readonly anomaly: Anomaly; readonly record: FaultRecord } {
  const { type, recoveryCommand } = FAULT_KINDS[name];
  const before = earlier?.before ?? telemetry.findLast(({ timestamp }) => timestamp <= time);
  const slopeBefore = earlier ? earlier.slopeBefore : slopeUntil(time, telemetry);
  const resolvedAt = earlier?.resolvedAt;
  const onset = {
    name,
    since: time,
    plan,
    ...(recurrence && { recurrence }),
    ...(resolvedAt !== undefined && { resolvedAt }),
    ...(before && { before }),
    ...(slopeBefore !== undefined && { slopeBefore }),
  };
  const status = 'Active';
  const held = earlier && { causes: earlier.reported.causes, seenIn: seenIn(earlier.reported) };
  const diagnosis = diagnose({ ...onset, ...held, status, telemetry }, time);
  const anomaly: Anomaly = {
    id,
    timestamp: time,
    type,
    severity: severityOf(name, plan),
    message: diagnosis.message,
    aiExplanation: diagnosis.aiExplanation,
    status,
    suggestedAction: recoveryCommand,
  };
  return { anomaly, record: { ...onset, reported: reportedOf(diagnosis, status, time) } };
}

/** What a diagnosis says. */
export const reportedOf = (
  { phase, causes, channel, reading }: Diagnosis,
  status: Anomaly['status'],
  time: EpochMs,
): Reported => ({
  phase,
  causes,
  channel,
  ...(reading !== undefined && Number.isFinite(reading) && { reading }),
  status,
  time,
});

/** The channel that a fault has been seen in, if it has. */
const seenIn = ({ phase, channel }: Reported): TelemetryChannel | undefined =>
  phase === 'unseen' ? undefined : channel;

/** A fault as it stands now. */
export const symptomsOf = (
  { reported, ...record }: FaultRecord,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
): Symptoms => ({
  ...record,
  causes: reported.causes,
  seenIn: seenIn(reported),
  status,
  telemetry,
  view,
});

/** A record under a clock that was set back. */
export function shiftRecord(record: FaultRecord, shiftMs: number): FaultRecord {
  const { since, plan, resolvedAt, before, forecast, foreseenAt, endedAt, reported } = record;
  return {
    ...record,
    since: addMs(since, shiftMs),
    plan: shiftPlan(plan, shiftMs),
    ...(resolvedAt !== undefined && { resolvedAt: addMs(resolvedAt, shiftMs) }),
    ...(before && { before: { ...before, timestamp: addMs(before.timestamp, shiftMs) } }),
    ...(forecast && { forecast: { ...forecast, time: addMs(forecast.time, shiftMs) } }),
    ...(foreseenAt !== undefined && { foreseenAt: addMs(foreseenAt, shiftMs) }),
    ...(endedAt !== undefined && { endedAt: addMs(endedAt, shiftMs) }),
    reported: { ...reported, time: addMs(reported.time, shiftMs) },
  };
}
