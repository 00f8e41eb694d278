import type { MissionId } from '../../shared/contract/consoles.ts';
import type { RoomEntry, RoomHead } from '../../shared/contract/room.ts';
import type { RoomHome, StoredSnapshot } from './home.ts';
import { createListeners } from './listeners.ts';
import { createLogIndex, type LogIndex } from './log-index.ts';

interface Room {
  readonly head: RoomHead;
  readonly snapshot: StoredSnapshot;
  readonly entries: RoomEntry[];
  readonly index: LogIndex;
}

/** Keeps rooms as long as the process lives. */
export function createMemoryHome(): RoomHome {
  const rooms = new Map<MissionId, Room>();
  const listeners = createListeners();

  const change = (id: MissionId, changed: Partial<Room>): boolean => {
    const room = rooms.get(id);
    if (room) rooms.set(id, { ...room, ...changed });
    return room !== undefined;
  };

  return {
    async create(head, bytes) {
      if (rooms.has(head.id)) return false;
      rooms.set(head.id, { head, snapshot: { n: 0, bytes }, entries: [], index: createLogIndex() });
      return true;
    },
    head: async (id) => rooms.get(id)?.head,
    async renew(id, { operatorDigest, viewerDigest }) {
      const head = rooms.get(id)?.head;
      return head !== undefined && change(id, { head: { ...head, operatorDigest, viewerDigest } });
    },
    async append(id, entry) {
      const room = rooms.get(id);
      if (!room) return { kind: 'gone' };
      const placed = room.index.place(entry);
      if (placed.kind !== 'new') return placed;
      room.index.add(placed.entry, placed.size);
      room.entries.push(placed.entry);
      listeners.tell(id, placed.entry);
      return { kind: 'appended', n: placed.entry.n };
    },
    since: async (id, n) => rooms.get(id)?.entries.slice(Math.max(0, n)) ?? [],
    snapshot: async (id) => rooms.get(id)?.snapshot,
    async keepSnapshot(id, snapshot) {
      const present = rooms.get(id)?.snapshot;
      if (present && snapshot.n >= present.n) change(id, { snapshot });
    },
    subscribe: listeners.add,
    async drop(id) {
      rooms.delete(id);
    },
    rooms: async () => [...rooms.keys()],
    async close() {
      listeners.clear();
    },
  };
}
