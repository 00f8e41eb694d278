import type { MissionInput } from '../../shared/journal.ts';
import type {
  BranchRecord,
  MissionControl,
  Notice,
  Resume,
  SessionSliceName,
  Snapshot,
} from '../../shared/mission-control.ts';
import {
  OPERATION_NAMES,
  type OperationName,
  type Operations,
  type RequestId,
  refused,
} from '../../shared/operations.ts';
import { formatDuration } from '../../shared/quantity-text.ts';
import type { Provenance } from '../../shared/real-data.ts';
import { mapSatellites } from '../../shared/satellites.ts';
import { BRANCH_CAP, MAIN_BRANCH, type TransportView } from '../../shared/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import type { SharedRun, WholeMission } from '../consoles/messages.ts';
import { rememberLast } from '../kit/remember.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { readReplies } from '../live-data/answers.ts';
import type { Gateway } from '../live-data/gateway.ts';
import { createPoller, type Poller } from '../live-data/poller.ts';
import type { Applied, Mission } from '../mission/mission.ts';
import { gridAfter } from '../state/grid.ts';
import { openSlices, reviseSlices } from '../state/slices.ts';
import type { Branch } from './branch.ts';
import { createBroadcast, type UpdateDraft } from './broadcast.ts';
import { advanceMain, type Deck, isMainShown, keepBranch, mainRun, setMainRun, shownBranch } from './deck.ts';
import { followUtc, SUSPENDED_MS } from './follow-utc.ts';
import {
  ageLive,
  applyMissedRound,
  applyRound,
  elementsOf,
  type LiveIss,
  type LiveStep,
  openLive,
  takeLiveData,
} from './live-iss.ts';
import { type OpenOptions, openMission } from './open-mission.ts';
import { runOn } from './run-on.ts';
import { createSharing, type SessionConsole } from './sharing.ts';
import { createTimeControl } from './time-control.ts';
import { createPace, isSameTransport } from './transport.ts';

export interface SessionOptions extends Omit<OpenOptions, 'origin' | 'joined'> {
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** The console that this session is; alone with its mission by default. */
  readonly console?: SessionConsole | undefined;
  /** The mission of other consoles, which this one has joined. */
  readonly joined?: WholeMission | undefined;
  /** Writes to the browser's console: a failed fetch of the ISS position (spec §8). */
  readonly logError?: (text: string) => void;
}

const ALONE: SessionConsole = {
  id: 'operator',
  missionId: '0'.repeat(32),
  kind: 'desk',
  build: '',
  since: epochMs(0),
};

/** Missions on a clock: their transport, live data, listeners and recordings. */
export interface Session {
  /** The mission that is shown, at its live edge. */
  readonly mission: Mission;
  readonly control: MissionControl;
  /**
   * Brings the mission to an instant of the clock, at the rate of the transport, and delivers the changes. In step with
   * UTC, time is lived through up to `LONGEST_LIVED_MS`; a longer gap, and a clock that moved back by more than
   * `PATIENCE_MS`, are jumps.
   * @param mostMs most mission time that is lived through in this call, ms
   * @returns whether the instant has been reached
   * @throws RangeError if the time is not finite
   */
  advanceTo(time: EpochMs, mostMs?: number): boolean;
  /** Next instant at which something is due. */
  nextDueTime(): EpochMs;
  /** While the computer is offline no calls are made; the next follows at once when it is online. */
  setOnline(isOnline: boolean): void;
  /** Applies an input at mission time and delivers the changes. */
  apply: Mission['apply'];
  /** The complete published state. An unchanged slice keeps its identity. */
  snapshot(): Snapshot;
  /** What a new session needs to continue from here. */
  resume(): Resume;
}

/** Period of updates at a rate above 1×, ms. */
const FAST_TICK_MS = 250;
/** Past that is lived through again in a call, after a restart. */
const REBUILT_MS = 20 * MS_PER_MIN;
/** A change of the rate may arrive this much later, and is made up for. */
const MOST_NEWS_MS = 5 * MS_PER_MIN;

