import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import type { ResumeRecord } from '../../../shared/contract/mission-control.ts';
import { accepted, type Outcome, type RequestId } from '../../../shared/contract/outcome.ts';
import type { RoomAnchor, RoomEntry, RoomSnapshot } from '../../../shared/contract/room.ts';
import {
  anchorAfter,
  anchorAtEnd,
  effectiveTime,
  isEffective,
  LATE_MS,
  roomTimeAt,
} from '../../../shared/contract/room-time.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { gridAfter, isOnGrid } from '../../mission/state/grid.ts';
import { SUSPENDED_MS } from '../clock/follow-utc.ts';
import { runOn } from '../clock/run-on.ts';
import { nextTarget } from '../clock/run-until.ts';
import { goBack, keepLeft, leaveLostPast, type SessionState } from '../clock/session-state.ts';

/** Result of advancing to a time of the server. */
export interface FollowedRoom {
  readonly isUpToDate: boolean;
  readonly notices: readonly NoticeDraft[];
  /** Requests that the mission includes now. */
  readonly handled: readonly RequestId[];
  /** Entries that have taken effect, with the outcome of their input. */
  readonly applied: readonly { readonly entry: RoomEntry; readonly outcome: Outcome<unknown> }[];
}

/** The log of a room as this console has it, and its effect on the mission itself. */
export interface RoomLog {
  /** Number of the newest known entry. */
  last(): number;
  /** Number of the newest entry that has taken effect. */
  applied(): number;
  readonly epoch: string;
  /**
   * Takes consecutive entries. `lacks` if earlier ones are missing, `apart` if the log is another one than this console has
   * followed.
   */
  take(entries: readonly RoomEntry[]): 'taken' | 'lacks' | 'apart';
  /** True while known entries have not taken effect yet. */
  hasWaiting(): boolean;
  /** Returns the known entries with numbers above `n`. */
  after(n: number): readonly RoomEntry[];
  /** How the mission runs after the entries that have taken effect. */
  anchor(): RoomAnchor;
  /** Returns how the room runs after all known entries, except for runs that end by themselves before the newest one. */
  newestAnchor(): RoomAnchor;
  /** True once the mission has been where the room is. */
  hasArrived(): boolean;
  /** Advances the mission to where the room is at a time of the server, by at most `mostMs`. */
  follow(serverTime: EpochMs, mostMs: number): FollowedRoom;
  /** Returns what a snapshot has of the log and the mission: its newest keyframe that no entry precedes any more. */
  settled(): RoomKeyframe | undefined;
  /** Called when the mission was simulated again, because it differed: its keyframes of before are not to be shared. */
  rebuilt(): void;
}

type RoomKeyframe = Pick<RoomSnapshot, 'n' | 'anchor' | 'edge' | 'record'>;

/** The log after an entry, or after the end of a run. */
interface LogPoint extends Pick<RoomSnapshot, 'n' | 'anchor' | 'edge'> {
  /** True if a run has ended by itself: a later entry may turn out to precede that. */
  readonly isEnd?: true;
  /** Present if entries at this instant have added anomalies: those that were listed before are no news to a run. */
  readonly added?: { readonly time: EpochMs; readonly known: readonly Anomaly['id'][] };
  /** Number of inputs in the journal of the mission. */
  readonly inputCount: number;
}

/**
 * The fold of a room. Each console comes to the same mission, however its time is divided and whenever it gets the entries: their
 * times and the ends of runs follow from the log alone.
 * @param id id of this console
 */
