import type {
  ConsoleId,
  ConsolesView,
  GroundLinkState,
  RoomView,
} from '../../../shared/contract/consoles.ts';
import type { HashMark, MissionInput } from '../../../shared/contract/journal.ts';
import type { LiveResume } from '../../../shared/contract/mission-control.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import type {
  Presence,
  RoomAct,
  RoomConsole,
  RoomDraft,
  RoomEntry,
  RoomSnapshot,
} from '../../../shared/contract/room.ts';
import { roomTimeAt } from '../../../shared/contract/room-time.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { isMainShown, type SessionState } from '../clock/session-state.ts';
import { DEFAULT_NAMES, freeName, readConsoleName } from '../consoles/console-names.ts';
import { MOST_AT_ONCE_MS, type Order } from '../consoles/messages.ts';
import type { OwnConsole } from '../consoles/roster.ts';
import { rebuildMain } from '../sharing/rebuild.ts';
import type { Sharing, SharingEffects } from '../sharing/sharing.ts';
import { signOperations } from '../sharing/signature.ts';
import { type EnteredRoom, entriesIn } from './enter-room.ts';
import { LINK_LOST } from './room-link.ts';
import { createRoomLog } from './room-log.ts';
import { orderedTime } from './room-pace.ts';

/** Effects of a console in a room, besides those of the session. */
export interface RoomEffects {
  readonly build: string;
  /** Replaces the snapshot of the room, with the key of an operator. */
  keepSnapshot(snapshot: RoomSnapshot, key: string): void;
  /** True while the faults of the mission may be known to everybody. */
  isRevealed(): boolean;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
  /** Ends this worker: the next one enters the room anew. The reason is a clause. */
  giveUp(reason: string): void;
}

/** A mission that consoles on several machines share. */
export interface RoomSharing extends Sharing {
  /** Replaces the keys of the room. */
  renewKeys(): Promise<Outcome<undefined>>;
}

/** Consoles show the mission a little late, so that entries of the others are there in time. */
const DELAY_MS = 250;
const SNAPSHOT_PERIOD_MS = 10 * MS_PER_MIN;
/** An entry that waits for its time is looked at again after this. */
const WAITING_MS = 50;
/** Newest hashes of another console that this one has yet to reach. */
const MOST_MARKS = 5;
/** Characters of the entries in a message that refills the log. */
const REFILL_LENGTH = 8000;
/** Time over which it is measured what a machine achieves. */
const BEHIND_MS = 3 * MS_PER_S;

const VIEWER = 'You are watching this mission: its operators command it.';

