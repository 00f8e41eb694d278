import type { CommandDraft } from '../../../shared/contract/operations.ts';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import {
  COMMAND_NAMES,
  type Command,
  type CommandStatus,
  PRIORITIES,
} from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { rememberLast } from '../../kit/remember.ts';
import { accept, type OperationStep, refuse } from '../../kit/steps.ts';
import { chosenFrom, chosenPriority, missingFields, refuseChoice, refuseTime, typedText } from './drafts.ts';
import { type Cancellation, canUndo, rememberCancellation, UNDO_EXPIRED } from './undo.ts';

/** The command queue (spec §4, §5). */
export interface CommandsState {
  /** In order of queueing. Ids ascend, unless several consoles queue at the same time. */
  readonly commands: readonly Command[];
  /** Recently cancelled, oldest first: candidates for undo. */
  readonly removed: readonly RemovedCommand[];
  /** Number of past commands that the duty crew has removed from the list; absent before the first. */
  readonly retired?: number;
  /** Number of the next `cmd-N`. It only increases: ids are never reused. */
  readonly nextId: number;
}

export interface RemovedCommand extends Cancellation {
  readonly command: Command;
}

/** Cap on the commands of a mission. */
export const COMMANDS_CAP = 20_000;

const QUEUE_FULL =
  'The mission has 20,000 commands, the most that it can hold. Cancel a pending one to make room.';
const TOO_LATE_TO_ARM = 'Its scheduled time has passed. Execute it now, or queue it for a later time.';
const UNKNOWN = 'This command is no longer in the queue.';

/** Reason why a command of each status offers no actions (spec §4: only Pending ones do). */
const NOT_PENDING: Readonly<Record<Exclude<CommandStatus, 'Pending'>, string>> = {
  Sent: 'This command is already sent.',
  Executed: 'This command is already executed.',
  Failed: 'This command has already failed.',
};

type CommandStep = OperationStep<CommandsState, Command>;

export const commandId = (number: number): string => `cmd-${number}`;
const numberOf = ({ id }: Command): number => Number(id.slice('cmd-'.length));

/** Returns the Pending commands, in queue order; cached, as a long mission has thousands of executed ones. */
export const pendingOf = rememberLast((commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ status }) => status === 'Pending'),
);

/** Adds a Pending command (spec §5). A scheduled time in the past makes it due at once, not overdue. */
export function queueCommand(state: CommandsState, draft: CommandDraft, time: EpochMs): CommandStep {
  const read = readDraft(draft);
  if (!read.ok) return { state, outcome: read, notices: [] };
  if (state.commands.length >= COMMANDS_CAP) return refuse(state, QUEUE_FULL);
  const scheduledTime = epochMs(Math.max(read.value.scheduledTime, Math.floor(time / MS_PER_S) * MS_PER_S));
  const command: Command = {
    id: commandId(state.nextId),
    ...read.value,
    scheduledTime,
    status: 'Pending',
  };
  return accept(
    { ...state, commands: [...state.commands, command], nextId: state.nextId + 1 },
    command,
    'success',
    'Command queued successfully',
  );
}

/** Removes commands from the list that were over before an instant. They still count. */
export function retireCommands(state: CommandsState, before: EpochMs): CommandsState {
  const commands = state.commands.filter(
    ({ status, executionTime, scheduledTime }) =>
      status === 'Pending' || (executionTime ?? scheduledTime) >= before,
  );
  const count = state.commands.length - commands.length;
  return count === 0 ? state : { ...state, commands, retired: (state.retired ?? 0) + count };
}

/** Returns the number of commands that the mission has had, without cancelled ones. */
export const countCommands = ({
  commands,
  retired = 0,
}: Pick<CommandsState, 'commands' | 'retired'>): number => commands.length + retired;

function readDraft(draft: CommandDraft): Outcome<Pick<Command, 'name' | 'scheduledTime' | 'priority'>> {
  const scheduledText = typedText(draft.scheduledTime);
  const missing = missingFields({ name: typedText(draft.name), scheduledTime: scheduledText });
  if (missing.length > 0) return { ok: false, message: 'Please fill in all fields', fields: missing };
  const name = chosenFrom(COMMAND_NAMES, draft.name);
  if (!name) return refuseChoice('name', COMMAND_NAMES, 'command');
  const scheduledTime = parseUtc(scheduledText);
  if (scheduledTime === undefined) return refuseTime('scheduledTime');
  const priority = chosenPriority(draft.priority);
  if (!priority) return refuseChoice('priority', PRIORITIES);
  return { ok: true, value: { name, scheduledTime, priority } };
}

