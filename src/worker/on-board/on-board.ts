import type { MissionSlices } from '../../shared/mission-control.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN } from '../../shared/units.ts';
import {
  actingFaults,
  type DrawnFault,
  detectFault,
  drawFault,
  endFault,
  hasRoom,
} from '../anomalies/anomalies.ts';
import { isForecastDue, noteForecast, refreshAnomalies, reportClosed } from '../anomalies/anomaly-reports.ts';
import { observeVerifications } from '../commanding/verification.ts';
import { FAULT_SIGNATURES } from '../diagnosis/fault-signatures.ts';
import { chanceFor } from '../kit/chance.ts';
import { playbackEvents } from '../log/event-log.ts';
import { anomalyEvent, type LogEvent, tellFaultEvent } from '../log/log-events.ts';
import { playedBack, receptionEvents } from '../log/reception.ts';
import { forecastEclipse } from '../spacecraft/eclipse-forecast.ts';
import type { FaultName } from '../spacecraft/fault-kinds.ts';
import { closeFault, handOverFault, injectFault, undetectedFaults } from '../spacecraft/faults.ts';
import { forecastLimits, type LimitCrossing } from '../spacecraft/forecast.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../spacecraft/propagate.ts';
import { isSameOnGround, showSpacecraft, viewOnGround } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withOperatorState,
  withoutEvents,
} from '../state/mission-state.ts';
import { reviseSlices } from '../state/slices.ts';
import { type FaultEvent, faultEvents } from '../telemetry/fault-events.ts';
import { addSkipped, coast, coastToLink, recordSample, type TelemetryState } from '../telemetry/telemetry.ts';
import { deliverUplink, showVerifications, stepUplink } from './command-execution.ts';

/** Spacecraft operations: inject faults, start activities, sample telemetry. */

/** Horizon of fault forecasts, and lead time below which no forecast is given. */
const FORECAST_MS = 12 * MS_PER_H;
const AT_ONCE_MS = MS_PER_MIN;

/**
 * First limit that a fault will take its channel out of without action; a channel already out of limits gives
 * none. A fault that leads to no limit costs nothing.
 */
function forecastFault(
  spacecraft: SpacecraftState,
  fault: FaultName,
  time: EpochMs,
  context: SimulationContext,
): LimitForecast | undefined {
  const channel = FAULT_SIGNATURES[fault].leadsTo;
  if (!channel) return undefined;
  const isIt = (crossing: LimitCrossing): boolean =>
    crossing.channel === channel && crossing.time > time + AT_ONCE_MS;
  const crossing = forecastLimits(spacecraft, context.environmentAt, time, FORECAST_MS, isIt).find(isIt);
  if (!crossing) return undefined;
  return {
    channel: crossing.channel,
    level: crossing.level,
    value: crossing.limit,
    time: crossing.time,
  };
}

/** The mission with a fault active from an instant on, or reassigned to another anomaly. */
export function breakWith(
  state: MissionState,
  { anomalyId, fault, plan }: DrawnFault,
  time: EpochMs,
  context: SimulationContext,
): MissionState {
  const { spacecraft: before } = state.telemetry;
  const spacecraft = injectFault(before, anomalyId, fault, time, plan);
  if (spacecraft === before) {
    return withOperatorState(state, {
      ...state.operator,
      anomalies: endFault(state.operator.anomalies, anomalyId, time),
    });
  }
  return foretell(showSpacecraft(state, spacecraft, context), anomalyId, fault, time, context);
}

/** The mission with the fault of a listed anomaly active from an instant on. */
export function beginFaultOf(
  state: MissionState,
  anomalyId: string,
  context: SimulationContext,
): MissionState {
  const record = state.operator.anomalies.faults[anomalyId];
  return record
    ? breakWith(state, { anomalyId, fault: record.name, plan: record.plan }, state.time, context)
    : state;
}

/** The mission with a forecast for the fault of an anomaly. */
function foretell(
  state: MissionState,
  anomalyId: string,
  fault: FaultName,
  time: EpochMs,
  context: SimulationContext,
): MissionState {
  const forecast = forecastFault(state.telemetry.spacecraft, fault, time, context);
  const anomalies = noteForecast(state.operator.anomalies, anomalyId, forecast, time);
  return withOperatorState(state, { ...state.operator, anomalies });
}

/** The mission with new forecasts for faults whose forecast is due. */
function forecastDue(state: MissionState, time: EpochMs, context: SimulationContext): MissionState {
  const newest = state.telemetry.history.at(-1);
  return actingFaults(state.operator.anomalies).reduce((foretold, { anomalyId, fault }) => {
    const record = foretold.operator.anomalies.faults[anomalyId];
    return record && isForecastDue(record, newest, time)
      ? foretell(foretold, anomalyId, fault, time, context)
      : foretold;
  }, state);
}