/** Opens a session: a new mission, or an earlier one at the instant of its last update. */
export function openSession(options: SessionOptions): Session {
  const { gateway, logError = () => {}, joined, console = ALONE } = options;
  const opened = openMission({ ...options, origin: console.id, joined: joined?.record });
  const { main, branches, transport } = opened;
  const deck: Deck = {
    main,
    branches,
    transport,
    aside: { rate: 0 },
    past: undefined,
    ahead: joined?.ahead ?? [],
  };
  if (joined) setMainRun(deck, joined.run);
  /** Of the branch that is shown, and of the mission itself. */
  const pace = createPace();
  const mainPace = createPace();
  const broadcast = createBroadcast();
  let nextNoticeId = options.resume?.nextNoticeId ?? 1;
  /** The clock, as of the last advance. */
  let wall = deck.transport.isInStep ? main.mission.time() : options.clock.now();
  let live: LiveIss = openLive(wall, (joined ?? opened).live as LiveIss['data'] | undefined);
  /** Whether the archive of the branch that is shown holds all of its past. */
  let isPastKnown = true;

  const shown = (): Branch => shownBranch(deck);
  const shownPace = () => (isMainShown(deck) ? mainPace : pace);
  const isLiveShown = (): boolean => deck.transport.isInStep && isMainShown(deck) && !deck.past;

  function transportView(): TransportView {
    const { rate, isInStep, runUntil, branch, slowsOnCritical } = deck.transport;
    const achievedRate = shownPace().achieved(rate);
    return {
      rate,
      ...(achievedRate !== undefined && { achievedRate }),
      isInStep: isInStep && branch === MAIN_BRANCH,
      isMissionInStep: isInStep,
      ...(runUntil && { runUntil }),
      mode: deck.past ? 'replay' : 'live',
      startTime: shown().startTime(),
      branch,
      branches: [deck.main, ...deck.branches].map(({ view }) => view),
      slowsOnCritical,
    };
  }

  let isOpen = false;
  const sharing = createSharing(deck, console, joined, {
    options,
    now: options.clock.now,
    catchUp: () => {
      if (isOpen) catchUp();
    },
    publish(notices) {
      if (isOpen) publish(notices);
    },
    live: () => live.data,
    takeLive(data) {
      live = takeLiveData(live, data as LiveIss['data'], wall);
      enteredElements = elementsOf(live);
    },
    applyAgain: ({ input }) => void applyToMain(input),
    keepAside(branch, time) {
      if (deck.branches.length < BRANCH_CAP) keepBranch(deck, branch, time);
    },
  });

  let ownSlices: Pick<Snapshot, SessionSliceName> = openSlices({
    realData: live.data.shown,
    provenance: live.provenance,
    transport: transportView(),
    consoles: sharing.view(),
  });
  /** Live data belong to UTC: at another time the ISS is predicted from them. */
  const predicted = rememberLast(predictedProvenance);

  function ownSnapshot(): typeof ownSlices {
    const view = transportView();
    ownSlices = reviseSlices(ownSlices, {
      realData: live.data.shown,
      provenance: isLiveShown() ? live.provenance : predicted(live.provenance),
      transport: isSameTransport(view, ownSlices.transport.value) ? ownSlices.transport.value : view,
      consoles: sharing.view(),
    });
    return ownSlices;
  }

  let published: { readonly of: readonly [unknown, unknown]; readonly slices: Snapshot } | undefined;
  const snapshot = (): Snapshot => {
    const slices = (deck.past ?? shown().mission).snapshot();
    const own = ownSnapshot();
    if (published?.of[0] === slices && published.of[1] === own) return published.slices;
    // V8 adds fields to a spread slowly, not a spread to fields.
    const { realData, provenance, transport: view, consoles } = own;
    published = { of: [slices, own], slices: { realData, provenance, transport: view, consoles, ...slices } };
    return published.slices;
  };

  const draft = (
    notices: readonly Notice[],
    handled: readonly RequestId[],
    slices = snapshot(),
  ): UpdateDraft => {
    const edge = shown().mission.time();
    const rate = shownPace().achieved(deck.transport.rate) ?? deck.transport.rate;
    return {
      time: deck.past?.time() ?? edge,
      rate: deck.past ? 0 : rate,
      ...(deck.past && { edge: { time: edge, rate } }),
      slices,
      notices,
      handled,
      record: { branches: [deck.main, ...deck.branches].map((branch) => branch.record()), live: live.data },
    };
  };

  let last: Snapshot | undefined;
  function publish(drafts: readonly NoticeDraft[], handled: readonly RequestId[] = []): void {
    const slices = snapshot();
    if (slices === last && drafts.length === 0 && handled.length === 0) return;
    last = slices;
    const time = deck.past?.time() ?? shown().mission.time();
    const notices = drafts.map((draft): Notice => ({ id: nextNoticeId++, time, ...draft }));
    broadcast.publish(draft(notices, handled, slices));
  }

  /** Applies an input of this console to the mission itself, and tells the others. */
  function applyToMain(input: MissionInput): Applied {
    const { mission } = deck.main;
    const count = mission.journal().length;
    const applied = deck.main.apply(input, console.id);
    const entry = mission.journal()[count];
    if (entry && input.kind === 'jump') {
      deck.ahead = [];
      sharing.beginLine();
    } else if (entry) sharing.tell(entry);
    return applied;
  }

  function takeLive({ live: next, logEvents }: LiveStep): void {
    const isNew = next.data !== live.data;
    live = next;
    if (!sharing.isLeader()) return;
    if (isNew) sharing.tellLive(live.data);
    const { isInStep } = deck.transport;
    const elements = elementsOf(live);
    // Out of step the mission goes on with the orbit that it has.
    if (isInStep && elements !== enteredElements) {
      enteredElements = elements;
      applyToMain({ kind: 'iss-orbit', elements });
    }
    for (const { kind, level, text } of logEvents) applyToMain({ kind: 'note', subject: kind, level, text });
  }
  let enteredElements = elementsOf(live);

  const poller: Poller | undefined =
    gateway &&
    createPoller(
      {
        gateway,
        onRound(replies, nextTime) {
          takeLive(applyRound(live, readReplies(replies, wall), wall, nextTime));
          const { status, error } = live.data.shown.calls.issPosition;
          if (status === 'failed') logError(`Failed to fetch the ISS position: ${error}`);
          publish([]);
        },
        onOffline: () => takeLive(applyMissedRound(live, wall)),
      },
      wall,
    );

  const utc = followUtc(deck, {
    apply: (input) => applyToMain(input).notices,
    isLeader: sharing.isLeader,
    onClockBack(time) {
      poller?.restart(time);
      live = openLive(time);
      enteredElements = undefined; // the jump forgets the orbit
    },
  });

  /** Tells the consoles how the mission itself goes on, and that it is at an instant now. */
  function tellRun(time = deck.main.mission.time()): void {
    const { rate, runUntil } = mainRun(deck);
    sharing.setRun({ rate, runUntil, isInStep: deck.transport.isInStep, wall, time });
  }

  /** Lives on at the rate of the branch that is shown. Returns whether all that is due is lived. */
  function goOnBranch(elapsedMs: number, mostMs: number, notices: NoticeDraft[]): boolean {
    const branch = shown();
    const dueMs = pace.due(elapsedMs, deck.transport.rate);
    if (dueMs === 0) return true;
    const from = branch.mission.time();
    const runner = { mission: () => branch.mission, advanceTo: branch.advanceTo };
    const { end } = runOn(runner, deck.transport, Math.min(dueMs, mostMs), deck.transport.slowsOnCritical);
    pace.lived(branch.mission.time() - from);
    if (end) {
      deck.transport = { ...deck.transport, runUntil: undefined, ...end.run };
      pace.reset();
      notices.push(end.notice);
    }
    return dueMs <= mostMs || deck.transport.rate === 0;
  }

  let followed: SharedRun | undefined;
  /** Mission time that is due for the mission itself out of step, by the course that all consoles have agreed on. */
  function dueOfMain(elapsedMs: number): number {
    const { rate } = mainRun(deck);
    const now = deck.main.mission.time();
    const course = sharing.run();
    const courseMs = course.time + (wall - course.wall) * course.rate - now;
    const newsMs = course === followed ? 0 : Math.min(wall - course.wall, MOST_NEWS_MS);
    followed = course;
    const dueMs = mainPace.dueOf(courseMs, elapsedMs, rate, newsMs);
    const isOff = dueMs < Math.floor(courseMs) || elapsedMs < 0;
    // What cannot be made up for is given up, by all consoles.
    if (isOff && sharing.isLeader()) tellRun(epochMs(now + Math.max(0, dueMs)));
    return Math.max(0, dueMs, (deck.ahead.at(-1)?.time ?? now) - now);
  }

  /** Lives on out of step, at the rate of the mission itself. Returns whether all that is due is lived. */
  function goOnMain(elapsedMs: number, mostMs: number, notices: NoticeDraft[]): boolean {
    const dueMs = dueOfMain(elapsedMs);
    if (dueMs <= 0) return true;
    const from = deck.main.mission.time();
    const advanceTo: Branch['advanceTo'] = (to, follow) => advanceMain(deck, to, follow);
    const runner = { mission: () => deck.main.mission, advanceTo };
    const run = mainRun(deck);
    const ran = runOn(runner, run, Math.min(dueMs, mostMs), deck.transport.slowsOnCritical);
    mainPace.lived(deck.main.mission.time() - from);
    notices.push(...ran.notices);
    if (ran.end) {
      setMainRun(deck, { ...ran.end.run, isInStep: false });
      mainPace.reset();
      tellRun();
      notices.push(ran.end.notice);
    }
    return dueMs <= mostMs || mainRun(deck).rate === 0;
  }

  function advanceTo(time: EpochMs, mostMs = Number.POSITIVE_INFINITY): boolean {
    if (!Number.isFinite(time - wall)) throw new RangeError(`Mission time cannot advance to ${time}.`);
    const elapsedMs = time - wall;
    const notices: NoticeDraft[] = [];
    const mainNotices: NoticeDraft[] = [];
    wall = time;
    sharing.advanceTo(time);
    const isMissionUpToDate = deck.transport.isInStep
      ? utc.advanceTo(time, mostMs, mainNotices)
      : goOnMain(elapsedMs, mostMs, mainNotices);
    // Nothing is announced of a mission that is not shown.
    if (isMainShown(deck)) notices.push(...mainNotices);
    const isUpToDate = isMainShown(deck) || goOnBranch(elapsedMs, mostMs, notices);
    // There is nothing to ask for while the mission catches up with the clock.
    if (isMissionUpToDate || !deck.transport.isInStep) {
      takeLive(ageLive(live, wall));
      if (sharing.isLeader()) poller?.advanceTo(wall);
    }
    publish(notices);
    // An empty update keeps the page from taking a worker for dead whose mission stands still.
    const standsStill = deck.past !== undefined || deck.transport.rate === 0 || elapsedMs < 0;
    if (standsStill && notices.length === 0) broadcast.publish(draft([], []));
    const isCurrent = isMissionUpToDate && isUpToDate;
    if (isCurrent) isPastKnown = shown().rebuildPast(REBUILT_MS);
    return isCurrent;
  }

  function apply(...input: Parameters<Mission['apply']>): Applied {
    const [{ kind }] = input;
    const applied = isMainShown(deck) ? applyToMain(input[0]) : shown().apply(...input);
    publish(applied.notices, kind === 'operation' ? requestsOf(input[0], applied) : []);
    return applied;
  }

  /** Brings everything up to the clock, unless that would take long. */
  function catchUp(): void {
    const now = options.clock.now();
    const gapMs = now - (deck.transport.isInStep ? deck.main.mission.time() : wall);
    if (gapMs > 0 && gapMs <= SUSPENDED_MS) advanceTo(now);
  }

  /** One operation: its effect is published before its outcome is returned. */
  const operation =
    <Name extends OperationName>(name: Name): Operations[Name] =>
    (input: Parameters<Operations[Name]>[0], requestId?: RequestId) => {
      if (deck.past) return refused(READ_ONLY) as never;
      // The journal keeps it, so that it must be of its type.
      const request = typeof requestId === 'string' ? requestId : undefined;
      catchUp();
      const { by, number } = isMainShown(deck) ? sharing.signature() : {};
      const isNew = name === 'queueCommand' || name === 'addEvent';
      const signature = { ...(by !== undefined && { by }), ...(isNew && number !== undefined && { number }) };
      return apply({ kind: 'operation', name, input, request, ...signature }).outcome as never;
    };

  const timeControl = createTimeControl(deck, {
    pace,
    now: options.clock.now,
    catchUp,
    publish() {
      if (deck.transport.isInStep) {
        utc.returnTo(wall, (ms) => `Mission time has returned to UTC; ${formatDuration(ms)} caught up.`);
      }
      publish([]);
    },
    isShared: sharing.isShared,
    onRunChanged() {
      const { rate, runUntil } = mainRun(deck);
      const known = sharing.run();
      const isSame =
        known.rate === rate && known.runUntil === runUntil && known.isInStep === deck.transport.isInStep;
      if (isSame && (rate > 0 || known.time === deck.main.mission.time())) return;
      mainPace.reset();
      tellRun();
    },
    onLineChanged: sharing.beginLine,
  });

  isOpen = true;
  publish(opened.notices);

  return {
    get mission() {
      return shown().mission;
    },
    control: {
      subscribe: (listener) =>
        broadcast.subscribe(
          listener,
          draft(
            [],
            [deck.main, ...deck.branches].flatMap(({ mission }) => mission.handledRequests()),
          ),
        ),
      unsubscribe: broadcast.unsubscribe,
      ...(Object.fromEntries(
        OPERATION_NAMES.map((name) => [name, operation(name)]),
      ) as unknown as Operations),
      ...timeControl,
      ...sharing.control,
    },
    advanceTo,
    nextDueTime() {
      const { rate, isInStep } = deck.transport;
      const isFollowing = isInStep && isMainShown(deck);
      const isFast = rate > 1 || !isPastKnown;
      const time =
        isFollowing && !isFast
          ? gridAfter(deck.main.mission.time(), MS_PER_S)
          : addMs(wall, isFast ? FAST_TICK_MS : MS_PER_S);
      const polled = poller && sharing.isLeader() ? poller.nextDueTime() : Number.POSITIVE_INFINITY;
      return epochMs(Math.min(time, polled, sharing.nextDueTime()));
    },
    setOnline: (isOnline) => poller?.setOnline(isOnline),
    apply,
    snapshot,
    resume: () => {
      const { view: _, ...record } = deck.main.record();
      const others: readonly BranchRecord[] = deck.branches.map((branch) => branch.record());
      return {
        ...record,
        ...(others.length > 0 && { branches: others }),
        transport: transportView(),
        live: live.data,
        nextNoticeId,
      };
    },
  };
}

const READ_ONLY = 'A past instant is shown. Return to live, or take over from here.';

/** The sources of the satellites' motion at another time than UTC: nothing is live. */
const predictedProvenance = (provenance: LiveIss['provenance']): LiveIss['provenance'] =>
  mapSatellites((id): Provenance => {
    const source = provenance[id];
    return source.kind === 'live' ? { ...source, kind: 'predicted' } : source;
  });

const requestsOf = (input: Parameters<Mission['apply']>[0], { outcome }: Applied): readonly RequestId[] =>
  input.kind === 'operation' && input.request !== undefined && outcome.ok ? [input.request] : [];
