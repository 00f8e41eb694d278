import { ROOM_LIMITS, type RoomEntry } from '../../shared/contract/room.ts';
import type { Appended, UnnumberedEntry } from './home.ts';

/** What a home knows of the log of a room to number its next entry: ids, count and size. */
export interface LogIndex {
  /** Number of the newest entry; 0 while there is none. */
  last(): number;
  /** Numbers an entry, unless its id is known or the log is full. The entry is not part of the log yet. */
  place(entry: UnnumberedEntry): Placed;
  /** Adds the entry that follows the newest one. `size` is that of its text, in bytes. */
  add(entry: RoomEntry, size: number): void;
}

export type Placed =
  | { readonly kind: 'new'; readonly entry: RoomEntry; readonly text: string; readonly size: number }
  | Exclude<Appended, { readonly kind: 'appended' | 'gone' }>;

const encoder = new TextEncoder();
export const sizeOf = (text: string): number => encoder.encode(text).byteLength;

export function createLogIndex(): LogIndex {
  const numbers = new Map<string, number>();
  let bytes = 0;
  return {
    last: () => numbers.size,
    place(unnumbered) {
      const known = numbers.get(unnumbered.id);
      if (known !== undefined) return { kind: 'duplicate', n: known };
      const entry = { ...unnumbered, n: numbers.size + 1 };
      const text = JSON.stringify(entry);
      const size = sizeOf(text);
      if (entry.n > ROOM_LIMITS.entries || bytes + size > ROOM_LIMITS.logBytes) return { kind: 'full' };
      return { kind: 'new', entry, text, size };
    },
    add({ id, n }, size) {
      numbers.set(id, n);
      bytes += size;
    },
  };
}
