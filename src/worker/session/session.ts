import {
  CONSOLE_NAME_LENGTH,
  type ConsoleId,
  type ConsoleOptions,
  type ConsolesView,
} from '../../shared/consoles.ts';
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
import { MAIN_BRANCH, type TransportView } from '../../shared/transport.ts';
import { typedLine } from '../../shared/typed-text.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { rememberLast } from '../kit/remember.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { readReplies } from '../live-data/answers.ts';
import type { Gateway } from '../live-data/gateway.ts';
import { createPoller, type Poller } from '../live-data/poller.ts';
import { suspensionText } from '../mission/jump.ts';
import type { Applied, FollowSteps, Mission } from '../mission/mission.ts';
import { gridAfter } from '../state/grid.ts';
import { openSlices, reviseSlices } from '../state/slices.ts';
import { watchAlarms } from './alarms.ts';
import { type Branch, SESSION } from './branch.ts';
import { createBroadcast, type UpdateDraft } from './broadcast.ts';
import {
  ageLive,
  applyMissedRound,
  applyRound,
  elementsOf,
  type LiveIss,
  type LiveStep,
  openLive,
} from './live-iss.ts';
import { type OpenOptions, openMission } from './open-mission.ts';
import { nextTarget, REACHED } from './run-until.ts';
import { createTimeControl, type Deck, shownBranch } from './time-control.ts';
import { createPace } from './transport.ts';

export interface SessionOptions extends OpenOptions {
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** The console that this session is; alone with its mission by default. */
  readonly console?: SessionConsole | undefined;
  /** Writes to the browser's console: a failed fetch of the ISS position (spec §8). */
  readonly logError?: (text: string) => void;
}

/** A console with its place among the others. */
export interface SessionConsole extends ConsoleOptions {
  readonly id: ConsoleId;
}

const ALONE: SessionConsole = { id: 'operator', missionId: '0'.repeat(32), kind: 'desk' };

const DEFAULT_NAMES = { desk: 'Desk', wall: 'Wall' } as const;

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

/** A gap up to this is lived through. */
export const LONGEST_LIVED_MS = MS_PER_DAY;
/** A step back of the clock up to this is waited out. */
export const PATIENCE_MS = 2 * MS_PER_S;
/** A longer gap is a suspension, which the log reports. */
export const SUSPENDED_MS = 10 * MS_PER_MIN;
/** Period of updates at a rate above 1×, ms. */
const FAST_TICK_MS = 250;
/** Past that is lived through again in a call, after a restart. */
const REBUILT_MS = 20 * MS_PER_MIN;
/** Above this rate notices of the mission are too many to read: only those of Critical anomalies are delivered. */
const READABLE_RATE = 10;

