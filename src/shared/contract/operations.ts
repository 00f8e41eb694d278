import type { ConsoleDuty, ConsoleHolder } from '../entities/duty-crew.ts';
import type { Anomaly, AnomalyType, Command, CommandName, TimelineEvent } from '../entities/entities.ts';
import { failed } from '../kit/result.ts';

/** Operations of the mission for operators (spec §4, §5). The mission defines rules and texts. */

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
}

/** Maximum length of an operation's input as typed, in characters of JSON, so that a recording can hold it. */
export const LONGEST_INPUT = 20_000;

export type DraftField = keyof CommandDraft | keyof TimelineEventDraft;

/** Outcome of an operation. A refusal leaves the mission unchanged. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** What happened and, if possible, what to do. */
  readonly message: string;
  /** Draft fields that caused the refusal. */
  readonly fields?: readonly DraftField[];
}

export const refused = (message: string, fields?: readonly DraftField[]): Refusal =>
  fields ? { ...failed(message), fields } : failed(message);

/**
 * Unique id of a request, so that it can be repeated after the loss of a worker: a mission, or one restored
 * from its checkpoint, runs a request once and answers a repetition with the first outcome.
 */
export type RequestId = string;

/** Time within which a cancellation can be undone, in mission time. */
export const UNDO_MS = 10_000;

export interface Operations {
  /** Adds a Pending command. */
  queueCommand(draft: CommandDraft): Outcome<Command>;
  /** Pending → Executed, with the execution time. */
  executeCommand(id: string): Outcome<Command>;
  /** Creates a command and executes it at once, regardless of the queue; its anomaly records it as the answer. */
  sendCommand(command: CommandToSend): Outcome<Command>;
  /** Removes a Pending command; returns it. */
  cancelCommand(id: string): Outcome<Command>;
  /** Undoes a cancellation within `UNDO_MS`: the command is Pending again. */
  restoreCommand(id: string): Outcome<Command>;
  /** Adds a Scheduled event. The end may lie before the start. */
  addEvent(draft: TimelineEventDraft): Outcome<TimelineEvent>;
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
  /** Hands the console over to the duty crew or back to the operator. */
  handOverConsole(holder: ConsoleHolder): Outcome<ConsoleDuty>;
  /** Injects a fault as a demonstration. The duty crew holds the console until it has responded. */
  demonstrateFault(type: AnomalyType): Outcome<Anomaly>;
}

export const OPERATION_NAMES = [
  'queueCommand',
  'executeCommand',
  'sendCommand',
  'cancelCommand',
  'restoreCommand',
  'addEvent',
  'startEvent',
  'cancelEvent',
  'completeEvent',
  'restoreEvent',
  'acknowledgeAnomaly',
  'resolveAnomaly',
  'handOverConsole',
  'demonstrateFault',
] as const satisfies readonly (keyof Operations)[];
export type OperationName = (typeof OPERATION_NAMES)[number];

/** A control across a channel: each answer is a promise. */
export type Remotely<Control extends Record<keyof Control, (...input: never[]) => unknown>> = {
  readonly [Name in keyof Control]: (
    ...input: Parameters<Control[Name]>
  ) => Promise<ReturnType<Control[Name]>>;
};

export type RemoteOperations = Remotely<Operations>;

/** Operations as a worker accepts them, with the request ids that the link adds. */
export type RequestedOperations = {
  readonly [Name in keyof Operations]: (
    ...input: [...Parameters<Operations[Name]>, request?: RequestId]
  ) => ReturnType<Operations[Name]>;
};
