import type { EpochMs } from '../../../shared/kit/units.ts';
import { containFault, type DrawnFault, endFault } from '../../ground/anomalies/anomalies.ts';
import { reportClosed } from '../../ground/anomalies/anomaly-reports.ts';
import { type AnomalyNews, faultNews, newsEvents } from '../../ground/log/log-events.ts';
import { type FaultEvent, faultEvents } from '../../ground/telemetry/fault-events.ts';
import { injectFault } from '../../spacecraft/faults.ts';
import type { PropagatedSpacecraft } from '../../spacecraft/propagate.ts';
import { showSpacecraft } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withAnomalies,
  withoutEvents,
} from '../state/mission-state.ts';

/** Faults on board, from their start to the telemetry that reports their end. */

/**
 * Makes a fault active from an instant on, or reassigns it to another anomaly. Its forecast comes with the first
 * sample that shows it.
 */
export function startFault(
  state: MissionState,
  { anomalyId, fault, plan }: DrawnFault,
  time: EpochMs,
): MissionState {
  const { spacecraft: before } = state.telemetry;
  const spacecraft = injectFault(before, anomalyId, fault, time, plan);
  if (spacecraft === before) {
    return withAnomalies(state, endFault(state.operator.anomalies, anomalyId, time));
  }
  return showSpacecraft(state, spacecraft);
}

/** Makes the fault of a listed anomaly active from mission time on. */
export function startFaultOf(state: MissionState, anomalyId: string): MissionState {
  const record = state.operator.anomalies.faults[anomalyId];
  return record ? startFault(state, { anomalyId, fault: record.name, plan: record.plan }, state.time) : state;
}

/** Updates the text of a resolved anomaly as of now; its fault, if active, continues. */
export function closeAnomaly(
  state: MissionState,
  anomalyId: string,
  { viewOnGround }: SimulationContext,
): MissionState {
  const { telemetry, time, operator } = state;
  const view = viewOnGround(state);
  return withAnomalies(state, reportClosed(operator.anomalies, anomalyId, telemetry.history, view, time));
}

/**
 * Records fault events since `from`: the ground receives them with the next telemetry. The anomalies keep
 * their status (spec §4).
 * @param hasCauses false in an exercise without explanations
 */
export function receiveFaultEvents(
  state: MissionState,
  from: PropagatedSpacecraft,
  time: EpochMs,
  hasCauses = true,
): LoopStep {
  const { telemetry } = state;
  const { downlink } = telemetry;
  const events = [...downlink.events, ...faultEvents(from, telemetry)];
  if (events.length === 0) return withoutEvents(state);
  const isReceived = (event: FaultEvent): boolean => event.time <= downlink.reported.time;
  const received = events.filter(isReceived);
  let { anomalies } = state.operator;
  const news: AnomalyNews[] = [];
  for (const event of received) {
    news.push(...faultNews(anomalies, event, time, hasCauses));
    if (event.kind === 'contained') anomalies = containFault(anomalies, event.anomalyId);
    if (event.kind === 'ended') anomalies = endFault(anomalies, event.anomalyId, event.time, event.endedBy);
  }
  const waiting = events.filter((event) => !isReceived(event));
  const noted = { ...state, telemetry: { ...telemetry, downlink: { ...downlink, events: waiting } } };
  const heard = received.length > 0 ? withAnomalies(noted, anomalies) : noted;
  return { state: heard, notices: [], logEvents: newsEvents(news) };
}
