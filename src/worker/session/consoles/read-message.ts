import * as v from 'valibot';
import { CONSOLE_NAME_LENGTH, type ConsoleId, isMissionId } from '../../../shared/contract/consoles.ts';
import type { ResumeRecord } from '../../../shared/contract/mission-control.ts';
import { OPERATION_NAMES } from '../../../shared/contract/operations.ts';
import {
  count,
  countedMark,
  journalEntry,
  list,
  MOST_ENTRIES,
  recordSchema,
  runSchema,
} from '../../../shared/contract/record-schema.ts';
import { name, time, triggerInput } from '../../../shared/contract/recording-schema.ts';
import { replayCostMs } from '../../../shared/contract/replay-cost.ts';
import { isRoomKey } from '../../../shared/contract/room.ts';
import { RATES, RUN_TARGETS } from '../../../shared/contract/transport.ts';
import { LONGEST_PACKET } from '../../../shared/packets/headers.ts';
import { LINK_PROFILES } from '../../../shared/packets/link.ts';
import { realDataSchema } from '../live-data/real-data-schema.ts';
import { type Introduction, type Message, MOST_AT_ONCE_MS } from './messages.ts';

/**
 * Reads messages from the channel of a mission. Any page of the origin can post there, including an extension's and
 * one of another build. Loaded with the first message.
 */

/** A run ends for one reason at a time. */
const MOST_NOTICES = 10;
const LONGEST_NOTICE = 1000;

const introduction = v.object({ id: name, build: name, since: time });
const term = v.object({ number: count, sequencer: name });
const missionRun = {
  term,
  after: v.optional(v.object({ term, known: count, kept: count, time })),
  run: runSchema,
  slowsOnCritical: v.boolean(),
};
/** True if the rest of a mission after its keyframe can be simulated at once. */
function canBeTaken({ header, entries, time: end, keyframe: frame }: ResumeRecord): boolean {
  const rest = { header: { ...header, startTime: frame?.time ?? header.startTime }, time: end };
  const entered = entries.slice(frame?.entryCount ?? 0);
  return replayCostMs({ ...rest, marks: [], entries: entered }) <= MOST_AT_ONCE_MS;
}

const wholeMission = v.object({
  ...missionRun,
  record: v.pipe(
    recordSchema,
    v.check((record) => canBeTaken(record)),
  ),
  live: realDataSchema,
});

const runNotice = v.object({
  level: v.picklist(['info', 'warning']),
  text: v.pipe(v.string(), v.maxLength(LONGEST_NOTICE)),
});
const news = v.object({
  ...missionRun,
  tick: count,
  since: count,
  entries: list(journalEntry, MOST_ENTRIES),
  time,
  achievedRate: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  mark: v.optional(countedMark),
  notices: list(runNotice, MOST_NOTICES),
});

/** Input that the mission itself validates, as it does with the page's input. */
const given = v.optional(v.unknown());
const by = v.optional(v.pipe(v.string(), v.maxLength(CONSOLE_NAME_LENGTH)));
const order = v.variant('kind', [
  v.object({
    kind: v.literal('input'),
    input: v.variant('kind', [
      v.object({
        kind: v.literal('operation'),
        name: v.picklist(OPERATION_NAMES),
        input: given,
        request: v.optional(name),
        by,
        number: v.optional(count),
      }),
      v.object({ kind: v.literal('network'), stations: given, by }),
      v.object({ kind: v.literal('fault'), inject: name, course: name }),
      v.object({ kind: v.literal('fault'), clear: name }),
      triggerInput,
      v.object({
        kind: v.picklist(['hint', 'bookmark']),
        text: v.pipe(v.string(), v.maxLength(LONGEST_NOTICE)),
      }),
      v.object({ kind: v.literal('packets') }),
      v.object({
        kind: v.literal('link'),
        profile: v.optional(v.picklist(LINK_PROFILES)),
        bitErrorRate: v.optional(v.number()),
      }),
      v.object({
        kind: v.literal('telecommand'),
        bytes: v.pipe(v.string(), v.maxLength(2 * LONGEST_PACKET)),
        request: v.optional(name),
      }),
    ]),
  }),
  v.object({
    kind: v.literal('time'),
    time: v.variant('name', [
      v.object({ name: v.literal('setRate'), value: v.picklist(RATES) }),
      v.object({ name: v.literal('runUntil'), value: v.optional(v.picklist(RUN_TARGETS)) }),
      v.object({ name: v.picklist(['continueRun', 'step', 'returnToUtc']) }),
      v.object({ name: v.literal('slowOnCritical'), value: v.boolean() }),
    ]),
  }),
]);
const outcome = v.variant('ok', [
  v.object({ ok: v.literal(true), value: v.unknown() }),
  v.object({
    ok: v.literal(false),
    message: v.pipe(v.string(), v.maxLength(LONGEST_NOTICE)),
    fields: v.optional(v.custom<readonly never[]>(Array.isArray)),
  }),
]);

const beat = v.object({
  ...introduction.entries,
  name: v.pipe(v.string(), v.maxLength(CONSOLE_NAME_LENGTH)),
  kind: v.picklist(['desk', 'wall']),
  term,
  past: v.optional(time),
  showsBranch: v.optional(v.literal(true)),
  hasGroundLink: v.optional(v.literal(true)),
});

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('hello'), from: introduction, attempt: count }),
  v.object({ type: v.literal('beat'), beat }),
  v.object({ type: v.literal('here'), from: name }),
  v.object({ type: v.literal('bye'), from: name }),
  v.object({ type: v.literal('who') }),
  v.object({ type: v.literal('log'), from: name, news }),
  v.object({ type: v.literal('order'), from: name, to: name, id: name, order }),
  v.object({ type: v.literal('done'), from: name, to: name, id: name, outcome, entryCount: count }),
  v.object({ type: v.literal('live'), from: name, live: realDataSchema }),
  v.object({ type: v.literal('ask'), from: name, to: name, since: v.optional(count) }),
  v.object({
    type: v.literal('shared'),
    from: name,
    room: v.object({
      id: v.pipe(v.string(), v.check(isMissionId)),
      key: v.pipe(v.string(), v.check(isRoomKey)),
    }),
  }),
  v.object({ type: v.literal('mission'), from: name, to: v.optional(name), mission: wholeMission }),
]);

/** All that is read from another build, whatever it sends. */
const otherBuildSchema = v.object({ type: v.literal('beat'), beat: introduction });

const isForOther = (data: unknown, id: ConsoleId): boolean => {
  const { to = id } = (data ?? {}) as { readonly to?: unknown };
  return to !== id;
};

/** Returns the message; `undefined` if it is unreadable or for another console. */
export type Reader = (data: unknown) => Message | undefined;

/** @param log reports the first unreadable message */
export function createReader(
  { id, build }: Pick<Introduction, 'id' | 'build'>,
  log: (text: string) => void,
): Reader {
  let hasLogged = false;
  return (data) => {
    if (isForOther(data, id)) return undefined;
    const otherBuild = v.safeParse(otherBuildSchema, data, { abortEarly: true });
    if (otherBuild.success && otherBuild.output.beat.build !== build) {
      return { type: 'stranger', from: otherBuild.output.beat };
    }
    const read = v.safeParse(messageSchema, data, { abortEarly: true });
    if (read.success) return read.output as Message;
    if (!hasLogged) log('A message from another window cannot be read and is ignored.');
    hasLogged = true;
    return undefined;
  };
}