export function createRoomSharing(
  session: SessionState,
  self: OwnConsole,
  { address, link, welcome: first, snapshot, messages }: EnteredRoom,
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
  /** Why the server does not admit this console any more. */
  let refusal: string | undefined;
  /** Time of the server at which the mission stands still here, because the link is lost. */
  let heldAt: EpochMs | undefined;
  let differedAt: EpochMs | undefined;
  let hasBeenRebuilt = false;
  let marks: readonly HashMark[] = [];
  let markedAt: EpochMs | undefined;
  let snapshotAt = effects.now();
  let acts = 0;
  /** Set while this machine is behind the room: since when it is measured, and what it achieves. */
  let behind: { readonly time: EpochMs; readonly at: EpochMs; readonly achievedRate?: number } | undefined;
  let shown: { readonly of: readonly unknown[]; readonly view: ConsolesView } | undefined;
  /** Acts of this console that have not taken effect here yet. */
  const awaited = new Map<string, (outcome: Outcome<unknown>) => void>();
  let whenRenewed: ((outcome: Outcome<undefined>) => void) | undefined;

  const log = createRoomLog(session, id, snapshot, {
    onRunEnded(anchor, time, run) {
      // All consoles say the same, once.
      const act: RoomAct = {
        kind: 'pace',
        pace: { run: { ...run, isInStep: false }, slowsOnCritical: session.slowsOnCritical },
      };
      void post({ id: `end-${anchor.at}-${anchor.time}`, time, act });
    },
  });
  log.take(entriesIn(messages));

  const isLead = (): boolean => lead === id && link.isConnected();
  const serverTime = (): EpochMs => heldAt ?? link.serverTime();
  /** Returns the mission time of the room, which this console shows a little later. */
  const roomTime = (): EpochMs => {
    const time = roomTimeAt(log.anchor(), serverTime());
    return session.run.rate === 0 ? session.main.mission.time() : time;
  };

  const presence = (): Presence => ({
    name,
    kind,
    past: isMainShown(session) ? session.past?.time() : undefined,
    showsBranch: isMainShown(session) ? undefined : true,
    hasGroundLink: groundLink === 'connected' ? true : undefined,
  });
  let toldPresence = JSON.stringify(presence());
  function tellPresence(): void {
    const now = presence();
    if (JSON.stringify(now) === toldPresence) return;
    toldPresence = JSON.stringify(now);
    link.send({ type: 'presence', presence: now });
  }

  function post(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<number>> {
    if (role === 'viewer' || !link.isConnected()) return Promise.resolve(refused(whyNot() ?? LINK_LOST));
    return link.post(draft, isWanted);
  }
  /** Returns why nothing can be ordered here now. */
  const whyNot = (): string | undefined => {
    if (role === 'viewer') return VIEWER;
    return link.isConnected() ? undefined : (refusal ?? LINK_LOST);
  };

  /** Posts an act. The promise is fulfilled once it has taken effect here. */
  function enter(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<unknown>> {
    return new Promise((resolve) => {
      awaited.set(draft.id, resolve);
      void post(draft, isWanted).then((outcome) => {
        if (outcome.ok) return;
        awaited.delete(draft.id);
        resolve(outcome);
      });
    });
  }
  function newDraft(act: RoomAct, time: EpochMs, given?: string): RoomDraft {
    acts += 1;
    return { id: given?.replace(/[^!-~]/g, '-') ?? `${id}-${acts}`, time, act };
  }

  function orderInput(input: MissionInput, isWanted?: () => boolean): Promise<Outcome<unknown>> {
    const request = 'request' in input ? input.request : undefined;
    return enter(newDraft({ kind: 'input', input }, roomTime(), request), isWanted);
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

  /** Compares the hashes of another console with those of this one; a mission that differs is replayed once. */
  function compareMarks(): void {
    const own = session.main.newestMarks();
    const isKnown = (mark: HashMark) => mark.time <= session.main.mission.time();
    for (const mark of marks.filter(isKnown)) {
      const same = own.findLast(
        ({ time, entryCount }) => time === mark.time && entryCount === mark.entryCount,
      );
      if (!same || same.hash === mark.hash) continue;
      differedAt ??= mark.time;
      const { mission } = session.main;
      if (hasBeenRebuilt || mission.time() - mission.header.startTime > MOST_AT_ONCE_MS) continue;
      hasBeenRebuilt = true;
      rebuildMain(session, effects.options, differedAt);
      break;
    }
    marks = marks.filter((mark) => !isKnown(mark));
  }

  function tellMark(): void {
    const mark = session.main.newestMarks().at(-1);
    if (!isLead() || !mark || mark.time === markedAt) return;
    markedAt = mark.time;
    link.send({ type: 'mark', n: log.last(), mark });
  }

  function keepSnapshot(): void {
    if (!isLead() || !room.isRevealed() || effects.now() - snapshotAt < SNAPSHOT_PERIOD_MS) return;
    const settled = log.settled();
    if (!settled) return;
    snapshotAt = effects.now();
    const kept = { ...settled, epoch: log.epoch, build: room.build, live: effects.live() };
    room.keepSnapshot(kept, keys?.operator ?? address.key);
  }

  /** Measures what this machine achieves while it does not keep up; the room slows down to that of its lead. */
  function measure(isUpToDate: boolean): void {
    const { rate, isInStep } = session.run;
    if (isUpToDate || isInStep || rate <= 1) {
      behind = undefined;
      return;
    }
    const time = session.main.mission.time();
    behind ??= { time, at: effects.now() };
    const wallMs = effects.now() - behind.at;
    if (wallMs < BEHIND_MS) return;
    const achievedRate = Number(((time - behind.time) / wallMs).toPrecision(2));
    behind = { time, at: effects.now(), achievedRate };
    const { pace, time: since, at } = log.anchor();
    // It catches up with the room otherwise.
    if (!isLead() || achievedRate >= (pace.achievedRate ?? rate)) return;
    const slower = { run: session.run, slowsOnCritical: session.slowsOnCritical, achievedRate };
    void post({ id: `slow-${at}-${since}`, time, act: { kind: 'pace', pace: slower } });
  }
  /** Returns the rate at which the mission runs here, if it is less than the set one. */
  function achieved(): number | undefined {
    if (heldAt !== undefined) return 0;
    const { rate } = session.run;
    const least = Math.min(behind?.achievedRate ?? rate, log.anchor().pace.achievedRate ?? rate);
    return least < rate ? least : undefined;
  }

  function takeEntries(entries: readonly RoomEntry[]): void {
    const taken = log.take(entries);
    if (taken === 'lacks') link.reconnect();
    else if (taken === 'apart') room.giveUp('the server has another log of the shared mission');
    else advanceNow();
  }

  /** Advances at once, and again when what has just come takes effect. */
  function advanceNow(): void {
    effects.catchUp();
    if (log.hasWaiting()) room.after(DELAY_MS, effects.catchUp);
  }

  /** Sends what the server has lost of the log. */
  function refill(from: number): void {
    let part: RoomEntry[] = [];
    const send = () => {
      if (part.length > 0) link.send({ type: 'refill', entries: part });
      part = [];
    };
    for (const entry of log.after(from)) {
      part.push(entry);
      if (JSON.stringify(part).length > REFILL_LENGTH) send();
    }
    send();
  }

  link.listen({
    known: () => ({ since: log.last(), epoch: log.epoch }),
    presence,
    welcomed(welcome) {
      if (welcome.head.epoch !== log.epoch) {
        room.giveUp('the server has begun another log of the shared mission');
        return;
      }
      lostAt = undefined;
      heldAt = undefined;
      keys = keysOf(keys?.operator ?? address.key, welcome.viewerKey);
      toldPresence = JSON.stringify(presence());
      if (role === 'operator' && welcome.last < log.last()) refill(welcome.last);
      advanceNow();
      effects.publish([{ level: 'info', text: 'The shared mission can be reached again.' }]);
    },
    received(message) {
      switch (message.type) {
        case 'log':
          takeEntries(message.entries);
          return;
        case 'room':
          ({ consoles, viewerCount, lead } = message);
          avoidNames();
          if (followed !== undefined) {
            const one = consoles.find((other) => other.id === followed);
            if (one) effects.show(one.past);
            else followed = undefined;
          }
          effects.publish([]);
          return;
        case 'mark':
          marks = [...marks, message.mark].slice(-MOST_MARKS);
          compareMarks();
          return;
        case 'renewed':
          keys = { operator: message.operatorKey, viewer: message.viewerKey };
          link.setKey(message.operatorKey);
          whenRenewed?.({ ok: true, value: undefined });
          whenRenewed = undefined;
          effects.publish([]);
      }
    },
    lost() {
      hold();
      const text = 'The server of the shared mission cannot be reached. The mission stands still here.';
      effects.publish([{ level: 'warning', text }]);
    },
    refused(reason) {
      refusal = reason;
      hold();
      effects.publish([{ level: 'warning', text: reason }]);
    },
  });

  /** Lets the mission stand still here, because nothing is known of it any more. */
  function hold(): void {
    if (lostAt === undefined) {
      heldAt = link.serverTime();
      lostAt = effects.now();
    }
    whenRenewed?.(refused(LINK_LOST));
    whenRenewed = undefined;
  }

  for (const message of messages) {
    if (message.type === 'room') ({ consoles, viewerCount, lead } = message);
  }
  avoidNames();

  function view(): ConsolesView {
    const isConnected = link.isConnected();
    const of = [
      isConnected,
      lostAt,
      refusal,
      viewerCount,
      keys,
      consoles,
      lead,
      name,
      groundLink,
      followed,
      differedAt,
    ];
    if (shown?.of.every((value, index) => value === of[index])) return shown.view;
    const roomView: RoomView = { role, isConnected, lostAt, refusal, viewerCount, keys, endsAt };
    const others = consoles.map((one) => ({ ...one, isSilent: false, ...(one.id === id && { name }) }));
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
      if (isLead()) void post(newDraft({ kind: 'input', input }, roomTime()));
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
        followed = sought;
        if (one) effects.show(one.past);
        effects.publish([]);
        return { ok: true, value: followed };
      },
    },
    follow(mostMs) {
      const { applied, ...news } = log.follow(addMs(serverTime(), -DELAY_MS), mostMs);
      measure(news.isUpToDate);
      for (const { entry, outcome } of applied) {
        awaited.get(entry.id)?.(outcome);
        awaited.delete(entry.id);
      }
      compareMarks();
      return news;
    },
    achieved,
    signature: () => sign(name),
    order,
    publishNews: () => undefined,
    addNotice: () => undefined,
    beginTerm: () => undefined,
    shareLive: (_: LiveResume) => undefined,
    tellShared: () => undefined,
    onCarriedOut: () => undefined,
    onTimeControl() {
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
      return new Promise((resolve) => {
        whenRenewed = resolve;
        link.send({ type: 'renew' });
      });
    },
  };
}

const keysOf = (operator: string, viewer: string | undefined): RoomView['keys'] =>
  viewer === undefined ? undefined : { operator, viewer };
