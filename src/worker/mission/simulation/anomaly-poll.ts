import type { FaultCourse, FaultName } from '../../../shared/entities/faults.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type AnomaliesState, detectFault, drawFault, hasRoom } from '../../ground/anomalies/anomalies.ts';
import { anomalyEvent, departureEvents, type LogEvent } from '../../ground/log/log-events.ts';
import { streamsOf } from '../../kit/random.ts';

import { handOverFault, undetectedFaults } from '../../spacecraft/faults.ts';

import { showSpacecraft } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withAnomalies,
  withoutEvents,
} from '../state/mission-state.ts';
import { forecastFaults } from './fault-forecasts.ts';
import { startFault } from './mission-faults.ts';

/** Returns log events for the detected anomaly, and for the unanswered one that it evicted. */
const detectionEvents = (
  before: AnomaliesState,
  { operator }: MissionState,
  time: EpochMs,
): readonly LogEvent[] => [
  ...departureEvents(before, operator.anomalies, time),
  ...operator.anomalies.anomalies.slice(0, 1).map(anomalyEvent),
];

/**
 * Runs one poll (spec §4): a drawn fault becomes active; one whose anomaly left the list unresolved is detected
 * again.
 */
export function pollAnomalies(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const name = drawFault(state.profile, streamsOf(state.seed)('fault draw').at(time));
  const drawn = name ? strikeFault(state, { name }, time, context) : withoutEvents(state);
  const again = detectAgain(drawn.state, time, context);
  return {
    state: again.state,
    notices: [...drawn.notices, ...again.notices],
    logEvents: [...drawn.logEvents, ...again.logEvents],
  };
}

/** A fault to inject. */
export interface FaultToStrike {
  readonly name: FaultName;
  /** FDIR's course of action; drawn if not given. */
  readonly course?: FaultCourse | undefined;
}

/** Makes a fault active and detects it. One that is already active gets worse. */
export function strikeFault(
  state: MissionState,
  { name, course }: FaultToStrike,
  time: EpochMs,
  context: SimulationContext,
): LoopStep {
  const { anomalies } = state.operator;
  const plan = context.planFault(name, time, streamsOf(state.seed)(`fdir:${name}`).at(time), course);
  const held = state.telemetry.spacecraft.faults.find((fault) => fault.name === name);
  const mode = context.viewOnGround(state)?.mode;
  const fault = {
    name,
    plan,
    ...(mode && { mode }),
    ...(held && { recurrence: 'worse' as const, earlierId: held.anomalyId }),
  };
  const detection = detectFault(anomalies, fault, time, state.telemetry.history);
  const listed = withAnomalies(state, detection.state);
  const broken = startFault(listed, detection.detected, time);
  return { state: broken, notices: detection.notices, logEvents: detectionEvents(anomalies, broken, time) };
}

/**
 * Detects an active fault again if its anomaly left the full list unresolved. If the operator has resolved it, it is
 * not detected until the fault has cleared once or gets worse: a standing alarm does not repeat (ISA-18.2).
 */
function detectAgain(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const { anomalies } = state.operator;
  const isReported = (id: string): boolean =>
    Object.hasOwn(anomalies.faults, id) || anomalies.closed?.[id]?.isResolved === true;
  const [unlisted] = undetectedFaults(state.telemetry.spacecraft, isReported, time);
  if (!unlisted || !hasRoom(anomalies)) return withoutEvents(state);
  const { name, plan, anomalyId } = unlisted;
  const fault = { name, plan, recurrence: 'unresolved' as const, earlierId: anomalyId };
  const detection = detectFault(anomalies, fault, time, state.telemetry.history);
  const listed = withAnomalies(state, detection.state);
  const { anomalyId: newId } = detection.detected;
  const spacecraft = handOverFault(listed.telemetry.spacecraft, anomalyId, newId);
  const reported = forecastFaults(showSpacecraft(listed, spacecraft), time, context);
  return {
    state: reported,
    notices: detection.notices,
    logEvents: detectionEvents(anomalies, reported, time),
  };
}
