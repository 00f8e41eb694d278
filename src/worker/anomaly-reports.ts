import type { Anomaly, TelemetrySample } from '../shared/entities.ts';
import { type TelemetryChannel, telemetryLevel } from '../shared/limits.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { type AnomaliesState, type Faults, withoutRecord } from './anomalies.ts';
import { type Diagnosis, diagnose, type FaultPhase } from './diagnosis/diagnosis.ts';
import { FAULT_SIGNATURES } from './diagnosis/fault-signatures.ts';
import { isPassed } from './diagnosis/outlook.ts';
import { type FaultRecord, type Reported, reportedOf, shiftRecord, symptomsOf } from './fault-records.ts';
import type { LimitForecast } from './spacecraft/limit-forecast.ts';

/** A text that cites a reading within its noise is kept for so long. */
const KEPT_MS = MS_PER_MIN;

/** What a reading wavers by with nothing behind it: two standard deviations. */
const NOISE: Readonly<Record<TelemetryChannel, number>> = {
  batteryVoltage: 0.04,
  solarOutput: 6,
  signalStrength: 1,
  temperature: 0.1,
  attitudeStability: 0.1,
};

/** How far a fault has come, in the order in which it does. */
const PHASE_ORDER: Readonly<Record<FaultPhase, number>> = { unseen: 0, seen: 1, ended: 2, recovered: 3 };

/**
 * The anomalies with their texts as of an instant: written again where something that they say has changed by more than its
 * noise. One whose fault is over and whose channel is back stands still. The very state if no text changes.
 */
export function refreshAnomalies(
  state: AnomaliesState,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): AnomaliesState {
  let { anomalies, faults } = state;
  for (const [index, anomaly] of state.anomalies.entries()) {
    const record = Object.hasOwn(state.faults, anomaly.id) ? state.faults[anomaly.id] : undefined;
    if (!record || anomaly.status === 'Resolved') continue;
    const reported = updateReport(anomaly, record, telemetry, view, time);
    if (!reported) continue;
    if (reported.anomaly !== anomaly) anomalies = anomalies.with(index, reported.anomaly);
    faults = { ...faults, [anomaly.id]: reported.record };
  }
  const isSame = anomalies === state.anomalies && faults === state.faults;
  return isSame ? state : { ...state, anomalies, faults };
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
  const diagnosis = diagnose(symptomsOf(record, status, telemetry, view), time);
  // A phase that has been told is not taken back: numbers may waver around it.
  if (PHASE_ORDER[diagnosis.phase] < PHASE_ORDER[reported.phase]) return undefined;
  if (isKept(anomaly, reported, diagnosis, time)) return undefined;
  const { message, aiExplanation } = diagnosis;
  return {
    anomaly: { ...anomaly, message, aiExplanation },
    record: { ...record, reported: reportedOf(diagnosis, status, time) },
  };
}

/** Whether a text still says what there is to say: only the reading that it cites has changed, within its noise. */
function isKept(anomaly: Anomaly, reported: Reported, diagnosis: Diagnosis, time: EpochMs): boolean {
  const { channel, reading, phase, causes } = diagnosis;
  const isSame =
    phase === reported.phase &&
    causes.length === reported.causes.length &&
    channel === reported.channel &&
    anomaly.status === reported.status &&
    afterSeen(anomaly.aiExplanation) === afterSeen(diagnosis.aiExplanation);
  if (!isSame || time - reported.time >= KEPT_MS) return isSame && isSameText(anomaly, diagnosis);
  if (reading === undefined || reported.reading === undefined) return isSameText(anomaly, diagnosis);
  const isSameLevel = telemetryLevel(channel, reading) === telemetryLevel(channel, reported.reading);
  return isSameLevel && Math.abs(reading - reported.reading) <= NOISE[channel];
}

const isSameText = (anomaly: Anomaly, { message, aiExplanation }: Diagnosis): boolean =>
  message === anomaly.message && aiExplanation === anomaly.aiExplanation;

/** All of an explanation but its first line, which cites a reading. */
const afterSeen = (explanation: string): string => explanation.slice(explanation.indexOf('\n'));

/** The anomalies in which an entry that was just closed speaks of the instant at which it was. */
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

/** A forecast is made again after so long, as commands, modes and other faults may have changed where a fault leads. */
const FORECAST_PERIOD_MS = 5 * MS_PER_MIN;
/** One that has proved wrong is made again not more often than this: a limit is passed by noise as well. */
const FORECAST_RETRY_MS = 30 * MS_PER_S;

/** Whether it is time to look where the fault of a record leads: its forecast is old, has run out or proved wrong. */
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

/** Notes where the fault of an anomaly leads, as it was foreseen at an instant. */
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

/** The anomalies under a clock that was set back: they are as old as before, and what lies ahead is as far ahead. */
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

/** A text whose times of day are those of a clock that was set back. */
export const shiftTimes = (text: string, shiftMs: number): string =>
  text.replace(/\b(\d\d):(\d\d)(?::(\d\d))?(?= UTC)/g, (time, hours, minutes, seconds) => {
    const ofDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * MS_PER_S;
    const shifted = (((ofDay + shiftMs) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
    return new Date(epochMs(shifted)).toISOString().slice(11, 11 + time.length);
  });
