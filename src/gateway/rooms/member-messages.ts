import type { MissionId } from '../../shared/contract/consoles.ts';
import type { ClientMessage, RoomDraft, RoomEntry, ServerMessage } from '../../shared/contract/room.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { addMs, type EpochMs } from '../../shared/kit/units.ts';
import type { RoomHome } from './home.ts';
import type { HomeWatch } from './home-watch.ts';
import { keysOf } from './keys.ts';
import type { RoomServerLimits } from './limits.ts';
import { keepMember, type LiveRoom, type Member } from './live-room.ts';
import type { OpenRooms } from './open-rooms.ts';
import type { RoomMeters } from './room-meters.ts';

/** What rooms do when their members send something. */
export interface MemberMessages {
  /**
   * Does what a member asks for; rejects if the home fails.
   * @returns why the message is not one of its role; `undefined` otherwise
   */
  handle(room: LiveRoom, member: Member, message: ClientMessage): Promise<string | undefined>;
  /** Notes that a member, or the newest snapshot, has more entries of the log than the home: acts wait a while for them. */
  awaitRefill(room: LiveRoom, to: number): void;
  /** Forgets what is over; to be called once a second. */
  tick(): void;
}

export interface MemberMessagesParts {
  readonly home: RoomHome;
  readonly clock: Clock;
  readonly limits: RoomServerLimits;
  readonly meters: RoomMeters;
  readonly watch: HomeWatch;
  readonly rooms: OpenRooms;
}

/** Wait after a failure to store. */
const RETRY_MS = 1000;

/** Who has entered with the newest snapshot would not see what happens under the numbers of the lost entries. */
const LOG_LOST =
  'The server has lost the end of the log of this shared mission. Share the mission again in the Consoles panel.';

const NO_TELECOMMANDS =
  'The log of this shared mission has no more room for telecommands of ground systems. Its operators can go on.';

export const encode = (message: ServerMessage): string => JSON.stringify(message);

