import * as v from 'valibot';
import type { Appended, UnnumberedEntry } from '../../gateway/rooms/home.ts';
import { sizeOf } from '../../gateway/rooms/log-index.ts';
import { parseStoredHead } from '../../gateway/rooms/stored-entry.ts';
import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry, RoomHead } from '../../shared/contract/room.ts';
import { parseJson } from '../../shared/kit/parse-json.ts';
import { isConflict } from '../nats/nats-connection.ts';
import { createNatsLog, logMessage, type NatsLog } from './nats-log.ts';
import { MESSAGE_BYTES, type NatsStore, type StoredMessage } from './nats-store.ts';

/** Attempts to write while other gateways write, too. */
const MOST_ATTEMPTS = 100;

/** A room as this gateway knows it from NATS. */
export interface NatsRoom {
  /** Returns the log as far as it is known; `undefined` if there is no such room. */
  log(): Promise<NatsLog | undefined>;
  append(entry: UnnumberedEntry): Promise<Appended>;
  /** Reads what NATS has and this gateway does not. */
  compare(): Promise<void>;
  /** Begins to report entries as they are stored. */
  follow(): void;
  unfollow(): void;
  /** Whether it may be forgotten. */
  isIdle(): boolean;
}

/** What a room reports while it is followed. */
export interface NatsRoomReports {
  /** An entry has been stored. */
  entry(entry: RoomEntry): void;
  /** Entries that were stored are lost. */
  loss(): void;
}

const PARTS = v.object({ digest: v.string(), count: v.number() });
const HEAD_MESSAGE = v.object({ head: v.string(), parts: PARTS });

export type HeadMessage = v.InferOutput<typeof HEAD_MESSAGE>;

/** The head of a room, with the parts of the snapshot that it began with. */
export interface StoredHead extends Pick<HeadMessage, 'parts'> {
  readonly head: RoomHead;
  readonly seq: number;
}

export const headMessage = (head: RoomHead, parts: HeadMessage['parts']): string =>
  JSON.stringify({ head: JSON.stringify(head), parts } satisfies HeadMessage);

export async function readHead(store: NatsStore, id: MissionId): Promise<StoredHead | undefined> {
  const message = await store.newest(id, 'head');
  const read = v.safeParse(HEAD_MESSAGE, parseJson(message?.text ?? ''));
  if (!message || !read.success) return undefined;
  const head = parseStoredHead(read.output.head);
  return head && { head, parts: read.output.parts, seq: message.seq };
}

/** An entry that is to be published. */
interface Waiting {
  readonly entry: UnnumberedEntry;
  readonly resolve: (answer: Appended) => void;
  readonly reject: (error: unknown) => void;
}

