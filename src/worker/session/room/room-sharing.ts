import type {
  ConsoleId,
  ConsolesView,
  GroundLinkState,
  RoomView,
  SentOperations,
} from '../../../shared/contract/consoles.ts';
import type { HashMark, MissionInput, OperationEntry } from '../../../shared/contract/journal.ts';
import type { LiveResume } from '../../../shared/contract/mission-control.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import {
  CATCHING_UP,
  type Presence,
  ROOM_LIMITS,
  type RoomAct,
  type RoomConsole,
  type RoomDraft,
  type RoomEntry,
  type RoomSnapshot,
  WATCHING,
} from '../../../shared/contract/room.ts';
import { roomTimeAt } from '../../../shared/contract/room-time.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { toBase64Url } from '../../../shared/kit/octets.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { tryInput } from '../../mission/mission.ts';
import { branchOptions } from '../branches/branch.ts';
import { BRANCH_SHOWN, isMainShown, type SessionState } from '../clock/session-state.ts';
import { DEFAULT_NAMES, freeName, readConsoleName } from '../consoles/console-names.ts';
import { MOST_AT_ONCE_MS, type Order } from '../consoles/messages.ts';
import type { OwnConsole } from '../consoles/roster.ts';
import { rebuildMain } from '../sharing/rebuild.ts';
import type { Sharing, SharingEffects } from '../sharing/sharing.ts';
import { signOperations } from '../sharing/signature.ts';
import { followDoneAlone } from './done-alone.ts';
import type { EnteredRoom } from './enter-room.ts';
import { LINK_LOST, type RoomLinkListener } from './room-link.ts';
import { createRoomLog } from './room-log.ts';
import { orderedTime } from './room-pace.ts';
import { createRoomRate } from './room-rate.ts';

/** Effects of a console in a room, besides those of the session. */
export interface RoomEffects {
  readonly build: string;
  /** Replaces the snapshot of the room, with the key of an operator. */
  keepSnapshot(snapshot: RoomSnapshot, key: string): void;
  /** True while the faults of the mission may be known to everybody. */
  isRevealed(): boolean;
  randomBytes(count: number): Uint8Array;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
  /** Ends this worker: the next one enters the room anew. The reason is a clause. */
  giveUp(reason: string): void;
}

/** A mission that consoles on several machines share. */
export interface RoomSharing extends Sharing {
  /** Replaces the keys of the room. */
  renewKeys(): Promise<Outcome<undefined>>;
  /** Orders in the mission itself what was done in a branch while the link was lost. */
  sendDoneAlone(branch: BranchId): Promise<Outcome<SentOperations>>;
}

/** Consoles show the mission a little late, so that entries of the others are there in time. */
const DELAY_MS = 250;
const SNAPSHOT_PERIOD_MS = 10 * MS_PER_MIN;
/** An entry that waits for its time is looked at again after this. */
const WAITING_MS = 50;
/** Newest hashes of another console that this one has yet to reach. */
const MOST_MARKS = 5;
interface RoomMark {
  /** Number of entries that it includes. */
  readonly n: number;
  readonly mark: HashMark;
}
const AGREES_AGAIN = 'The mission here agrees with that of the other consoles again.';
/** Octets of drafts or entries for which a message has room beside its own. */
const LONGEST_DRAFT = ROOM_LIMITS.messageBytes - 256;
const TOO_LONG = 'This is too long for a shared mission.';
/** Most mission time that an entry which arrives has simulated at once; more is simulated with the next wake-ups, in slices. */
const MOST_NOW_MS = 30 * MS_PER_MIN;
/** Time between the messages that refill the log. */
const REFILL_MS = 200;
/** An operator enters the orbit of the ISS in place of a lead that has entered none for this long. */
const ORBIT_MS = 10 * MS_PER_MIN;
const KEY_OCTETS = 16;
/** Shortest time between two changes of a presence that others are told. */
const PRESENCE_MS = 250;

