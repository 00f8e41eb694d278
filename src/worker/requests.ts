import type { Operations, RequestId } from '../shared/operations.ts';
import type { Answer } from './answers.ts';
import { type OperationName, type OperationValue, operate } from './console.ts';
import { tellOperation } from './happenings.ts';
import { type MissionState, showConsole, tell, type World } from './mission-state.ts';
import { carryOut, mendFault } from './on-board.ts';

/** What an operation does to the spacecraft. */
function actOn(state: MissionState, name: OperationName, id: string, world: World): MissionState {
  if (name === 'executeCommand') return carryOut(state, id, world);
  return name === 'resolveAnomaly' ? mendFault(state, id, world) : state;
}

/** The mission after an operator's request at its own time. */
export function receiveRequest<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  request: RequestId | undefined,
  world: World,
): Answer<MissionState, OperationValue> {
  const answer = operate(state.console, name, input, request, state.time);
  if (answer.state === state.console || !answer.outcome.ok) return { ...answer, state };
  const { value } = answer.outcome;
  const asked = showConsole(state, answer.state);
  const happenings = tellOperation(name, value, state.time);
  return { ...answer, state: tell(actOn(asked, name, value.id, world), happenings) };
}
