import type { MissionId } from '../../shared/contract/consoles.ts';
import { ROOM_CLOSE, type RoomHead } from '../../shared/contract/room.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import { type Exchanging, SILENT_MS } from './company.ts';
import { isEmpty, readReport } from './exchange.ts';
import type { RoomHome } from './home.ts';
import type { HomeWatch } from './home-watch.ts';
import type { RoomServerLimits } from './limits.ts';
import { type DeliveryMeter, type LiveRoom, openRoom } from './live-room.ts';

export const ENDED = 'This shared mission has ended.';
export const LATER = 'Shared missions cannot be stored at the moment.';

/** The rooms that are open in this process, and the ends of all. */
export interface OpenRooms {
  /** Returns a room, opening it if necessary; `undefined` if there is none. Rejects if the home cannot be read. */
  opened(id: MissionId): Promise<LiveRoom | undefined>;
  /** True if a room has not been closed since it was opened. */
  isOpen(room: LiveRoom): boolean;
  /** Reads the head of a room from its home, since another process may have replaced its digests. */
  head(id: MissionId): Promise<RoomHead | undefined>;
  /** Notes that the digests of a room have been replaced. */
  renewed(): void;
  /** Returns the end of a room at the latest. */
  endOf(head: RoomHead): EpochMs;
  /** Notes that a room has begun, or is about to. */
  begun(id: MissionId): void;
  /** Number of rooms in the home, as far as is known. */
  count(): number;
  /** Closes the sockets of a room, and forgets what is known of it here. */
  shut(id: MissionId, code: number, reason: string): void;
  /** Ends a room, and removes it from the home. */
  end(id: MissionId): Promise<void>;
  /** The room is no longer in the home. */
  gone(id: MissionId): void;
  all(): readonly LiveRoom[];
  /** Does what is due; to be called once a second. */
  tick(): void;
  close(): void;
}

export interface OpenRoomsParts {
  readonly home: RoomHome;
  readonly clock: Clock;
  readonly limits: RoomServerLimits;
  readonly meter: DeliveryMeter;
  readonly watch: HomeWatch;
  /** Other processes with the same home, if there are any. */
  readonly exchanging: Exchanging | undefined;
  /** A room has been removed from the home. */
  readonly onRemoved: (id: MissionId) => void;
  /** Only these rooms are left in the home. */
  readonly onLeft: (ids: ReadonlySet<MissionId>) => void;
}

/**
 * Times that the head is read after another process has replaced the keys, once a second: of several servers that keep the
 * home, one may lag behind.
 */
const RENEWAL_CHECKS = 3;

