import type {
  ConsoleId,
  ConsolesView,
  GroundLinkState,
  RoomAddress,
} from '../../../shared/contract/consoles.ts';
import type { MissionInput } from '../../../shared/contract/journal.ts';
import type { LiveResume } from '../../../shared/contract/mission-control.ts';
import { type Outcome, type RequestId, refused } from '../../../shared/contract/outcome.ts';
import type { SessionControl } from '../../../shared/contract/session-control.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { BRANCH_SHOWN, isMainShown, type SessionState } from '../clock/session-state.ts';
import { BEAT_MS, SILENT_MS } from '../consoles/members.ts';
import {
  compareTerms,
  type Heartbeat,
  type Message,
  type MessageBus,
  type Order,
  type RunNotice,
  type Term,
  type TimeOrder,
  type WholeMission,
} from '../consoles/messages.ts';
import { createRoster, type OwnConsole, type Roster } from '../consoles/roster.ts';
import { limitRate } from './limit-rate.ts';
import { createOrders } from './orders.ts';
import { type AppliedNews, createSharedLog, type LogEffects, RESUMED_TERM } from './shared-log.ts';
import { type Signature, signOperations } from './signature.ts';

/** This console among those of its mission. */
export interface SessionConsole extends OwnConsole {
  /** Channel of the mission; without one it is not shared. */
  readonly bus?: MessageBus | undefined;
  /** Channel of the mission that another build kept this console from joining: both announce their presence there. */
  readonly foreignBus?: MessageBus | undefined;
}

/** Session effects that the exchange with other consoles requires. */
export interface SharingEffects extends Pick<LogEffects, 'options' | 'isResumed' | 'live' | 'takeLive'> {
  now(): EpochMs;
  /** Advances to the clock, or to the newest known part of the log. */
  catchUp(): void;
  /**
   * Delivers changes.
   * @param handled requests that the mission includes now
   */
  publish(notices: readonly NoticeDraft[], handled?: readonly RequestId[]): void;
  /** Shows a past instant, or the live edge. */
  show(past: EpochMs | undefined): void;
  /** Carries out an operator's order, from this console or another one. */
  carryOut(order: Order, origin: ConsoleId): Outcome<unknown>;
  /** Keeps what the mission had simulated beyond an instant that it has gone back to; `isOwn` if an order of this console caused it. */
  keepAsBranch(branch: SessionState['main'], time: EpochMs, isOwn: boolean): NoticeDraft;
}

/** A mission shared with other consoles: one of them orders its inputs, and the others follow. */
export interface Sharing extends Pick<Roster, 'isShared'> {
  view(): ConsolesView;
  readonly control: Pick<SessionControl, 'renameConsole' | 'followConsole'>;
  /** True while this console orders inputs and advances time by the clock, and no other may have continued. */
  isSequencing(): boolean;
  /** True while this console fetches live data. */
  fetchesLive(): boolean;
  /** Enters an input that follows from live data, where the sequencer is elsewhere. Returns false if that is up to another console. */
  enterLive(input: MissionInput): boolean;
  /** Advances to the newest known part of another console's log. */
  follow(mostMs: number): AppliedNews;
  /** Rate that the sequencer achieves, if it is less than the set one. */
  achieved(): number | undefined;
  /** Signs an operation of the mission itself, or of a branch, if there are several consoles. */
  signature(on: 'mission' | 'branch'): Signature;
  /**
   * Sends an order to the sequencer. The promise is fulfilled once its effect is here.
   * @param isWanted false once the order is not to be sent again
   */
  order(order: Order, isWanted?: () => boolean): Promise<Outcome<unknown>>;
  /** Sends news to the other consoles, if this one orders the inputs. */
  publishNews(achievedRate: number | undefined): void;
  /** Adds a notice of the run for every operator. */
  addNotice(notice: RunNotice): void;
  /** Begins a term after a return to UTC, before which the mission had `known` inputs. */
  beginTerm(known: number): void;
  shareLive(live: LiveResume): void;
  /** Shows the consoles whether ground systems fly the mission over this one. */
  setGroundLink(state: GroundLinkState): void;
  /** Tells the other windows that this one has shared the mission with other machines. */
  tellShared(room: RoomAddress): void;
  /** Called when an order of time has been carried out here, for the mission itself. */
  onCarriedOut(time: TimeOrder): void;
  /** Called when this console's operator controls its time: it stops following, and its followers are notified. */
  onTimeControl(): void;
  /** Sends heartbeats, and handles missing ones. */
  advanceTo(now: EpochMs): void;
  /** Returns the time of the next heartbeat. */
  nextDueTime(): number;
}

/** Most answers per second: a console without one asks again. */
const MOST_ANSWERS = 20;
/** Most orders of other consoles carried out per second: the rest are repeated. */
const MOST_ORDERS = 50;
/** Time within which another sequencer is heard, even on a busy machine, ms. */
const RECENT_MS = 10_000;
/** An order without an answer is repeated after this time. */
const PATIENCE_MS = 500;