/** The mission with its anomalies' texts at an instant. */
function refreshTexts(state: MissionState, time: EpochMs): MissionState {
  const { operator, telemetry, slices } = state;
  const view = slices.spacecraft.value;
  const anomalies = refreshAnomalies(operator.anomalies, telemetry.history, view, time);
  return anomalies === operator.anomalies ? state : withOperatorState(state, { ...operator, anomalies });
}

const newestLogEvent = ({ operator }: MissionState): readonly LogEvent[] =>
  operator.anomalies.anomalies.slice(0, 1).map(anomalyEvent);

/** One poll (spec §4): a drawn fault becomes active; active faults without a report are detected again. */
export function pollAnomalies(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const name = drawFault(context.random);
  const drawn = name ? detect(state, name, time, context) : withoutEvents(state);
  const again = detectAgain(drawn.state, time, context);
  return {
    state: again.state,
    notices: [...drawn.notices, ...again.notices],
    logEvents: [...drawn.logEvents, ...again.logEvents],
  };
}

function detect(state: MissionState, name: FaultName, time: EpochMs, context: SimulationContext): LoopStep {
  const { anomalies } = state.operator;
  const plan = context.planFault(name, time, chanceFor(state.seed, 'fdir', anomalies.nextId));
  const held = state.telemetry.spacecraft.faults.find((fault) => fault.name === name);
  const fault = { name, plan, ...(held && { recurrence: 'worse' as const, earlierId: held.anomalyId }) };
  const detection = detectFault(anomalies, fault, time, state.telemetry.history);
  const listed = withOperatorState(state, { ...state.operator, anomalies: detection.state });
  const broken = breakWith(listed, detection.detected, time, context);
  return { state: broken, notices: detection.notices, logEvents: newestLogEvent(broken) };
}

/** Closing an anomaly does not clear its fault: an active fault without an open anomaly is detected again. */
function detectAgain(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const { anomalies } = state.operator;
  const isTold = (id: string): boolean => Object.hasOwn(anomalies.faults, id);
  const [untold] = undetectedFaults(state.telemetry.spacecraft, isTold, time);
  if (!untold || !hasRoom(anomalies)) return withoutEvents(state);
  const { name, plan, anomalyId } = untold;
  const fault = { name, plan, recurrence: 'unresolved' as const, earlierId: anomalyId };
  const detection = detectFault(anomalies, fault, time, state.telemetry.history);
  const listed = withOperatorState(state, { ...state.operator, anomalies: detection.state });
  const { anomalyId: newId } = detection.detected;
  const spacecraft = handOverFault(listed.telemetry.spacecraft, anomalyId, newId);
  const reported = foretell(showSpacecraft(listed, spacecraft, context), newId, name, time, context);
  return { state: reported, notices: detection.notices, logEvents: newestLogEvent(reported) };
}

/** The fault of a closed anomaly, if active, continues without it. */
export function leaveFault(state: MissionState, anomalyId: string, context: SimulationContext): MissionState {
  const { telemetry, time, operator, slices } = state;
  const view = slices.spacecraft.value;
  const anomalies = reportClosed(operator.anomalies, anomalyId, telemetry.history, view, time);
  const reported = withOperatorState(state, { ...operator, anomalies });
  return showSpacecraft(reported, closeFault(telemetry.spacecraft, anomalyId, time), context);
}

/** The mission with new forecasts for all faults: a command changes their course. */
export const forecastAll = (state: MissionState, time: EpochMs, context: SimulationContext): MissionState =>
  actingFaults(state.operator.anomalies).reduce(
    (foretold, { anomalyId, fault }) => foretell(foretold, anomalyId, fault, time, context),
    state,
  );

/** Eclipse forecast, renewed with the first sample of each minute. */
function foreseeEclipse(
  { time: before }: TelemetryState,
  { spacecraft, time }: TelemetryState,
  { environmentAt }: SimulationContext,
): Partial<Pick<MissionSlices, 'eclipse'>> {
  const minuteOf = (instant: EpochMs): number => Math.floor(instant / MS_PER_MIN);
  if (minuteOf(before) === minuteOf(time)) return {};
  return { eclipse: forecastEclipse(spacecraft, environmentAt, time) };
}

