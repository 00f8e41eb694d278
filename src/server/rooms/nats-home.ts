import { connect, type NatsConnection } from '@nats-io/transport-node';
import * as v from 'valibot';
import type { RoomExchange } from '../../gateway/rooms/exchange.ts';
import type { RoomHome, StoredSnapshot } from '../../gateway/rooms/home.ts';
import { createListeners } from '../../gateway/rooms/listeners.ts';
import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry } from '../../shared/contract/room.ts';
import { parseJson } from '../../shared/kit/parse-json.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { connectionOptions, isConflict } from '../nats/nats-connection.ts';
import { createNatsExchange } from './nats-exchange.ts';
import { logMessage } from './nats-log.ts';
import { createNatsRoom, headMessage, type NatsRoom, readHead, type StoredHead } from './nats-room.ts';
import { openNatsStore } from './nats-store.ts';

/** How often logs are compared with those of NATS: an entry that was not republished is reported this late. */
const COMPARE_MS = 1000;
/** Rooms without listeners whose logs are kept in memory. */
const MOST_IDLE = 100;
/** Attempts to read a snapshot while it is replaced, or to replace it while others do. */
const ATTEMPTS = 5;
const UNREACHABLE = 'NATS cannot be reached';

export interface NatsHomeOptions {
  /** Servers that keep each entry: 1, or 3 in a cluster. */
  readonly replicas: number;
  /** Does something at an interval in ms. Returns how to stop. */
  readonly every: (ms: number, action: () => void) => () => void;
}

/**
 * Connects to NATS, which keeps the rooms for several gateways. `url` names its servers, with commas between them; a user and a
 * password, or a token, may stand before the first one. What an operation has answered is kept by most of the replicas. While
 * NATS cannot be reached every operation rejects, and the connection returns by itself.
 */
export async function openNatsHome(url: string, options: NatsHomeOptions): Promise<Result<RoomHome>> {
  const opened = await openNatsRooms(url, options);
  return opened.ok ? succeeded(opened.value.home) : opened;
}

/** As `openNatsHome`, with what the gateways tell each other about rooms besides their logs. */
export async function openNatsRooms(
  url: string,
  options: NatsHomeOptions,
): Promise<Result<{ readonly home: RoomHome; readonly exchange: RoomExchange }>> {
  let connection: NatsConnection | undefined;
  try {
    connection = await connect(connectionOptions(url));
    const home = await createNatsHome(connection, options);
    return succeeded({ home, exchange: createNatsExchange(connection) });
  } catch (error) {
    await connection?.close();
    const { message } = error as Error;
    return failed(
      `Cannot keep rooms in NATS: ${message}. Start its servers with JetStream, correct NATS_URL, or start without it`,
    );
  }
}

const SNAPSHOT_MESSAGE = v.object({
  epoch: v.string(),
  n: v.number(),
  parts: v.object({ digest: v.string(), count: v.number() }),
});

