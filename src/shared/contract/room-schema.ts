import * as v from 'valibot';
import { parseJson } from '../kit/parse-json.ts';
import { readBy } from '../kit/read-by.ts';
import { failed, type Result } from '../kit/result.ts';
import { CONSOLE_NAME_LENGTH, isMissionId } from './consoles.ts';
import type { MissionInput } from './journal.ts';
import { plainText } from './live-answers.ts';
import type { LiveResume } from './mission-control.ts';
import { count, countedMark, list, recordSchema, runSchema } from './record-schema.ts';
import { readInput } from './recording.ts';
import { name, time } from './recording-schema.ts';
import {
  type BegunRoom,
  type ClientMessage,
  isRoomKey,
  ROOM_LIMITS,
  type RoomBeginning,
  type RoomSnapshot,
  type ServerMessage,
} from './room.ts';

/** Reads what rooms and consoles say to each other. Unknown fields are left out. */

const LONGEST_SENTENCE = 1000;
const MOST_CONSOLES = 100;

const number = v.pipe(count, v.minValue(1, 'is less than 1'));
const finite = v.pipe(v.number('is not a number'), v.finite('is not finite'));
const flag = v.boolean('is not true or false');
const sentence = v.pipe(
  v.string('is not a text'),
  v.transform((text) => plainText(text, LONGEST_SENTENCE)),
);
const consoleId = v.pipe(v.string('is not a text'), v.regex(/^[\w-]{1,64}$/, 'is not the id of a console'));
const epoch = v.pipe(v.string('is not a text'), v.regex(/^[\w-]{1,64}$/, 'is not the id of a log'));
const draftId = v.pipe(v.string('is not a text'), v.regex(/^[!-~]{1,100}$/, 'is not an id'));
const key = v.pipe(v.string('is not a text'), v.check(isRoomKey, 'is not a key'));
const missionId = v.pipe(v.string('is not a text'), v.check(isMissionId, 'is not the id of a mission'));

const achievedRate = v.optional(v.pipe(finite, v.minValue(0, 'is negative')));
const pace = v.object({ run: runSchema, slowsOnCritical: flag, achievedRate });

/** An input by the strict reader of recordings, which reads it as part of an entry. */
const input = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): MissionInput => {
    const read = readInput({ time: 0, origin: 'room', sequence: 1, input: value });
    // How the time of a room runs is in entries of its own.
    if (read.ok && read.value.input.kind !== 'jump') return read.value.input;
    addIssue({ message: read.ok ? 'is no input of a shared mission' : `is refused: ${read.message}` });
    return NEVER;
  }),
);
const act = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('input'), input }),
    v.object({ kind: v.literal('pace'), pace }),
    v.object({
      kind: v.literal('slow'),
      of: v.object({ time, at: time }),
      achievedRate,
    }),
    v.object({ kind: v.literal('return') }),
  ],
  'is not an act',
);
const draft = v.object({ id: draftId, time, act });
const entry = v.object({ ...draft.entries, n: number, by: consoleId, at: time });

const presence = v.object({
  name: v.pipe(
    v.string('is not a text'),
    v.transform((text) => plainText(text, CONSOLE_NAME_LENGTH)),
  ),
  kind: v.picklist(['desk', 'wall'], 'is not a kind of console'),
  past: v.optional(time),
  showsBranch: v.optional(v.literal(true)),
  hasGroundLink: v.optional(v.literal(true)),
});

const clientMessage = v.variant(
  'type',
  [
    v.object({
      type: v.literal('hello'),
      v: number,
      key: v.string('is not a text'),
      console: consoleId,
      presence,
      since: v.optional(count),
      epoch: v.optional(epoch),
    }),
    v.object({ type: v.literal('presence'), presence }),
    v.object({ type: v.literal('act'), draft }),
    v.object({ type: v.literal('refill'), entries: list(entry, ROOM_LIMITS.entries) }),
    v.object({ type: v.literal('mark'), n: count, mark: countedMark }),
    v.object({ type: v.literal('time'), sent: finite }),
    v.object({ type: v.literal('renew'), operatorKey: key }),
  ],
  'is not a message of a console',
);

const serverMessage = v.variant(
  'type',
  [
    v.object({
      type: v.literal('welcome'),
      v: number,
      role: v.picklist(['operator', 'viewer'], 'is not a role'),
      head: v.object({ startedAt: time, epoch, time, pace }),
      last: count,
      snapshot: count,
      endsAt: time,
      now: time,
      viewerKey: v.optional(key),
    }),
    v.object({ type: v.literal('log'), entries: list(entry, ROOM_LIMITS.entries) }),
    v.object({ type: v.literal('ack'), id: draftId, n: number }),
    v.object({ type: v.literal('nak'), id: draftId, why: sentence, retryMs: v.optional(count) }),
    v.object({
      type: v.literal('room'),
      consoles: list(v.object({ id: consoleId, ...presence.entries }), MOST_CONSOLES),
      viewerCount: count,
      lead: v.optional(consoleId),
      isFull: v.optional(v.literal(true)),
    }),
    v.object({ type: v.literal('mark'), n: count, mark: countedMark }),
    v.object({ type: v.literal('time'), sent: finite, now: time }),
    v.object({ type: v.literal('renewed'), operatorKey: key, viewerKey: key }),
  ],
  'is not a message of a room',
);

const snapshotFields = {
  build: name,
  record: recordSchema,
  live: v.unknown() as v.GenericSchema<LiveResume>,
};
const beginning = v.object({ ...snapshotFields, pace });
const snapshot = v.object({
  ...snapshotFields,
  n: count,
  epoch,
  anchor: v.object({ time, at: time, pace }),
  edge: time,
});
const begunRoom = v.object({ id: missionId, operatorKey: key });

const readText = <T>(schema: v.GenericSchema<unknown, T>, text: string): Result<T> => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? readBy(schema, value) : failed('it is not JSON');
};

/**
 * Reads a message of a console, whose length the caller limits. A refusal says what is wrong with it, in words that continue
 * "The message is not valid:".
 */
export const readClientMessage = (text: string): Result<ClientMessage> => readText(clientMessage, text);

const greeting = v.object({ type: v.literal('hello'), v: number });

/** Returns the version of the protocol that a hello names, which this build may not be able to read otherwise. */
export function helloVersion(text: string): number | undefined {
  const read = readText(greeting, text);
  return read.ok ? read.value.v : undefined;
}

/** Reads a message of a room; refused as that of a console. */
export const readServerMessage = (text: string): Result<ServerMessage> => readText(serverMessage, text);

/**
 * Reads what a room begins with. The state of its keyframe and `live` are not read: the console that simulates them must.
 */
export const readRoomBeginning = (text: string): Result<RoomBeginning> => readText(beginning, text);

/** Reads a snapshot like what a room begins with. */
export const readRoomSnapshot = (text: string): Result<RoomSnapshot> => readText(snapshot, text);

/** Reads the answer to a beginning. */
export const readBegunRoom = (text: string): Result<BegunRoom> => readText(begunRoom, text);
