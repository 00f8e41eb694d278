import { mkdir } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import type { Appended, RoomHome, StoredSnapshot } from '../../gateway/rooms/home.ts';
import { createListeners } from '../../gateway/rooms/listeners.ts';
import { createLogIndex, type LogIndex, sizeOf } from '../../gateway/rooms/log-index.ts';
import { parseStoredEntry, parseStoredHead } from '../../gateway/rooms/stored-entry.ts';
import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry, RoomHead } from '../../shared/contract/room.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { type Change, createWriter } from './level-writer.ts';

/** Digits of a number in a key: they sort as numbers. */
const DIGITS = 8;
const digitsOf = (n: number): string => String(n).padStart(DIGITS, '0');

const HEADS = 'head/';
const headKey = (id: MissionId): string => `${HEADS}${id}`;
const entryKey = (id: MissionId, n: number): string => `entry/${id}/${digitsOf(n)}`;
const snapshotKey = (id: MissionId, n: number): string => `snapshot/${id}/${digitsOf(n)}`;

/** Above all keys with a prefix. */
const END = '\uffff';
const entriesFrom = (id: MissionId, n: number) => ({ gte: entryKey(id, n), lt: `entry/${id}/${END}` });
const snapshotsOf = (id: MissionId) => ({ gte: snapshotKey(id, 0), lt: `snapshot/${id}/${END}` });
const numberIn = (key: string): number => Number(key.slice(-DIGITS));

/** A room, with all that is being written of it. */
interface Room {
  head: RoomHead;
  readonly index: LogIndex;
  /** Number of the newest snapshot; absent if damage has left none. */
  snapshot: number | undefined;
  /** Why it is no more what the store has. */
  end?: 'dropped' | 'not kept';
}

/**
 * Opens the rooms in a folder, which is created if necessary. One process at a time may have it open. What an operation has
 * answered is on the disk. Entries that a damaged store has lost are those from a number on: consoles send them again.
 */
export async function openLevelHome(folder: string): Promise<Result<RoomHome>> {
  const db = new ClassicLevel<string, string>(folder);
  try {
    await mkdir(folder, { recursive: true });
    await db.open();
  } catch (error) {
    return failed(explain(folder, error as Failure));
  }
  return succeeded(createLevelHome(db));
}

interface Failure {
  readonly code?: string;
  readonly message: string;
  readonly cause?: Failure;
}

function explain(folder: string, { code, message, cause }: Failure): string {
  const reason = cause?.code ?? code;
  const otherwise = 'or start without rooms: ROOMS=0';
  if (reason === 'LEVEL_LOCKED') {
    return `Another process has the rooms in ${folder} open. Stop it, choose another folder, ${otherwise}`;
  }
  if (reason === 'LEVEL_CORRUPTION') {
    return `The rooms in ${folder} are damaged. Move this folder away, so that a new one begins, ${otherwise}`;
  }
  const detail = cause?.message ?? message;
  return `Cannot write the rooms to ${folder}: ${detail}. Let this user write there, choose another folder, ${otherwise}`;
}

