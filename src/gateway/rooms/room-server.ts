import type { MissionId, RoomRole } from '../../shared/contract/consoles.ts';
import {
  type ClientMessage,
  ROOM_CLOSE,
  ROOM_VERSION,
  type RoomHead,
  type RoomSnapshot,
} from '../../shared/contract/room.ts';
import { helloVersion, readClientMessage } from '../../shared/contract/room-schema.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import type { Log } from '../effects.ts';
import type { RoomsHealth } from '../health.ts';
import { createRateLimit } from '../rate-limit.ts';
import { type Beginnings, createBeginnings, encodeSnapshot, randomId } from './beginnings.ts';
import { type Bucket, createBucket } from './bucket.ts';
import type { RoomExchange } from './exchange.ts';
import type { RoomHome, StoredSnapshot } from './home.ts';
import { watchHome } from './home-watch.ts';
import { digestOfShown, roleOf, viewerKeyOf } from './keys.ts';
import { type RoomServerLimits, SERVER_ROOM_LIMITS } from './limits.ts';
import type { KeptMember, LiveRoom, Member, NewMember, RoomConnection } from './live-room.ts';
import { createMemberMessages, encode } from './member-messages.ts';
import { createOpenRooms, ENDED, LATER } from './open-rooms.ts';
import { createRoomMeters, type RoomMeters } from './room-meters.ts';

/** What the owner of a socket reports of it. */
export interface RoomSocket {
  /** @param text `undefined` for a message that is no text */
  received(text: string | undefined): void;
  /** Sent bytes have left the process. */
  flushed(): void;
  closed(): void;
}

export interface RoomServer extends Pick<Beginnings, 'begin'> {
  /** Returns what a key admits to; `undefined` if to nothing, or if there is no such room. */
  roleOf(id: MissionId, key: string): Promise<RoomRole | undefined>;
  snapshot(id: MissionId): Promise<StoredSnapshot | undefined>;
  /** Replaces the snapshot of a room by a newer one. A refusal says why it does not fit. */
  keepSnapshot(id: MissionId, snapshot: RoomSnapshot): Promise<Result<undefined>>;
  /** Returns the seconds to wait before the snapshot of a room may be replaced; 0 if it may be now. */
  snapshotWaitS(id: MissionId): number;
  /** Takes the socket of a console, whose messages are to follow. */
  connect(id: MissionId, connection: RoomConnection): RoomSocket;
  /**
   * Goes on with the consoles that were members of a room, and had been sent all of its log, when the process ended. Their
   * sockets are to be in the order in which they came, and their messages are to follow when this has resolved. Rejects if
   * the home cannot be read.
   */
  resume(id: MissionId, consoles: readonly ResumedConsole[]): Promise<readonly RoomSocket[]>;
  /** Ends a room, and removes it from the home. Rejects if the home does not answer. */
  end(id: MissionId): Promise<void>;
  /** True if there is nothing to do until a socket reports something, or a room ends: `tick` need not be called. */
  isAtRest(): boolean;
  /** Does what is due; to be called once a second. */
  tick(): void;
  health(): RoomsHealth;
  readonly meters: RoomMeters;
  /** Closes all sockets: consoles may try again elsewhere. */
  close(): void;
}

export interface ResumedConsole {
  readonly connection: RoomConnection;
  readonly kept: KeptMember;
}

export interface RoomServerParts {
  readonly home: RoomHome;
  /** Connects the processes that share the home; absent if there is one. */
  readonly exchange?: RoomExchange | undefined;
  readonly clock: Clock;
  /** Returns octets that nobody can guess. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Returns the id of a room that begins; a random one by default. */
  readonly newId?: () => MissionId;
  readonly log: Log;
  readonly limits?: RoomServerLimits;
}

type Hello = ClientMessage & { readonly type: 'hello' };

const REFUSED = 'There is no such shared mission, or its link has been replaced.';
const TOO_MANY = 'These are too many messages.';
const malformed = (problem: string): string => `The message is not valid: ${problem}.`;

/** A socket, before and after its console is a member. */
interface Guest {
  readonly id: MissionId;
  readonly connection: RoomConnection;
  readonly messages: Bucket;
  readonly helloUntil: EpochMs;
  state: 'silent' | 'greeting' | 'member' | 'closed';
  /** Messages that have come while it was greeted. */
  waiting: readonly ClientMessage[];
  joined?: { readonly room: LiveRoom; readonly member: Member };
}

