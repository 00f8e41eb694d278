import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { MissionId } from '../../shared/consoles.ts';
import type { HashMark, JournalEntry, Keyframe, MissionHeader } from '../../shared/journal.ts';
import type { ResumeRecord } from '../../shared/mission-control.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import type { EpochMs } from '../../shared/units.ts';

/** Missions in IndexedDB: for each a head, the pieces of its journal and marks, and its newest keyframe. */

const DATABASE = 'orbita-missions';
/** Incremented on incompatible changes. */
const VERSION = 1;

/** What is known of a mission without reading it. */
export interface MissionHead {
  readonly id: MissionId;
  /** A change of it means that the whole mission is written again, instead of added to. */
  readonly generation: string;
  readonly build: string;
  readonly header: MissionHeader;
  readonly time: EpochMs;
  readonly savedAt: EpochMs;
  /** A mission with fewer is damaged. */
  readonly entryCount: number;
  readonly markCount: number;
}

interface Piece {
  readonly entries: readonly JournalEntry[];
  readonly marks: readonly HashMark[];
}

interface Schema extends DBSchema {
  missions: { key: MissionId; value: MissionHead };
  pieces: { key: [id: MissionId, generation: string, number: number]; value: Piece };
  keyframes: { key: MissionId; value: Keyframe };
}

const ALL = ['missions', 'pieces', 'keyframes'] as const;

/** Something to be written, at once or not at all. */
export interface Batch {
  readonly head: MissionHead;
  readonly piece: Piece;
  /** Its place among the pieces; the first one replaces all that there is of the mission. */
  readonly number: number;
  /** If it is new. */
  readonly keyframe?: Keyframe | undefined;
}

/** A head as stored; without `head` it cannot be read. */
export interface ListedMission {
  readonly id: MissionId;
  readonly head?: MissionHead | undefined;
}

export interface ReadMission {
  readonly head: MissionHead;
  readonly record: ResumeRecord;
}

export interface MissionStore {
  list(): Promise<readonly ListedMission[]>;
  /**
   * Writes a batch. Returns false if the mission has been deleted, or replaced by another window: then it has to be
   * written as a whole.
   * @param isUrgent the page may end: all is handed over before this returns, unchecked
   */
  write(batch: Batch, isUrgent: boolean): Promise<boolean>;
  /** A mission as it was written, unchecked but for missing pieces. */
  read(id: MissionId): Promise<Result<ReadMission>>;
  remove(ids: readonly MissionId[]): Promise<void>;
}

const piecesOf = (...key: readonly unknown[]): IDBKeyRange => IDBKeyRange.bound(key, [...key, []]);

const isCount = (value: unknown): boolean => Number.isSafeInteger(value);

/** Whether a head can be shown and its pieces be looked for. */
function isHead(value: unknown): value is MissionHead {
  const { id, generation, build, header, time, savedAt } = (value ?? {}) as Partial<MissionHead>;
  const texts = [id, generation, build].every((text) => typeof text === 'string');
  return texts && [time, savedAt, header?.startTime, header?.seed].every(isCount);
}

/**
 * @param onClosed the database was closed from outside: it is being deleted, or upgraded by a newer build
 * @throws DOMException if there is no storage, or a newer build has upgraded it
 */
export async function openMissionStore(onClosed: () => void): Promise<MissionStore> {
  if (typeof indexedDB === 'undefined' || !indexedDB) throw new DOMException('no IndexedDB', 'SecurityError');
  const database: IDBPDatabase<Schema> = await openDB<Schema>(DATABASE, VERSION, {
    upgrade(created) {
      created.createObjectStore('missions', { keyPath: 'id' });
      created.createObjectStore('pieces');
      created.createObjectStore('keyframes');
    },
    blocking(_from, _to, { target }) {
      (target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });

  return {
    async list() {
      const heads: readonly unknown[] = await database.getAll('missions');
      return heads.map((head) => (isHead(head) ? { id: head.id, head } : { id: (head as ListedMission).id }));
    },
    async write({ head, piece, number, keyframe }, isUrgent) {
      const written = database.transaction(ALL, 'readwrite', { durability: 'relaxed' });
      const missions = written.objectStore('missions');
      const pieces = written.objectStore('pieces');
      const keyframes = written.objectStore('keyframes');
      const isFirst = number === 0;
      if (!isFirst && !isUrgent && (await missions.get(head.id))?.generation !== head.generation) {
        await written.done;
        return false;
      }
      await Promise.all([
        isFirst && pieces.delete(piecesOf(head.id)),
        isFirst && keyframes.delete(head.id),
        pieces.put(piece, [head.id, head.generation, number]),
        keyframe && keyframes.put(keyframe, head.id),
        missions.put(head),
        written.done,
      ]);
      return true;
    },
    async read(id) {
      const reading = database.transaction(ALL);
      const head: unknown = await reading.objectStore('missions').get(id);
      if (!head) return failed('it is not kept any more');
      if (!isHead(head)) return failed('it is damaged');
      const pieces = await reading.objectStore('pieces').getAll(piecesOf(id, head.generation));
      const keyframe = await reading.objectStore('keyframes').get(id);
      const { header, time, entryCount, markCount } = head;
      const entries = pieces.flatMap((piece) => piece.entries);
      const marks = pieces.flatMap((piece) => piece.marks);
      if (entries.length !== entryCount || marks.length !== markCount) return failed('it is damaged');
      return succeeded({ head, record: { header, time, entries, marks, ...(keyframe && { keyframe }) } });
    },
    async remove(ids) {
      const removed = database.transaction(ALL, 'readwrite');
      await Promise.all([
        ...ids.flatMap((id) => [
          removed.objectStore('missions').delete(id),
          removed.objectStore('pieces').delete(piecesOf(id)),
          removed.objectStore('keyframes').delete(id),
        ]),
        removed.done,
      ]);
    },
  };
}
