import type { Anomaly, TelemetrySample } from '../../shared/entities.ts';
import { joinExplanation } from '../../shared/explanation.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { CHANNELS, telemetryLevel } from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { type Assessment, assess, diagnose, worded } from '../diagnosis/diagnosis.ts';
import { FAULT_SIGNATURES } from '../diagnosis/fault-signatures.ts';
import { isPassed } from '../diagnosis/outlook.ts';
import type { FaultPhase } from '../diagnosis/symptoms.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import { type AnomaliesState, type Faults, withoutRecord } from './anomalies.ts';
import {
  assessedAs,
  type FaultRecord,
  type Reported,
  reportedOf,
  shiftRecord,
  symptomsOf,
} from './fault-records.ts';

/** How long a text is kept while its reading changes only within the noise. */
const KEPT_MS = MS_PER_MIN;

/** Phases of a fault, in order. */
const PHASE_ORDER: Readonly<Record<FaultPhase, number>> = { unseen: 0, seen: 1, ended: 2, recovered: 3 };

/**
 * The anomalies with their texts at an instant. A text is rewritten when its content has changed by more than
 * the noise; that of a recovered fault no longer changes. Returns the given state if no text changes.
 */
export function refreshAnomalies(
  state: AnomaliesState,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): AnomaliesState {
  const rewritten: Record<string, FaultRecord> = {};
  const anomalies = state.anomalies.map((anomaly) => {
    const record = Object.hasOwn(state.faults, anomaly.id) ? state.faults[anomaly.id] : undefined;
    if (!record || anomaly.status === 'Resolved') return anomaly;
    const reported = updateReport(anomaly, record, telemetry, view, time);
    if (!reported) return anomaly;
    rewritten[anomaly.id] = reported.record;
    return reported.anomaly;
  });
  const isSame = anomalies.every((anomaly, index) => anomaly === state.anomalies[index]);
  return isSame ? state : { ...state, anomalies, faults: { ...state.faults, ...rewritten } };
}

function updateReport(
  anomaly: Anomaly,
  record: FaultRecord,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): { readonly anomaly: Anomaly; readonly record: FaultRecord } | undefined {
  const { reported } = record;
  const { status } = anomaly;
  if (reported.phase === 'recovered' && status === reported.status) return undefined;
  const assessment = assess(symptomsOf(record, status, telemetry, view), time);
  // A reported phase is not withdrawn: readings near a threshold may waver.
  if (PHASE_ORDER[assessment.phase] < PHASE_ORDER[reported.phase]) return undefined;
  if (isKept(anomaly, reported, assessment, time)) return undefined;
  const diagnosis = worded(assessment);
  return {
    anomaly: assessedAs(anomaly, diagnosis),
    record: { ...record, reported: reportedOf(diagnosis, status, time) },
  };
}

/** Whether a text is still valid: only its reading has changed, within the noise. */
function isKept(anomaly: Anomaly, reported: Reported, assessment: Assessment, time: EpochMs): boolean {
  const { channel, reading, phase, causes, severity, tried, wording } = assessment;
  const isSame =
    phase === reported.phase &&
    causes.length === reported.causes.length &&
    channel === reported.channel &&
    severity === anomaly.severity &&
    (reported.tried === undefined ? Object.keys(tried).length === 0 : tried === reported.tried) &&
    anomaly.status === reported.status;
  if (!isSame) return false;
  const { message, seen, afterSeen } = wording;
  if (time - reported.time >= KEPT_MS || reading === undefined || reported.reading === undefined) {
    return message() === anomaly.message && anomaly.aiExplanation === joinExplanation(seen(), afterSeen());
  }
  const isWithinNoise =
    telemetryLevel(channel, reading) === telemetryLevel(channel, reported.reading) &&
    Math.abs(reading - reported.reading) <= CHANNELS[channel].variation;
  return isWithinNoise && anomaly.aiExplanation.endsWith(afterSeen());
}

/** The anomalies, with the text of a just closed entry as of the instant of closing. */
export function reportClosed(
  state: AnomaliesState,
  id: string,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): AnomaliesState {
  const index = state.anomalies.findIndex((anomaly) => anomaly.id === id);
  const anomaly = state.anomalies[index];
  const record = state.closed?.[id];
  if (!anomaly || !record) return state;
  const { message, aiExplanation } = diagnose(symptomsOf(record, 'Resolved', telemetry, view), time);
  const anomalies = state.anomalies.with(index, { ...anomaly, message, aiExplanation });
  if (record.endedAt === undefined) return { ...state, anomalies };
  return { ...state, anomalies, closed: withoutRecord(state.closed, id) };
}

/** Period of forecasts: commands, modes and other faults may have changed the course of a fault. */
const FORECAST_PERIOD_MS = 5 * MS_PER_MIN;
/** Shortest time to the next forecast after a wrong one: noise also crosses limits. */
const FORECAST_RETRY_MS = 30 * MS_PER_S;

/** Whether the fault of a record needs a new forecast: the last one is old, has expired or was wrong. */
export function isForecastDue(
  { name, endedAt, forecast, foreseenAt }: FaultRecord,
  newest: TelemetrySample | undefined,
  time: EpochMs,
): boolean {
  if (endedAt !== undefined || FAULT_SIGNATURES[name].leadsTo === undefined) return false;
  const ageMs = time - (foreseenAt ?? 0);
  if (ageMs >= FORECAST_PERIOD_MS) return true;
  const isWrong =
    forecast !== undefined &&
    (forecast.time <= time || (newest !== undefined && isPassed(forecast, newest[forecast.channel])));
  return isWrong && ageMs >= FORECAST_RETRY_MS;
}

/** Records the forecast for an anomaly's fault, made at an instant. */
export function noteForecast(
  state: AnomaliesState,
  id: string,
  forecast: LimitForecast | undefined,
  time: EpochMs,
): AnomaliesState {
  const record = Object.hasOwn(state.faults, id) ? state.faults[id] : undefined;
  if (!record || record.endedAt !== undefined) return state;
  const { forecast: _, ...rest } = record;
  const noted: FaultRecord = { ...rest, ...(forecast && { forecast }), foreseenAt: time };
  return { ...state, faults: { ...state.faults, [id]: noted } };
}

/** The anomalies after the clock moved back: their ages and the times until their forecasts stay the same. */
export function shiftAnomalies(state: AnomaliesState, shiftMs: number): AnomaliesState {
  const shiftAll = (records: Faults): Faults =>
    Object.fromEntries(Object.entries(records).map(([id, record]) => [id, shiftRecord(record, shiftMs)]));
  return {
    ...state,
    anomalies: state.anomalies.map((anomaly) => ({
      ...anomaly,
      timestamp: addMs(anomaly.timestamp, shiftMs),
      message: shiftTimes(anomaly.message, shiftMs),
      aiExplanation: shiftTimes(anomaly.aiExplanation, shiftMs),
    })),
    faults: shiftAll(state.faults),
    ...(state.closed && { closed: shiftAll(state.closed) }),
  };
}

/** Shifts the times of day in a text after the clock moved back. */
export const shiftTimes = (text: string, shiftMs: number): string =>
  text.replace(/\b(\d\d):(\d\d)(?::(\d\d))?(?= UTC)/g, (time, hours, minutes, seconds) => {
    const ofDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * MS_PER_S;
    const shifted = (((ofDay + shiftMs) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
    return new Date(epochMs(shifted)).toISOString().slice(11, 11 + time.length);
  });
