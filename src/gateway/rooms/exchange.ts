import * as v from 'valibot';
import type { ConsoleId, MissionId } from '../../shared/contract/consoles.ts';
import type { Presence, ServerMessage } from '../../shared/contract/room.ts';
import { parseJson } from '../../shared/kit/parse-json.ts';
import type { EpochMs } from '../../shared/kit/units.ts';

/** Passes on what the processes that have a room open tell each other, besides its log. */
export interface RoomExchange {
  /** Sends a text to those that listen, this process included. It may be lost. */
  send(id: MissionId, text: string): void;
  /** Returns how to stop. */
  listen(id: MissionId, listener: (text: string) => void): () => void;
}

export type MarkMessage = ServerMessage & { readonly type: 'mark' };

/** An operator in a room. */
export interface Operator {
  readonly console: ConsoleId;
  /** UTC at which it entered, by the clock of its process. */
  readonly since: EpochMs;
  readonly presence: Presence;
}

/** Who is in a room. */
export interface Crowd {
  readonly operators: readonly Operator[];
  readonly viewers: number;
}

/** What a process tells the others about a room. */
export interface Report extends Crowd {
  /** Random id of the process. */
  readonly from: string;
  /** Newest marks of its operators since the report before. */
  readonly marks?: readonly MarkMessage[] | undefined;
  /** The keys of the room have been replaced. */
  readonly isRenewed?: true | undefined;
  /** The log of the room takes no more entries. */
  readonly isFull?: true | undefined;
}

// Processes of one server tell only what has passed the readers of the protocol.
const REPORT = v.looseObject({
  from: v.string(),
  operators: v.array(
    v.looseObject({
      console: v.string(),
      since: v.number(),
      presence: v.looseObject({ name: v.string(), kind: v.string() }),
    }),
  ),
  viewers: v.number(),
  marks: v.optional(v.array(v.looseObject({ type: v.literal('mark'), n: v.number() }))),
  isRenewed: v.optional(v.literal(true)),
  isFull: v.optional(v.literal(true)),
});

/** Returns the report of a text, or `undefined` if the text is none. */
export function readReport(text: string): Report | undefined {
  const value = parseJson(text);
  return v.is(REPORT, value) ? (value as unknown as Report) : undefined;
}

export const isEmpty = ({ operators, viewers }: Crowd): boolean => operators.length === 0 && viewers === 0;
