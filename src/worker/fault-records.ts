import type { Anomaly, CommandName, TelemetrySample } from '../shared/entities.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import type { EpochMs } from '../shared/units.ts';
import { type Diagnosis, diagnose, type FaultPhase } from './diagnosis/diagnosis.ts';
import { firstLevel, type SettledLevel, settleLevel } from './settled-level.ts';
import { FAULT_KINDS, type FaultName } from './spacecraft/fault-kinds.ts';
import type { LimitForecast } from './spacecraft/limit-forecast.ts';

/** The fault behind an anomaly: when and in what it began, where it leads, how it ended. Plain cloneable data. */
export interface FaultRecord {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** The last sample before the onset. */
  readonly before?: TelemetrySample;
  readonly forecast?: LimitForecast;
  /** When the forecast was made. */
  readonly forecastTime?: EpochMs;
  /** When it ended physically. */
  readonly endedAt?: EpochMs;
  /** The command that ended it. */
  readonly endedBy?: CommandName;
  /** The situation that the anomaly's text was written in. */
  readonly told: Situation;
}

/** What is essential about a fault: a text is written anew when it has changed. */
export interface Situation {
  readonly phase: FaultPhase;
  /** Of the channel that the fault is first seen in. */
  readonly level: SettledLevel;
  readonly forecastTime?: EpochMs;
  readonly status: Anomaly['status'];
}

/** A fault at its onset, and the anomaly that tells of it. */
export function beginFault(
  id: string,
  name: FaultName,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
): { readonly anomaly: Anomaly; readonly record: FaultRecord } {
  const { type, severity, remedy } = FAULT_KINDS[name];
  const before = telemetry.findLast(({ timestamp }) => timestamp <= time);
  const diagnosis = diagnose({ name, since: time, before, telemetry }, time);
  const anomaly: Anomaly = {
    id,
    timestamp: time,
    type,
    severity,
    message: diagnosis.message,
    aiExplanation: diagnosis.aiExplanation,
    status: 'Active',
    suggestedAction: remedy,
  };
  const value = before?.[diagnosis.channel] ?? Number.NaN;
  const level = firstLevel(diagnosis.channel, value);
  const told: Situation = { phase: diagnosis.phase, level, status: 'Active' };
  return { anomaly, record: { name, since: time, ...(before && { before }), told } };
}

/** The diagnosis of a fault as it stands now, with its forecast counted from now. */
export function diagnoseRecord(
  { name, since, before, forecast, forecastTime, endedAt, endedBy }: FaultRecord,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): Diagnosis {
  const left = forecast && { ...forecast, inMs: forecast.inMs - (time - (forecastTime ?? time)) };
  const isResolvable = status === 'Active';
  return diagnose(
    { name, since, before, telemetry, view, forecast: left, endedAt, endedBy, isResolvable },
    time,
  );
}

/** A phase that has been told is not taken back while the fault goes on as it did: numbers may waver around it. */
const isFurther = (phase: FaultPhase, told: FaultPhase): boolean => ORDER[phase] > ORDER[told];
const ORDER: Readonly<Record<FaultPhase, number>> = { unseen: 0, seen: 1, ended: 2, recovered: 3 };

/** The situation now: the very one that was told if nothing essential has changed. */
export function situationNow(
  { told, forecastTime }: FaultRecord,
  diagnosis: Diagnosis,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
): Situation {
  if (told.phase === 'recovered' && status === told.status) return told;
  const value = telemetry.at(-1)?.[diagnosis.channel] ?? Number.NaN;
  const level = settleLevel(diagnosis.channel, told.level, value);
  const phase = isFurther(diagnosis.phase, told.phase) ? diagnosis.phase : told.phase;
  const isSame =
    level === told.level &&
    phase === told.phase &&
    status === told.status &&
    forecastTime === told.forecastTime;
  return isSame ? told : { phase, level, status, ...(forecastTime !== undefined && { forecastTime }) };
}