export function createNatsRoom(store: NatsStore, id: MissionId, report: NatsRoomReports): NatsRoom {
  let known: NatsLog | undefined;
  let loading: Promise<NatsLog | undefined> | undefined;
  /** The log that this room had when NATS turned out to have lost the end of it, until it has been read again. */
  let lost: NatsLog | undefined;
  /** The newest entry of which the listeners know; absent until that is known. */
  let told: { readonly epoch: string; n: number } | undefined;
  let stopListening: (() => void) | undefined;
  let waiting: Waiting[] = [];
  let isPublishing = false;

  function tell(entry: RoomEntry): void {
    if (!told || entry.n <= told.n) return;
    told.n = entry.n;
    report.entry(entry);
  }

  async function logOf(): Promise<NatsLog | undefined> {
    if (known) return known;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function load(): Promise<NatsLog | undefined> {
    const { head } = (await readHead(store, id)) ?? {};
    if (!head) return undefined;
    const log = createNatsLog(head.epoch);
    if (told && told.epoch !== log.epoch) told = { epoch: log.epoch, n: 0 };
    const newest = await store.newest(id, 'log');
    if (newest) await store.read(id, 1, newest.seq, await store.count(id), (message) => take(log, message));
    demandRead(log, newest?.seq ?? 0);
    known = log;
    if (lost?.epoch === log.epoch) report.loss();
    lost = undefined;
    if (stopListening) {
      told ??= { epoch: log.epoch, n: log.index.last() };
      // What was stored meanwhile has been reported to a room without a log.
      void compare(true).catch(() => undefined);
    }
    return log;
  }

  function take(log: NatsLog, message: StoredMessage): void {
    if (message.seq <= log.seq()) return;
    for (const entry of log.read(message)) tell(entry);
  }

  function demandRead(log: NatsLog, seq: number): void {
    if (log.seq() < seq) throw new Error(`The log of room ${id} could not be read`);
  }

  async function readTo(log: NatsLog, seq: number): Promise<void> {
    await store.read(id, log.seq() + 1, seq, 1, (message) => take(log, message));
    demandRead(log, seq);
  }

  /** Reads a log again that NATS no longer has as it was read: the room has been removed, or the end of its log is lost. */
  async function readAgain(log: NatsLog): Promise<void> {
    if (known !== log) return;
    lost = log;
    known = undefined;
    await logOf();
  }

  /** True if NATS still has the newest message that has been read. Others may have its sequence, if the end of the log is lost. */
  async function isThere(log: NatsLog, newest: StoredMessage | undefined): Promise<boolean> {
    const seq = log.seq();
    if (seq === 0) return true;
    const message = newest?.seq === seq ? newest : await store.next(id, seq);
    return message?.seq === seq && !log.lacks(message);
  }

  async function compare(isLeaderAsked = false): Promise<void> {
    const log = await logOf();
    if (!log) return;
    let newest = await store.newest(id, 'log', isLeaderAsked);
    // The server that has answered may lag behind.
    if ((newest?.seq ?? 0) < log.seq()) newest = await store.newest(id, 'log', true);
    const seq = newest?.seq ?? 0;
    if (seq >= log.seq() && (await isThere(log, newest))) await readTo(log, seq);
    else await readAgain(log);
  }

  function hear(message: StoredMessage, before: number): void {
    const log = known;
    if (!log) return;
    if (message.seq <= log.seq()) {
      if (log.lacks(message)) void readAgain(log).catch(() => undefined);
    } else if (before === log.seq()) take(log, message);
    else void (before > log.seq() ? readTo(log, message.seq) : compare(true)).catch(() => undefined);
  }

  /** Takes from those that wait as many as fit in a message, each id once. */
  function takeBatch(): readonly Waiting[] {
    const ids = new Set<string>();
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    let bytes = 0;
    for (const each of waiting) {
      const size = sizeOf(JSON.stringify(each.entry)) + 1;
      const fits = left.length === 0 && bytes + size <= MESSAGE_BYTES;
      if (fits && !ids.has(each.entry.id)) {
        ids.add(each.entry.id);
        batch.push(each);
        bytes += size;
      } else left.push(each);
    }
    waiting = left;
    return batch;
  }

  async function publishAll(): Promise<void> {
    isPublishing = true;
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        await publish(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isPublishing = false;
  }

  async function publish(batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const log = await logOf();
      if (!log) {
        for (const { resolve } of left) resolve({ kind: 'gone' });
        return;
      }
      left = left.filter(({ entry, resolve }) => {
        const placed = log.index.place(entry);
        if (placed.kind !== 'new') resolve(placed);
        return placed.kind === 'new';
      });
      if (left.length === 0) return;
      const text = logMessage(
        log.epoch,
        left.map(({ entry }) => entry),
      );
      const seq = await store.publish(id, 'log', text, log.seq()).catch((error) => {
        if (isConflict(error)) return undefined;
        throw error;
      });
      if (seq !== undefined) {
        await readTo(log, seq);
        for (const { entry, resolve } of left) resolve(answerOf(log, entry, seq));
        return;
      }
      await compare(true);
    }
    throw new Error(`Too many others write to room ${id}`);
  }

  return {
    log: logOf,
    async append(entry) {
      const log = await logOf();
      if (!log) return { kind: 'gone' };
      const placed = log.index.place(entry);
      if (placed.kind !== 'new') return placed;
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        if (!isPublishing) void publishAll();
      });
    },
    compare: () => compare(),
    follow() {
      told = known && { epoch: known.epoch, n: known.index.last() };
      stopListening = store.listen(id, hear);
      // Entries from now on are those behind what is loaded now.
      void logOf().catch(() => undefined);
    },
    unfollow() {
      stopListening?.();
      stopListening = undefined;
      told = undefined;
    },
    isIdle: () => !stopListening && !isPublishing && !loading,
  };
}

/** Returns what became of an entry in a message that has been read. */
function answerOf({ index, seqOf }: NatsLog, entry: UnnumberedEntry, seq: number): Appended {
  const placed = index.place(entry);
  if (placed.kind === 'duplicate' && seqOf(placed.n) === seq) return { kind: 'appended', n: placed.n };
  if (placed.kind === 'new') throw new Error('NATS has stored an entry that it does not return');
  return placed;
}
