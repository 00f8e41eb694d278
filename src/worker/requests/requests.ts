import type { AnomalyType } from '../../shared/entities.ts';
import type { Operations, RequestId } from '../../shared/operations.ts';
import type { Answer } from '../kit/answers.ts';
import { type LogEvent, operationEvents } from '../log/log-events.ts';
import {
  answerOnce,
  type OperationName,
  type OperationValue,
  type OperatorOperation,
  type OperatorState,
  operate,
} from '../operations/operator-state.ts';
import { sendCommand } from '../simulation/command-execution.ts';
import { renewForecasts } from '../simulation/fault-forecasts.ts';
import { leaveFault, startFaultOf } from '../simulation/mission-faults.ts';
import {
  appendEvents,
  type MissionState,
  type SimulationContext,
  withOperatorState,
} from '../state/mission-state.ts';
import { demonstrateFault } from './demonstration.ts';

/** Effect of an operation on the spacecraft. */
function actOn(
  state: MissionState,
  name: OperationName,
  id: string,
  context: SimulationContext,
): MissionState {
  if (name === 'executeCommand') return renewForecasts(sendCommand(state, id, context), state.time, context);
  if (name === 'demonstrateFault') return startFaultOf(state, id, context);
  return name === 'resolveAnomaly' ? leaveFault(state, id, context) : state;
}

function answerRequest<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  request: RequestId | undefined,
): Answer<OperatorState, OperationValue> {
  const { operator, time } = state;
  if (name !== 'demonstrateFault') {
    return operate<OperatorOperation>(operator, name as OperatorOperation, input as never, request, time);
  }
  return answerOnce(operator, request, () => demonstrateFault(state, input as AnomalyType));
}

/** The mission after a request, and its log events. */
export interface Handled extends Answer<MissionState, OperationValue> {
  readonly logEvents: readonly LogEvent[];
}

/**
 * The mission after a request at its own time, before its events are logged.
 * @param actor who made the request, if not the operator
 */
export function handleRequest<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  request: RequestId | undefined,
  context: SimulationContext,
  actor?: string,
): Handled {
  const answer = answerRequest(state, name, input, request);
  if (answer.state === state.operator || !answer.outcome.ok) return { ...answer, state, logEvents: [] };
  const { value } = answer.outcome;
  const asked = withOperatorState(state, answer.state);
  const acted = 'id' in value ? actOn(asked, name, value.id, context) : asked;
  return { ...answer, state: acted, logEvents: operationEvents(name, value, state.time, actor) };
}

/** The mission after an operator's request at its own time. */
export function receiveRequest<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  request: RequestId | undefined,
  context: SimulationContext,
): Answer<MissionState, OperationValue> {
  const { logEvents, ...answer } = handleRequest(state, name, input, request, context);
  return { ...answer, state: appendEvents(answer.state, logEvents) };
}