function createLevelHome(db: ClassicLevel<string, string>): RoomHome {
  const listeners = createListeners();
  const rooms = new Map<MissionId, Room>();
  const loading = new Map<MissionId, Promise<Room | undefined>>();
  let isClosed = false;

  async function store(changes: readonly Change[]): Promise<void> {
    if (!isClosed) await db.open();
    await db.batch<string, string | Uint8Array>(
      changes.map(({ key, value }) =>
        value === undefined
          ? { type: 'del' as const, key }
          : { type: 'put' as const, key, value, valueEncoding: typeof value === 'string' ? 'utf8' : 'view' },
      ),
      { sync: true },
    );
  }

  /** After a failed write the store knows no more what is on the disk, and takes nothing until it is opened again. */
  async function recover(): Promise<void> {
    for (const room of rooms.values()) room.end = 'not kept';
    rooms.clear();
    if (!isClosed) await db.close().catch(() => undefined);
  }

  const writer = createWriter(store, recover);

  async function roomOf(id: MissionId): Promise<Room | undefined> {
    const known = rooms.get(id) ?? loading.get(id);
    if (known) return known;
    const loaded = load(id).finally(() => loading.delete(id));
    loading.set(id, loaded);
    return loaded;
  }

  async function load(id: MissionId): Promise<Room | undefined> {
    if (!isClosed) await db.open();
    const head = parseStoredHead((await db.get(headKey(id))) ?? '');
    const begun = rooms.get(id);
    if (begun || head?.id !== id) return begun;
    const index = createLogIndex();
    const lost: Change[] = [];
    for await (const [key, text] of db.iterator(entriesFrom(id, 0))) {
      const entry = parseStoredEntry(text, index.last() + 1);
      if (entry && lost.length === 0 && key === entryKey(id, entry.n)) index.add(entry, sizeOf(text));
      else lost.push({ key });
    }
    // New entries are to follow the last one that can be read.
    if (lost.length > 0) await writer.write(lost);
    const [newest] = await db.keys({ ...snapshotsOf(id), reverse: true, limit: 1 }).all();
    const room = { head, index, snapshot: newest === undefined ? undefined : numberIn(newest) };
    rooms.set(id, room);
    return room;
  }

  /** Does something in a room; what it decides, it decides at once. Returns `none` if there is no such room. */
  async function inRoom<T>(id: MissionId, none: T, act: (room: Room) => Promise<T>): Promise<T> {
    const room = await roomOf(id);
    if (room?.end === 'not kept') throw new Error(`Room ${id} could not be stored`);
    return room && room.end !== 'dropped' ? act(room) : none;
  }

  return {
    async create(head, bytes) {
      const { id } = head;
      if (await inRoom<boolean>(id, false, async () => true)) return false;
      // Another call may have begun it meanwhile.
      if (rooms.has(id)) return false;
      rooms.set(id, { head, index: createLogIndex(), snapshot: 0 });
      await writer.write([
        { key: headKey(id), value: JSON.stringify(head) },
        { key: snapshotKey(id, 0), value: bytes },
      ]);
      return true;
    },
    head: (id) => inRoom<RoomHead | undefined>(id, undefined, async ({ head }) => head),
    renew: (id, { operatorDigest, viewerDigest }) =>
      inRoom<boolean>(id, false, async (room) => {
        room.head = { ...room.head, operatorDigest, viewerDigest };
        await writer.write([{ key: headKey(id), value: JSON.stringify(room.head) }]);
        return true;
      }),
    append: (id, unnumbered) =>
      inRoom<Appended>(id, { kind: 'gone' }, async ({ index }) => {
        const placed = index.place(unnumbered);
        if (placed.kind !== 'new') {
          // The first of two may still be on its way to the disk.
          await writer.write([]);
          return placed;
        }
        const { entry, text, size } = placed;
        index.add(entry, size);
        await writer.write([{ key: entryKey(id, entry.n), value: text }]);
        listeners.tell(id, entry);
        return { kind: 'appended', n: entry.n };
      }),
    since: (id, n) =>
      inRoom<readonly RoomEntry[]>(id, [], async () => {
        const texts = await db.values(entriesFrom(id, n + 1)).all();
        return texts.map((text, index) => {
          const entry = parseStoredEntry(text, n + 1 + index);
          if (entry) return entry;
          // It is loaded again, without the entries from this one on.
          rooms.delete(id);
          throw new Error(`Entry ${n + 1 + index} of room ${id} cannot be read`);
        });
      }),
    snapshot: (id) =>
      inRoom<StoredSnapshot | undefined>(id, undefined, async () => {
        const range = { ...snapshotsOf(id), reverse: true, limit: 1 };
        const [newest] = await db.iterator<string, Uint8Array>({ ...range, valueEncoding: 'view' }).all();
        return newest && { n: numberIn(newest[0]), bytes: newest[1] };
      }),
    keepSnapshot: (id, { n, bytes }) =>
      inRoom<void>(id, undefined, async (room) => {
        const before = room.snapshot;
        if (before !== undefined && n < before) return;
        room.snapshot = n;
        await writer.write([...snapshotRemoval(id, before), { key: snapshotKey(id, n), value: bytes }]);
      }),
    subscribe: listeners.add,
    drop: (id) =>
      inRoom<void>(id, undefined, async (room) => {
        room.end = 'dropped';
        rooms.delete(id);
        await writer.write([
          { key: headKey(id) },
          ...snapshotRemoval(id, room.snapshot),
          ...Array.from({ length: room.index.last() }, (_, index) => ({ key: entryKey(id, index + 1) })),
        ]);
      }),
    async rooms() {
      if (!isClosed) await db.open();
      const heads = await db.values({ gte: HEADS, lt: `${HEADS}${END}` }).all();
      return heads.flatMap((text) => parseStoredHead(text)?.id ?? []);
    },
    async close() {
      await writer.write([]).catch(() => undefined);
      isClosed = true;
      listeners.clear();
      rooms.clear();
      await db.close();
    },
  };
}

const snapshotRemoval = (id: MissionId, n: number | undefined): readonly Change[] =>
  n === undefined ? [] : [{ key: snapshotKey(id, n) }];
