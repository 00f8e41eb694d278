import { createHash, randomUUID } from 'node:crypto';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import type { SharedStore, SharedText } from '../../gateway/effects.ts';
import { connectionOptions, isConflict, replicasOf } from './nats-connection.ts';

/*
 * What several gateways know of the services that they call, in a bucket of NATS: `nats kv ls ORBITA_ANSWERS` lists its keys.
 * A key is the digest of a name; a text that is too long for a message is in parts, under keys that begin with it.
 */

const BUCKET = 'ORBITA_ANSWERS';
const STREAM = `KV_${BUCKET}`;
const DAY_NS = 24 * 3_600_000 * 1_000_000;
/** Elements are of use for two weeks. */
const MAX_AGE_NS = 15 * DAY_NS;
/** The oldest texts give way beyond this; the catalogue has 6 MB. */
const MOST_BYTES = 128 * 1024 * 1024;
const MESSAGE_BYTES = 512_000;
/** A client waits 8 s for a service, with everything that this takes. */
const REQUEST_MS = 1500;
const CONNECT_MS = 2000;
const RETRY_MS = 2000;
const PARTS_HEADER = 'Orbita-Parts';
const AWAY = 'NATS cannot be reached';

export interface SharedAnswers extends SharedStore {
  close(): Promise<void>;
}

/** The bucket, while it can be reached. */
interface Bucket {
  readonly manager: JetStreamManager;
  readonly client: JetStreamClient;
}

/** Where the parts of a text are. */
interface PartList {
  readonly id: string;
  readonly count: number;
}

function partsIn(header: string | undefined): PartList | undefined {
  const [id = '', count = ''] = header?.split(' ') ?? [];
  return id === '' ? undefined : { id, count: Number(count) };
}

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);
const subjectOf = (key: string): string => `$KV.${BUCKET}.${key}`;

async function openBucket(connection: NatsConnection, replicas: number): Promise<Bucket> {
  const manager = await jetstreamManager(connection, { timeout: REQUEST_MS });
  await manager.streams.info(STREAM).catch(async (error) => {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    await manager.streams.add({
      name: STREAM,
      subjects: [subjectOf('>')],
      num_replicas: replicas,
      max_msgs_per_subject: 1,
      max_age: MAX_AGE_NS,
      max_bytes: MOST_BYTES,
      // As every bucket has it.
      allow_rollup_hdrs: true,
    });
  });
  return { manager, client: jetstream(connection, { timeout: REQUEST_MS }) };
}

/**
 * Opens the shared answers, which can be used at once: they are away until NATS is reached, and whenever it is lost.
 * @param every does something at an interval in ms, and returns how to stop
 */
export function openSharedAnswers(
  url: string,
  every: (ms: number, action: () => void) => () => void,
): SharedAnswers {
  let listeners: readonly (() => void)[] = [];
  let connection: NatsConnection | undefined;
  let bucket: Bucket | undefined;
  let isOpening = false;
  let isClosed = false;

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') bucket = undefined;
      if (type === 'reconnect') void reach();
    }
  }

  /** Connects for the first time, or looks whether the bucket is there again. */
  async function reach(): Promise<void> {
    if (bucket || isOpening || isClosed) return;
    isOpening = true;
    try {
      if (!connection) {
        connection = await connect({ ...connectionOptions(url), timeout: CONNECT_MS });
        void watch(connection);
      }
      bucket = await openBucket(connection, replicasOf(url));
      const waiting = listeners;
      listeners = [];
      for (const listener of waiting) listener();
    } catch {
      // Each access says so.
    } finally {
      isOpening = false;
      if (isClosed) await connection?.close();
    }
  }

  function reached(): Bucket {
    if (!bucket) throw new Error(AWAY);
    return bucket;
  }

  async function readParts({ manager }: Bucket, key: string, { id, count }: PartList) {
    const parts: Uint8Array[] = [];
    for (let index = 0; index < count; index++) {
      const query = { last_by_subj: subjectOf(`${key}.${id}.${index}`) };
      const part = await manager.streams.getMessage(STREAM, query);
      if (!part) return undefined;
      parts.push(part.data);
    }
    return Buffer.concat(parts).toString();
  }

  async function writeParts({ client }: Bucket, key: string, bytes: Uint8Array): Promise<PartList> {
    const id = randomUUID();
    const count = Math.ceil(bytes.length / MESSAGE_BYTES);
    for (let index = 0; index < count; index++) {
      const part = bytes.subarray(index * MESSAGE_BYTES, (index + 1) * MESSAGE_BYTES);
      await client.publish(subjectOf(`${key}.${id}.${index}`), part);
    }
    return { id, count };
  }

  /** Removes parts that nobody needs. Where that fails, they go with their age. */
  async function removeParts({ manager }: Bucket, key: string, parts: PartList | undefined): Promise<void> {
    if (!parts) return;
    await manager.streams.purge(STREAM, { filter: subjectOf(`${key}.${parts.id}.>`) }).catch(() => undefined);
  }

  function textOf(name: string): SharedText {
    const key = digestOf(name);
    /** The version that was read last, and its parts. */
    let seen: { readonly version: number; readonly parts: PartList | undefined } | undefined;

    async function newest({ manager }: Bucket) {
      const message = await manager.streams.getMessage(STREAM, { last_by_subj: subjectOf(key) });
      seen = { version: message?.seq ?? 0, parts: partsIn(message?.header.get(PARTS_HEADER)) };
      return { ...seen, text: message?.string() ?? '' };
    }

    return {
      onReturn(listener) {
        listeners = [...listeners, listener];
      },
      async read(known) {
        const from = reached();
        for (;;) {
          const { version, parts, text } = await newest(from);
          if (version === known) return undefined;
          if (!parts) return { text, version };
          const whole = await readParts(from, key, parts);
          if (whole !== undefined) return { text: whole, version };
          // Parts go when another text replaces theirs. Those that were lost leave none.
          if ((await newest(from)).version === version) return { text: '', version };
        }
      },
      async replace(text, version) {
        const to = reached();
        const before = seen?.version === version ? seen.parts : undefined;
        const bytes = Buffer.from(text);
        const parts = bytes.length > MESSAGE_BYTES ? await writeParts(to, key, bytes) : undefined;
        const names = headers();
        if (parts) names.set(PARTS_HEADER, `${parts.id} ${parts.count}`);
        try {
          const { seq } = await to.client.publish(subjectOf(key), parts ? '' : bytes, {
            headers: names,
            expect: { lastSubjectSequence: version },
          });
          seen = { version: seq, parts };
          await removeParts(to, key, before);
          return seq;
        } catch (error) {
          if (!isConflict(error)) throw error;
          await removeParts(to, key, parts);
          return undefined;
        }
      },
    };
  }

  void reach();
  const stop = every(RETRY_MS, () => void reach());
  return {
    text: textOf,
    async close() {
      isClosed = true;
      stop();
      await connection?.close();
    },
  };
}