export function createOpenRooms(parts: OpenRoomsParts): OpenRooms {
  const { home, clock, limits, meter, watch, exchanging, onRemoved, onLeft } = parts;
  const open = new Map<MissionId, Promise<LiveRoom | undefined>>();
  const live = new Map<MissionId, LiveRoom>();
  /** UTC since when nobody is in a room that somebody has been in, or has begun, in this process. */
  const leftAt = new Map<MissionId, EpochMs>();
  /** UTC at which this process has opened the home. */
  const openedAt = clock.now();
  /** Checks of the keys that are still to be made. */
  const checks = new Map<LiveRoom, number>();
  /** Rooms that seem to be over, while other processes may say that somebody is there. */
  const doubted = new Map<MissionId, { readonly until: EpochMs; readonly stop: () => void }>();
  let renewals = 0;
  let count = 0;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let checkedAt: number = clock.now();

  const endOf = ({ startedAt }: RoomHead): EpochMs => addMs(startedAt, limits.longestMs);

  function shut(id: MissionId, code: number, reason: string): void {
    const room = live.get(id);
    live.delete(id);
    open.delete(id);
    if (!room) return;
    room.closeAll(code, reason, clock.now());
    leftAt.set(id, room.emptySince() ?? clock.now());
    room.stop();
  }

  /** The log is not what was known of it: its consoles come back at once, and may have what it lacks. */
  function lost(id: MissionId): void {
    watch.say({ what: 'the log of a room has lost entries' });
    shut(id, ROOM_CLOSE.later, 'The log of this mission is read again.');
  }

  function opened(id: MissionId): Promise<LiveRoom | undefined> {
    const known = open.get(id);
    if (known) return known;
    const onRenewed = (): void => {
      const room = live.get(id);
      if (!room) return;
      checks.set(room, RENEWAL_CHECKS - 1);
      check(room).catch(watch.failed);
    };
    const onLost = (): void => lost(id);
    const roomParts = { home, limits, meter, exchanging, onRenewed, onLost, onFailure: watch.failed };
    const opening = openRoom(id, roomParts, clock.now).then((room) => {
      if (open.get(id) !== opening) room?.stop();
      else if (room) live.set(id, room);
      else open.delete(id);
      return room;
    });
    open.set(id, opening);
    opening.catch(() => {
      if (open.get(id) === opening) open.delete(id);
    });
    return opening;
  }

  async function remove(id: MissionId): Promise<void> {
    shut(id, ROOM_CLOSE.ended, ENDED);
    await home.drop(id);
    leftAt.delete(id);
    count = Math.max(0, count - 1);
    onRemoved(id);
    watch.say({ what: 'a room has ended', rooms: count });
  }

  /**
   * True if a room is over: because of its age, or because nobody is there, and nothing has been added, for long. When the last
   * console left is not kept: that of a room which was not entered since this process has started counts from then.
   */
  async function isOver(head: RoomHead, now: EpochMs): Promise<boolean> {
    if (now >= endOf(head)) return true;
    const room = live.get(head.id);
    const emptySince = room ? room.emptySince() : (leftAt.get(head.id) ?? openedAt);
    if (emptySince === undefined || now - emptySince < limits.emptyMs) return false;
    const newestAt = room?.log.newestAt() ?? (await home.since(head.id, 0)).at(-1)?.at;
    return now - (newestAt ?? head.startedAt) >= limits.emptyMs;
  }

  /** Removes a room that is over, or first lets other processes say that somebody is there. */
  async function removeUnlessUsed(head: RoomHead): Promise<void> {
    const { id } = head;
    if (!exchanging || clock.now() >= endOf(head)) return remove(id);
    if (doubted.has(id)) return;
    const stop = exchanging.exchange.listen(id, (text) => {
      const report = readReport(text);
      if (!report || isEmpty(report)) return;
      leftAt.set(id, clock.now());
      forgetDoubt(id);
    });
    doubted.set(id, { until: addMs(clock.now(), SILENT_MS), stop });
  }

  function forgetDoubt(id: MissionId): void {
    doubted.get(id)?.stop();
    doubted.delete(id);
  }

  async function removeDoubted(id: MissionId): Promise<void> {
    forgetDoubt(id);
    const head = await home.head(id);
    if (head && (await isOver(head, clock.now()))) await remove(id);
  }

  /** Makes the checks that are left of those after a renewal. */
  function checkAgain(room: LiveRoom, left: number): void {
    if (left > 1) checks.set(room, left - 1);
    else checks.delete(room);
    check(room).catch(watch.failed);
  }

  async function sweep(): Promise<void> {
    const ids = await home.rooms();
    count = ids.length;
    const left = new Set(ids);
    // Other processes end rooms, too.
    onLeft(left);
    for (const id of leftAt.keys()) if (!left.has(id)) leftAt.delete(id);
    for (const id of ids) {
      const head = await home.head(id);
      if (head && (await isOver(head, clock.now()))) await removeUnlessUsed(head);
    }
  }

  async function readHead(id: MissionId): Promise<RoomHead | undefined> {
    for (;;) {
      const before = renewals;
      const head = await home.head(id);
      if (before === renewals) return head;
    }
  }

  /** Closes what another process has ended, or given other keys. */
  async function check(room: LiveRoom): Promise<void> {
    const head = await readHead(room.id);
    if (live.get(room.id) !== room) return;
    if (head?.epoch === room.head().epoch) room.renew(head, clock.now());
    else shut(room.id, ROOM_CLOSE.ended, ENDED);
  }

  function tend(room: LiveRoom, now: EpochMs): void {
    if (now >= endOf(room.head())) {
      remove(room.id).catch(watch.failed);
      return;
    }
    const emptySince = room.emptySince();
    if (emptySince !== undefined && now - emptySince >= limits.idleMs) {
      shut(room.id, ROOM_CLOSE.later, LATER);
      return;
    }
    for (const member of room.members()) void room.catchUp(member, now);
    room.announce(now);
  }

  return {
    opened,
    isOpen: (room) => live.get(room.id) === room,
    head: readHead,
    renewed() {
      renewals += 1;
    },
    endOf,
    begun(id) {
      count += 1;
      leftAt.set(id, clock.now());
    },
    count: () => count,
    shut,
    end: remove,
    gone: (id) => shut(id, ROOM_CLOSE.ended, ENDED),
    all: () => [...live.values()],
    tick() {
      const now = clock.now();
      for (const room of [...live.values()]) tend(room, now);
      for (const [room, left] of [...checks]) checkAgain(room, left);
      for (const [id, { until }] of [...doubted]) if (now >= until) removeDoubted(id).catch(watch.failed);
      if (now - checkedAt >= limits.checkMs) {
        checkedAt = now;
        for (const room of live.values()) check(room).catch(watch.failed);
      }
      if (now - sweptAt >= limits.sweepMs) {
        sweptAt = now;
        sweep().catch(watch.failed);
      }
    },
    close() {
      for (const id of [...open.keys()]) shut(id, ROOM_CLOSE.later, LATER);
      for (const id of [...doubted.keys()]) forgetDoubt(id);
    },
  };
}
