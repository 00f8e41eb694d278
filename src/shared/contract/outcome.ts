import type { Command, TimelineEvent } from '../entities/entities.ts';
import { failed } from '../kit/result.ts';

/** Fields of the forms for a command and an event. */
export type DraftField =
  | keyof Pick<Command, 'name' | 'scheduledTime' | 'priority'>
  | keyof Pick<
      TimelineEvent,
      'title' | 'startTime' | 'endTime' | 'description' | 'type' | 'priority' | 'waiver'
    >;

/** Outcome of an operation. A refusal leaves the mission unchanged. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** What happened and, if possible, what to do. */
  readonly message: string;
  /** Draft fields that caused the refusal. */
  readonly fields?: readonly DraftField[];
}

export const accepted = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refused = (message: string, fields?: readonly DraftField[]): Refusal =>
  fields ? { ...failed(message), fields } : failed(message);

/**
 * Unique id of a request, so that it can be repeated after the loss of a worker: a mission, or one restored
 * from its keyframe, runs a request once and answers a repetition with the first outcome.
 */
export type RequestId = string;

/** A control across a channel: each answer is a promise. */
export type Remotely<Control extends Record<keyof Control, (...input: never[]) => unknown>> = {
  readonly [Name in keyof Control]: (
    ...input: Parameters<Control[Name]>
  ) => Promise<ReturnType<Control[Name]>>;
};