/** Opens a session: a new mission, or an earlier one at the instant of its last update. */
export function openSession(options: SessionOptions): Session {
  const { gateway, logError = () => {}, resume, console = ALONE } = options;
  const opened = openMission(options);
  const { main, branches, transport } = opened;
  const deck: Deck = { main, branches, transport, past: undefined };
  const pace = createPace();
  const broadcast = createBroadcast();
  let nextNoticeId = resume?.nextNoticeId ?? 1;
  /** The clock, as of the last advance. */
  let wall = transport.isInStep ? main.mission.time() : options.clock.now();
  let live: LiveIss = openLive(wall, opened.live as LiveIss['data'] | undefined);
  /** Whether the archive of the branch that is shown holds all of its past. */
  let isPastKnown = true;
  /** Why the mission has been catching up with the clock, and since when. */
  let catchingUp: { readonly from: EpochMs; readonly textOf: (gapMs: number) => string } | undefined;

  const shown = (): Branch => shownBranch(deck);
  const isLiveShown = (): boolean =>
    deck.transport.isInStep && deck.transport.branch === MAIN_BRANCH && !deck.past;

  function transportView(): TransportView {
    const { rate, isInStep, runUntil, branch, slowsOnCritical } = deck.transport;
    const achievedRate = pace.achieved(rate);
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

  let consoleName = console.name ?? DEFAULT_NAMES[console.kind];
  function consolesView(): ConsolesView {
    const { id, missionId, kind } = console;
    const self = { id, name: consoleName, kind, isSilent: false };
    return { missionId, self: id, consoles: [self], isLeader: true };
  }

  let ownSlices: Pick<Snapshot, SessionSliceName> = openSlices({
    realData: live.data.shown,
    provenance: live.provenance,
    transport: transportView(),
    consoles: consolesView(),
  });
  let transportText = '';
  /** Live data belong to UTC: at another time the ISS is predicted from them. */
  const predicted = rememberLast(predictedProvenance);

  function ownSnapshot(): typeof ownSlices {
    const view = transportView();
    const text = JSON.stringify(view);
    ownSlices = reviseSlices(ownSlices, {
      realData: live.data.shown,
      provenance: isLiveShown() ? live.provenance : predicted(live.provenance),
      ...(text !== transportText && { transport: view }),
    });
    transportText = text;
    return ownSlices;
  }

  let published: { readonly of: readonly [unknown, unknown]; readonly slices: Snapshot } | undefined;
  const snapshot = (): Snapshot => {
    const slices = (deck.past ?? shown().mission).snapshot();
    const own = ownSnapshot();
    if (published?.of[0] === slices && published.of[1] === own) return published.slices;
    published = { of: [slices, own], slices: { ...slices, ...own } };
    return published.slices;
  };

  const draft = (notices: readonly Notice[], handled: readonly RequestId[]): UpdateDraft => {
    const edge = shown().mission.time();
    const rate = pace.achieved(deck.transport.rate) ?? deck.transport.rate;
    return {
      time: deck.past?.time() ?? edge,
      rate: deck.past ? 0 : rate,
      ...(deck.past && { edge: { time: edge, rate } }),
      slices: snapshot(),
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
    broadcast.publish(draft(notices, handled));
  }

  function takeLive({ live: next, logEvents }: LiveStep): void {
    live = next;
    const { isInStep } = deck.transport;
    const elements = elementsOf(live);
    // Out of step the mission goes on with the orbit that it has.
    if (isInStep && elements !== enteredElements) {
      enteredElements = elements;
      deck.main.apply({ kind: 'iss-orbit', elements }, SESSION);
    }
    for (const { kind, level, text } of logEvents) {
      deck.main.apply({ kind: 'note', subject: kind, level, text }, SESSION);
    }
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

  /** The notices of a gap are in the log; the operator gets one that says how long it was. */
  function reportCatchUp(text: string): readonly NoticeDraft[] {
    deck.main.apply({ kind: 'note', subject: 'Mission', level: 'info', text }, SESSION);
    return [{ level: 'info', text }];
  }

  /** Brings the mission itself to UTC. Returns whether it is there. */
  function followUtc(time: EpochMs, mostMs: number, notices: NoticeDraft[]): boolean {
    const { mission } = deck.main;
    const gapMs = time - mission.time();
    if (gapMs < -PATIENCE_MS || gapMs > LONGEST_LIVED_MS) {
      if (gapMs < 0) {
        poller?.restart(time);
        live = openLive(time);
        enteredElements = undefined; // the jump forgets the orbit
      }
      notices.push(...deck.main.apply({ kind: 'jump', to: time }, SESSION).notices);
      catchingUp = undefined; // the jump reports the whole gap
      return true;
    }
    // The clock moved back a little, and the mission waits.
    if (gapMs < 0) return true;
    if (gapMs > SUSPENDED_MS) catchingUp ??= { from: mission.time(), textOf: suspensionText };
    const to = epochMs(Math.min(time, mission.time() + mostMs));
    const lived = deck.main.advanceTo(to);
    if (!catchingUp) notices.push(...lived);
    if (to < time) return false;
    if (catchingUp) {
      notices.push(...reportCatchUp(catchingUp.textOf(time - catchingUp.from)));
      catchingUp = undefined;
    }
    return true;
  }

  /** Lives on at the rate of the transport. Returns whether all that is due is lived. */
  function goOn(elapsedMs: number, mostMs: number, notices: NoticeDraft[]): boolean {
    const branch = shown();
    const { rate, runUntil, slowsOnCritical } = deck.transport;
    const dueMs = pace.due(elapsedMs, rate);
    if (dueMs === 0) return true;
    const from = branch.mission.time();
    const target =
      runUntil && runUntil !== 'alarm' ? nextTarget(runUntil, branch.mission.snapshot(), from) : undefined;
    const watch = watchAlarms(branch.mission.snapshot().anomalies.value);
    let hasAlarm = false;
    const follow: FollowSteps = ({ anomalies: { value } }) => {
      const alarm = watch(value);
      hasAlarm = (runUntil === 'alarm' && alarm !== undefined) || (slowsOnCritical && alarm === 'critical');
      return hasAlarm;
    };
    const to = epochMs(Math.min(from + Math.min(dueMs, mostMs), target ?? Number.POSITIVE_INFINITY));
    const lived = branch.advanceTo(to, rate > 1 ? follow : undefined);
    pace.lived(branch.mission.time() - from);
    if (branch === deck.main) {
      const critical = new Set(
        branch.mission
          .snapshot()
          .anomalies.value.filter(({ severity }) => severity === 'Critical')
          .map(({ id }) => id),
      );
      const isRead = ({ newAnomalyId }: NoticeDraft) =>
        rate <= READABLE_RATE || (newAnomalyId !== undefined && critical.has(newAnomalyId));
      notices.push(...lived.filter(isRead));
    }
    const isTargetLost = runUntil !== undefined && runUntil !== 'alarm' && target === undefined;
    const isReached = branch.mission.time() === target || (runUntil === 'alarm' && hasAlarm);
    if (runUntil && (isReached || isTargetLost)) {
      deck.transport = { ...deck.transport, rate: 0, runUntil: undefined };
      pace.reset();
      const why = isReached ? REACHED[runUntil] : 'the target is gone';
      notices.push({ level: 'info', text: `Paused: ${why}` });
    } else if (hasAlarm) {
      deck.transport = { ...deck.transport, rate: 1, runUntil: undefined };
      pace.reset();
      notices.push({ level: 'info', text: 'Critical anomaly: the rate is 1×' });
    }
    return dueMs <= mostMs || deck.transport.rate === 0;
  }

  function advanceTo(time: EpochMs, mostMs = Number.POSITIVE_INFINITY): boolean {
    if (!Number.isFinite(time - wall)) throw new RangeError(`Mission time cannot advance to ${time}.`);
    const elapsedMs = time - wall;
    const { isInStep, branch } = deck.transport;
    const notices: NoticeDraft[] = [];
    const mainNotices: NoticeDraft[] = [];
    wall = time;
    const hasFollowed = !isInStep || followUtc(time, mostMs, mainNotices);
    // Nothing is announced of a mission that is not shown.
    if (branch === MAIN_BRANCH) notices.push(...mainNotices);
    const hasGoneOn = (isInStep && branch === MAIN_BRANCH) || goOn(elapsedMs, mostMs, notices);
    // There is nothing to ask for while the mission catches up with the clock.
    if (hasFollowed) {
      takeLive(ageLive(live, wall));
      poller?.advanceTo(wall);
    }
    publish(notices);
    // An empty update keeps the page from taking a worker for dead whose mission stands still.
    const standsStill = deck.past !== undefined || deck.transport.rate === 0 || elapsedMs < 0;
    if (standsStill && notices.length === 0) broadcast.publish(draft([], []));
    const isCurrent = hasFollowed && hasGoneOn;
    if (isCurrent) isPastKnown = shown().rebuildPast(REBUILT_MS);
    return isCurrent;
  }

  function apply(...input: Parameters<Mission['apply']>): Applied {
    const applied = shown().apply(...input);
    const [{ kind }] = input;
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
      return apply({ kind: 'operation', name, input, request }).outcome as never;
    };

  const timeControl = createTimeControl(deck, {
    pace,
    now: options.clock.now,
    catchUp,
    publish() {
      const { mission } = deck.main;
      const gapMs = wall - mission.time();
      if (deck.transport.isInStep && gapMs > SUSPENDED_MS && !catchingUp) {
        const textOf = (ms: number) => `Mission time has returned to UTC; ${formatDuration(ms)} caught up.`;
        catchingUp = { from: mission.time(), textOf };
      }
      publish([]);
    },
  });

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
      renameConsole(name) {
        const typed = typedLine(String(name));
        if (typed === '') return refused('A console needs a name.');
        if (typed.length > CONSOLE_NAME_LENGTH) {
          return refused(`The name has ${typed.length} characters; ${CONSOLE_NAME_LENGTH} is the most.`);
        }
        consoleName = typed;
        ownSlices = reviseSlices(ownSlices, { consoles: consolesView() });
        publish([]);
        return { ok: true, value: typed };
      },
    },
    advanceTo,
    nextDueTime() {
      const { rate, isInStep, branch } = deck.transport;
      const isFollowing = isInStep && branch === MAIN_BRANCH;
      const isFast = rate > 1 || !isPastKnown;
      const time =
        isFollowing && !isFast
          ? gridAfter(deck.main.mission.time(), MS_PER_S)
          : addMs(wall, isFast ? FAST_TICK_MS : MS_PER_S);
      return poller ? (Math.min(time, poller.nextDueTime()) as EpochMs) : time;
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