/** Creates the rooms of a process from Web standards only: the same in Node, in an edge runtime and in a Worker. */
export function createRoomServer(parts: RoomServerParts): RoomServer {
  const { exchange, clock, randomBytes, log, limits = SERVER_ROOM_LIMITS } = parts;
  const { newId = () => randomId(randomBytes) } = parts;
  const guests = new Set<Guest>();
  const meters = createRoomMeters(() => health());
  const { home, watch } = watchHome(parts.home, clock, log, meters.failed);
  const rooms = createOpenRooms({
    home,
    clock,
    limits,
    meter: meters,
    watch,
    exchanging: exchange && { exchange, process: randomId(randomBytes) },
    onRemoved: (id) => beginnings.ended(id),
    onLeft: (ids) => beginnings.left(ids),
  });
  const beginnings = createBeginnings({ home, clock, randomBytes, newId, limits, watch, rooms });
  const messages = createMemberMessages({ home, clock, limits, meters, watch, rooms });
  const snapshotLimit = createRateLimit(limits.snapshotsPerMin, clock);

  function close(guest: Guest, code: number, reason: string): void {
    if (guest.state === 'closed') return;
    const { joined } = guest;
    guest.state = 'closed';
    guests.delete(guest);
    if (joined) joined.room.close(joined.member, code, reason, clock.now());
    else {
      meters.closed(code);
      guest.connection.close(code, reason);
    }
  }
  function failedFor(guest: Guest, error: unknown): void {
    watch.failed(error);
    close(guest, ROOM_CLOSE.later, LATER);
  }

  function hasPlace(room: LiveRoom, role: RoomRole, { console: own }: Hello): boolean {
    if (role === 'viewer') return room.countOf(role) < limits.viewers;
    const { operators } = room.everybody();
    return operators.some((one) => one.console === own) || operators.length < limits.operators;
  }

  /** Opens the room that a hello is for, unless its key admits to nothing. */
  async function admitted(id: MissionId, key: string) {
    const digest = await digestOfShown(key);
    const before = digest === undefined ? undefined : await rooms.head(id);
    if (digest === undefined || !before || !roleOf(digest, before)) return undefined;
    const [room, viewerKey] = [await rooms.opened(id), await viewerKeyOf(key)];
    // The keys may have been replaced meanwhile.
    const head = room && (await rooms.head(id));
    const role = head && roleOf(digest, head);
    return role && { room, head, role, digest, viewerKey };
  }

  function welcomeOf(room: LiveRoom, head: RoomHead, role: RoomRole, viewerKey: string): string {
    const { startedAt, epoch, time, pace } = head;
    return encode({
      type: 'welcome',
      v: ROOM_VERSION,
      role,
      head: { startedAt, epoch, time, pace },
      last: room.log.last(),
      snapshot: room.snapshotN(),
      endsAt: rooms.endOf(head),
      now: clock.now(),
      ...(role === 'operator' && { viewerKey }),
    });
  }

  function join(
    guest: Guest,
    room: LiveRoom,
    joining: Omit<NewMember, 'connection'>,
    welcome?: string,
  ): Member {
    const { connection } = guest;
    const member = room.join({ ...joining, connection }, welcome, clock.now());
    guest.joined = { room, member };
    guest.state = 'member';
    return member;
  }

  async function greet(guest: Guest, hello: Hello): Promise<void> {
    const admission = await admitted(guest.id, hello.key);
    if (guest.state === 'closed') return;
    const refuse = (code: number, reason: string): void => close(guest, code, reason);
    if (!admission) return refuse(ROOM_CLOSE.refused, REFUSED);
    const { room, head, role, digest, viewerKey } = admission;
    const now = clock.now();
    if (now >= rooms.endOf(head)) return refuse(ROOM_CLOSE.ended, ENDED);
    if (!rooms.isOpen(room)) return refuse(ROOM_CLOSE.later, LATER);
    if (!hasPlace(room, role, hello))
      return refuse(ROOM_CLOSE.full, `No more ${role}s fit into this mission.`);

    const { presence, console: own, since } = hello;
    const known = hello.epoch === head.epoch ? since : undefined;
    const last = room.log.last();
    const claimed = known ?? 0;
    const lacked = Math.max(claimed, room.snapshotN());
    if (role === 'operator' && lacked > last) messages.awaitRefill(room, lacked);
    const sent = known === undefined ? room.snapshotN() : Math.max(0, Math.min(known, last) - 1);
    const joining = { console: own, role, digest, presence, sent, claimed };
    const member = join(guest, room, joining, welcomeOf(room, head, role, viewerKey));
    room.announce(now);
    void room.catchUp(member, now);
    for (const message of guest.waiting) handle(guest, message);
    guest.waiting = [];
  }

  function handle(guest: Guest, message: ClientMessage): void {
    const { joined } = guest;
    if (guest.state !== 'member' || !joined?.room.members().has(joined.member)) return;
    messages.handle(joined.room, joined.member, message).then(
      (problem) => {
        if (problem !== undefined) close(guest, ROOM_CLOSE.malformed, malformed(problem));
      },
      (error) => failedFor(guest, error),
    );
  }

  /** Takes a message, or says with which code and why the socket is to be closed. */
  function hear(guest: Guest, text: string | undefined): readonly [number, string] | undefined {
    const now = clock.now();
    if (guest.messages.waitMs(now) > 0) return [ROOM_CLOSE.malformed, TOO_MANY];
    guest.messages.take();
    if (text === undefined || text.length > limits.messageBytes) {
      return [ROOM_CLOSE.malformed, malformed('it is no text, or too long')];
    }
    const version = guest.state === 'silent' ? helloVersion(text) : undefined;
    if (version !== undefined && version !== ROOM_VERSION) {
      return [ROOM_CLOSE.version, 'The page and its server are of different builds: reload the page.'];
    }
    const read = readClientMessage(text);
    if (!read.ok) return [ROOM_CLOSE.malformed, malformed(read.message)];
    const message = read.value;
    if (guest.state === 'member') handle(guest, message);
    else if (guest.state === 'greeting') {
      guest.waiting = [...guest.waiting, message];
      if (guest.waiting.length > limits.waitingMessages) return [ROOM_CLOSE.malformed, TOO_MANY];
    } else if (message.type === 'hello') {
      guest.state = 'greeting';
      greet(guest, message).catch((error) => failedFor(guest, error));
    } else return [ROOM_CLOSE.malformed, malformed('the first one is no hello')];
    return undefined;
  }

  function forget(guest: Guest): void {
    guests.delete(guest);
    guest.state = 'closed';
    if (!guest.joined) return;
    const { room, member } = guest.joined;
    room.leave(member, clock.now());
    room.announce(clock.now());
  }

  function newGuest(id: MissionId, connection: RoomConnection): Guest {
    const now = clock.now();
    const guest: Guest = {
      id,
      connection,
      messages: createBucket(limits.messagesPerS, limits.messagesAtOnce, now),
      helloUntil: addMs(now, limits.helloMs),
      state: 'silent',
      waiting: [],
    };
    guests.add(guest);
    return guest;
  }

  const socketOf = (guest: Guest): RoomSocket => ({
    received(text) {
      const closing = guest.state === 'closed' ? undefined : hear(guest, text);
      if (closing) close(guest, ...closing);
    },
    flushed() {
      const { joined } = guest;
      if (joined) void joined.room.catchUp(joined.member, clock.now());
    },
    closed: () => forget(guest),
  });

  const health = (): RoomsHealth => {
    const all = rooms.all();
    const count = (role: RoomRole): number => all.reduce((sum, room) => sum + room.countOf(role), 0);
    return {
      state: watch.isFailing() ? 'failing' : 'ok',
      openRooms: all.filter((room) => room.members().size > 0).length,
      operators: count('operator'),
      viewers: count('viewer'),
    };
  };

  return {
    begin: beginnings.begin,
    async roleOf(id, key) {
      const digest = await digestOfShown(key);
      const head = digest === undefined ? undefined : await rooms.head(id);
      const isOver = !head || clock.now() >= rooms.endOf(head);
      return digest === undefined || isOver ? undefined : roleOf(digest, head);
    },
    snapshot: (id) => home.snapshot(id),
    snapshotWaitS: (id) => snapshotLimit.take(id),
    async keepSnapshot(id, snapshot) {
      const room = await rooms.opened(id);
      if (snapshot.epoch !== room?.head().epoch) return failed('The snapshot is of another mission.');
      if (snapshot.n > room.log.last()) return failed('The snapshot has entries that the log does not have.');
      const bytes = encodeSnapshot(snapshot);
      if (bytes.length > limits.snapshotBytes) return failed('The snapshot is too large.');
      await home.keepSnapshot(id, { n: snapshot.n, bytes });
      room.keptSnapshot(snapshot.n);
      return succeeded(undefined);
    },
    connect: (id, connection) => socketOf(newGuest(id, connection)),
    async resume(id, consoles) {
      const room = await rooms.opened(id);
      return consoles.map(({ connection, kept }) => {
        const guest = newGuest(id, connection);
        if (room) join(guest, room, { ...kept, sent: room.log.last() });
        else close(guest, ROOM_CLOSE.ended, ENDED);
        return socketOf(guest);
      });
    },
    end: rooms.end,
    isAtRest: () =>
      [...guests].every(({ state }) => state === 'member') && rooms.all().every((room) => room.isAtRest()),
    tick() {
      const now = clock.now();
      for (const guest of guests) {
        if (guest.state === 'silent' && now >= guest.helloUntil) {
          close(guest, ROOM_CLOSE.late, 'This console has not said hello.');
        }
      }
      rooms.tick();
      messages.tick();
    },
    health,
    meters,
    close() {
      for (const guest of [...guests]) close(guest, ROOM_CLOSE.later, 'The server stops: try again.');
      rooms.close();
    },
  };
}