export function createMemberMessages(parts: MemberMessagesParts): MemberMessages {
  const { home, clock, limits, meters, watch, rooms } = parts;
  const refills = new Map<MissionId, { readonly to: number; readonly until: EpochMs }>();

  function refuse({ connection }: Member, { id }: RoomDraft, why: string, retryMs?: number): void {
    meters.act(retryMs === undefined ? 'refused' : 'delayed');
    connection.send(encode({ type: 'nak', id, why, retryMs }));
  }

  /** Says why a member may not act now, and if it may later. */
  function whyNotNow(room: LiveRoom, member: Member, now: EpochMs): readonly [string, number?] | undefined {
    if (member.role !== 'operator') return ['This link is for viewers, who do not operate the mission.'];
    const refill = refills.get(room.id);
    if (refill && room.log.last() < refill.to && now < refill.until) {
      return ['The log of this mission is being restored.', RETRY_MS];
    }
    if (room.snapshotN() > room.log.last()) return [LOG_LOST];
    const waitMs = Math.max(member.acts.waitMs(now), room.acts.waitMs(now));
    return waitMs > 0 ? ['That was too much at once.', waitMs] : undefined;
  }

  /** True for a telecommand that would take the room in the log from the operators. */
  const isTelecommandTooMany = ({ log }: LiveRoom, { act }: RoomDraft): boolean =>
    act.kind === 'input' &&
    act.input.kind === 'telecommand' &&
    (log.last() >= limits.telecommandEntries || log.bytes() >= limits.telecommandBytes);

  async function store(room: LiveRoom, member: Member, draft: RoomDraft): Promise<void> {
    const at = clock.now();
    if (draft.time > room.log.latestTime(draft.act, at)) {
      refuse(member, draft, 'The operation lies ahead of the mission: check the clock of this computer.');
      return;
    }
    if (isTelecommandTooMany(room, draft)) {
      refuse(member, draft, NO_TELECOMMANDS);
      return;
    }
    try {
      const appended = await home.append(room.id, { ...draft, by: member.console, at });
      if (appended.kind === 'full') {
        room.filled();
        refuse(
          member,
          draft,
          'The log of this shared mission is full. Share the mission again in the Consoles panel.',
        );
      } else if (appended.kind === 'gone') rooms.gone(room.id);
      else {
        meters.act(appended.kind);
        member.connection.send(encode({ type: 'ack', id: draft.id, n: appended.n }));
      }
    } catch (error) {
      watch.failed(error);
      refuse(member, draft, 'The operation cannot be stored at the moment.', RETRY_MS);
    }
  }

  async function act(room: LiveRoom, member: Member, draft: RoomDraft): Promise<void> {
    const refusal = whyNotNow(room, member, clock.now());
    if (refusal) {
      refuse(member, draft, ...refusal);
      return;
    }
    member.acts.take();
    room.acts.take();
    await room.inTurn(() => store(room, member, draft));
  }

  /** Appends what the home has lost, as long as it gets the numbers that it had. */
  async function refill(room: LiveRoom, member: Member, entries: readonly RoomEntry[]): Promise<void> {
    let last = room.log.last();
    for (const { n, ...entry } of entries) {
      if (n <= last) continue;
      const now = clock.now();
      const isNext = n === last + 1 && n <= member.claimed;
      if (!isNext || entry.at > now || entry.time > room.log.latestTime(entry.act, now)) return;
      const appended = await home.append(room.id, entry);
      if (appended.kind === 'gone') rooms.gone(room.id);
      if (appended.kind !== 'appended' || appended.n !== n) return;
      meters.act('refilled');
      last = n;
      const awaited = refills.get(room.id);
      if (awaited) refills.set(room.id, { ...awaited, until: addMs(now, limits.refillMs) });
    }
  }

  async function renew(room: LiveRoom, member: Member, key: string): Promise<void> {
    // Another operator may have replaced the keys in the meantime.
    if (!room.members().has(member)) return;
    const { operatorKey, viewerKey, digests } = await keysOf(key);
    const isThere = await home.renew(room.id, digests);
    rooms.renewed();
    if (!isThere) {
      rooms.gone(room.id);
      return;
    }
    member.connection.send(encode({ type: 'renewed', operatorKey, viewerKey }));
    member.digest = digests.operatorDigest;
    keepMember(member);
    room.renew(digests, clock.now());
    room.tellRenewal(clock.now());
    watch.say({ what: 'a room has new keys' });
  }

  function mark(room: LiveRoom, member: Member, message: ClientMessage & { readonly type: 'mark' }): void {
    const now = clock.now();
    // Only the newest mark counts, and there will be another one.
    if (member.marks.waitMs(now) > 0) return;
    member.marks.take();
    room.relayMark(message, member, now);
  }

  return {
    async handle(room, member, message) {
      const now = clock.now();
      const isViewer = member.role === 'viewer';
      switch (message.type) {
        case 'hello':
          return 'it says hello twice';
        case 'time':
          member.connection.send(encode({ type: 'time', sent: message.sent, now }));
          return undefined;
        case 'act':
          await act(room, member, message.draft);
          return undefined;
        case 'presence':
          member.presence = message.presence;
          keepMember(member);
          if (!isViewer) room.changed();
          room.announce(now);
          return undefined;
        case 'mark':
          if (isViewer) break;
          mark(room, member, message);
          return undefined;
        case 'refill':
          if (isViewer) break;
          await room.inTurn(() => refill(room, member, message.entries));
          return undefined;
        case 'renew':
          if (isViewer) break;
          await room.inTurn(() => renew(room, member, message.operatorKey));
          return undefined;
      }
      return `a viewer sends no "${message.type}"`;
    },
    awaitRefill(room, to) {
      if (!refills.has(room.id)) refills.set(room.id, { to, until: addMs(clock.now(), limits.refillMs) });
    },
    tick() {
      const now = clock.now();
      for (const [id, { until }] of refills) if (now >= until) refills.delete(id);
    },
  };
}
