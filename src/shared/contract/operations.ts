import * as v from 'valibot';
import { CONSOLE_HOLDERS, type ConsoleDuty, type ConsoleHolder } from '../entities/duty-crew.ts';
import {
  ANOMALY_TYPES,
  type Anomaly,
  type AnomalyType,
  COMMAND_NAMES,
  type Command,
  type CommandName,
  SHELF_MINUTES,
  type TimelineEvent,
} from '../entities/entities.ts';
import { readBy } from '../kit/read-by.ts';
import type { Result } from '../kit/result.ts';
import type { Outcome, Remotely, RequestId } from './outcome.ts';

/**
 * Operations of the mission for operators (spec §4, §5). The mission defines rules and texts. The page imports types alone from
 * here: it does not need the schemas.
 */

/** Fields of the command form, as typed, unchecked. */
export interface CommandDraft {
  readonly name: string;
  /** UTC as `YYYY-MM-DDTHH:MM`, with or without seconds; see `parseUtc`. */
  readonly scheduledTime: string;
  /** Defaults to Medium (spec §5). */
  readonly priority?: string;
}

/** A command to send at once. */
export interface CommandToSend {
  readonly name: CommandName;
  /** Anomaly that it responds to, if any. */
  readonly anomaly?: Anomaly['id'];
}

/** An anomaly to shelve, with the reason as typed. */
export interface Shelving {
  readonly id: Anomaly['id'];
  readonly minutes: (typeof SHELF_MINUTES)[number];
  readonly reason: string;
}

/** Fields of the timeline form, as typed. */
export interface TimelineEventDraft {
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly description?: string;
  /** Defaults to Experiment (spec §5). */
  readonly type?: string;
  /** Defaults to Medium (spec §5). */
  readonly priority?: string;
  /** Why it is planned although it lacks something. */
  readonly waiver?: string;
}

/** A change of a Scheduled event: all fields of its form. */
export interface EventChange extends TimelineEventDraft {
  readonly id: string;
}

export interface Operations {
  /** Adds a Pending command. */
  queueCommand(draft: CommandDraft): Outcome<Command>;
  /** Pending → Executed, with the execution time. */
  executeCommand(id: string): Outcome<Command>;
  /** Creates a command and executes it at once, regardless of the queue; its anomaly records it as the answer. */
  sendCommand(command: CommandToSend): Outcome<Command>;
  /** Arms a Pending command: it is executed at its scheduled time, which must be ahead, without an operator. */
  armCommand(id: string): Outcome<Command>;
  /** Disarms an armed command: it stays Pending, and an operator executes it. */
  disarmCommand(id: string): Outcome<Command>;
  /** Removes a Pending command; returns it. */
  cancelCommand(id: string): Outcome<Command>;
  /** Undoes a cancellation within `UNDO_MS`: the command is Pending again. */
  restoreCommand(id: string): Outcome<Command>;
  /** Adds a Scheduled event. The end may lie before the start. */
  addEvent(draft: TimelineEventDraft): Outcome<TimelineEvent>;
  /** Changes a Scheduled event, by the rules of a new one. */
  changeEvent(change: EventChange): Outcome<TimelineEvent>;
  /** Scheduled → In Progress. */
  startEvent(id: string): Outcome<TimelineEvent>;
  /** Scheduled → Cancelled. */
  cancelEvent(id: string): Outcome<TimelineEvent>;
  /** In Progress → Completed. */
  completeEvent(id: string): Outcome<TimelineEvent>;
  /** Undoes a cancellation within `UNDO_MS`: the event is Scheduled again. */
  restoreEvent(id: string): Outcome<TimelineEvent>;
  /** Active → Acknowledged. */
  acknowledgeAnomaly(id: string): Outcome<Anomaly>;
  /** Active → Resolved. A fault that is still active persists. */
  resolveAnomaly(id: string): Outcome<Anomaly>;
  /** Shelves an Active anomaly, which needs a reason; then it is Active again. */
  shelveAnomaly(shelving: Shelving): Outcome<Anomaly>;
  /** Ends the shelving of an anomaly by hand, which acknowledges it (ISA-18.2). */
  unshelveAnomaly(id: string): Outcome<Anomaly>;
  /** Hands the console over to the duty crew or back to the operator. */
  handOverConsole(holder: ConsoleHolder): Outcome<ConsoleDuty>;
  /** Injects a fault as a demonstration. The duty crew holds the console until it has responded. */
  demonstrateFault(type: AnomalyType): Outcome<Anomaly>;
}

export type OperationName = keyof Operations;

/** Input of an operation. */
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[0];

const text = v.string('is not a text');

const commandDraft = v.object(
  { name: text, scheduledTime: text, priority: v.exactOptional(text) },
  'is not a command form',
);
const eventFields = {
  title: text,
  startTime: text,
  endTime: text,
  description: v.exactOptional(text),
  type: v.exactOptional(text),
  priority: v.exactOptional(text),
  waiver: v.exactOptional(text),
};
const eventDraft = v.object(eventFields, 'is not an event form');
const commandToSend = v.object(
  { name: v.picklist(COMMAND_NAMES, 'is not a command'), anomaly: v.exactOptional(text) },
  'is not a command to send',
);

const SCHEMAS: { readonly [Name in OperationName]: v.GenericSchema<unknown, OperationInput<Name>> } = {
  queueCommand: commandDraft,
  executeCommand: text,
  sendCommand: commandToSend,
  armCommand: text,
  disarmCommand: text,
  cancelCommand: text,
  restoreCommand: text,
  addEvent: eventDraft,
  changeEvent: v.object({ id: text, ...eventFields }, 'is not a change of an event'),
  startEvent: text,
  cancelEvent: text,
  completeEvent: text,
  restoreEvent: text,
  acknowledgeAnomaly: text,
  resolveAnomaly: text,
  shelveAnomaly: v.object(
    { id: text, minutes: v.picklist(SHELF_MINUTES, 'is not a duration for shelving'), reason: text },
    'is not a shelving',
  ),
  unshelveAnomaly: text,
  handOverConsole: v.picklist(CONSOLE_HOLDERS, 'is not a console holder'),
  demonstrateFault: v.picklist(ANOMALY_TYPES, 'is not an anomaly type'),
};

export const OPERATION_NAMES = Object.keys(SCHEMAS) as readonly OperationName[];

/** Maximum length of an operation's input as typed, in characters of JSON, so that a recording can hold it. */
export const LONGEST_INPUT = 20_000;

/**
 * Reads an operation's external input; a refusal names its first fault.
 * @param at path of the input, for a fault
 */
export const readOperationInput = <Name extends OperationName>(
  name: Name,
  value: unknown,
  at?: string,
): Result<OperationInput<Name>> => readBy(SCHEMAS[name], value, at);

/** True if an operation's input is too long for a recording. */
export const isInputTooLong = (input: unknown): boolean =>
  (JSON.stringify(input) ?? '').length > LONGEST_INPUT;

export type RemoteOperations = Remotely<Operations>;

/** Operations as a worker accepts them, with the request ids that the link adds. */
export type RequestedOperations = {
  readonly [Name in keyof Operations]: (
    ...input: [...Parameters<Operations[Name]>, request?: RequestId]
  ) => ReturnType<Operations[Name]>;
};
