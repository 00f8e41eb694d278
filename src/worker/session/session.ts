import type { ConsoleId, RoomAddress } from '../../shared/contract/consoles.ts';
import type { MissionInput, OperationEntry } from '../../shared/contract/journal.ts';
import type {
  BranchRecord,
  LiveResume,
  MissionControl,
  Notice,
  OrderedControl,
  SessionRecord,
  SessionSliceName,
  Snapshot,
} from '../../shared/contract/mission-control.ts';
import { readNetwork } from '../../shared/contract/network-schema.ts';
import {
  OPERATION_NAMES,
  type OperationName,
  type Operations,
  type RequestedOperations,
} from '../../shared/contract/operations.ts';
import { type Outcome, type RequestId, refused } from '../../shared/contract/outcome.ts';
import type { RoomBeginning } from '../../shared/contract/room.ts';
import { MAIN_BRANCH, READ_ONLY, type TransportView } from '../../shared/contract/transport.ts';
import type { ConsoleHolder } from '../../shared/entities/duty-crew.ts';
import { formatDuration } from '../../shared/kit/quantity-text.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_S } from '../../shared/kit/units.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { instructorInput, instructorView } from '../mission/exercise/instructor.ts';
import { type Applied, type Mission, refusedInput } from '../mission/mission.ts';
import { gridAfter } from '../mission/state/grid.ts';
import { openSlices, reviseSlices } from '../mission/state/slices.ts';
import { type Branch, isRevealedIn, REBUILT_MS } from './branches/branch.ts';
import { createBroadcast, type UpdateDraft } from './broadcast.ts';
import { followUtc, PATIENCE_MS, SUSPENDED_MS } from './clock/follow-utc.ts';
import { createPacer } from './clock/pacer.ts';
import { readable } from './clock/run-on.ts';
import {
  isMainShown,
  keepLeft,
  leaveLostPast,
  loadingText,
  type SessionState,
  shownBranch,
  shownMission,
  shownRun,
  showPast,
} from './clock/session-state.ts';
import { createTimeControl, ELSEWHERE } from './clock/time-control.ts';
import { isSameTransport } from './clock/transport.ts';
import { MOST_AT_ONCE_MS, type Order, type WholeMission } from './consoles/messages.ts';
import { createGroundLink } from './ground-link/ground-link.ts';
import type { GroundPort } from './ground-link/ground-port.ts';
import type { Gateway } from './live-data/gateway.ts';
import { isSameProvenance } from './live-data/iss-orbit.ts';
import { createLiveFeed, type LiveFeed } from './live-data/live-feed.ts';
import type { LiveIss } from './live-data/live-iss.ts';
import { followsOrbit, provenanceIn } from './live-data/mission-orbit.ts';
import { type OpenOptions, openMission } from './open-mission.ts';
import { createPlaces } from './places.ts';
import { createQueries } from './queries.ts';
import { createOrderedControl } from './sharing/ordered-control.ts';
import { createSharing, type SessionConsole, type Sharing, type SharingEffects } from './sharing/sharing.ts';

export interface SessionOptions extends Omit<OpenOptions, 'origin' | 'joined'> {
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** Console of this session; by default alone with its mission. */
  readonly console?: SessionConsole | undefined;
  /** The mission of other consoles, which this one has joined. */
  readonly joined?: WholeMission | undefined;
  /** The mission of a room that this console has entered, and how it is shared; instead of `joined`. */
  readonly entered?: EnteredMission | undefined;
  /** Loads the way to ground systems outside of the browser; without one they cannot be connected. */
  readonly loadGroundPort?: (() => Promise<GroundPort>) | undefined;
  /** Logs a failed fetch of the ISS position to the browser's console (spec §8). */
  readonly logError?: (text: string) => void;
}

const ALONE: SessionConsole = {
  id: 'operator',
  missionId: '0'.repeat(32),
  kind: 'desk',
  build: '',
  since: epochMs(0),
};

/** A mission that consoles on several machines share. */
export interface EnteredMission {
  readonly mission: Pick<WholeMission, 'live' | 'run' | 'slowsOnCritical'> & {
    readonly record: SessionRecord;
  };
  share(session: SessionState, effects: SharingEffects): Sharing;
}

