import type { Anomaly, TelemetrySample } from '../shared/entities.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { AnomaliesState } from './anomalies.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import { type FaultRecord, PHASE_ORDER, situationNow, symptomsOf } from './fault-records.ts';
import type { LimitForecast } from './spacecraft/limit-forecast.ts';

/** For this long after its onset an anomaly's text follows every sample: as long as a history reaches. */
const TEXT_FOLLOWS_MS = 100 * MS_PER_S;

/**
 * The anomalies with their texts as of a new sample. A text follows the samples for `TEXT_FOLLOWS_MS` after the onset;
 * after that it is written anew only when something essential has changed: first seen, ended, recovered, another level,
 * another forecast, acknowledged. The very state if no text changes.
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
    const told = tellAnew(anomaly, record, telemetry, view, time);
    if (!told) continue;
    if (told.anomaly !== anomaly) anomalies = anomalies.with(index, told.anomaly);
    if (told.record !== record) faults = { ...faults, [anomaly.id]: told.record };
  }
  const isSame = anomalies === state.anomalies && faults === state.faults;
  return isSame ? state : { ...state, anomalies, faults };
}

function tellAnew(
  anomaly: Anomaly,
  record: FaultRecord,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): { readonly anomaly: Anomaly; readonly record: FaultRecord } | undefined {
  const symptoms = symptomsOf(record, anomaly.status, telemetry, view, time);
  const told = situationNow(record, symptoms, anomaly.status);
  const isFollowing = record.endedAt === undefined && time - record.since <= TEXT_FOLLOWS_MS;
  if (told === record.told && !isFollowing) return undefined;
  const { message, aiExplanation, phase } = diagnose(symptoms, time);
  // What has been seen once is not taken back: numbers may waver around it.
  const isTakenBack = PHASE_ORDER[phase] < PHASE_ORDER[record.told.phase];
  const isSameText = isTakenBack || (message === anomaly.message && aiExplanation === anomaly.aiExplanation);
  return {
    anomaly: isSameText ? anomaly : { ...anomaly, message, aiExplanation },
    record: told === record.told ? record : { ...record, told },
  };
}

/**
 * Notes where the fault of an anomaly leads. A forecast that tells about the same as the one that is held (the same
 * limit, at an instant that has moved by less than a quarter of what is left, or 5 min) changes nothing: the very state.
 */
export function noteForecast(
  state: AnomaliesState,
  id: string,
  forecast: LimitForecast | undefined,
  time: EpochMs,
): AnomaliesState {
  const record = Object.hasOwn(state.faults, id) ? state.faults[id] : undefined;
  if (!record || record.endedAt !== undefined || isHeld(record, forecast, time)) return state;
  const { forecast: _, forecastTime: __, ...rest } = record;
  const noted: FaultRecord = forecast ? { ...rest, forecast, forecastTime: time } : rest;
  return { ...state, faults: { ...state.faults, [id]: noted } };
}

function isHeld(
  { forecast: held, forecastTime = 0 as EpochMs }: FaultRecord,
  forecast: LimitForecast | undefined,
  time: EpochMs,
): boolean {
  if (!held || !forecast) return held === forecast;
  const isSameLimit =
    held.channel === forecast.channel && held.level === forecast.level && held.value === forecast.value;
  const moved = Math.abs(forecastTime + held.inMs - (time + forecast.inMs));
  return isSameLimit && moved < Math.max(5 * MS_PER_MIN, forecast.inMs / 4);
}
