import { createHash } from 'node:crypto';
import {
  DeliverPolicy,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type MsgRequest,
} from '@nats-io/jetstream';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import type { MissionId } from '../../shared/contract/consoles.ts';
import { ROOM_LIMITS } from '../../shared/contract/room.ts';

/**
 * Rooms in NATS JetStream: a few streams, in which each room has its subjects. All of them use only what NATS 2.9 has.
 *
 * - `orbita.<k>.<room>.head`: the head; the newest message holds.
 * - `orbita.<k>.<room>.log`: the log, several entries a message; also republished as `orbita-live.<room>`.
 * - `orbita.<k>.<room>.snapshot`: which parts make up the newest snapshot.
 * - `orbita.<k>.<room>.part.<digest>.<i>`: parts of snapshots, because a message has 1 MB at most.
 */

/** Number of streams. All gateways of a NATS must agree on it. */
const STREAMS = 4;
const DAY_NS = 24 * 3_600_000 * 1_000_000;
/** A room must be whole until it ends, whatever the clocks of the servers say. */
const MAX_AGE_NS = ROOM_LIMITS.longestMs * 1_000_000 + DAY_NS;
/** Bytes of a message with a part of a snapshot, or with entries. */
export const MESSAGE_BYTES = 512_000;
/** A read of more messages than this uses a consumer: to set one up takes as long as some single reads. */
const SINGLE_READS = 32;

const numberOf = (id: MissionId): number => Number.parseInt(id.slice(0, 8), 16) % STREAMS;
const streamName = (k: number): string => `ORBITA_${k}`;
const streamOf = (id: MissionId): string => streamName(numberOf(id));
const prefixOf = (id: MissionId): string => `orbita.${numberOf(id)}.${id}`;

/** How long NATS may take to answer. What has not been answered by then may have been stored all the same. */
const REQUEST_MS = 3000;

/** Rejects as soon as the connection is lost, instead of waiting for an answer that is lost with it. */
export type WhileConnected = <T>(request: Promise<T>) => Promise<T>;

/** A message of a stream. */
export interface StoredMessage {
  readonly seq: number;
  readonly text: string;
}

export type Kind = 'head' | 'log' | 'snapshot';

/** Where the parts of a snapshot are. */
export interface PartList {
  readonly digest: string;
  readonly count: number;
}

/** The subjects of rooms. Every operation rejects while NATS cannot be reached. */
export interface NatsStore {
  /** Appends a message to a subject whose newest message has this sequence; 0 if it has none. Returns its own. */
  publish(id: MissionId, kind: Kind, text: string, after?: number): Promise<number>;
  /** Returns the newest message. A server that lags behind may return an earlier one, unless its leader is asked. */
  newest(id: MissionId, kind: Kind, isLeaderAsked?: boolean): Promise<StoredMessage | undefined>;
  /** Returns the first message of the log from a sequence on; it asks the leader if another server knows none. */
  next(id: MissionId, seq: number): Promise<StoredMessage | undefined>;
  /** Reads the messages of the log from one sequence to another. `count` is their approximate number. */
  read(
    id: MissionId,
    from: number,
    to: number,
    count: number,
    each: (message: StoredMessage) => void,
  ): Promise<void>;
  /** Returns the number of messages of the log. */
  count(id: MissionId): Promise<number>;
  writeParts(id: MissionId, bytes: Uint8Array): Promise<PartList>;
  /** Returns `undefined` if a part is missing. */
  readParts(id: MissionId, parts: PartList): Promise<Uint8Array | undefined>;
  removeParts(id: MissionId, digest: string): Promise<void>;
  /** Removes all messages of a kind but the newest one. */
  keepNewest(id: MissionId, kind: Kind): Promise<void>;
  drop(id: MissionId): Promise<void>;
  rooms(): Promise<readonly MissionId[]>;
  /** Name of the stream of a room. */
  streamOf(id: MissionId): string;
  /** Sequence of the newest message of a stream. */
  position(stream: string): Promise<number>;
  /** Reports each message of the log as it is stored, with the sequence of the one before it. Some may be missing. */
  listen(id: MissionId, listener: (message: StoredMessage, before: number) => void): () => void;
}

/**
 * Prepares the streams. `replicas` is how many servers keep each message: 1, or 3 in a cluster.
 *
 * @throws Error if NATS has no JetStream, or too few servers for the replicas
 */
export async function openNatsStore(
  connection: NatsConnection,
  replicas: number,
  whileConnected: WhileConnected,
): Promise<NatsStore> {
  const manager = await jetstreamManager(connection, { timeout: REQUEST_MS });
  const present = new Set<string>();
  for await (const name of manager.streams.names()) present.add(name);
  for (let k = 0; k < STREAMS; k++) {
    if (present.has(streamName(k))) continue;
    await manager.streams.add({
      name: streamName(k),
      subjects: [`orbita.${k}.>`],
      num_replicas: replicas,
      discard: 'new',
      max_age: MAX_AGE_NS,
      allow_direct: true,
      republish: { src: `orbita.${k}.*.log`, dest: 'orbita-live.{{wildcard(1)}}' },
    });
  }
  return createNatsStore(connection, manager, whileConnected);
}

