import type { ConsoleId, MissionId, RoomRole } from '../../shared/contract/consoles.ts';
import {
  type Presence,
  ROOM_CLOSE,
  type RoomEntry,
  type RoomHead,
  type ServerMessage,
} from '../../shared/contract/room.ts';
import { type EpochMs, epochMs } from '../../shared/kit/units.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { createCompany, type Exchanging } from './company.ts';
import type { Crowd, MarkMessage, Report } from './exchange.ts';
import type { RoomHome } from './home.ts';
import { type KeyDigests, roleOf } from './keys.ts';
import type { RoomServerLimits } from './limits.ts';
import { createRoomLog, type RoomLog, type WrittenEntry, written } from './room-log.ts';

/** A socket as rooms see it. */
export interface RoomConnection {
  send(text: string): void;
  /** Closes it with a code of `ROOM_CLOSE` and a sentence. */
  close(code: number, reason: string): void;
  /** Bytes that were sent and have not left the process yet. */
  unread(): number;
  /** Stores the state of its console for the next process; absent where sockets end with the process. */
  keep?(member: KeptMember): void;
}

/** A console in a room. */
export interface Member {
  readonly connection: RoomConnection;
  readonly console: ConsoleId;
  readonly role: RoomRole;
  /** Digest of the key that admitted it. */
  digest: string;
  presence: Presence;
  /** UTC at which it entered; later for each that follows. */
  readonly since: EpochMs;
  /** Number of the newest entry that it has been sent. */
  sent: number;
  /** Number of entries that it said it knew. */
  readonly claimed: number;
  readonly acts: Bucket;
  readonly marks: Bucket;
}

export type NewMember = Omit<Member, 'acts' | 'marks' | 'since'>;

/** What the socket of a member keeps of it. */
export type KeptMember = Pick<Member, 'console' | 'role' | 'digest' | 'presence' | 'claimed'>;

/** Lets the socket of a member keep what is known of it, if it can. */
export function keepMember({ connection, console, role, digest, presence, claimed }: Member): void {
  connection.keep?.({ console, role, digest, presence, claimed });
}

/** Deliveries are counted here. */
export interface DeliveryMeter {
  delivered(count: number): void;
  closed(code: number): void;
}

export interface LiveRoomParts {
  readonly home: RoomHome;
  readonly limits: RoomServerLimits;
  readonly meter: DeliveryMeter;
  /** Other processes that may have the room open, if there are any. */
  readonly exchanging: Exchanging | undefined;
  /** Another process has replaced the keys. */
  readonly onRenewed: () => void;
  /** The home has lost the end of the log. */
  readonly onLost: () => void;
  /** The home could not be read for a member. */
  readonly onFailure: (error: unknown) => void;
}

/** A room that is open in this process, with the consoles that are connected to it here. */
export interface LiveRoom {
  readonly id: MissionId;
  readonly log: RoomLog;
  readonly acts: Bucket;
  head(): RoomHead;
  /** Number that the newest snapshot includes, as far as is known here. */
  snapshotN(): number;
  keptSnapshot(n: number): void;
  members(): ReadonlySet<Member>;
  countOf(role: RoomRole): number;
  /** Who is here in all processes. */
  everybody(): Crowd;
  /**
   * Adds a member, with the first message to it. One with the same console id leaves.
   * @param welcome absent for one that was a member before the process began anew, of whom nobody needs to be told
   */
  join(member: NewMember, welcome: string | undefined, now: EpochMs): Member;
  leave(member: Member, now: EpochMs): void;
  /** Closes the socket of a member. */
  close(member: Member, code: number, reason: string, now: EpochMs): void;
  closeAll(code: number, reason: string, now: EpochMs): void;
  /** Replaces the digests, and closes the sockets of other keys. */
  renew(digests: KeyDigests, now: EpochMs): void;
  /** Tells other processes that the home has other digests. */
  tellRenewal(now: EpochMs): void;
  /** Takes an entry from the home, and sends it to all. */
  take(entry: RoomEntry, now: EpochMs): void;
  /** Sends a member the next part of what it lacks, if anything. */
  catchUp(member: Member, now: EpochMs): Promise<void>;
  /** Sends the mark of a member to all others. */
  relayMark(mark: MarkMessage, from: Member, now: EpochMs): void;
  /** Says who is here, if that has changed, at most once a second. */
  announce(now: EpochMs): void;
  /** Notes that a member has changed. */
  changed(): void;
  /** Notes that the log accepts no more entries. */
  filled(): void;
  /** True if all is said until somebody acts, comes or leaves. */
  isAtRest(): boolean;
  /** UTC since when nobody is here; `undefined` while somebody is. */
  emptySince(): EpochMs | undefined;
  /** Runs a task after those before it. */
  inTurn(task: () => Promise<void>): Promise<void>;
  stop(): void;
}

