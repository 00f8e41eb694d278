import { type EpochMs, MS_PER_H, MS_PER_MIN } from '../../shared/units.ts';
import { actingFaults } from '../anomalies/anomalies.ts';
import { isForecastDue, noteForecast } from '../anomalies/anomaly-reports.ts';
import { FAULT_SIGNATURES } from '../diagnosis/fault-signatures.ts';
import type { FaultName } from '../spacecraft/fault-kinds.ts';
import { forecastLimits, type LimitCrossing } from '../spacecraft/forecast.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import { type SpacecraftState, withFaultFields, withFields } from '../spacecraft/model.ts';
import { type MissionState, type SimulationContext, withOperatorState } from '../state/mission-state.ts';

/** Horizon of fault forecasts, and lead time below which no forecast is given. */
const FORECAST_MS = 12 * MS_PER_H;
const AT_ONCE_MS = MS_PER_MIN;

/**
 * First limit that a fault will take its channel out of without action; a channel already out of limits gives
 * none. A fault that leads to no limit costs nothing.
 */
function findForecast(
  spacecraft: SpacecraftState,
  fault: FaultName,
  time: EpochMs,
  context: SimulationContext,
): LimitForecast | undefined {
  const channel = FAULT_SIGNATURES[fault].leadsTo;
  if (!channel) return undefined;
  const isIt = (crossing: LimitCrossing): boolean => crossing.time > time + AT_ONCE_MS;
  const sought = { channels: [channel], isLast: isIt };
  const crossing = forecastLimits(spacecraft, context.environmentAt, time, FORECAST_MS, sought).find(isIt);
  if (!crossing) return undefined;
  return {
    channel: crossing.channel,
    level: crossing.level,
    value: crossing.limit,
    time: crossing.time,
  };
}

/** The spacecraft without what FDIR has not reported yet: a forecast says where a fault leads without it. */
function withoutFdir({ telemetry: { spacecraft }, operator }: MissionState): SpacecraftState {
  const { faults, closed } = operator.anomalies;
  const isReported = (id: string): boolean => (faults[id] ?? closed?.[id])?.isContained === true;
  return withFields(spacecraft, {
    faults: spacecraft.faults.map((fault) =>
      isReported(fault.anomalyId) ? fault : withFaultFields(fault, { plan: { course: 'lasting' } }),
    ),
  });
}

/** The mission with a forecast for the fault of an anomaly. */
export function forecastFaultOf(
  state: MissionState,
  anomalyId: string,
  fault: FaultName,
  time: EpochMs,
  context: SimulationContext,
): MissionState {
  const forecast = findForecast(withoutFdir(state), fault, time, context);
  const anomalies = noteForecast(state.operator.anomalies, anomalyId, forecast, time);
  return withOperatorState(state, { ...state.operator, anomalies });
}

/** The mission with new forecasts for faults whose forecast is due. */
export function renewDueForecasts(
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
): MissionState {
  const newest = state.telemetry.history.at(-1);
  const { anomalies, faults } = state.operator.anomalies;
  let renewed = state;
  for (const { id } of anomalies) {
    const record = faults[id];
    if (!record || !isForecastDue(record, newest, time)) continue;
    renewed = forecastFaultOf(renewed, id, record.name, time, context);
  }
  return renewed;
}

/** The mission with new forecasts for all faults: a command changes their course. */
export const renewForecasts = (
  state: MissionState,
  time: EpochMs,
  context: SimulationContext,
): MissionState =>
  actingFaults(state.operator.anomalies).reduce(
    (renewed, { anomalyId, fault }) => forecastFaultOf(renewed, anomalyId, fault, time, context),
    state,
  );