/** Missions on a clock: their transport, live data, listeners and recordings. */
export interface Session {
  /** The shown mission, at its live edge. */
  readonly mission: Mission;
  /**
   * All operations and time control. Refused here while another console is the sequencer: `ordered` sends them to it.
   * A console alone with its mission is its own sequencer.
   */
  readonly control: MissionControl;
  /** Operations on the mission itself, wherever its sequencer is. Promises are fulfilled once the effect is here. */
  readonly ordered: OrderedControl;
  /**
   * Advances the mission to an instant of the clock, at the rate of the transport, and delivers the changes. In step
   * with UTC, a gap up to `LONGEST_CATCH_UP_MS` is simulated; a longer one, and a clock that moved back by more than
   * `PATIENCE_MS`, are jumps.
   * @param mostMs most mission time to simulate in this call, ms
   * @returns true once the instant has been reached
   * @throws RangeError if the time is not finite
   */
  advanceTo(time: EpochMs, mostMs?: number): boolean;
  /** Returns the next instant at which something is due. */
  nextDueTime(): EpochMs;
  /** Returns what a room begins with: the mission itself, as others may know it. */
  shared(): Omit<RoomBeginning, 'build'>;
  /** Tells the other windows of the mission that it has been shared with other machines. */
  tellShared(room: RoomAddress): void;
  /** While the computer is offline no calls are made; the next follows at once when it is online. */
  setOnline(isOnline: boolean): void;
  /** Applies an input at mission time and delivers the changes. */
  apply: Mission['apply'];
  /** Returns the complete published state. An unchanged slice keeps its identity. */
  snapshot(): Snapshot;
  /** Returns the record for the log, which a page may have: the mission itself, and its branches. */
  record(): SessionRecord;
  /** Returns the state of live data for the log. */
  live(): LiveResume;
}

/** Period of updates at a rate above 1×, ms. */
const FAST_TICK_MS = 250;
/** Newest inputs among which a repeated telecommand is looked for: those of some seconds. */
const MOST_REPEATED = 1000;
/** Past simulated again before the first update, if a past instant was shown: a tenth of a second of work. */
const REBUILT_AT_ONCE_MS = MS_PER_H;

/**
 * Returns the record of a branch for the log, which a page may have. While the exercise of the mission itself lasts there is no keyframe,
 * which holds the faults as they really are: a new worker simulates the exercise from its start.
 */
const visibleRecord = ({ record }: Branch, main: Branch): BranchRecord =>
  isRevealedIn(main) ? record() : { ...record(), keyframe: undefined };