export function createRoomLog(
  session: SessionState,
  id: ConsoleId,
  begun: Pick<RoomSnapshot, 'n' | 'epoch' | 'anchor' | 'edge'>,
): RoomLog {
  const known: RoomEntry[] = [];
  const inputCount = (): number => session.main.mission.journal().length;
  /** After the snapshot, and after each entry that has taken effect since then. */
  const points: LogPoint[] = [{ ...begun, inputCount: inputCount() }];
  const now = (): LogPoint => points.at(-1) as LogPoint;
  const listed = (): readonly Anomaly[] => session.main.mission.snapshot().anomalies.value;
  const last = (): number => begun.n + known.length;
  /** False until the mission has been where the room is: what it has been before is not this console's. */
  let hasArrived = false;
  let candidate: RoomKeyframe | undefined;
  let settledKeyframe: RoomKeyframe | undefined;

  function takeOne(entry: RoomEntry): 'taken' | 'lacks' | 'apart' {
    if (entry.n > last() + 1) return 'lacks';
    const same = known[entry.n - begun.n - 1];
    if (same) return same.id === entry.id ? 'taken' : 'apart';
    if (entry.n === last() + 1) known.push(entry);
    return 'taken';
  }

  /** Returns when an entry takes effect, and after which of the newest points. */
  function place(entry: RoomEntry): { readonly time: EpochMs; readonly index: number } {
    let index = points.findLastIndex(({ isEnd }) => !isEnd);
    const timeAfter = ({ edge, anchor }: LogPoint): EpochMs => effectiveTime(entry, edge, anchor);
    let time = timeAfter(points[index] as LogPoint);
    for (let next = points[index + 1]; next && time >= next.edge; next = points[index + 1]) {
      index += 1;
      time = timeAfter(next);
    }
    return { time, index };
  }

  /** Continues from a point, which the mission has reached or gone back to. */
  function resumeAt(point: LogPoint): void {
    session.run = point.anchor.pace.run;
    session.slowsOnCritical = point.anchor.pace.slowsOnCritical;
  }

  /** True unless another machine has said the same before, or the mission begins after the UTC that it is to return to. */
  const hasEffect = (entry: RoomEntry, time: EpochMs): boolean =>
    isEffective(entry, now().anchor) &&
    (entry.act.kind !== 'return' || time >= session.main.mission.header.startTime);

  function forgetKeyframes(after: number): void {
    if (candidate && candidate.record.time > after) candidate = undefined;
    if (settledKeyframe && settledKeyframe.record.time > after) settledKeyframe = undefined;
  }

  /** Takes the mission back to an instant before which the newest entry takes effect. */
  function goBackTo(time: EpochMs): void {
    goBack(session, time);
    forgetKeyframes(time);
    leaveLostPast(session);
  }

  /** Applies an entry at its time, to which the mission has advanced or gone back. */
  function apply(entry: RoomEntry, time: EpochMs, notices: NoticeDraft[]): Outcome<unknown> {
    const { act } = entry;
    const before = now().anchor;
    const { added } = now();
    const known = added?.time === time ? added.known : listed().map(({ id: one }) => one);
    let outcome: Outcome<unknown> = accepted(undefined);
    if (act.kind === 'input') {
      const { input } = act;
      const sequence = inputCount() + 1;
      const applied = session.main.enter({ time, origin: entry.by, sequence, input });
      notices.push(...applied.notices);
      outcome = applied.outcome;
    }
    const isEntered = hasEffect(entry, time);
    const anchor = isEntered ? anchorAfter(before, entry, time) : before;
    const edge = isEntered ? time : now().edge;
    // A run that somebody starts begins with all that is listed.
    const hasAdded = act.kind === 'input' && listed().some(({ id: one }) => !known.includes(one));
    points.push({
      n: entry.n,
      anchor,
      edge,
      inputCount: inputCount(),
      ...(hasAdded && { added: { time, known } }),
    });
    if (anchor !== before) resumeAt(now());
    return outcome;
  }

  /** Returns the mission to UTC, which it is ahead of; what it has shown after that is kept. */
  function returnTo(utc: EpochMs, isOwn: boolean, notices: NoticeDraft[]): void {
    if (hasArrived) notices.push(keepLeft(session, session.main, utc, isOwn));
    goBackTo(utc);
  }

  /** Ends the run of the newest point at the present mission time. */
  function end(
    run: Parameters<typeof anchorAtEnd>[2],
    notice: NoticeDraft | undefined,
    notices: NoticeDraft[],
  ): void {
    const time = session.main.mission.time();
    const anchor = anchorAtEnd(now().anchor, time, run);
    points.push({ n: now().n, anchor, edge: time, inputCount: inputCount(), isEnd: true });
    resumeAt(now());
    if (notice) notices.push(notice);
  }

  /**
   * Advances by at most `mostMs`; stops where the run ends by itself. It does so by whole minutes, so that it ends at the same step
   * on every machine.
   */
  function advance(to: EpochMs, mostMs: number, notices: NoticeDraft[]): 'there' | 'ended' | 'partly' {
    const { main, run } = session;
    const limit = addMs(main.mission.time(), mostMs);
    if (run.isInStep) {
      const reached = epochMs(Math.min(to, limit));
      notices.push(...main.advanceTo(reached));
      return reached === to ? 'there' : 'partly';
    }
    for (let from = main.mission.time(); from < to; from = main.mission.time()) {
      if (from >= limit) return 'partly';
      const { runUntil } = run;
      const isGone =
        runUntil !== undefined &&
        runUntil !== 'alarm' &&
        nextTarget(runUntil, main.mission.snapshot(), from) === undefined;
      if (isGone && (from === now().edge || isOnGrid(from, MS_PER_MIN))) {
        end(
          { rate: 0 },
          { level: 'info', text: 'Paused: what the run waited for no longer exists' },
          notices,
        );
        return 'ended';
      }
      const byMs = Math.min(to, gridAfter(from, MS_PER_MIN)) - from;
      const { added } = now();
      const known =
        added?.time === from ? listed().filter(({ id: one }) => added.known.includes(one)) : undefined;
      const ran = runOn(main, isGone ? { rate: run.rate } : run, byMs, session.slowsOnCritical, known);
      notices.push(...ran.notices);
      if (ran.end) {
        end(ran.end.run, ran.end.notice, notices);
        return 'ended';
      }
    }
    return 'there';
  }

  /** Notes a new keyframe, and when no entry can precede the one before any more. */
  function followKeyframe(serverTime: EpochMs): void {
    const { anchor } = now();
    const settledMs = LATE_MS * Math.max(1, anchor.pace.run.rate);
    if (candidate && roomTimeAt(anchor, serverTime) - candidate.record.time > settledMs) {
      settledKeyframe = candidate;
      candidate = undefined;
    }
    if (candidate) return;
    const { view: _, ...record } = session.main.record();
    const { keyframe } = record;
    if (!keyframe || keyframe.time === settledKeyframe?.record.time) return;
    const point = points.findLast(
      ({ edge, inputCount: count }) => edge <= keyframe.time && count <= keyframe.entryCount,
    );
    if (!point) return;
    const { n, anchor: held, edge } = point;
    candidate = { n, anchor: held, edge, record: upTo(record, keyframe) };
  }

  return {
    last,
    applied: () => now().n,
    epoch: begun.epoch,
    take(entries) {
      for (const entry of entries) {
        const taken = takeOne(entry);
        if (taken !== 'taken') return taken;
      }
      return 'taken';
    },
    hasWaiting: () => now().n < last(),
    after: (n) => known.filter((entry) => entry.n > n),
    anchor: () => now().anchor,
    newestAnchor() {
      let { anchor, edge } = now();
      for (const entry of known.slice(now().n - begun.n)) {
        edge = effectiveTime(entry, edge, anchor);
        anchor = anchorAfter(anchor, entry, edge);
      }
      return anchor;
    },
    hasArrived: () => hasArrived,
    follow(serverTime, mostMs) {
      const stepNotices: NoticeDraft[] = [];
      const notices: NoticeDraft[] = [];
      const handled: RequestId[] = [];
      const applied: { entry: RoomEntry; outcome: Outcome<unknown> }[] = [];
      const begunAt = session.main.mission.time();
      let leftMs = mostMs;
      /** What has happened before this console was there, or while it was away, is in its log. */
      const isFar = (): boolean =>
        session.main.mission.time() - begunAt > SUSPENDED_MS * Math.max(1, session.run.rate);
      const result = (isUpToDate: boolean): FollowedRoom => {
        followKeyframe(serverTime);
        const told = isFar() ? notices : [...notices, ...stepNotices];
        const hadArrived = hasArrived;
        hasArrived ||= isUpToDate;
        return { isUpToDate, notices: hadArrived ? told : [], handled, applied };
      };
      for (;;) {
        const next = known[now().n - begun.n];
        const placed = next && place(next);
        const { anchor } = now();
        const isAhead =
          next?.act.kind === 'input' &&
          placed !== undefined &&
          anchor.pace.run.rate > 0 &&
          placed.time > roomTimeAt(anchor, serverTime);
        // The others have not reached it yet either.
        const entry = isAhead ? undefined : next;
        if (entry && placed && placed.index < points.length - 1) {
          points.length = placed.index + 1;
          resumeAt(now());
        }
        const from = session.main.mission.time();
        const goal =
          entry && placed ? placed.time : epochMs(Math.max(from, roomTimeAt(now().anchor, serverTime)));
        if (!entry || hasEffect(entry, goal)) {
          const { main } = session;
          // After a restart, a part in each call: from the start of a long mission it would take too long at once.
          if (goal < from && !main.canShow(goal) && !main.rebuildPast(leftMs)) return result(false);
          if (goal < from && entry?.act.kind === 'return') returnTo(goal, entry.by === id, notices);
          else if (goal < from) goBackTo(goal);
          const reached = advance(goal, leftMs, stepNotices);
          leftMs -= Math.max(0, session.main.mission.time() - from);
          if (reached === 'partly') return result(false);
          if (reached === 'ended') continue;
        }
        if (!entry) return result(true);
        applied.push({ entry, outcome: apply(entry, goal, notices) });
        const { act } = entry;
        if (act.kind === 'input' && act.input.kind === 'operation' && act.input.request !== undefined) {
          handled.push(act.input.request);
        }
      }
    },
    settled: () => settledKeyframe,
    rebuilt: () => forgetKeyframes(Number.NEGATIVE_INFINITY),
  };
}

/** Returns a record as it was at its keyframe. */
const upTo = (record: ResumeRecord, keyframe: NonNullable<ResumeRecord['keyframe']>): ResumeRecord => ({
  header: record.header,
  entries: record.entries.slice(0, keyframe.entryCount),
  marks: record.marks.filter(
    ({ time, entryCount }) => time <= keyframe.time && entryCount <= keyframe.entryCount,
  ),
  keyframe,
  time: keyframe.time,
});