export function createRoomSharing(
  session: SessionState,
  self: OwnConsole,
  { address, link, welcome: first, snapshot, meanwhile }: EnteredRoom,
  effects: SharingEffects,
  room: RoomEffects,
): RoomSharing {
  const { id, kind } = self;
  const { role } = first;
  const { endsAt } = first;
  const sign = signOperations(id);
  let name = self.name ?? DEFAULT_NAMES[kind];
  let isNamed = self.name !== undefined;
  let groundLink: GroundLinkState = 'off';
  let followed: ConsoleId | undefined;
  let consoles: readonly RoomConsole[] = [];
  let viewerCount = role === 'viewer' ? 1 : 0;
  let lead: ConsoleId | undefined;
  let keys = keysOf(address.key, first.viewerKey);
  let lostAt: EpochMs | undefined;
  let isFull: true | undefined;
  /** Why the server does not admit this console any more. */
  let refusal: string | undefined;
  /** Time of the server at which the mission stands still here, because the link is lost. */
  let heldAt: EpochMs | undefined;
  let differedAt: EpochMs | undefined;
  let hasBeenRebuilt = false;
  /** True once a hash of another console was the same here, until this worker has given up because of another one. */
  let hasAgreed = false;
  let marks: readonly RoomMark[] = [];
  /** Number of the newest entry with which the mission has returned to UTC. */
  let returnedAt = 0;
  let markedAt: EpochMs | undefined;
  let snapshotAt = effects.now();
  let acts = 0;
  let shown: { readonly of: readonly unknown[]; readonly view: ConsolesView } | undefined;
  /** Acts of this console that have not taken effect here yet. */
  const awaited = new Map<string, (outcome: Outcome<unknown>) => void>();
  /** Number from which on the server is to get entries again that it has lost. */
  let lostFrom: number | undefined;
  /** The mission stands still until the log is known up to this number. */
  let awaitedLast = first.last;
  /** UTC of the server when the newest orbit of the ISS was entered. */
  let orbitAt = first.now;
  /** Key with which the links are being replaced. */
  let newKey: string | undefined;
  let whenRenewed: ((outcome: Outcome<undefined>) => void) | undefined;

  const log = createRoomLog(session, id, snapshot);
  const doneAlone = followDoneAlone(session);
  const rate = createRoomRate(session, log.anchor, effects.now);

  function settleRenewal(outcome: Outcome<undefined>): void {
    whenRenewed?.(outcome);
    whenRenewed = undefined;
    newKey = undefined;
  }

  /** True while the mission that is being entered lacks the end of its log, without which it would come to another present. */
  const lacksEnd = (): boolean => refusal === undefined && !log.hasArrived() && log.last() < awaitedLast;
  const isLead = (): boolean => lead === id && link.isConnected();
  /** Time of the server up to which this console knows the log. */
  const serverTime = (): EpochMs => heldAt ?? link.serverTime();
  /** Returns the mission time of the room, which this console shows a little later. */
  const roomTime = (): EpochMs => roomTimeAt(log.newestAnchor(), serverTime());

  const presence = (): Presence => ({
    name,
    kind,
    past: isMainShown(session) ? session.past?.time() : undefined,
    showsBranch: isMainShown(session) ? undefined : true,
    hasGroundLink: groundLink === 'connected' ? true : undefined,
  });
  let toldPresence = JSON.stringify(presence());
  let toldPresenceAt = effects.now();
  /** Tells at most a few changes a second, as of a search through the past; `advanceTo` tells the last one. */
  function tellPresence(): void {
    const now = presence();
    if (JSON.stringify(now) === toldPresence || effects.now() - toldPresenceAt < PRESENCE_MS) return;
    toldPresenceAt = effects.now();
    toldPresence = JSON.stringify(now);
    link.send({ type: 'presence', presence: now });
  }

  function post(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<number>> {
    if (role === 'viewer' || !link.isConnected()) return Promise.resolve(refused(whyNot() ?? LINK_LOST));
    return link.post(draft, isWanted);
  }
  /** Returns why nothing can be ordered here now. */
  const whyNot = (): string | undefined => {
    if (role === 'viewer') return WATCHING;
    if (!link.isConnected()) return refusal ?? LINK_LOST;
    return log.hasArrived() ? undefined : CATCHING_UP;
  };

  /** Posts an act. The promise is fulfilled once it has taken effect here. */
  function enter(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<unknown>> {
    return new Promise((resolve) => {
      // The page may have asked for the same before.
      const earlier = awaited.get(draft.id);
      const answer = (outcome: Outcome<unknown>): void => {
        awaited.delete(draft.id);
        earlier?.(outcome);
        resolve(outcome);
      };
      awaited.set(draft.id, answer);
      void post(draft, isWanted).then((outcome) => {
        // An earlier worker of this window may have posted it.
        if (!outcome.ok || outcome.value <= log.applied()) answer(outcome);
      });
    });
  }
  function newDraft(act: RoomAct, time: EpochMs, given?: string): RoomDraft {
    acts += 1;
    return { id: given?.replace(/[^!-~]/g, '-') ?? `${id}-${acts}`, time, act };
  }

  /** Returns the outcome of an operation that the mission refuses, or has had before: it needs no entry. */
  function knownOutcome(input: MissionInput): Outcome<unknown> | undefined {
    if (input.kind !== 'operation') return undefined;
    const { mission } = session.main;
    const isHandled = input.request !== undefined && mission.handledRequests().includes(input.request);
    const { outcome } = tryInput(mission, input, branchOptions(effects.options));
    return isHandled || !outcome.ok ? outcome : undefined;
  }

  async function orderInput(input: MissionInput, isWanted?: () => boolean): Promise<Outcome<unknown>> {
    const known = knownOutcome(input);
    if (known) return known;
    const request = 'request' in input ? input.request : undefined;
    const draft = newDraft({ kind: 'input', input }, roomTime(), request);
    if (octetsOf(draft) > LONGEST_DRAFT) return refused(TOO_LONG);
    return enter(draft, isWanted);
  }

  async function order(given: Order, isWanted?: () => boolean): Promise<Outcome<unknown>> {
    const why = whyNot();
    if (why !== undefined) return refused(why);
    if (given.kind === 'input') return orderInput(given.input, isWanted);
    const ordered = orderedTime(given.time, session, roomTime(), serverTime());
    if (!ordered.ok) return ordered;
    const { act, time, value } = ordered.value;
    if (!act) return { ok: true, value };
    const outcome = await enter(newDraft(act, time), isWanted);
    return outcome.ok ? { ok: true, value } : outcome;
  }

  /** Takes the next free name if an older console has this one's. */
  function avoidNames(): void {
    const index = consoles.findIndex((one) => one.id === id);
    if (isNamed || !consoles.slice(0, Math.max(0, index)).some((one) => one.name === name)) return;
    name = freeName(consoles.map((one) => one.name));
    tellPresence();
  }

  function agree(): void {
    hasAgreed = true;
    if (differedAt === undefined) return;
    differedAt = undefined;
    effects.publish([{ level: 'info', text: AGREES_AGAIN }]);
  }

  /**
   * Replays a mission that differs, once. If that is impossible or has not helped, the next worker enters the room again, unless the
   * mission here has never agreed with another: then the snapshot itself differs.
   */
  function differ(time: EpochMs): void {
    differedAt ??= time;
    const { mission } = session.main;
    if (!hasBeenRebuilt && mission.time() - mission.header.startTime <= MOST_AT_ONCE_MS) {
      hasBeenRebuilt = true;
      rebuildMain(session, effects.options, differedAt);
      log.rebuilt();
    } else if (hasAgreed) {
      hasAgreed = false;
      room.giveUp('the mission here differs from that of another console');
    }
  }

  /** Compares the hashes of another console with those of this one, up to the first one that differs. */
  function compareMarks(): void {
    const own = session.main.newestMarks();
    const isKnown = ({ n, mark }: RoomMark) => n <= log.applied() && mark.time <= session.main.mission.time();
    for (const { n, mark } of marks.filter(isKnown)) {
      const same = own.findLast(
        ({ time, entryCount }) => time === mark.time && entryCount === mark.entryCount,
      );
      // A mark of before the mission has gone back is about what it has left.
      if (!same || n < returnedAt) continue;
      if (same.hash !== mark.hash) {
        differ(mark.time);
        break;
      }
      agree();
    }
    marks = marks.filter((one) => !isKnown(one));
  }

  function tellMark(): void {
    const mark = session.main.newestMarks().at(-1);
    if (!isLead() || !mark || mark.time === markedAt) return;
    markedAt = mark.time;
    link.send({ type: 'mark', n: log.applied(), mark });
  }

  function keepSnapshot(): void {
    if (!isLead() || !room.isRevealed() || effects.now() - snapshotAt < SNAPSHOT_PERIOD_MS) return;
    const settled = log.settled();
    if (!settled) return;
    snapshotAt = effects.now();
    const kept = { ...settled, epoch: log.epoch, build: room.build, live: effects.live() };
    room.keepSnapshot(kept, keys?.operator ?? address.key);
  }

  /** Returns the rate at which the mission runs here, if it is less than the set one. */
  const achieved = (): number | undefined => (heldAt === undefined && !lacksEnd() ? rate.achieved() : 0);

  function takeEntries(entries: readonly RoomEntry[]): void {
    const taken = log.take(entries);
    if (taken === 'lacks') link.reconnect();
    else if (taken === 'apart') room.giveUp('the server has another log of the shared mission');
    else {
      if (lostFrom !== undefined && role === 'operator') refill(lostFrom);
      lostFrom = undefined;
      advanceNow();
    }
  }

  /** Advances at once, and again when what has just come takes effect. */
  function advanceNow(): void {
    if (log.last() >= awaitedLast) heldAt = undefined;
    const advanceIfNear = (): void => {
      if (Math.abs(roomTime() - session.main.mission.time()) <= MOST_NOW_MS) effects.catchUp();
    };
    advanceIfNear();
    if (log.hasWaiting()) room.after(DELAY_MS, advanceIfNear);
  }

  /** Sends what the server has lost of the log. */
  function refill(from: number): void {
    const parts: RoomEntry[][] = [];
    let length = Number.POSITIVE_INFINITY;
    for (const entry of log.after(from)) {
      const octets = octetsOf(entry) + 1;
      if (length + octets > LONGEST_DRAFT) {
        parts.push([]);
        length = 0;
      }
      length += octets;
      parts.at(-1)?.push(entry);
    }
    const send = ([part, ...rest]: readonly RoomEntry[][]): void => {
      if (!part) return;
      link.send({ type: 'refill', entries: part });
      room.after(REFILL_MS, () => send(rest));
    };
    send(parts);
  }

  const listener: RoomLinkListener = {
    known: () => ({ since: log.last(), epoch: log.epoch }),
    presence,
    welcomed(welcome) {
      if (welcome.head.epoch !== log.epoch) {
        room.giveUp('the server has begun another log of the shared mission');
        return;
      }
      if (welcome.last < snapshot.n) {
        room.giveUp('the server has lost entries that the shared mission includes here');
        return;
      }
      // The newest entry that the server still has follows, and is compared first.
      lostFrom = welcome.last < log.last() ? welcome.last : undefined;
      lostAt = undefined;
      awaitedLast = welcome.last;
      keys = keysOf(link.key(), welcome.viewerKey);
      if (link.key() === newKey) settleRenewal({ ok: true, value: undefined });
      toldPresence = JSON.stringify(presence());
      if (lostFrom === snapshot.n) takeEntries([]);
      else advanceNow();
      effects.publish([{ level: 'info', text: 'The shared mission can be reached again.' }]);
    },
    received(message) {
      switch (message.type) {
        case 'log':
          takeEntries(message.entries);
          return;
        case 'room':
          ({ consoles, viewerCount, lead, isFull } = message);
          avoidNames();
          if (followed !== undefined) {
            const one = consoles.find((other) => other.id === followed);
            if (one) effects.show(one.past);
            else followed = undefined;
          }
          effects.publish([]);
          return;
        case 'mark':
          marks = [...marks, message].slice(-MOST_MARKS);
          compareMarks();
          return;
        case 'renewed':
          keys = { operator: message.operatorKey, viewer: message.viewerKey };
          settleRenewal({ ok: true, value: undefined });
          effects.publish([]);
      }
    },
    // The page says so, and why, for as long as it lasts.
    lost() {
      hold();
      effects.publish([]);
    },
    refused(reason) {
      refusal = reason;
      for (const answer of awaited.values()) answer(refused(reason));
      settleRenewal(refused(reason));
      hold();
      effects.publish([]);
    },
  };

  /** Lets the mission stand still here, because nothing is known of it any more. */
  function hold(): void {
    if (lostAt === undefined) {
      doneAlone.begin();
      heldAt ??= link.serverTime();
      lostAt = effects.now();
    }
  }

  link.listen(listener);
  const { welcome, messages, refusal: refusedMeanwhile } = meanwhile();
  if (refusedMeanwhile !== undefined) listener.refused(refusedMeanwhile);
  else if (!link.isConnected()) listener.lost();
  else if (welcome !== first) listener.welcomed(welcome);
  for (const message of messages) listener.received(message);

  function view(): ConsolesView {
    const isConnected = link.isConnected();
    const isCatchingUp = log.hasArrived() ? undefined : (true as const);
    const offered = whyNot() === undefined ? doneAlone.offered() : undefined;
    const of = [
      isConnected,
      isCatchingUp,
      lostAt,
      refusal,
      isFull,
      viewerCount,
      keys,
      consoles,
      lead,
      name,
      groundLink,
      followed,
      differedAt,
      offered?.branch,
      offered?.name,
      offered?.count,
    ];
    if (shown?.of.every((value, index) => value === of[index])) return shown.view;
    const roomView: RoomView = {
      role,
      isConnected,
      isCatchingUp,
      lostAt,
      refusal,
      isFull,
      viewerCount,
      keys,
      endsAt,
      doneAlone: offered,
    };
    const others = consoles.map((one) =>
      one.id === id ? { ...one, name, isSilent: false } : { ...one, isSilent: !isConnected },
    );
    shown = {
      of,
      view: {
        missionId: address.id,
        self: id,
        consoles: others,
        leader: lead ?? '',
        groundLink,
        follows: followed,
        differedAt,
        room: roomView,
      },
    };
    return shown.view;
  }

  return {
    isShared: () => true,
    // The server gives the numbers, and the log the time.
    isSequencing: () => false,
    fetchesLive: () => true,
    enterLive(input) {
      const isMissing = role === 'operator' && serverTime() - orbitAt > ORBIT_MS;
      const mayEnter = isLead() || (input.kind === 'iss-orbit' && isMissing && link.isConnected());
      if (mayEnter) void post(newDraft({ kind: 'input', input }, roomTime()));
      return mayEnter;
    },
    view,
    control: {
      renameConsole(given) {
        const typed = readConsoleName(given);
        if (!typed.ok) return typed;
        name = typed.value;
        isNamed = true;
        tellPresence();
        effects.publish([]);
        return typed;
      },
      followConsole(sought) {
        const one = consoles.find((other) => other.id === sought);
        if (sought !== undefined && !one) return refused('This console is gone.');
        if (sought !== undefined && !isMainShown(session)) return refused(BRANCH_SHOWN);
        followed = sought;
        if (one) effects.show(one.past);
        effects.publish([]);
        return { ok: true, value: followed };
      },
    },
    follow(mostMs) {
      if (lacksEnd()) return { isUpToDate: true, notices: [], handled: [] };
      const { applied, ...news } = log.follow(addMs(serverTime(), -DELAY_MS), mostMs);
      const told = heldAt === undefined ? rate.measure(news.isUpToDate) : undefined;
      if (told && isLead())
        void post({ id: `slow-${told.of.at}-${told.of.time}`, time: roomTime(), act: told });
      for (const { entry, outcome } of applied) {
        awaited.get(entry.id)?.(outcome);
        if (entry.act.kind === 'return') returnedAt = entry.n;
        if (entry.act.kind === 'input' && entry.act.input.kind === 'iss-orbit') orbitAt = entry.at;
      }
      compareMarks();
      return news;
    },
    achieved,
    // An item keeps its number when what was done in a branch is sent to the mission.
    signature: (on) => (on === 'mission' ? sign(name) : { number: sign(name).number }),
    order,
    publishNews: () => undefined,
    addNotice: () => undefined,
    beginTerm: () => undefined,
    shareLive: (_: LiveResume) => undefined,
    tellShared: () => undefined,
    onCarriedOut: () => undefined,
    onTimeControl() {
      doneAlone.note(lostAt !== undefined);
      followed = undefined;
      tellPresence();
    },
    setGroundLink(state) {
      groundLink = state;
      tellPresence();
    },
    advanceTo() {
      link.advance();
      tellPresence();
      tellMark();
      keepSnapshot();
    },
    nextDueTime() {
      const now = effects.now();
      if (log.hasWaiting()) return now + WAITING_MS;
      const shownAt = serverTime() - DELAY_MS;
      return now + MS_PER_S - (((shownAt % MS_PER_S) + MS_PER_S) % MS_PER_S);
    },
    renewKeys() {
      const why = whyNot();
      if (why !== undefined) return Promise.resolve(refused(why));
      if (whenRenewed) return Promise.resolve(refused('The links are being replaced already.'));
      return new Promise((resolve) => {
        whenRenewed = resolve;
        newKey = toBase64Url(room.randomBytes(KEY_OCTETS));
        link.renew(newKey);
      });
    },
    sendDoneAlone(branch) {
      const orderAgain = (operation: OperationEntry) =>
        order({ kind: 'input', input: { ...operation, by: name } });
      return doneAlone.send(branch, orderAgain, whyNot);
    },
  };
}

const encoder = new TextEncoder();
const octetsOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

const keysOf = (operator: string, viewer: string | undefined): RoomView['keys'] =>
  viewer === undefined ? undefined : { operator, viewer };