function createNatsStore(
  connection: NatsConnection,
  manager: JetStreamManager,
  whileConnected: WhileConnected,
): NatsStore {
  const { streams, direct } = manager;
  const client = jetstream(connection, { timeout: REQUEST_MS });

  const partSubject = (id: MissionId, digest: string, index: number | '>'): string =>
    `${prefixOf(id)}.part.${digest}.${index}`;

  /** Asks any server that has the stream, and its leader if that one knows nothing. */
  async function get(stream: string, query: MsgRequest | NextRequest, isLeaderAsked: boolean) {
    const near = isLeaderAsked ? null : await whileConnected(direct.getMessage(stream, query));
    return near ?? (await whileConnected(streams.getMessage(stream, query as MsgRequest)));
  }

  async function readSingly(
    id: MissionId,
    from: number,
    to: number,
    each: (message: StoredMessage) => void,
  ): Promise<void> {
    for (let seq = from; seq <= to; ) {
      const message = await next(id, seq);
      if (!message || message.seq > to) return;
      each(message);
      seq = message.seq + 1;
    }
  }

  async function readTogether(
    id: MissionId,
    from: number,
    to: number,
    each: (message: StoredMessage) => void,
  ): Promise<void> {
    const consumer = await client.consumers.get(streamOf(id), {
      filter_subjects: `${prefixOf(id)}.log`,
      // From within a log NATS 2.9 would count for each message those that follow.
      deliver_policy: DeliverPolicy.All,
    });
    try {
      for (let last = 0, pending = 1; pending > 0 && last < to; ) {
        pending = 0;
        for await (const message of await consumer.fetch({ max_messages: 1000, expires: REQUEST_MS })) {
          ({ pending } = message.info);
          last = message.seq;
          if (last >= from && last <= to) each({ seq: last, text: message.string() });
          if (last >= to || pending === 0) break;
        }
      }
    } finally {
      await consumer.delete().catch(() => undefined);
    }
  }

  async function next(id: MissionId, seq: number): Promise<StoredMessage | undefined> {
    const message = await get(streamOf(id), { seq, next_by_subj: `${prefixOf(id)}.log` }, false);
    return message ? { seq: message.seq, text: message.string() } : undefined;
  }

  return {
    async publish(id, kind, text, after) {
      const expect = after === undefined ? {} : { expect: { lastSubjectSequence: after } };
      return (await whileConnected(client.publish(`${prefixOf(id)}.${kind}`, text, expect))).seq;
    },
    async newest(id, kind, isLeaderAsked = false) {
      const query = { last_by_subj: `${prefixOf(id)}.${kind}` };
      const message = await get(streamOf(id), query, isLeaderAsked);
      return message ? { seq: message.seq, text: message.string() } : undefined;
    },
    next,
    read: (id, from, to, count, each) =>
      count > SINGLE_READS ? readTogether(id, from, to, each) : readSingly(id, from, to, each),
    async count(id) {
      const subject = `${prefixOf(id)}.log`;
      const { state } = await streams.info(streamOf(id), { subjects_filter: subject });
      return state.subjects?.[subject] ?? 0;
    },
    async writeParts(id, bytes) {
      const digest = createHash('sha256').update(bytes).digest('hex');
      const count = Math.ceil(bytes.length / MESSAGE_BYTES);
      for (let index = 0; index < count; index++) {
        const part = bytes.subarray(index * MESSAGE_BYTES, (index + 1) * MESSAGE_BYTES);
        await whileConnected(client.publish(partSubject(id, digest, index), part));
      }
      return { digest, count };
    },
    async readParts(id, { digest, count }) {
      const parts: Uint8Array[] = [];
      for (let index = 0; index < count; index++) {
        const query = { last_by_subj: partSubject(id, digest, index) };
        const part = await get(streamOf(id), query, false);
        if (!part) return undefined;
        parts.push(part.data);
      }
      const bytes = Buffer.concat(parts);
      return createHash('sha256').update(bytes).digest('hex') === digest ? bytes : undefined;
    },
    async removeParts(id, digest) {
      await streams.purge(streamOf(id), { filter: partSubject(id, digest, '>') });
    },
    async keepNewest(id, kind) {
      await streams.purge(streamOf(id), { filter: `${prefixOf(id)}.${kind}`, keep: 1 });
    },
    async drop(id) {
      await streams.purge(streamOf(id), { filter: `${prefixOf(id)}.>` });
    },
    async rooms() {
      const ids: MissionId[] = [];
      for (let k = 0; k < STREAMS; k++) {
        const { state } = await streams.info(streamName(k), { subjects_filter: `orbita.${k}.*.head` });
        ids.push(...Object.keys(state.subjects ?? {}).map((subject) => subject.split('.')[2] ?? ''));
      }
      return ids;
    },
    streamOf,
    position: async (stream) => (await streams.info(stream)).state.last_seq,
    listen(id, listener) {
      const subscription = connection.subscribe(`orbita-live.${id}`, {
        callback(error, message) {
          if (!error) tell(message, listener);
        },
      });
      return () => subscription.unsubscribe();
    },
  };
}

interface NextRequest {
  readonly seq: number;
  readonly next_by_subj: string;
}

function tell(message: Msg, listener: (message: StoredMessage, before: number) => void): void {
  const seq = numberIn(message.headers, 'Nats-Sequence');
  const before = numberIn(message.headers, 'Nats-Last-Sequence');
  if (seq > 0) listener({ seq, text: message.string() }, before);
}

const numberIn = (headers: MsgHdrs | undefined, name: string): number => Number(headers?.get(name) || 0);