export function createSharing(
  session: SessionState,
  self: SessionConsole,
  joined: WholeMission | undefined,
  effects: SharingEffects,
): Sharing {
  const { id, build, kind, bus, foreignBus } = self;
  const roster = createRoster(self, effects.now);
  const log = createSharedLog(session, id, joined, {
    ...effects,
    orderAgain: (input) => void orders.order({ kind: 'input', input }),
    keepAsBranch: (branch, time) => effects.keepAsBranch(branch, time, orders.isReturning()),
  });
  const sign = signOperations(id);
  let nextBeat = 0;
  /** Time when the sequencer was last heard. */
  let heardAt = joined ? effects.now() : Number.NEGATIVE_INFINITY;
  /** Number of inputs sent to all consoles. */
  let publishedCount = log.count();
  let notices: readonly RunNotice[] = [];

  const beat = (): Heartbeat => ({
    ...roster.introduction,
    name: roster.name(),
    kind,
    term: log.term(),
    past: isMainShown(session) ? session.past?.time() : undefined,
    showsBranch: isMainShown(session) ? undefined : true,
    hasGroundLink: roster.groundLink() === 'connected' ? true : undefined,
  });
  const send = (message: Message) => bus?.send(message);
  function sendBeat(now: EpochMs): void {
    nextBeat = now + BEAT_MS;
    const message: Message = { type: 'beat', beat: beat() };
    send(message);
    foreignBus?.send(message);
  }
  /** The clock may have moved back. */
  const isBeatDue = (now: EpochMs): boolean => now >= nextBeat || now < nextBeat - BEAT_MS;
  /** Answers may be large. */
  const mayAnswer = limitRate(MOST_ANSWERS, effects.now);
  const mayCarryOut = limitRate(MOST_ORDERS, effects.now);
  const sendMission = (to?: ConsoleId) => send({ type: 'mission', from: id, to, mission: log.whole() });
  const isSequencing = (): boolean => log.isSequencer() && !(roster.isShared() && roster.hasJustWoken());

  const orders = createOrders(id, {
    now: effects.now,
    isSequencing,
    sequencer: () => log.term().sequencer,
    count: log.count,
    appliedCount: () => session.main.mission.journal().length,
    carryOut: effects.carryOut,
    send,
  });

  /** Recent orders of time that this console has carried out itself: another one may turn out to be the sequencer. */
  let carriedOut: readonly { readonly time: TimeOrder; readonly at: EpochMs }[] = [];
  const recent = () => carriedOut.filter(({ at }) => Math.abs(effects.now() - at) <= RECENT_MS);
  /**
   * Orders again what another console, which has turned out to be the sequencer, has not received.
   * @param isApart true if its mission has replaced the one here
   */
  function onTerm(before: Term, isApart: boolean): void {
    if (before === log.term()) return;
    orders.repeat(0);
    const isLost = !log.isSequencer() && (isApart || before.number === RESUMED_TERM);
    const again = isLost ? recent() : [];
    carriedOut = [];
    for (const { time } of again) void orders.order({ kind: 'time', time });
  }

  let achievedRate: number | undefined;
  function sendSince(since: number): void {
    send({ type: 'log', from: id, news: log.news(since, notices, achievedRate) });
  }
  function publishNews(): void {
    if (roster.isShared() && isSequencing()) sendSince(Math.min(publishedCount, log.count()));
    publishedCount = log.count();
    notices = [];
  }

  /** Takes over, as the longest member, from a sequencer that can no longer be heard. */
  function takeOverIfDue(): void {
    if (log.isSequencer() || !roster.succeeds(log.term().sequencer, heardAt)) return;
    const { notices: applied, handled } = log.follow(Number.POSITIVE_INFINITY);
    log.beginTerm();
    effects.publish(isMainShown(session) ? applied : [], handled);
    publishNews();
    orders.repeat(0);
  }

  const openedAt = effects.now();
  /** Begins a regular term for a resumed session, once clear that no console has continued without it. */
  function confirmResumed(): void {
    const isConfirmed = isSequencing() && Math.abs(effects.now() - openedAt) > SILENT_MS;
    if (log.term().number === RESUMED_TERM && isConfirmed) log.beginTerm();
  }

  function hear(other: Heartbeat): void {
    if (other.id === log.term().sequencer) heardAt = effects.now();
    if (roster.hear(other)) {
      sendBeat(effects.now());
      if (isSequencing()) sendSince(log.count());
    }
    if (compareTerms(other.term, log.term()) > 0) send({ type: 'ask', from: id, to: other.id });
    if (other.id === roster.followed()) effects.show(other.past);
    effects.publish([]);
  }

  function receive(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (message.from.build !== build) {
          roster.meetForeign(message.from);
          sendBeat(effects.now());
          effects.publish([]);
        } else if ((log.isSequencer() || message.attempt > 1) && mayAnswer()) {
          effects.catchUp();
          sendBeat(effects.now());
          sendMission(message.from.id);
        }
        return;
      case 'beat':
        hear(message.beat);
        return;
      case 'stranger':
        roster.meetForeign(message.from);
        effects.publish([]);
        return;
      case 'who':
        sendBeat(effects.now());
        return;
      case 'bye':
        roster.leave(message.from);
        if (message.from === log.term().sequencer) heardAt = Number.NEGATIVE_INFINITY;
        takeOverIfDue();
        effects.publish([]);
        return;
      case 'log': {
        const { from, news } = message;
        if (from !== news.term.sequencer) return;
        const before = log.term();
        const taken = log.takeNews(news);
        if (taken === 'lacks') send({ type: 'ask', from: id, to: from, since: log.count() });
        else if (taken === 'apart') send({ type: 'ask', from: id, to: from });
        if (taken !== 'taken') return;
        heardAt = effects.now();
        effects.catchUp();
        if (news.notices.length > 0) effects.publish(isMainShown(session) ? news.notices : []);
        orders.settle();
        onTerm(before, false);
        return;
      }
      case 'order': {
        if (!isSequencing() || !mayCarryOut()) return; // the order is repeated
        const done = orders.carryOut(message.order, message.from, message.id);
        publishNews();
        send({ type: 'done', from: id, to: message.from, id: message.id, ...done });
        return;
      }
      case 'done': {
        if (message.from === log.term().sequencer) orders.take(message.id, message);
        return;
      }
      case 'live':
        if (!isSequencing()) effects.takeLive(message.live);
        return;
      case 'shared':
        roster.setSharedAs(message.room);
        effects.publish([]);
        return;
      case 'ask':
        if (!mayAnswer()) return;
        if (message.since === undefined) sendMission(message.from);
        else if (log.isSequencer()) sendSince(message.since);
        return;
      case 'mission': {
        const before = log.term();
        const kept = log.adopt(message.mission);
        if (message.from === log.term().sequencer) heardAt = effects.now();
        effects.catchUp();
        // The page waits for requests that it already includes.
        effects.publish(kept, session.main.mission.handledRequests());
        orders.settle();
        onTerm(before, true);
      }
    }
  }

  const view = (): ConsolesView => roster.view(log.term().sequencer, log.differedAt());
  const sharing: Sharing = {
    isShared: roster.isShared,
    isSequencing,
    fetchesLive: isSequencing,
    enterLive: () => false,
    view,
    control: {
      renameConsole(given) {
        const outcome = roster.rename(given);
        if (outcome.ok && roster.isShared()) sendBeat(effects.now());
        if (outcome.ok) effects.publish([]);
        return outcome;
      },
      followConsole(sought) {
        if (sought !== undefined && !isMainShown(session)) return refused(BRANCH_SHOWN);
        const outcome = roster.setFollowed(sought);
        if (outcome.ok) effects.show(view().consoles.find((one) => one.id === sought)?.past);
        effects.publish([]);
        return outcome;
      },
    },
    follow(mostMs) {
      const followed = log.follow(mostMs);
      orders.settle();
      return followed;
    },
    achieved: log.achieved,
    signature: (on) => (on === 'mission' && roster.isShared() ? sign(roster.name()) : {}),
    order: orders.order,
    publishNews(rate) {
      achievedRate = rate;
      publishNews();
    },
    addNotice(notice) {
      notices = [...notices, notice];
    },
    beginTerm(known) {
      log.beginTerm(known);
      publishedCount = log.count();
      if (roster.isShared()) sendMission();
    },
    onCarriedOut(time) {
      carriedOut = [...recent(), { time, at: effects.now() }];
    },
    onTimeControl() {
      roster.setFollowed(undefined);
      if (roster.isShared()) sendBeat(effects.now());
    },
    setGroundLink(state) {
      roster.setGroundLink(state);
      if (roster.isShared()) sendBeat(effects.now());
    },
    tellShared: (room) => send({ type: 'shared', from: id, room }),
    shareLive(live) {
      if (roster.isShared()) send({ type: 'live', from: id, live });
    },
    advanceTo(now) {
      roster.advanceTo(now);
      if (roster.hasCompany() && isBeatDue(now)) sendBeat(now);
      takeOverIfDue();
      confirmResumed();
      orders.repeat(PATIENCE_MS);
    },
    nextDueTime() {
      if (!roster.isShared()) return Number.POSITIVE_INFINITY;
      return isBeatDue(effects.now()) ? effects.now() : nextBeat;
    },
  };
  bus?.listen(receive);
  foreignBus?.listen((message) => {
    if (message.type === 'stranger') roster.meetForeign(message.from);
    else if (message.type === 'bye') roster.leave(message.from);
  });
  // Consoles that already show the mission learn of this one at once.
  if (bus) sendBeat(effects.now());
  return sharing;
}
