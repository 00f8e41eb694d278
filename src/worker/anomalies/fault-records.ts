import type { Anomaly, AnomalySeverity, CommandName, TelemetrySample } from '../../shared/entities.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs } from '../../shared/units.ts';
import { type Diagnosis, diagnose } from '../diagnosis/diagnosis.ts';
import { slopeUntil } from '../diagnosis/observed-change.ts';
import type { FaultPhase, Recurrence, Symptoms } from '../diagnosis/symptoms.ts';
import { FAULT_KINDS, type FaultName } from '../spacecraft/fault-kinds.ts';
import { type FdirPlan, shiftPlan } from '../spacecraft/fdir.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';

/** The fault behind an anomaly: onset, forecast and end. Plain cloneable data. */
export interface FaultRecord {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** FDIR's plan for the fault. */
  readonly plan: FdirPlan;
  /** Reason for a repeated report, if an earlier anomaly reported the fault. */
  readonly recurrence?: Recurrence;
  /** Time at which the earlier anomaly was resolved; for a closed one, its own. */
  readonly resolvedAt?: EpochMs;
  /** Last sample before the onset. */
  readonly before?: TelemetrySample;
  /** Bus temperature slope before the onset, °C/min. */
  readonly slopeBefore?: number;
  readonly forecast?: LimitForecast;
  /** Time of the last forecast, whatever its result. */
  readonly foreseenAt?: EpochMs;
  /** Time at which the fault ended physically. */
  readonly endedAt?: EpochMs;
  /** Command that ended it. */
  readonly endedBy?: CommandName;
  /** Content of the anomaly's text. */
  readonly reported: Reported;
}

/** Content of a text. The text is rewritten when this changes by more than the noise. */
export interface Reported {
  readonly phase: FaultPhase;
  /** Causes not ruled out. */
  readonly causes: readonly FaultName[];
  readonly channel: TelemetryChannel;
  /** Cited reading, if any. */
  readonly reading?: number;
  readonly status: Anomaly['status'];
  readonly time: EpochMs;
}

/** Severity of a fault: by its outcome without action, which is none where an on-board retry clears it. */
const severityOf = (name: FaultName, { course }: FdirPlan): AnomalySeverity =>
  course === 'transient' ? 'Low' : FAULT_KINDS[name].severity;

/** A detected fault, and the record of the earlier anomaly that reported it. */
export type BegunFault = Pick<FaultRecord, 'name' | 'plan' | 'recurrence'> & {
  readonly earlier?: FaultRecord | undefined;
};

/** Record of a newly detected fault. Earlier observations still count. */
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

/** Content of a diagnosis. */
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

/** Channel in which the fault has been seen, if any. */
const seenIn = ({ phase, channel }: Reported): TelemetryChannel | undefined =>
  phase === 'unseen' ? undefined : channel;

/** Present symptoms of a fault. */
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

/** A record after the clock moved back. */
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