const ANNOUNCE_MS = 1000;
/** Of the text of entries in one message. */
const CHUNK_LENGTH = 64_000;

const logMessage = (entries: readonly WrittenEntry[]): string =>
  `{"type":"log","entries":[${entries.map(({ text }) => text).join(',')}]}`;

/** Divides entries into messages of limited length. */
function* chunksOf(entries: readonly WrittenEntry[]): Generator<readonly WrittenEntry[]> {
  let chunk: WrittenEntry[] = [];
  let length = 0;
  for (const entry of entries) {
    if (chunk.length > 0 && length + entry.text.length > CHUNK_LENGTH) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push(entry);
    length += entry.text.length;
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Opens a room; `undefined` if there is none of this id. Rejects if the home cannot be read.
 * @param now reads the clock, when the home reports an entry
 */
export async function openRoom(
  id: MissionId,
  parts: LiveRoomParts,
  now: () => EpochMs,
): Promise<LiveRoom | undefined> {
  const { home } = parts;
  const head = await home.head(id);
  if (!head) return undefined;
  const early: RoomEntry[] = [];
  let room: LiveRoom | undefined;
  const stop = home.subscribe(
    id,
    (entry) => {
      if (room) room.take(entry, now());
      else early.push(entry);
    },
    parts.onLost,
  );
  try {
    const [entries, snapshot] = await Promise.all([home.since(id, 0), home.snapshot(id)]);
    if (snapshot) room = createLiveRoom(head, snapshot.n, parts, now, stop);
    else stop();
    for (const entry of [...entries, ...early]) room?.log.take(entry);
    return room;
  } catch (error) {
    stop();
    throw error;
  }
}

function createLiveRoom(
  begun: RoomHead,
  newestSnapshot: number,
  { home, limits, meter, exchanging, onRenewed, onLost, onFailure }: LiveRoomParts,
  clock: () => EpochMs,
  stop: () => void,
): LiveRoom {
  const { id } = begun;
  const openedAt = clock();
  const log = createRoomLog(begun, limits.tailLength);
  const members = new Set<Member>();
  const catchingUp = new Set<Member>();
  let head = begun;
  let snapshotN = newestSnapshot;
  let operators = 0;
  let hasChanged = false;
  let isSettled = false;
  let lastJoined = 0;
  let announcedAt = Number.NEGATIVE_INFINITY;
  let isFull: true | undefined;
  let emptySince: EpochMs | undefined = openedAt;
  let turn: Promise<void> = Promise.resolve();

  const company = createCompany({
    id,
    exchanging,
    now: clock,
    own: () => ({
      operators: [...members]
        .filter(({ role }) => role === 'operator')
        .map(({ console: own, since, presence }) => ({ console: own, since, presence })),
      viewers: members.size - operators,
    }),
    isFull: () => isFull,
    onReport: (report, haveChanged) => heed(report, haveChanged, clock()),
  });

  function changed(): void {
    hasChanged = true;
    company.changed();
  }

  /** Does what another process tells. */
  function heed(
    { operators: theirs, marks = [], isRenewed, isFull: isFullThere }: Report,
    haveChanged: boolean,
    now: EpochMs,
  ): void {
    for (const { type, n, mark } of marks) sendTo(() => true, JSON.stringify({ type, n, mark }), now);
    if (isRenewed) onRenewed();
    if (isFullThere) room.filled();
    if (!haveChanged) return;
    for (const { console: own, since } of theirs) leaveBehind(own, since, now);
    hasChanged = true;
    room.announce(now);
  }

  /** Returns when a console enters: after all who are here, and after it has entered elsewhere by another clock. */
  function sinceOf({ role, console: own }: NewMember, now: EpochMs): EpochMs {
    const elsewhere =
      role === 'operator' ? company.everybody().operators.find((one) => one.console === own) : undefined;
    return epochMs(Math.max(now, lastJoined + 1, (elsewhere?.since ?? 0) + 1));
  }

  /** Closes the sockets of an operator's console that were opened before another one. */
  function leaveBehind(console: ConsoleId, before: EpochMs, now: EpochMs): void {
    for (const other of members) {
      if (other.role === 'operator' && other.console === console && other.since < before) {
        room.close(other, ROOM_CLOSE.later, 'This console has connected again.', now);
      }
    }
  }

  /** Sends a text to those members who read what they are sent, and closes the sockets of the others. */
  function sendTo(isMeant: (member: Member) => boolean, text: string, now: EpochMs): void {
    let count = 0;
    for (const member of members) {
      if (!isMeant(member)) continue;
      if (member.connection.unread() > limits.unreadBytes) {
        room.close(member, ROOM_CLOSE.slow, 'This console does not read what it is sent.', now);
        continue;
      }
      member.connection.send(text);
      count += 1;
    }
    meter.delivered(count);
  }

  const room: LiveRoom = {
    id,
    log,
    acts: createBucket(limits.actsOfRoom, limits.actsOfRoom, openedAt),
    head: () => head,
    snapshotN: () => snapshotN,
    keptSnapshot(n) {
      snapshotN = Math.max(snapshotN, n);
    },
    members: () => members,
    countOf: (role) => (role === 'operator' ? operators : members.size - operators),
    everybody: company.everybody,
    join(joining, welcome, now) {
      const since = sinceOf(joining, now);
      lastJoined = since;
      const member: Member = {
        ...joining,
        since,
        acts: createBucket(limits.actsOfConsole, limits.actsOfConsole, now),
        marks: createBucket(1, limits.actsOfConsole, now),
      };
      if (member.role === 'operator') leaveBehind(member.console, since, now);
      members.add(member);
      if (member.role === 'operator') operators += 1;
      emptySince = undefined;
      keepMember(member);
      if (welcome === undefined) return member;
      changed();
      member.connection.send(welcome);
      return member;
    },
    leave(member, now) {
      if (!members.delete(member)) return;
      if (member.role === 'operator') operators -= 1;
      if (members.size === 0) emptySince = now;
      changed();
    },
    close(member, code, reason, now) {
      if (!members.has(member)) return;
      room.leave(member, now);
      meter.closed(code);
      member.connection.close(code, reason);
    },
    closeAll(code, reason, now) {
      for (const member of [...members]) room.close(member, code, reason, now);
    },
    renew({ operatorDigest, viewerDigest }, now) {
      head = { ...head, operatorDigest, viewerDigest };
      for (const member of [...members]) {
        if (roleOf(member.digest, head)) continue;
        room.close(member, ROOM_CLOSE.renewed, 'The links of this mission have been replaced.', now);
      }
    },
    tellRenewal(now) {
      company.renewed();
      company.tell(now);
    },
    take(entry, now) {
      const taken = log.take(entry);
      if (taken === 'known') return;
      if (taken === 'lost') {
        onLost();
        return;
      }
      // Those who lack more get it with that.
      const isNext = (member: Member): boolean => {
        if (member.sent !== taken.n - 1) return false;
        member.sent = taken.n;
        return true;
      };
      sendTo(isNext, logMessage([taken]), now);
    },
    async catchUp(member, now) {
      if (member.sent >= log.last() || catchingUp.has(member)) return;
      catchingUp.add(member);
      try {
        while (members.has(member) && member.sent < log.last()) {
          if (member.connection.unread() > limits.catchUpBytes) return;
          const entries = log.after(member.sent) ?? (await home.since(id, member.sent)).map(written);
          if (entries.length === 0) {
            onLost();
            return;
          }
          for (const chunk of chunksOf(entries)) {
            if (!members.has(member) || member.connection.unread() > limits.unreadBytes / 2) break;
            member.connection.send(logMessage(chunk));
            member.sent = chunk.at(-1)?.n ?? member.sent;
            meter.delivered(1);
          }
        }
      } catch (error) {
        onFailure(error);
        room.close(member, ROOM_CLOSE.later, 'The mission cannot be read at the moment.', now);
      } finally {
        catchingUp.delete(member);
      }
    },
    relayMark(mark, from, now) {
      sendTo((member) => member !== from, JSON.stringify(mark), now);
      company.marked(from.console, mark);
      company.tell(now);
    },
    announce(now) {
      company.tell(now);
      if (company.forgetSilent(now)) hasChanged = true;
      if (!isSettled && company.isSettled(now)) {
        isSettled = true;
        hasChanged ||= members.size > 0 && exchanging !== undefined;
      }
      if (!hasChanged || now - announcedAt < ANNOUNCE_MS) return;
      hasChanged = false;
      announcedAt = now;
      const { operators: present, viewers } = company.everybody();
      const message: ServerMessage = {
        type: 'room',
        consoles: present.map(({ console: own, presence }) => ({ id: own, ...presence })),
        viewerCount: viewers,
        // Two processes that do not know of each other yet would each name a lead.
        lead: isSettled ? present[0]?.console : undefined,
        isFull,
      };
      sendTo(() => true, JSON.stringify(message), now);
    },
    changed,
    filled() {
      if (isFull) return;
      isFull = true;
      changed();
    },
    isAtRest: () => !exchanging && !hasChanged && [...members].every(({ sent }) => sent >= log.last()),
    emptySince: () => emptySince,
    inTurn(task) {
      turn = turn.then(task, task);
      return turn;
    },
    stop() {
      stop();
      company.stop();
    },
  };
  return room;
}
