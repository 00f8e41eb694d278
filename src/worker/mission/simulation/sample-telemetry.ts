import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { limitCauses, refreshAnomalies } from '../../ground/anomalies/anomaly-reports.ts';
import type { FaultRecord } from '../../ground/anomalies/fault-records.ts';
import { observeVerifications } from '../../ground/commanding/verification.ts';
import { playbackEvents } from '../../ground/log/event-log.ts';
import { diagnosisEvents, limitReason, type SaidOfFaults } from '../../ground/log/log-events.ts';
import { playedBack, receptionEvents } from '../../ground/log/reception.ts';
import { recordSample, type TelemetryState } from '../../ground/telemetry/telemetry.ts';
import { streamsOf } from '../../kit/random.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withAnomalies,
  withoutEvents,
} from '../state/mission-state.ts';
import { showVerifications, stepUplink } from './command-execution.ts';
import { forecastFaults, foreseeEclipse, renewDueForecast } from './fault-forecasts.ts';
import { holdPrediction } from './hold-prediction.ts';
import { receiveFaultEvents } from './mission-faults.ts';

/**
 * Renews the eclipse forecast with the first sample of each minute, and of a fault.
 * @param hasNews a command was executed, or the spacecraft has reported news of a fault
 */
function renewEclipseForecast(
  { time: before }: TelemetryState,
  state: MissionState,
  hasNews: boolean,
  context: SimulationContext,
): MissionState {
  const { time } = state.telemetry;
  const minuteOf = (instant: EpochMs): number => Math.floor(instant / MS_PER_MIN);
  const known = state.eclipse?.time ?? before;
  const isNew = ({ since }: FaultRecord): boolean => since >= known && since < time;
  const isDue =
    hasNews ||
    minuteOf(before) !== minuteOf(time) ||
    Object.values(state.operator.anomalies.faults).some(isNew);
  return isDue ? { ...state, eclipse: foreseeEclipse(state, time, context) } : state;
}

/** Returns what the log may say of faults: all of it without an exercise. */
function saidOfFaults({ exercise }: SimulationContext): SaidOfFaults {
  const { explanations = true, suggestions = true } = exercise?.definition.aids ?? {};
  return { hasCauses: explanations, hasSuggestions: suggestions };
}

/** Updates the anomalies from the newest telemetry. Returns log events for what has become known. */
function refreshReports(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const { operator, telemetry } = state;
  const view = context.viewOnGround(state);
  const anomalies = refreshAnomalies(operator.anomalies, telemetry.history, view, time, state.limits);
  if (anomalies === operator.anomalies) return withoutEvents(state);
  const logEvents = diagnosisEvents(operator.anomalies, anomalies, time, saidOfFaults(context));
  const refreshed = withAnomalies(state, anomalies);
  if (anomalies.foresight || !operator.anomalies.foresight) {
    return { state: refreshed, notices: [], logEvents };
  }
  // A ruled-out cause changes the forecast, which the texts cite.
  const again = refreshReports(renewDueForecast(refreshed, time, context), time, context);
  return { ...again, logEvents: [...logEvents, ...again.logEvents] };
}

/** Propagates the spacecraft to a sample and processes what the ground receives. */
export function sampleTelemetry(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const telemetry = recordSample(state.telemetry, time, context.environmentAt, streamsOf(state.seed));
  if (telemetry.time === state.telemetry.time) return withoutEvents(state);
  const propagated = { ...state, telemetry };
  const view = context.viewOnGround(propagated);
  const ended = receiveFaultEvents(propagated, state.telemetry, time, saidOfFaults(context).hasCauses);
  const uplinked = stepUplink(ended.state, context);
  const hasCommand = uplinked.logEvents.length > 0;
  const hasNews = hasCommand || ended.logEvents.length > 0;
  const renewed = renewEclipseForecast(state.telemetry, uplinked.state, hasNews, context);
  const commanded = hasCommand ? forecastFaults(renewed, time, context) : renewed;
  const logEvents = [
    ...ended.logEvents,
    ...receptionEvents(state.telemetry, telemetry, time),
    ...uplinked.logEvents,
  ];
  const { history } = telemetry;
  const newest = history.at(-1);
  if (!view || !newest || history === state.telemetry.history) {
    const quiet = refreshReports(commanded, time, context);
    return { ...quiet, logEvents: [...logEvents, ...quiet.logEvents] };
  }
  const { limits, drafts } = playbackEvents(
    state.limits,
    { received: state.telemetry.history, played: playedBack(state.telemetry, telemetry), newest },
    [state.telemetry.downlink.reported.spacecraft.mode, telemetry.downlink.reported.spacecraft.mode],
    (channel, value) =>
      limitReason(limitCauses(commanded.operator.anomalies, channel, history, view), channel, value),
  );
  const refreshed = refreshReports(renewDueForecast({ ...commanded, limits }, time, context), time, context);
  const held = holdPrediction(refreshed.state, newest, context);
  const reported = held.state;
  return {
    state: showVerifications(reported, observeVerifications(reported.verifications, history, view, time)),
    notices: [],
    logEvents: [
      ...logEvents,
      ...drafts.map((draft) => ({ time, ...draft })),
      ...refreshed.logEvents,
      ...held.logEvents,
    ],
  };
}
