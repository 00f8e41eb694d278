import {
  ROOM_LIMITS,
  type RoomAnchor,
  type RoomDraft,
  type RoomEntry,
  type RoomHead,
} from '../../shared/contract/room.ts';
import { anchorAfter, anchorOf, effectiveTime, roomTimeAt } from '../../shared/contract/room-time.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import { sizeOf } from './log-index.ts';

/** An entry with its text in JSON, which is the same for all who get it. */
export interface WrittenEntry {
  readonly n: number;
  readonly id: string;
  readonly text: string;
}

export const written = (entry: RoomEntry): WrittenEntry => ({
  n: entry.n,
  id: entry.id,
  text: JSON.stringify(entry),
});

/** What a process knows of the log of an open room: its end. */
export interface RoomLog {
  /** Number of the newest entry; 0 while there is none. */
  last(): number;
  /** Size of the texts of all entries, in bytes. */
  bytes(): number;
  /** UTC of the server when it took the newest entry; the start of the room before the first one. */
  newestAt(): EpochMs;
  /**
   * Takes the next entry. It is `known` if it has been taken before, and `lost` if it has the number of another one: the home
   * has lost the end of the log.
   */
  take(entry: RoomEntry): WrittenEntry | 'known' | 'lost';
  /** Returns the entries above a number, if all of them are in memory. */
  after(n: number): readonly WrittenEntry[] | undefined;
  /** Latest mission time that an act may have at a time of the server. */
  latestTime(act: RoomDraft['act'], now: EpochMs): EpochMs;
}

/** Keeps about `tailLength` characters of the newest entries. */
export function createRoomLog(head: RoomHead, tailLength: number): RoomLog {
  let anchor: RoomAnchor = anchorOf(head);
  let edge = head.time;
  let last = 0;
  let bytes = 0;
  let newestAt = head.startedAt;
  const tail: WrittenEntry[] = [];
  let length = 0;

  return {
    last: () => last,
    bytes: () => bytes,
    newestAt: () => newestAt,
    take(entry) {
      if (entry.n <= last) {
        const kept = tail[entry.n - (tail[0]?.n ?? 0)];
        return kept && kept.id !== entry.id ? 'lost' : 'known';
      }
      last = entry.n;
      newestAt = entry.at;
      edge = effectiveTime(entry, edge, anchor);
      anchor = anchorAfter(anchor, entry, edge);
      const taken = written(entry);
      tail.push(taken);
      length += taken.text.length;
      bytes += sizeOf(taken.text);
      while (length > tailLength) length -= tail.shift()?.text.length ?? length;
      return taken;
    },
    after(n) {
      if (n >= last) return [];
      const first = tail[0]?.n;
      return first === undefined || first > n + 1 ? undefined : tail.slice(n + 1 - first);
    },
    latestTime(act, now) {
      // The mission returns to UTC from wherever it is.
      if (act.kind === 'return') return addMs(now, ROOM_LIMITS.aheadMs);
      return addMs(roomTimeAt(anchor, now), ROOM_LIMITS.aheadMs * Math.max(1, anchor.pace.run.rate));
    },
  };
}
