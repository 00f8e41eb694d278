import * as v from 'valibot';
import { ANOMALY_TYPES } from '../entities/entities.ts';
import type { EpochMs } from '../kit/units.ts';
import { compareEntries, type Keyframe } from './journal.ts';
import type { ResumeRecord } from './mission-control.ts';
import { readInput } from './recording.ts';
import { markSchema, missionHeaderSchema, time } from './recording-schema.ts';
import { RATES, RUN_TARGETS } from './transport.ts';

/** Schemas of a mission as workers pass it on: between windows, and over a server. */

/** Caps for years of a mission, which has some inputs and hashes per minute. */
export const MOST_ENTRIES = 100_000;
const MOST_MARKS = 1_000_000;

/** The length is checked first, so that too long a list costs nothing. */
export const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(
    v.custom<unknown[]>(
      (value) => Array.isArray(value) && value.length <= most,
      'is not a list, or too long',
    ),
    v.array(item),
  );

export const count = v.pipe(
  v.number('is not a number'),
  v.safeInteger('is not a whole number'),
  v.minValue(0, 'is negative'),
);

const pace = {
  rate: v.picklist(RATES, 'is not a rate'),
  runUntil: v.optional(v.picklist(RUN_TARGETS, 'is not the target of a run')),
};
export const runSchema = v.object({
  ...pace,
  isInStep: v.boolean('is not true or false'),
  interrupted: v.optional(
    v.object({ ...pace, time, anomaly: v.picklist(ANOMALY_TYPES, 'is not an anomaly') }),
  ),
});

/** A hash with the number of inputs that it includes. */
export const countedMark = v.object({ ...markSchema.entries, entryCount: count });

/** An input in its place, by the strict reader of recordings. */
export const journalEntry = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const read = readInput(value);
    if (read.ok) return read.value;
    addIssue({ message: `is refused: ${read.message}` });
    return NEVER;
  }),
);

/** The state is a worker's own, as its hash proves. */
const keyframe = v.pipe(
  v.object({
    time,
    entryCount: count,
    hash: markSchema.entries.hash,
    state: v.custom<{ readonly time: EpochMs }>(
      (value) => typeof value === 'object' && value !== null,
      'is not a state',
    ),
    log: v.custom<Keyframe['log']>(Array.isArray, 'is not a log'),
  }),
  v.check((frame) => frame.state.time === frame.time, 'has another time than its state'),
);

/** True if the inputs are in order, like those of a recording. */
function isInOrder({ header, entries, time: end }: ResumeRecord): boolean {
  let now: number = header.startTime;
  let highest = 0;
  for (const [index, one] of entries.entries()) {
    const before = entries[index - 1];
    const isAfter = before?.time !== one.time || compareEntries(before, one) < 0;
    if (one.time < now || !isAfter || one.sequence > highest + 1) return false;
    highest = Math.max(highest, one.sequence);
    now = one.input.kind === 'jump' ? one.input.to : one.time;
  }
  return now <= end;
}

/** True if the parts of a record fit each other. */
function isWhole(record: ResumeRecord): boolean {
  const { entries, marks, time: end, keyframe: frame } = record;
  const hasAll = [...marks, ...(frame ? [frame] : [])].every(
    ({ entryCount }) => entryCount <= entries.length,
  );
  return hasAll && !(frame && frame.time > end) && isInOrder(record);
}

/** A mission up to an instant, with a keyframe to continue from. */
export const recordSchema = v.pipe(
  v.object({
    header: missionHeaderSchema,
    entries: list(journalEntry, MOST_ENTRIES),
    marks: list(countedMark, MOST_MARKS),
    keyframe: v.optional(keyframe),
    time,
  }),
  v.check((record) => isWhole(record), 'has parts that do not fit each other'),
);