/** Returns the armed commands, the next one first. */
export const armedOf = rememberLast((commands: readonly Command[]): readonly Command[] =>
  pendingOf(commands)
    .filter(({ armed }) => armed)
    .toSorted((a, b) => a.scheduledTime - b.scheduledTime),
);

/** Returns a command that waits for an operator. */
const unarmed = ({ armed: _, ...command }: Command): Command => command;

/** Arms a Pending command whose scheduled time is ahead. */
export function armCommand(state: CommandsState, id: string, time: EpochMs): CommandStep {
  const found = findPending(state, id);
  if (!found.ok) return { state, outcome: found, notices: [] };
  const { index, command } = found.value;
  if (command.armed) return refuse(state, 'This command is already armed.');
  if (command.scheduledTime <= time) return refuse(state, TOO_LATE_TO_ARM);
  const armed: Command = { ...command, armed: true };
  return accept({ ...state, commands: state.commands.with(index, armed) }, armed, 'info', 'Command armed');
}

export function disarmCommand(state: CommandsState, id: string): CommandStep {
  const found = findPending(state, id);
  if (!found.ok) return { state, outcome: found, notices: [] };
  const { index, command } = found.value;
  if (!command.armed) return refuse(state, 'This command is not armed.');
  const disarmed = unarmed(command);
  return accept(
    { ...state, commands: state.commands.with(index, disarmed) },
    disarmed,
    'info',
    'Command disarmed',
  );
}

/** Pending → Executed, with the execution time (spec §4). Allowed before and after the scheduled time. */
export function executeCommand(state: CommandsState, id: string, time: EpochMs): CommandStep {
  const found = findPending(state, id);
  if (!found.ok) return { state, outcome: found, notices: [] };
  const { index, command } = found.value;
  const executed: Command = { ...unarmed(command), status: 'Executed', executionTime: time };
  return accept(
    { ...state, commands: state.commands.with(index, executed) },
    executed,
    'success',
    'Command executed successfully',
  );
}

/** Shifts the times of execution after the clock moved back, as the log's; scheduled times are plans in UTC. */
export const shiftCommands = (state: CommandsState, shiftMs: number): CommandsState => ({
  ...state,
  commands: state.commands.map((command) =>
    command.executionTime === undefined
      ? command
      : { ...command, executionTime: addMs(command.executionTime, shiftMs) },
  ),
});

/** Removes a Pending command (spec §4). */
export function cancelCommand(state: CommandsState, id: string, time: EpochMs): CommandStep {
  const found = findPending(state, id);
  if (!found.ok) return { state, outcome: found, notices: [] };
  const { index, command } = found.value;
  const commands = state.commands.toSpliced(index, 1);
  // Restored, it waits for an operator: its time may have passed.
  const removed = rememberCancellation(state.removed, { command: unarmed(command), time });
  return accept({ ...state, commands, removed }, command, 'info', 'Command cancelled');
}

/** Restores a command that was cancelled within `UNDO_MS` to its place. */
export function restoreCommand(state: CommandsState, id: string, time: EpochMs): CommandStep {
  if (state.commands.some((command) => command.id === id)) {
    return refuse(state, 'This command was not cancelled.');
  }
  const removal = state.removed.find(({ command }) => command.id === id);
  if (!removal || !canUndo(removal, time)) return refuse(state, UNDO_EXPIRED);
  if (state.commands.length >= COMMANDS_CAP) return refuse(state, QUEUE_FULL);
  const { command } = removal;
  const next = state.commands.findIndex((other) => numberOf(other) > numberOf(command));
  const commands = state.commands.toSpliced(next < 0 ? state.commands.length : next, 0, command);
  const removed = state.removed.filter((other) => other !== removal);
  return accept({ ...state, commands, removed }, command, 'info', 'Command restored');
}

function findPending(
  { commands }: CommandsState,
  id: string,
): Outcome<{ readonly index: number; readonly command: Command }> {
  const index = commands.findIndex((command) => command.id === id);
  const command = commands[index];
  if (!command) return { ok: false, message: UNKNOWN };
  if (command.status !== 'Pending') return { ok: false, message: NOT_PENDING[command.status] };
  return { ok: true, value: { index, command } };
}
