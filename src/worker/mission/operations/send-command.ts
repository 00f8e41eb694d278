import type { CommandToSend } from '../../../shared/contract/operations.ts';
import { refused } from '../../../shared/contract/outcome.ts';
import type { Anomaly, Command, Priority } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';
import { findAnswerable, withAnswered } from '../../ground/anomalies/anomalies.ts';
import type { OperationStep } from '../../kit/steps.ts';
import { executeCommand, queueCommand } from './commands.ts';
import type { OperatorState } from './operator-state.ts';

/** An answer to a severe anomaly has high priority. */
const priorityFor = (anomaly: Anomaly | undefined): Priority =>
  anomaly?.severity === 'Critical' || anomaly?.severity === 'High' ? 'High' : 'Medium';

/** Creates and executes a command at once, as the answer to its anomaly. The queue stays as it is. */
export function sendCommand(
  state: OperatorState,
  command: CommandToSend,
  time: EpochMs,
): OperationStep<OperatorState, Command> {
  const { name, anomaly: id } = command;
  const found = id === undefined ? undefined : findAnswerable(state.anomalies, id);
  if (found && !found.ok) return { state, outcome: refused(found.message), notices: [] };
  const draft = {
    name,
    scheduledTime: utcFieldText(time),
    priority: priorityFor(found?.value),
  };
  const queued = queueCommand(state.commands, draft, time);
  if (!queued.outcome.ok) return { ...queued, state };
  const { id: commandId } = queued.outcome.value;
  const executed = executeCommand(queued.state, commandId, time);
  const anomalies = found
    ? withAnswered(state.anomalies, { ...found.value, answer: commandId }, time)
    : state.anomalies;
  return { ...executed, state: { ...state, commands: executed.state, anomalies } };
}
