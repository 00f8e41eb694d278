import * as v from 'valibot';
import type { UnnumberedEntry } from '../../gateway/rooms/home.ts';
import { createLogIndex, type LogIndex } from '../../gateway/rooms/log-index.ts';
import { isStoredEntry } from '../../gateway/rooms/stored-entry.ts';
import type { RoomEntry } from '../../shared/contract/room.ts';
import { parseJson } from '../../shared/kit/parse-json.ts';
import type { StoredMessage } from './nats-store.ts';

/**
 * The log of a room as the messages of its subject make it. The order in the stream gives the numbers: the first entry of an id
 * counts, any other is passed over, and so is what the room is too full for. Every gateway reads the same messages, and so
 * agrees, also where two have published at once.
 */
export interface NatsLog {
  /** The log that this is: messages of others are passed over. */
  readonly epoch: string;
  readonly index: LogIndex;
  /** Sequence of the newest message that has been read; 0 if there is none. */
  seq(): number;
  /** Reads the message that follows the newest one. Returns the entries that it adds. */
  read(message: StoredMessage): readonly RoomEntry[];
  /** Returns the entries of a message that has been read before. */
  reread(message: StoredMessage): readonly RoomEntry[];
  /** True if a message has entries that the log would take: it is none of those that have been read. */
  lacks(message: StoredMessage): boolean;
  /** Returns the sequence of the message with an entry. */
  seqOf(n: number): number;
  /** Number of messages from a sequence on that have added entries. */
  messagesFrom(seq: number): number;
}

const MESSAGE = v.object({
  epoch: v.string(),
  entries: v.pipe(
    v.array(v.unknown()),
    v.transform((entries) => entries.filter(isStoredEntry)),
  ),
});

/** Text of a message with entries. The first message of a log has none. */
export const logMessage = (epoch: string, entries: readonly UnnumberedEntry[]): string =>
  JSON.stringify({ epoch, entries });

export function createNatsLog(epoch: string): NatsLog {
  const index = createLogIndex();
  /** Messages that have added entries, with the number of their last one. */
  const marks: { readonly seq: number; readonly last: number }[] = [];
  let newest = 0;

  function entriesIn(text: string): readonly UnnumberedEntry[] {
    const read = v.safeParse(MESSAGE, parseJson(text));
    return read.success && read.output.epoch === epoch ? read.output.entries : [];
  }

  /** Returns the position of the first mark that fulfils a condition, which holds for all that follow. */
  function firstMark(holds: (mark: { readonly seq: number; readonly last: number }) => boolean): number {
    let [low, high] = [0, marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const mark = marks[middle];
      if (mark && holds(mark)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  const seqOf = (n: number): number => marks[firstMark(({ last }) => last >= n)]?.seq ?? 0;

  return {
    epoch,
    index,
    seq: () => newest,
    read({ seq, text }) {
      newest = seq;
      const added = entriesIn(text).flatMap((unnumbered) => {
        const placed = index.place(unnumbered);
        if (placed.kind !== 'new') return [];
        index.add(placed.entry, placed.size);
        return [placed.entry];
      });
      if (added.length > 0) marks.push({ seq, last: index.last() });
      return added;
    },
    reread({ seq, text }) {
      return entriesIn(text).flatMap((unnumbered) => {
        const placed = index.place(unnumbered);
        return placed.kind === 'duplicate' && seqOf(placed.n) === seq ? [{ ...unnumbered, n: placed.n }] : [];
      });
    },
    lacks: ({ text }) => entriesIn(text).some((entry) => index.place(entry).kind === 'new'),
    seqOf,
    messagesFrom: (from) => marks.length - firstMark(({ seq }) => seq >= from),
  };
}
