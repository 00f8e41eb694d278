import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import type {
  Batch,
  ListedMission,
  LoggedMission,
  MissionHead,
  Piece,
} from '../../../shared/contract/durable-log.ts';
import type { Keyframe, MissionHeader } from '../../../shared/contract/journal.ts';
import type { BranchRecord } from '../../../shared/contract/mission-control.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';

/** Missions in IndexedDB: for each a head, the pieces of its journal and marks, its newest keyframe, and its branches. */

const DATABASE = 'orbita-missions';
/** Incremented on incompatible changes. Version 1 had no branches. */
const VERSION = 2;
/** How long a mission is kept after its last write, and how many are. */
const KEPT_MS = 7 * MS_PER_DAY;
const MOST_KEPT = 20;

interface MissionSchema extends DBSchema {
  missions: { key: MissionId; value: MissionHead };
  pieces: { key: [id: MissionId, generation: string, number: number]; value: Piece };
  keyframes: { key: MissionId; value: Keyframe };
  /** Only the branches named in the head belong to it. */
  branches: { key: [id: MissionId, generation: string, branch: BranchId]; value: BranchRecord };
}

const ALL = ['missions', 'pieces', 'keyframes', 'branches'] as const;

export interface MissionStore {
  /** Deletes what is too old, and what is too many. Returns the rest, the newest first. */
  prune(now: EpochMs): Promise<readonly ListedMission[]>;
  /**
   * Writes a batch. Returns false if the mission was deleted, or replaced by another window; it must then be
   * written as a whole.
   * @param isUrgent the page may end: everything is handed over before this returns, unchecked. The batch
   * must include that of a write in progress, which it replaces: queued behind it, it would be lost with the
   * page.
   */
  write(batch: Batch, isUrgent: boolean): Promise<boolean>;
  /** Returns a mission as written, checked only for missing pieces. A damaged keyframe is omitted. */
  read(id: MissionId): Promise<Result<LoggedMission>>;
  remove(ids: readonly MissionId[]): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

const piecesOf = (...key: readonly unknown[]): IDBKeyRange => IDBKeyRange.bound(key, [...key, []]);

/** True for times in the years that a recording may cover. */
const isTime = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < Date.UTC(2200, 0, 1);

/** True if a head can be shown and its pieces looked up. */
function isHead(value: unknown): value is MissionHead {
  const { id, generation, build, header, time, savedAt } = (value ?? {}) as Partial<MissionHead>;
  const texts = [id, generation, build].every((text) => typeof text === 'string');
  return texts && Number.isSafeInteger(header?.seed) && [time, savedAt, header?.startTime].every(isTime);
}

const isPiece = (value: unknown): value is Piece => {
  const { entries, marks } = (value ?? {}) as Partial<Piece>;
  return Array.isArray(entries) && Array.isArray(marks);
};

/** True if a keyframe may belong to a mission. The worker verifies its hash. */
function isKeyframe(value: unknown, head: MissionHead): value is Keyframe {
  const { time, entryCount, hash, state, log } = (value ?? {}) as Partial<Keyframe>;
  const isWithin = isTime(time) && Number(time) <= head.time && Number(entryCount) <= head.entryCount;
  return isWithin && typeof hash === 'string' && typeof state === 'object' && Array.isArray(log);
}

/** Returns the header of a kept mission; an earlier build kept only whether faults are drawn at all. */
function headerOf(kept: MissionHeader & { readonly drawsFaults?: boolean }): MissionHeader {
  const { drawsFaults, ...header } = kept;
  return drawsFaults === undefined ? kept : { ...header, profile: drawsFaults ? 'specified' : 'none' };
}

function isBranch(value: unknown, id: BranchId): value is BranchRecord {
  const { view, header, time } = (value ?? {}) as Partial<BranchRecord>;
  return (
    view?.id === id &&
    typeof view.name === 'string' &&
    isTime(time) &&
    isTime(header?.startTime) &&
    isPiece(value)
  );
}

/** Rolls a transaction back. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

const openDatabase = (onClosed: () => void): Promise<IDBPDatabase<MissionSchema>> =>
  openDB<MissionSchema>(DATABASE, VERSION, {
    upgrade(upgraded) {
      for (const name of ALL) {
        if (upgraded.objectStoreNames.contains(name)) continue;
        upgraded.createObjectStore(name, name === 'missions' ? { keyPath: 'id' } : {});
      }
    },
    blocking(_from, _to, { target }) {
      (target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });

/** Reads a mission of the database, which is opened for that alone. */
export async function readMission(id: MissionId): Promise<Result<LoggedMission>> {
  const missions = await openMissionStore(() => undefined);
  try {
    return await missions.read(id);
  } finally {
    missions.close();
  }
}

/**
 * @param onClosed the database was closed from outside: it is being deleted, or upgraded by a newer build
 * @throws DOMException if there is no storage, or a newer build has upgraded it
 */
export async function openMissionStore(onClosed: () => void): Promise<MissionStore> {
  if (typeof indexedDB === 'undefined' || !indexedDB) throw new DOMException('no IndexedDB', 'SecurityError');
  let database = await openDatabase(onClosed);
  if (!ALL.every((name) => database.objectStoreNames.contains(name))) {
    // Without its stores the database is unreadable.
    database.close();
    await deleteDB(DATABASE);
    database = await openDatabase(onClosed);
  }

  /** Write in progress, which an urgent one replaces. */
  let unhurried: { abort(): void } | undefined;

  async function remove(ids: readonly MissionId[]): Promise<void> {
    const removed = database.transaction(ALL, 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => [
        removed.objectStore('missions').delete(id),
        removed.objectStore('pieces').delete(piecesOf(id)),
        removed.objectStore('keyframes').delete(id),
        removed.objectStore('branches').delete(piecesOf(id)),
      ]),
      removed.done,
    ]);
  }

  return {
    async prune(now) {
      /** Absolute, because the clock may have been ahead when a mission was written. */
      const ageOf = ({ head }: ListedMission): number => Math.abs(now - (head?.savedAt ?? 0));
      const heads: readonly unknown[] = await database.getAll('missions');
      const listed = heads
        .map((head) => (isHead(head) ? { id: head.id, head } : { id: (head as ListedMission).id }))
        .toSorted((a, b) => ageOf(a) - ageOf(b));
      const isKept = (mission: ListedMission, place: number): boolean =>
        place < MOST_KEPT && (!mission.head || ageOf(mission) <= KEPT_MS);
      const removed = listed.filter((mission, place) => !isKept(mission, place));
      if (removed.length > 0) await remove(removed.map(({ id }) => id));
      return listed.filter(isKept);
    },
    async write({ head, piece, number, keyframe, branches = [] }, isUrgent) {
      if (isUrgent && unhurried) abort(unhurried);
      const written = database.transaction(ALL, 'readwrite', { durability: 'relaxed' });
      const missions = written.objectStore('missions');
      const pieces = written.objectStore('pieces');
      const keyframes = written.objectStore('keyframes');
      const kept = written.objectStore('branches');
      const isFirst = number === 0;
      const placed: Promise<unknown>[] = [];
      unhurried = isUrgent ? undefined : written;
      // It fails with its first failing request, whose error is more specific.
      written.done.catch(() => undefined);
      try {
        if (!isFirst && !isUrgent && (await missions.get(head.id))?.generation !== head.generation) {
          await written.done;
          return false;
        }
        if (isFirst) {
          placed.push(pieces.delete(piecesOf(head.id)));
          placed.push(keyframes.delete(head.id));
          placed.push(kept.delete(piecesOf(head.id)));
        }
        if (isFirst || piece.entries.length > 0 || piece.marks.length > 0)
          placed.push(pieces.put(piece, [head.id, head.generation, number]));
        if (keyframe) placed.push(keyframes.put(keyframe, head.id));
        for (const branch of branches)
          placed.push(kept.put(branch, [head.id, head.generation, branch.view.id]));
        placed.push(missions.put(head));
        // The end of the page aborts every transaction that still waits for replies to its requests.
        if (isUrgent) written.commit();
        await Promise.all([...placed, written.done]);
        return true;
      } catch (error) {
        // If one throws, the others fail with it.
        for (const one of placed) one.catch(() => undefined);
        const isReplaced = !isUrgent && unhurried !== written;
        if (isReplaced) return true;
        abort(written);
        throw error;
      } finally {
        if (unhurried === written) unhurried = undefined;
      }
    },
    async read(id) {
      const reading = database.transaction(ALL);
      const head: unknown = await reading.objectStore('missions').get(id);
      if (!head) return failed('it is no longer kept');
      if (!isHead(head)) return failed('it is damaged');
      const pieces = await reading.objectStore('pieces').getAll(piecesOf(id, head.generation));
      const kept = await reading.objectStore('keyframes').get(id);
      const keyframe = isKeyframe(kept, head) ? kept : undefined;
      const { header, time, entryCount, markCount } = head;
      if (!pieces.every(isPiece)) return failed('it is damaged');
      const store = reading.objectStore('branches');
      const { branchIds = [] } = head;
      const found = await Promise.all(
        branchIds.map(
          async (branchId) => [branchId, await store.get([id, head.generation, branchId])] as const,
        ),
      );
      const branches = found.flatMap(([branchId, branch]) =>
        isBranch(branch, branchId) ? [{ ...branch, header: headerOf(branch.header) }] : [],
      );
      const lost = branchIds.filter((branchId) => !branches.some(({ view }) => view.id === branchId));
      const entries = pieces.flatMap((piece) => piece.entries);
      const marks = pieces.flatMap((piece) => piece.marks);
      if (entries.length !== entryCount || marks.length !== markCount) return failed('it is damaged');
      const record = {
        header: headerOf(header),
        time,
        entries,
        marks,
        ...(keyframe && { keyframe }),
        ...(branches.length > 0 && { branches }),
      };
      return succeeded({ head, record, lost });
    },
    remove,
    close: () => database.close(),
  };
}
