import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry } from '../../shared/contract/room.ts';

export type EntryListener = (entry: RoomEntry) => void;

/** The listeners of a home by room. */
export interface Listeners {
  /** Returns how to stop. */
  add(id: MissionId, listener: EntryListener): () => void;
  tell(id: MissionId, entry: RoomEntry): void;
  has(id: MissionId): boolean;
  clear(): void;
}

export function createListeners(): Listeners {
  const rooms = new Map<MissionId, Set<EntryListener>>();
  return {
    add(id, listener) {
      // The same function may listen twice.
      const own: EntryListener = (entry) => listener(entry);
      const listeners = rooms.get(id) ?? new Set();
      rooms.set(id, listeners.add(own));
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && rooms.get(id) === listeners) rooms.delete(id);
      };
    },
    tell(id, entry) {
      for (const listener of rooms.get(id) ?? []) listener(entry);
    },
    has: (id) => rooms.has(id),
    clear: () => rooms.clear(),
  };
}
