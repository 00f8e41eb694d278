import type { ConsoleDuty, ConsoleHolder } from './duty-crew.ts';
import type { Anomaly, AnomalyType, Command, TimelineEvent } from './entities.ts';
import { failed } from './result.ts';

/** Everything that an operator can have the mission do (spec §4, §5). Rules and texts are the mission's. */

/** What the command form holds, as typed: nothing of it is checked yet. */
export interface CommandDraft {
  readonly name: string;
  /** UTC as `YYYY-MM-DDTHH:MM`, with seconds or without; see `parseUtc`. */
  readonly scheduledTime: string;
  /** Medium where absent (spec §5). */
  readonly priority?: string;
}

/** What the form of the timeline holds, as typed. */
export interface TimelineEventDraft {
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly description?: string;
  /** Experiment where absent (spec §5). */
  readonly type?: string;
  /** Medium where absent (spec §5). */
  readonly priority?: string;
}

export type DraftField = keyof CommandDraft | keyof TimelineEventDraft;

/** The outcome of an operation. A refusal leaves the mission as it was. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** What happened and, where something can be done, what to do. */
  readonly message: string;
  /** The fields of the draft that it is about. */
  readonly fields?: readonly DraftField[];
}

export const refused = (message: string, fields?: readonly DraftField[]): Refusal =>
  fields ? { ...failed(message), fields } : failed(message);

/**
 * Names one request for ever, so that it can be made again after a worker was lost: a mission, or one restored from its
 * checkpoint, does what a request asks for once, and answers a repetition with the first outcome.
 */
export type RequestId = string;

/** How long a cancellation can be taken back, in mission time. */
export const UNDO_MS = 10_000;

export interface Operations {
  /** Adds a Pending command. */
  queueCommand(draft: CommandDraft, request?: RequestId): Outcome<Command>;
  /** Pending → Executed, with the execution time. */
  executeCommand(id: string, request?: RequestId): Outcome<Command>;
  /** Removes a Pending command; answers what was removed. */
  cancelCommand(id: string, request?: RequestId): Outcome<Command>;
  /** Takes a cancellation back within `UNDO_MS`: the command is Pending again. */
  restoreCommand(id: string, request?: RequestId): Outcome<Command>;
  /** Adds a Scheduled event. The end may lie before the start. */
  addEvent(draft: TimelineEventDraft, request?: RequestId): Outcome<TimelineEvent>;
  /** Scheduled → In Progress. */
  startEvent(id: string, request?: RequestId): Outcome<TimelineEvent>;
  /** Scheduled → Cancelled. */
  cancelEvent(id: string, request?: RequestId): Outcome<TimelineEvent>;
  /** In Progress → Completed. */
  completeEvent(id: string, request?: RequestId): Outcome<TimelineEvent>;
  /** Takes a cancellation back within `UNDO_MS`: the event is Scheduled again. */
  restoreEvent(id: string, request?: RequestId): Outcome<TimelineEvent>;
  /** Active → Acknowledged. */
  acknowledgeAnomaly(id: string, request?: RequestId): Outcome<Anomaly>;
  /** Active → Resolved. A fault that still acts is detected again. */
  resolveAnomaly(id: string, request?: RequestId): Outcome<Anomaly>;
  /** Gives the console to the duty crew or back to the operator. */
  handOverConsole(holder: ConsoleHolder, request?: RequestId): Outcome<ConsoleDuty>;
  /** Injects a fault to be watched. The duty crew has the console until it has answered it. */
  demonstrateFault(type: AnomalyType, request?: RequestId): Outcome<Anomaly>;
}

export const OPERATION_NAMES = [
  'queueCommand',
  'executeCommand',
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

/** The operations as they are reached over a channel: without request ids, which the link gives. */
export type RemoteOperations = {
  readonly [Name in keyof Operations]: (
    input: Parameters<Operations[Name]>[0],
  ) => Promise<ReturnType<Operations[Name]>>;
};
