import type { HashMark } from '../../shared/journal.ts';
import type {
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
} from '../../shared/operations.ts';
import { MAIN_BRANCH } from '../../shared/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { readReplies } from '../live-data/answers.ts';
import type { Gateway } from '../live-data/gateway.ts';
import { createPoller, type Poller } from '../live-data/poller.ts';
import { suspensionText } from '../mission/jump.ts';
import type { Applied, Mission } from '../mission/mission.ts';
import { gridAfter } from '../state/grid.ts';
import { openSlices, reviseSlices } from '../state/slices.ts';
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
import { type OpenOptions, openMission, SESSION } from './open-mission.ts';

export interface SessionOptions extends OpenOptions {
  /** Source of live data. Without one no live data is requested, and the ISS is simulated. */
  readonly gateway?: Gateway | undefined;
  /** Writes to the browser's console: a failed fetch of the ISS position (spec §8). */
  readonly logError?: (text: string) => void;
}

/** A mission in step with a clock: its transport, its live data, its listeners and its recording. */
export interface Session {
  readonly mission: Mission;
  readonly control: MissionControl;
  /**
   * Brings the mission to an instant and delivers the changes. Time is lived through up to `LONGEST_LIVED_MS`; a
   * longer gap, and a clock that moved back by more than `PATIENCE_MS`, are jumps.
   * @param mostMs lives through this much at most
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
const KEYFRAME_MS = 10 * MS_PER_MIN;
const MARK_MS = MS_PER_MIN;

/** Opens a session: a new mission, or an earlier one at the instant of its last update. */
export function openSession(options: SessionOptions): Session {
  const { gateway, logError = () => {}, resume } = options;
  const opened = openMission(options);
  const { mission } = opened;
  const broadcast = createBroadcast();
  const marks: HashMark[] = [...(opened.marks ?? [])];
  let nextNoticeId = resume?.nextNoticeId ?? 1;
  let live: LiveIss = openLive(mission.time(), opened.live as LiveIss['data'] | undefined);
  let ownSlices: Pick<Snapshot, SessionSliceName> = openSlices({
    realData: live.data.shown,
    provenance: live.provenance,
    transport: {
      rate: 1,
      isInStep: true,
      mode: 'live',
      startTime: mission.header.startTime,
      branch: MAIN_BRANCH,
      branches: [{ id: MAIN_BRANCH, name: MAIN_BRANCH }],
      slowsOnCritical: true,
    },
  });
  let { keyframe } = opened;
  let nextMark = gridAfter(mission.time(), MARK_MS);
  /** Since when the mission has been catching up with the clock. */
  let suspendedAt: EpochMs | undefined;
  let published: { readonly of: readonly [unknown, unknown]; readonly slices: Snapshot } | undefined;

  const snapshot = (): Snapshot => {
    const slices = mission.snapshot();
    if (published?.of[0] === slices && published.of[1] === ownSlices) return published.slices;
    published = { of: [slices, ownSlices], slices: { ...slices, ...ownSlices } };
    return published.slices;
  };

  const draft = (notices: readonly Notice[], handled: readonly RequestId[]): UpdateDraft => ({
    time: mission.time(),
    rate: 1,
    slices: snapshot(),
    notices,
    handled,
    record: { header: mission.header, entries: mission.journal(), marks, keyframe, live: live.data },
  });

  let last: Snapshot | undefined;
  function publish(drafts: readonly NoticeDraft[], handled: readonly RequestId[] = []): void {
    const slices = snapshot();
    if (slices === last && drafts.length === 0 && handled.length === 0) return;
    last = slices;
    const notices = drafts.map((draft): Notice => ({ id: nextNoticeId++, time: mission.time(), ...draft }));
    broadcast.publish(draft(notices, handled));
  }

  function takeLive({ live: next, logEvents }: LiveStep): void {
    if (next === live) return;
    const before = elementsOf(live);
    live = next;
    ownSlices = reviseSlices(ownSlices, { realData: live.data.shown, provenance: live.provenance });
    const elements = elementsOf(live);
    if (elements !== before) mission.apply({ kind: 'iss-orbit', elements }, SESSION);
    for (const { kind, level, text } of logEvents) {
      mission.apply({ kind: 'note', subject: kind, level, text }, SESSION);
    }
  }

  const poller: Poller | undefined =
    gateway &&
    createPoller(
      {
        gateway,
        onRound(replies, nextTime) {
          const now = mission.time();
          takeLive(applyRound(live, readReplies(replies, now), now, nextTime));
          const { status, error } = live.data.shown.calls.issPosition;
          if (status === 'failed') logError(`Failed to fetch the ISS position: ${error}`);
          publish([]);
        },
        onOffline: () => takeLive(applyMissedRound(live, mission.time())),
      },
      mission.time(),
    );

  /** Lives on, with a hash each minute and a keyframe now and then. */
  function liveOn(to: EpochMs): NoticeDraft[] {
    const notices: NoticeDraft[] = [];
    while (nextMark <= to) {
      notices.push(...mission.advanceTo(nextMark));
      marks.push({ time: nextMark, entryCount: mission.journal().length, hash: mission.hash() });
      if (nextMark % KEYFRAME_MS === 0) keyframe = mission.keyframe();
      nextMark = addMs(nextMark, MARK_MS);
    }
    notices.push(...mission.advanceTo(to));
    return notices;
  }

  function jumpTo(to: EpochMs): readonly NoticeDraft[] {
    const isBack = to < mission.time();
    const { notices } = mission.apply({ kind: 'jump', to }, SESSION);
    if (isBack) {
      poller?.restart(to);
      live = openLive(to);
      ownSlices = reviseSlices(ownSlices, { realData: live.data.shown, provenance: live.provenance });
    }
    keyframe = mission.keyframe();
    nextMark = gridAfter(to, MARK_MS);
    suspendedAt = undefined; // the jump reports the whole gap
    return notices;
  }

  /** The notices of a suspension are in the log; the operator gets one that says how long it was. */
  function catchUp(from: EpochMs, to: EpochMs): readonly NoticeDraft[] {
    const text = suspensionText(to - from);
    mission.apply({ kind: 'note', subject: 'Mission', level: 'info', text }, SESSION);
    return [{ level: 'info', text }];
  }

  function advanceTo(time: EpochMs, mostMs = Number.POSITIVE_INFINITY): boolean {
    const gapMs = time - mission.time();
    if (!Number.isFinite(gapMs)) throw new RangeError(`Mission time cannot advance to ${time}.`);
    const notices: NoticeDraft[] = [];
    let isReached = true;
    if (gapMs < -PATIENCE_MS || gapMs > LONGEST_LIVED_MS) {
      notices.push(...jumpTo(time));
    } else if (gapMs >= 0) {
      if (gapMs > SUSPENDED_MS) suspendedAt ??= mission.time();
      const to = epochMs(Math.min(time, mission.time() + mostMs));
      isReached = to === time;
      const lived = liveOn(to);
      if (suspendedAt === undefined) notices.push(...lived);
      else if (isReached) {
        notices.push(...catchUp(suspendedAt, time));
        suspendedAt = undefined;
      }
    } else {
      // The clock moved back a little and the mission waits: an empty update keeps the page from taking the worker
      // for dead.
      broadcast.publish(draft([], []));
    }
    // Live data follow wall time: there is nothing to ask for while the mission catches up with it.
    if (isReached) {
      takeLive(ageLive(live, mission.time()));
      poller?.advanceTo(mission.time());
    }
    publish(notices);
    return isReached;
  }

  function apply(...input: Parameters<Mission['apply']>): Applied {
    const applied = mission.apply(...input);
    const [{ kind }] = input;
    publish(applied.notices, kind === 'operation' ? requestsOf(input[0], applied) : []);
    return applied;
  }

  /** One operation: its effect is published before its outcome is returned. */
  const operation =
    <Name extends OperationName>(name: Name): Operations[Name] =>
    (input: Parameters<Operations[Name]>[0], requestId?: RequestId) => {
      // The journal keeps it, so that it must be of its type.
      const request = typeof requestId === 'string' ? requestId : undefined;
      const now = options.clock.now();
      const gapMs = now - mission.time();
      if (gapMs > 0 && gapMs <= SUSPENDED_MS) advanceTo(now);
      return apply({ kind: 'operation', name, input, request }).outcome as never;
    };

  publish(opened.notices);

  return {
    mission,
    control: {
      subscribe: (listener) => broadcast.subscribe(listener, draft([], mission.handledRequests())),
      unsubscribe: broadcast.unsubscribe,
      ...(Object.fromEntries(
        OPERATION_NAMES.map((name) => [name, operation(name)]),
      ) as unknown as Operations),
    },
    advanceTo,
    nextDueTime() {
      const time = gridAfter(mission.time(), MS_PER_S);
      return poller ? (Math.min(time, poller.nextDueTime()) as EpochMs) : time;
    },
    setOnline: (isOnline) => poller?.setOnline(isOnline),
    apply,
    snapshot,
    resume: () => ({
      header: mission.header,
      entries: mission.journal(),
      marks,
      keyframe,
      live: live.data,
      time: mission.time(),
      nextNoticeId,
    }),
  };
}

const requestsOf = (input: Parameters<Mission['apply']>[0], { outcome }: Applied): readonly RequestId[] =>
  input.kind === 'operation' && input.request !== undefined && outcome.ok ? [input.request] : [];