/** Opens a session: a new mission, or an earlier one at the instant of its last update. */
export function openSession(options: SessionOptions): Session {
  const { gateway, logError = () => {}, joined, entered, console = ALONE } = options;
  const taken = entered?.mission ?? joined;
  const opened = openMission({ ...options, origin: console.id, joined: taken?.record });
  const { main, branches, transport } = opened;
  const session: SessionState = {
    main,
    branches,
    ...transport,
    ...(taken && { run: taken.run, slowsOnCritical: taken.slowsOnCritical }),
    past: undefined,
    awaitedPast: options.resume?.past,
    replayRate: 0,
  };
  const broadcast = createBroadcast();
  let nextNoticeId = options.resume?.nextNoticeId ?? 1;
  /** The clock, as of the last advance. */
  let wall = session.run.isInStep ? main.mission.time() : options.clock.now();
  /** True while the archives of the shown branch and of the mission itself hold all of their past. */
  let isPastKnown = true;
  /** True once the operator knows that an instant is awaited. */
  let isAwaitTold = false;

  const live = (): LiveResume => feed.live().data;
  const shown = (): Branch => shownBranch(session);
  const isLiveShown = (): boolean => session.run.isInStep && isMainShown(session) && !session.past;

  function transportView(): TransportView {
    const { rate, runUntil, interrupted } = shownRun(session);
    const { isInStep } = session.run;
    const { shown: branch, slowsOnCritical, awaitedPast } = session;
    const achievedRate = achieved();
    return {
      rate,
      ...(achievedRate !== undefined && { achievedRate }),
      isInStep: isInStep && branch === MAIN_BRANCH,
      isMissionInStep: isInStep,
      ...(session.main.mission.header.exercise !== undefined && { hasOwnTime: true as const }),
      ...(runUntil && { runUntil }),
      ...(interrupted && { interrupted }),
      mode: session.past ? 'replay' : 'live',
      ...(session.past && session.replayRate > 0 && { replayRate: session.replayRate }),
      ...(awaitedPast !== undefined && { awaitedPast }),
      startTime: shown().startTime(),
      branch,
      branches: [session.main, ...session.branches].map(({ view }) => view),
      slowsOnCritical,
    };
  }

  const places = createPlaces();
  let isOpen = false;
  const sharingEffects: SharingEffects = {
    options,
    isResumed: options.resume !== undefined,
    now: options.clock.now,
    catchUp: () => {
      if (isOpen) catchUp();
    },
    publish(notices, handled) {
      if (isOpen) publish(notices, handled);
    },
    live,
    takeLive: (data) => feed.take(data),
    show(past) {
      const shownPast = session.awaitedPast ?? session.past?.time();
      if (!isOpen || !isMainShown(session) || past === shownPast) return;
      showPast(session, past);
      publish([]);
    },
    carryOut,
    keepAsBranch: (branch, time, isOwn) => keepLeft(session, branch, time, isOwn),
  };
  const sharing =
    entered?.share(session, sharingEffects) ?? createSharing(session, console, joined, sharingEffects);

  const pacer = createPacer(session);
  /** Returns the achieved rate; `undefined` while sufficient. */
  const achieved = (): number | undefined =>
    isMainShown(session) && !sharing.isSequencing() ? sharing.achieved() : pacer.achieved();
  const feed: LiveFeed = createLiveFeed(wall, (taken ?? opened).live, {
    gateway,
    logError,
    isLeader: sharing.fetchesLive,
    isInStep: () => session.run.isInStep,
    isFollowed: (elements) => followsOrbit(session.main.mission, elements),
    apply(input) {
      if (!sharing.isSequencing()) return sharing.enterLive(input);
      applyToMain(input);
      return true;
    },
    share: sharing.shareLive,
    publish: () => publish([]),
  });

  let ownSlices: Pick<Snapshot, SessionSliceName> = openSlices({
    realData: feed.live().data.shown,
    provenance: feed.live().provenance,
    transport: transportView(),
    consoles: sharing.view(),
    places: places.view(shownMission(session)),
  });
  let provenanceElsewhere: LiveIss['provenance'] | undefined;
  /**
   * Returns the sources of the satellites' motion. Live data belong to UTC: at another time, and before the first, the mission has
   * its own orbit.
   */
  function provenance(): LiveIss['provenance'] {
    const live = feed.live();
    if (isLiveShown() && live.provenance.iss.kind !== 'simulated') return live.provenance;
    const iss = provenanceIn(shownMission(session), live);
    if (isSameProvenance(live.provenance.iss, iss)) return live.provenance;
    if (!provenanceElsewhere || !isSameProvenance(provenanceElsewhere.iss, iss))
      provenanceElsewhere = { ...live.provenance, iss };
    return provenanceElsewhere;
  }

  function ownSnapshot(): typeof ownSlices {
    const view = transportView();
    const live = feed.live();
    ownSlices = reviseSlices(ownSlices, {
      realData: live.data.shown,
      provenance: provenance(),
      transport: isSameTransport(view, ownSlices.transport.value) ? ownSlices.transport.value : view,
      consoles: sharing.view(),
      places: places.view(shownMission(session)),
    });
    return ownSlices;
  }

  let published: { readonly of: readonly [unknown, unknown]; readonly slices: Snapshot } | undefined;
  const snapshot = (): Snapshot => {
    const slices = shownMission(session).snapshot();
    const own = ownSnapshot();
    if (published?.of[0] === slices && published.of[1] === own) return published.slices;
    // V8 is slow at adding fields to a spread, but not a spread to fields.
    const { realData, provenance, transport: view, consoles, places: seen } = own;
    published = {
      of: [slices, own],
      slices: { realData, provenance, transport: view, consoles, places: seen, ...slices },
    };
    return published.slices;
  };

  const draft = (
    notices: readonly Notice[],
    handled: readonly RequestId[],
    slices = snapshot(),
  ): UpdateDraft => {
    const edge = shown().mission.time();
    const rate = achieved() ?? shownRun(session).rate;
    return {
      time: session.past?.time() ?? edge,
      rate: session.past ? session.replayRate : rate,
      ...(session.past && { edge: { time: edge, rate } }),
      slices,
      notices,
      handled,
    };
  };

  /** Says once that the past instant to show is awaited. */
  function awaitNotices(): readonly NoticeDraft[] {
    const wasTold = isAwaitTold;
    isAwaitTold = session.awaitedPast !== undefined;
    if (wasTold || !isAwaitTold) return [];
    const text = `${loadingText(shown())} The chosen instant is shown once it is there.`;
    return [{ level: 'info', text }];
  }

  let last: Snapshot | undefined;
  /** Delivers changes. Returns true if there are any, or if there is no listener. */
  function publish(drafts: readonly NoticeDraft[], handled: readonly RequestId[] = []): boolean {
    places.search(shownMission(session));
    const time = shownMission(session).time();
    const notices = [...drafts, ...awaitNotices()].map(
      (draft): Notice => ({ id: nextNoticeId++, time, ...draft }),
    );
    // A new listener gets the whole state, and the notices.
    if (!broadcast.isHeard()) {
      broadcast.keep(notices);
      return true;
    }
    const slices = snapshot();
    if (slices === last && notices.length === 0 && handled.length === 0) return false;
    last = slices;
    broadcast.publish(draft(notices, handled, slices));
    return true;
  }

  const publishNews = (): void => sharing.publishNews(pacer.achievedOfMain());

  /** Applies an input of this console, or of another one, to the mission itself, and notifies the others. */
  function applyToMain(input: MissionInput, origin = console.id): Applied {
    const applied = session.main.apply(input, origin);
    if (input.kind === 'jump') leaveLostPast(session);
    publishNews();
    return applied;
  }

  /** Reason why an operator may not do something in an exercise, which is about what the trainee does. */
  function refusalInExercise(input: MissionInput): string | undefined {
    if (isRevealedIn(session.main) || input.kind !== 'operation') return undefined;
    const isCrews =
      input.name === 'demonstrateFault' ||
      (input.name === 'handOverConsole' && input.input === ('duty crew' satisfies ConsoleHolder));
    return isCrews ? 'The duty crew takes no part in an exercise.' : undefined;
  }

  /** True for a telecommand that an earlier sequencer has numbered. An operation remembers its request itself. */
  const isTelecommandDone = (input: MissionInput): boolean =>
    input.kind === 'telecommand' &&
    input.request !== undefined &&
    session.main.mission
      .journal()
      .slice(-MOST_REPEATED)
      .some(({ input: known }) => known.kind === 'telecommand' && known.request === input.request);

  function carryOut(order: Order, origin: ConsoleId): Outcome<unknown> {
    if (order.kind === 'time') return timeControl.carryOut(order.time);
    const refusal = refusalInExercise(order.input);
    if (refusal !== undefined) return refused(refusal);
    if (isTelecommandDone(order.input)) return { ok: true, value: undefined };
    catchUp();
    const applied = applyToMain(order.input, origin);
    publish(isMainShown(session) ? applied.notices : [], requestsOf(order.input, applied));
    return applied.outcome;
  }

  const groundLink = createGroundLink(options.loadGroundPort, {
    now: options.clock.now,
    main: () => session.main,
    mayEnter() {
      const { room } = sharing.view();
      return !room || room.refusal !== undefined || (room.isConnected && !room.isCatchingUp);
    },
    enter(input, isWanted) {
      const { request } = sharing.signature('mission');
      const signed =
        input.kind === 'telecommand' ? { ...input, ...(request !== undefined && { request }) } : input;
      return sharing.order({ kind: 'input', input: signed }, isWanted);
    },
    show(state) {
      sharing.setGroundLink(state);
      publish([]);
    },
    notify: (notice) => void publish([notice]),
  });

  const utc = followUtc(session, {
    apply: (input) => applyToMain(input).notices,
    onClockBack: feed.restart,
  });

  /** Advances the mission itself. Returns true if it is up to date. */
  function advanceMission(
    elapsedMs: number,
    mostMs: number,
    notices: NoticeDraft[],
    handled: RequestId[],
  ): boolean {
    if (!sharing.isSequencing()) {
      const followed = sharing.follow(mostMs);
      handled.push(...followed.handled);
      notices.push(...readable(followed.notices, session.run.rate, session.main.mission));
      return followed.isUpToDate;
    }
    if (session.run.isInStep) return utc.advanceTo(wall, mostMs, notices);
    return pacer.main({ elapsedMs, mostMs, notices }, ({ text }) =>
      sharing.addNotice({ level: 'info', text }),
    );
  }

  function advanceTo(time: EpochMs, mostMs = Number.POSITIVE_INFINITY): boolean {
    if (!Number.isFinite(time - wall)) throw new RangeError(`Mission time cannot advance to ${time}.`);
    const elapsedMs = time - wall;
    const notices: NoticeDraft[] = [];
    const mainNotices: NoticeDraft[] = [];
    const handled: RequestId[] = [];
    wall = time;
    sharing.advanceTo(time);
    const isMissionUpToDate = advanceMission(elapsedMs, mostMs, mainNotices, handled);
    // Notices of a mission that is not shown are dropped.
    if (isMainShown(session)) notices.push(...mainNotices);
    const isUpToDate = isMainShown(session) || pacer.branch({ elapsedMs, mostMs, notices });
    const isPlayed = pacer.past({ elapsedMs, mostMs });
    // Out of step, no jump of the mission reports it.
    if (elapsedMs < -PATIENCE_MS) feed.restart(wall);
    // No live data are requested while the mission catches up with the clock.
    if (isMissionUpToDate || !session.run.isInStep) feed.advanceTo(wall);
    const hasNews = publish(notices, handled);
    publishNews();
    // An empty update shows the page that the worker is alive while its mission is paused or waits for its sequencer.
    const isLive = isMainShown(session) && sharing.isSequencing();
    const standsStill =
      session.past !== undefined || shownRun(session).rate === 0 || elapsedMs < 0 || !isLive;
    if (standsStill && !hasNews) broadcast.publish(draft([], []));
    groundLink.advance();
    const isCurrent = isMissionUpToDate && isUpToDate && isPlayed;
    if (isCurrent) restorePast(REBUILT_MS);
    return isCurrent;
  }

  /** Simulates some of the past again after a restart, and then shows the instant that is awaited. */
  function restorePast(mostMs: number): void {
    const isShownKnown = shown().rebuildPast(mostMs);
    // The mission itself may be returned to UTC while a branch is shown.
    isPastKnown = isShownKnown && session.main.rebuildPast(mostMs);
    const past = session.awaitedPast;
    if (!isShownKnown || past === undefined) return;
    showPast(session, past);
    publish([]);
  }

  function apply(...input: Parameters<Mission['apply']>): Applied {
    const [{ kind }] = input;
    if (isMainShown(session) && !sharing.isSequencing()) return refusedInput(ELSEWHERE);
    const refusal = refusalInExercise(input[0]);
    if (refusal !== undefined) return refusedInput(refusal);
    const applied = isMainShown(session) ? applyToMain(input[0]) : shown().apply(...input);
    publish(applied.notices, kind === 'operation' ? requestsOf(input[0], applied) : []);
    return applied;
  }

  /** Advances everything to the clock, unless that would take long. */
  function catchUp(): void {
    const now = options.clock.now();
    const ordersHere = sharing.isSequencing();
    const gapMs = now - (session.run.isInStep && ordersHere ? session.main.mission.time() : wall);
    // A console that follows may have news even if no time has passed.
    const isDue = ordersHere ? gapMs > 0 : gapMs >= 0;
    if (isDue && gapMs <= SUSPENDED_MS) advanceTo(now, MOST_AT_ONCE_MS);
  }

  const signature = () => sharing.signature(isMainShown(session) ? 'mission' : 'branch');

  /** Returns an operation of this console, as kept in the journal. */
  function inputOf(name: OperationName, input: unknown, requestId: unknown): OperationEntry {
    const { by, request, number } = signature();
    const isNew = name === 'queueCommand' || name === 'addEvent';
    return {
      kind: 'operation',
      name,
      input,
      // The journal keeps it, so its type must be right.
      request: typeof requestId === 'string' ? requestId : request,
      ...(by !== undefined && { by }),
      ...(isNew && number !== undefined && { number }),
    };
  }
  /** Returns the input for a network chosen at this console. */
  function networkInput(stations: unknown): Outcome<MissionInput & { readonly kind: 'network' }> {
    const read = readNetwork(stations);
    if (!read.ok) return read;
    const { by } = signature();
    return { ok: true, value: { kind: 'network', stations: read.value, ...(by !== undefined && { by }) } };
  }

  /** Creates an operation whose effect is published before its outcome is returned. */
  const operation =
    <Name extends OperationName>(name: Name): RequestedOperations[Name] =>
    (input: Parameters<Operations[Name]>[0], requestId?: RequestId) => {
      if (session.past) return refused(READ_ONLY) as never;
      session.awaitedPast = undefined;
      catchUp();
      return apply(inputOf(name, input, requestId)).outcome as never;
    };

  const timeControl = createTimeControl(session, {
    now: options.clock.now,
    catchUp,
    publish(notices) {
      if (session.run.isInStep && sharing.isSequencing()) {
        utc.returnTo(wall, (ms) => `Mission time has returned to UTC; ${formatDuration(ms)} caught up.`);
      } else utc.leave();
      publish(notices);
    },
    isShared: sharing.isShared,
    isSequencing: sharing.isSequencing,
    onRunChanged() {
      pacer.onChange();
      publishNews();
    },
    onReturned: sharing.beginTerm,
    onChanged: sharing.onTimeControl,
  });

  const control: MissionControl = {
    subscribe(listener) {
      const handled = [session.main, ...session.branches].flatMap(({ mission }) => mission.handledRequests());
      last = snapshot();
      return broadcast.subscribe(listener, draft([], handled, last));
    },
    unsubscribe: broadcast.unsubscribe,
    ...(Object.fromEntries(
      OPERATION_NAMES.map((name) => [name, operation(name)]),
    ) as unknown as RequestedOperations),
    ...timeControl.control,
    ...createQueries(session, catchUp),
    ...sharing.control,
    setNetwork(stations) {
      if (session.past) return refused(READ_ONLY);
      const input = networkInput(stations);
      if (!input.ok) return input;
      session.awaitedPast = undefined;
      catchUp();
      return apply(input.value).outcome as Outcome<undefined>;
    },
    instruct(instruction) {
      if (session.past) return refused(READ_ONLY);
      const input = instructorInput(instruction);
      if (!input.ok) return input;
      session.awaitedPast = undefined;
      catchUp();
      return apply(input.value).outcome as Outcome<undefined>;
    },
    instructorView: () => ({
      ok: true,
      value: instructorView(shown().mission.faults(), shown().mission.triggers().pending),
    }),
    setGroundLink: groundLink.set,
    setPlaces(chosen) {
      const outcome = places.setPlaces(chosen);
      if (outcome.ok) publish([]);
      return outcome;
    },
  };

  const ordered = createOrderedControl(control, {
    isMainShown: () => isMainShown(session),
    isPastShown: () => session.past !== undefined,
    isSequencing() {
      // Others may have continued while this console slept.
      sharing.advanceTo(options.clock.now());
      return sharing.isSequencing();
    },
    inputOf,
    networkInput,
    async order(given) {
      session.awaitedPast = undefined;
      const refusal = given.kind === 'input' ? refusalInExercise(given.input) : undefined;
      return refusal === undefined ? sharing.order(given) : refused(refusal);
    },
    onTimeControl: sharing.onTimeControl,
    onCarriedOut: sharing.onCarriedOut,
  });

  isOpen = true;
  if (session.awaitedPast !== undefined) restorePast(REBUILT_AT_ONCE_MS);
  publish(opened.notices);

  return {
    get mission() {
      return shown().mission;
    },
    control,
    ordered,
    advanceTo,
    nextDueTime() {
      const { rate } = shownRun(session);
      const isFollowing = session.run.isInStep && isMainShown(session) && sharing.isSequencing();
      const isFast = rate > 1 || (session.past && session.replayRate > 1) || !isPastKnown;
      const time =
        isFollowing && !isFast
          ? gridAfter(session.main.mission.time(), MS_PER_S)
          : addMs(wall, isFast ? FAST_TICK_MS : MS_PER_S);
      const searchTime = places.isComplete() ? Number.POSITIVE_INFINITY : wall;
      return epochMs(Math.min(time, feed.nextDueTime(), sharing.nextDueTime(), searchTime));
    },
    shared() {
      const { view: _, ...record } = session.main.record();
      const { run, slowsOnCritical } = session;
      const keyframe = isRevealedIn(session.main) ? session.main.mission.keyframe() : undefined;
      return { record: { ...record, keyframe }, live: live(), pace: { run, slowsOnCritical } };
    },
    tellShared: sharing.tellShared,
    setOnline: feed.setOnline,
    apply,
    snapshot,
    record() {
      const { view: _, ...record } = visibleRecord(session.main, session.main);
      const branches = session.branches.map((branch) => visibleRecord(branch, session.main));
      return branches.length > 0 ? { ...record, branches } : record;
    },
    live,
  };
}

const requestsOf = (input: Parameters<Mission['apply']>[0], { outcome }: Applied): readonly RequestId[] =>
  input.kind === 'operation' && input.request !== undefined && outcome.ok ? [input.request] : [];
