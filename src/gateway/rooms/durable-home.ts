import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry, RoomHead } from '../../shared/contract/room.ts';
import { joinOctets } from '../../shared/kit/octets.ts';
import type { RoomHome } from './home.ts';
import { createListeners } from './listeners.ts';
import { createLogIndex, type LogIndex, sizeOf } from './log-index.ts';
import { parseStoredEntry, parseStoredHead } from './stored-entry.ts';

export type SqlValue = string | number | ArrayBuffer | null;

/** The storage of a Durable Object, as far as its room needs it. */
export interface ObjectStorage {
  readonly sql: {
    exec(query: string, ...values: readonly SqlValue[]): { toArray(): Record<string, SqlValue>[] };
  };
  transactionSync<T>(change: () => T): T;
  /** Removes everything that the object has stored. */
  deleteAll(): Promise<void>;
}

/** A row of a Durable Object takes 2 MB at most. */
const PART_BYTES = 1_000_000;

const TABLES = [
  'CREATE TABLE head (text TEXT NOT NULL)',
  'CREATE TABLE entries (n INTEGER PRIMARY KEY, text TEXT NOT NULL)',
  'CREATE TABLE snapshot (part INTEGER PRIMARY KEY, n INTEGER NOT NULL, bytes BLOB NOT NULL)',
];

interface Room {
  head: RoomHead;
  readonly index: LogIndex;
}

/** Keeps one room in the storage of its Durable Object. An object without a room stores nothing. */
export function createDurableHome(storage: ObjectStorage): RoomHome {
  const listeners = createListeners();
  const query = (text: string, ...values: readonly SqlValue[]) => storage.sql.exec(text, ...values).toArray();

  function readHead(): RoomHead | undefined {
    if (query("SELECT name FROM sqlite_master WHERE name = 'head'").length === 0) return undefined;
    return parseStoredHead(String(query('SELECT text FROM head')[0]?.text));
  }

  function readEntries(n: number): readonly (readonly [RoomEntry, string])[] {
    return query('SELECT n, text FROM entries WHERE n > ? ORDER BY n', n).map((row) => {
      const text = String(row.text);
      const entry = parseStoredEntry(text, Number(row.n));
      if (!entry) throw new Error(`Entry ${row.n} cannot be read`);
      return [entry, text];
    });
  }

  function load(): Room | undefined {
    const head = readHead();
    if (!head) return undefined;
    const index = createLogIndex();
    for (const [entry, text] of readEntries(0)) index.add(entry, sizeOf(text));
    return { head, index };
  }

  /** What is stored, once it has been read. */
  let known: { readonly room: Room | undefined } | undefined;
  function stored(): Room | undefined {
    known ??= { room: load() };
    return known.room;
  }
  function roomOf(id: MissionId): Room | undefined {
    const room = stored();
    return room?.head.id === id ? room : undefined;
  }

  const snapshotN = (): number => Number(query('SELECT n FROM snapshot LIMIT 1')[0]?.n ?? -1);

  function writeSnapshot(n: number, bytes: Uint8Array): void {
    query('DELETE FROM snapshot');
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const { buffer } = Uint8Array.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
      query('INSERT INTO snapshot (part, n, bytes) VALUES (?, ?, ?)', part, n, buffer);
    }
  }

  return {
    async create(head, bytes) {
      if (stored()) return false;
      storage.transactionSync(() => {
        for (const table of TABLES) query(table);
        query('INSERT INTO head (text) VALUES (?)', JSON.stringify(head));
        writeSnapshot(0, bytes);
      });
      known = { room: { head, index: createLogIndex() } };
      return true;
    },
    head: async (id) => roomOf(id)?.head,
    async renew(id, { operatorDigest, viewerDigest }) {
      const present = roomOf(id);
      if (!present) return false;
      const head = { ...present.head, operatorDigest, viewerDigest };
      query('UPDATE head SET text = ?', JSON.stringify(head));
      present.head = head;
      return true;
    },
    async append(id, unnumbered) {
      const present = roomOf(id);
      if (!present) return { kind: 'gone' };
      const placed = present.index.place(unnumbered);
      if (placed.kind !== 'new') return placed;
      const { entry, text, size } = placed;
      query('INSERT INTO entries (n, text) VALUES (?, ?)', entry.n, text);
      present.index.add(entry, size);
      // The platform holds back what is sent from here on until the entry is on the disk.
      listeners.tell(id, entry);
      return { kind: 'appended', n: entry.n };
    },
    since: async (id, n) => (roomOf(id) ? readEntries(n).map(([entry]) => entry) : []),
    async snapshot(id) {
      if (!roomOf(id)) return undefined;
      const parts = query('SELECT bytes FROM snapshot ORDER BY part');
      return {
        n: snapshotN(),
        bytes: joinOctets(parts.map(({ bytes }) => new Uint8Array(bytes as ArrayBuffer))),
      };
    },
    async keepSnapshot(id, { n, bytes }) {
      if (!roomOf(id) || n < snapshotN()) return;
      storage.transactionSync(() => writeSnapshot(n, bytes));
    },
    subscribe: listeners.add,
    async drop(id) {
      if (!roomOf(id)) return;
      known = { room: undefined };
      await storage.deleteAll();
    },
    async rooms() {
      const room = stored();
      return room ? [room.head.id] : [];
    },
    async close() {
      listeners.clear();
    },
  };
}