/** @throws Error if NATS has no JetStream, or too few servers for the replicas */
export async function createNatsHome(
  connection: NatsConnection,
  { replicas, every }: NatsHomeOptions,
): Promise<RoomHome> {
  const waiting = new Set<(error: Error) => void>();
  const store = await openNatsStore(connection, replicas, whileConnected);
  const listeners = createListeners();
  const rooms = new Map<MissionId, NatsRoom>();
  /** Newest sequences of the streams whose rooms have been compared. */
  const compared = new Map<string, number>();
  let isAway = false;
  let isComparing = false;

  void watchConnection();
  const stopComparing = every(COMPARE_MS, () => void compareAll());

  async function watchConnection(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isAway = true;
        for (const reject of waiting) reject(new Error(UNREACHABLE));
      }
      if (type === 'reconnect') {
        isAway = false;
        compared.clear();
        void compareAll();
      }
    }
  }

  /** Reads what was not republished, in the streams that have something new. */
  async function compareAll(): Promise<void> {
    if (isAway || isComparing) return;
    isComparing = true;
    const followed = [...rooms.keys()].filter(listeners.has);
    const streams = new Set(followed.map(store.streamOf));
    await Promise.allSettled(
      [...streams].map(async (stream) => {
        const position = await store.position(stream);
        if (compared.get(stream) === position) return;
        const inStream = followed.filter((id) => store.streamOf(id) === stream);
        await Promise.all(inStream.map((id) => rooms.get(id)?.compare()));
        compared.set(stream, position);
      }),
    );
    isComparing = false;
  }

  function demandConnection(): void {
    if (isAway || connection.isClosed()) throw new Error(UNREACHABLE);
  }

  function whileConnected<T>(request: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      request.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  }

  function room(id: MissionId): NatsRoom {
    const known = rooms.get(id);
    if (known) return known;
    const idle = [...rooms].filter(([, { isIdle }]) => isIdle());
    if (idle.length >= MOST_IDLE && idle[0]) rooms.delete(idle[0][0]);
    const opened = createNatsRoom(store, id, {
      entry: (entry) => listeners.tell(id, entry),
      loss: () => listeners.tellLoss(id),
    });
    rooms.set(id, opened);
    return opened;
  }

  async function snapshotOf(id: MissionId, { head, parts }: StoredHead) {
    const message = await store.newest(id, 'snapshot');
    const read = v.safeParse(SNAPSHOT_MESSAGE, parseJson(message?.text ?? ''));
    const seq = message?.seq ?? 0;
    const isOfLog = read.success && read.output.epoch === head.epoch;
    return isOfLog ? { ...read.output, seq } : { epoch: head.epoch, n: 0, parts, seq };
  }

  /** Returns false if another gateway has published meanwhile. */
  async function publishAfter(...message: Parameters<typeof store.publish>): Promise<boolean> {
    try {
      await store.publish(...message);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  return {
    async create(head, snapshot) {
      demandConnection();
      const { id } = head;
      if (await readHead(store, id)) return false;
      const parts = await store.writeParts(id, snapshot);
      await store.publish(id, 'log', logMessage(head.epoch, []));
      // The room begins with its head, and of several that would begin it the first does.
      return publishAfter(id, 'head', headMessage(head, parts), 0);
    },
    async head(id) {
      demandConnection();
      return (await readHead(store, id))?.head;
    },
    async renew(id, { operatorDigest, viewerDigest }) {
      demandConnection();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const stored = await readHead(store, id);
        if (!stored) return false;
        const head = { ...stored.head, operatorDigest, viewerDigest };
        if (!(await publishAfter(id, 'head', headMessage(head, stored.parts), stored.seq))) continue;
        await store.keepNewest(id, 'head');
        return true;
      }
      throw new Error(`The keys of room ${id} are replaced by others at the same time`);
    },
    async append(id, entry) {
      demandConnection();
      return room(id).append(entry);
    },
    async since(id, n) {
      demandConnection();
      const { log, compare } = room(id);
      await compare();
      const [read, stored] = await Promise.all([log(), readHead(store, id)]);
      if (!read || read.epoch !== stored?.head.epoch || n >= read.index.last()) return [];
      const last = read.index.last();
      const from = read.seqOf(n + 1);
      const entries: RoomEntry[] = [];
      await store.read(id, from, read.seqOf(last), read.messagesFrom(from), (message) => {
        for (const entry of read.reread(message)) if (entry.n === n + 1 + entries.length) entries.push(entry);
      });
      if (entries.length < last - n) throw new Error(`The log of room ${id} could not be read`);
      return entries;
    },
    async snapshot(id): Promise<StoredSnapshot | undefined> {
      demandConnection();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const stored = await readHead(store, id);
        if (!stored) return undefined;
        const { n, parts } = await snapshotOf(id, stored);
        const bytes = await store.readParts(id, parts);
        if (bytes) return { n, bytes };
      }
      throw new Error(`The snapshot of room ${id} could not be read`);
    },
    async keepSnapshot(id, { n, bytes }) {
      demandConnection();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const stored = await readHead(store, id);
        const before = stored && (await snapshotOf(id, stored));
        if (!before || n < before.n) return;
        const { epoch } = before;
        const parts = await store.writeParts(id, bytes);
        const text = JSON.stringify({ epoch, n, parts });
        if (!(await publishAfter(id, 'snapshot', text, before.seq))) continue;
        await store.keepNewest(id, 'snapshot');
        if (parts.digest !== before.parts.digest) await store.removeParts(id, before.parts.digest);
        return;
      }
      throw new Error(`The snapshot of room ${id} is replaced by others at the same time`);
    },
    subscribe(id, listener, onLost) {
      const isFirst = !listeners.has(id);
      const stop = listeners.add(id, listener, onLost);
      if (isFirst) room(id).follow();
      return () => {
        stop();
        if (!listeners.has(id)) rooms.get(id)?.unfollow();
      };
    },
    async drop(id) {
      demandConnection();
      await store.drop(id);
    },
    async rooms() {
      demandConnection();
      return store.rooms();
    },
    async close() {
      stopComparing();
      listeners.clear();
      await connection.close();
    },
  };
}