/** Propagates the spacecraft to a sample and processes what the ground receives. */
export function sampleTelemetry(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const telemetry = recordSample(state.telemetry, time, context.environmentAt, context.random);
  if (telemetry.time === state.telemetry.time) return withoutEvents(state);
  const isSame = isSameOnGround(state.telemetry, telemetry);
  const view = isSame
    ? state.slices.spacecraft.value
    : viewOnGround(telemetry, state.operator.anomalies, context);
  const propagated: MissionState = {
    ...state,
    telemetry,
    slices: reviseSlices(state.slices, {
      telemetry: telemetry.history,
      spacecraft: view,
      ...foreseeEclipse(state.telemetry, telemetry, context),
    }),
  };
  const ended = noteFaults(propagated, state.telemetry, time);
  const uplinked = stepUplink(ended.state, context);
  const commanded =
    uplinked.logEvents.length > 0 ? forecastAll(uplinked.state, time, context) : uplinked.state;
  const logEvents = [
    ...ended.logEvents,
    ...receptionEvents(state.telemetry, telemetry, time),
    ...uplinked.logEvents,
  ];
  const { history } = telemetry;
  const newest = history.at(-1);
  if (!view || !newest || history === state.telemetry.history) {
    return { state: refreshTexts(commanded, time), notices: [], logEvents };
  }
  const { levels, drafts } = playbackEvents(state.levels, {
    received: state.telemetry.history,
    played: playedBack(state.telemetry, telemetry),
    newest,
  });
  const reported = refreshTexts(forecastDue({ ...commanded, levels }, time, context), time);
  return {
    state: showVerifications(reported, observeVerifications(reported.verifications, history, view, time)),
    notices: [],
    logEvents: [...logEvents, ...drafts.map((draft) => ({ time, ...draft }))],
  };
}

/** Propagates the spacecraft to an instant without sampling, over a gap. */
export function coastSpacecraft(state: MissionState, to: EpochMs, context: SimulationContext): LoopStep {
  const uplinked = deliverUplink(state, context, to);
  const before = uplinked.state.telemetry;
  const linked = coastToUplink(uplinked.state, to, context);
  const from = linked.state.telemetry;
  const propagated = coast(from, to, context.environmentAt, context.random);
  const telemetry = from === before ? propagated : addSkipped(propagated, before);
  const coasted = noteFaults({ ...linked.state, telemetry }, from, to);
  return {
    ...coasted,
    logEvents: [
      ...uplinked.logEvents,
      ...linked.logEvents,
      ...coasted.logEvents,
      ...receptionEvents(before, telemetry, to),
    ],
  };
}

/**
 * Propagates a spacecraft without a link and with commands waiting to its next link, and starts them there.
 */
function coastToUplink(state: MissionState, to: EpochMs, context: SimulationContext): LoopStep {
  const { telemetry, uplink } = state;
  if (uplink.length === 0 || telemetry.spacecraft.antenna !== 'none') return withoutEvents(state);
  const propagated = coastToLink(telemetry, to, context.environmentAt, context.random);
  const noted = noteFaults(
    { ...state, telemetry: propagated, time: propagated.time },
    telemetry,
    propagated.time,
  );
  if (propagated.spacecraft.antenna === 'none') return noted;
  const followed = stepUplink(noted.state, context);
  const delivered = deliverUplink(followed.state, context, to);
  const logEvents = [...noted.logEvents, ...followed.logEvents, ...delivered.logEvents];
  return { ...delivered, logEvents };
}

/**
 * Records fault events since `from`: the ground receives them with the next telemetry. The anomalies keep
 * their status (spec §4).
 */
function noteFaults(state: MissionState, from: PropagatedSpacecraft, time: EpochMs): LoopStep {
  const { telemetry } = state;
  const { downlink } = telemetry;
  const events = [...downlink.events, ...faultEvents(from, telemetry)];
  if (events.length === 0) return withoutEvents(state);
  const isReceived = (event: FaultEvent): boolean => event.time <= downlink.reported.time;
  const received = events.filter(isReceived);
  let { anomalies } = state.operator;
  const logEvents: LogEvent[] = [];
  for (const event of received) {
    logEvents.push(...tellFaultEvent(anomalies, event, time));
    if (event.kind === 'ended') anomalies = endFault(anomalies, event.anomalyId, event.time, event.endedBy);
  }
  const waiting = events.filter((event) => !isReceived(event));
  const noted = { ...state, telemetry: { ...telemetry, downlink: { ...downlink, events: waiting } } };
  const heard = received.length > 0 ? withOperatorState(noted, { ...state.operator, anomalies }) : noted;
  return { state: heard, notices: [], logEvents };
}
