import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry } from '../../shared/contract/room.ts';

export type EntryListener = (entry: RoomEntry) => void;

/** The listeners of a home by room. */
export interface Listeners {
  /**
   * Returns how to stop.
   * @param onLost called if entries that were told are lost
   */
  add(id: MissionId, listener: EntryListener, onLost?: () => void): () => void;
  tell(id: MissionId, entry: RoomEntry): void;
  /** Tells that entries of a room are lost. */
  tellLoss(id: MissionId): void;
  has(id: MissionId): boolean;
  clear(): void;
}

interface Listening {
  readonly listener: EntryListener;
  readonly onLost: (() => void) | undefined;
}

export function createListeners(): Listeners {
  const rooms = new Map<MissionId, Set<Listening>>();
  const all = (id: MissionId): Iterable<Listening> => rooms.get(id) ?? [];
  return {
    add(id, listener, onLost) {
      const own: Listening = { listener, onLost };
      const listeners = rooms.get(id) ?? new Set();
      rooms.set(id, listeners.add(own));
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && rooms.get(id) === listeners) rooms.delete(id);
      };
    },
    tell(id, entry) {
      for (const { listener } of all(id)) listener(entry);
    },
    tellLoss(id) {
      for (const { onLost } of all(id)) onLost?.();
    },
    has: (id) => rooms.has(id),
    clear: () => rooms.clear(),
  };
}
