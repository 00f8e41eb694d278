import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import type { ResumeRecord } from '../../../shared/contract/mission-control.ts';
import type { Outcome, RequestId } from '../../../shared/contract/outcome.ts';
import { accepted } from '../../../shared/contract/outcome.ts';
import type { RoomAnchor, RoomEntry, RoomSnapshot } from '../../../shared/contract/room.ts';
import { anchorAfter, effectiveTime, roomTimeAt } from '../../../shared/contract/room-time.ts';
import type { Run } from '../../../shared/contract/transport.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { SUSPENDED_MS } from '../clock/follow-utc.ts';
import { runOn } from '../clock/run-on.ts';
import { goBack, keepLeft, leaveLostPast, type SessionState } from '../clock/session-state.ts';

/** Session effects that the log of a room requires. */
export interface RoomLogEffects {
  /** Called when a run has ended here by itself, because its target is reached or an anomaly has interrupted it. */
  onRunEnded(anchor: RoomAnchor, time: EpochMs, run: Run): void;
}

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
  readonly epoch: string;
  /**
   * Takes consecutive entries. `lacks` if earlier ones are missing, `apart` if the log is another one than this console has
   * followed.
   */
  take(entries: readonly RoomEntry[]): 'taken' | 'lacks' | 'apart';
  /** Returns the known entries with numbers above `n`. */
  after(n: number): readonly RoomEntry[];
  /** True while known entries have not taken effect yet. */
  hasWaiting(): boolean;
  /** How the mission runs after the entries that have taken effect. */
  anchor(): RoomAnchor;
  /** Advances the mission to where the room is at a time of the server, by at most `mostMs`. */
  follow(serverTime: EpochMs, mostMs: number): FollowedRoom;
  /** Returns what a snapshot has of the log and the mission; `undefined` while there is no settled keyframe. */
  settled(): Pick<RoomSnapshot, 'n' | 'anchor' | 'edge' | 'record'> | undefined;
}

/** A keyframe is settled if the mission is further by this much time of the server: no entry takes effect before it. */
const SETTLED_MS = 30 * MS_PER_S;

/** The log after an entry. */
interface LogPoint extends Pick<RoomSnapshot, 'n' | 'anchor' | 'edge'> {
  /** Number of inputs in the journal of the mission. */
  readonly inputCount: number;
}

/** @param id id of this console */
export function createRoomLog(
  session: SessionState,
  id: ConsoleId,
  begun: Pick<RoomSnapshot, 'n' | 'epoch' | 'anchor' | 'edge'>,
  effects: RoomLogEffects,
): RoomLog {
  const known: RoomEntry[] = [];
  const inputCount = (): number => session.main.mission.journal().length;
  /** After the snapshot, and after each entry that has taken effect since then. */
  const points: LogPoint[] = [{ ...begun, inputCount: inputCount() }];
  const now = (): LogPoint => points.at(-1) as LogPoint;
  const last = (): number => begun.n + known.length;
  /** True once the run has ended here by itself. */
  let hasEnded = false;

  function takeOne(entry: RoomEntry): 'taken' | 'lacks' | 'apart' {
    if (entry.n > last() + 1) return 'lacks';
    const same = known[entry.n - begun.n - 1];
    if (same) return same.id === entry.id ? 'taken' : 'apart';
    if (entry.n === last() + 1) known.push(entry);
    return 'taken';
  }

  /** Applies an entry at its time, to which the mission has advanced. */
  function apply(entry: RoomEntry, time: EpochMs, notices: NoticeDraft[]): Outcome<unknown> {
    const { act } = entry;
    const isEarlier = time < session.main.mission.time();
    if (act.kind === 'return' && isEarlier) {
      notices.push(keepLeft(session, session.main, time, entry.by === id));
    }
    if (isEarlier) {
      goBack(session, time);
      // A run that had ended later than this has not ended yet.
      hasEnded = false;
      session.run = now().anchor.pace.run;
    }
    leaveLostPast(session);
    let outcome: Outcome<unknown> = accepted(undefined);
    if (act.kind === 'input') {
      const { input } = act;
      const sequence = inputCount() + 1;
      const applied = session.main.enter({ time, origin: entry.by, sequence, input });
      notices.push(...applied.notices);
      outcome = applied.outcome;
    }
    const anchor = anchorAfter(now().anchor, entry, time);
    points.push({ n: entry.n, anchor, edge: time, inputCount: inputCount() });
    if (act.kind !== 'input') {
      hasEnded = false;
      session.run = anchor.pace.run;
      session.slowsOnCritical = anchor.pace.slowsOnCritical;
    }
    return outcome;
  }

  /** Runs on from the newest entry. Returns true once the mission is where the room is. */
  function run(serverTime: EpochMs, mostMs: number, notices: NoticeDraft[]): boolean {
    const { anchor } = now();
    const { main } = session;
    const from = main.mission.time();
    const dueMs = roomTimeAt(anchor, serverTime) - from;
    if (dueMs <= 0 || hasEnded) return true;
    const byMs = Math.min(dueMs, mostMs);
    // What has happened while this console was away is in the log.
    const isFar = dueMs > SUSPENDED_MS * Math.max(1, session.run.rate);
    if (session.run.isInStep) {
      const stepNotices = main.advanceTo(addMs(from, byMs));
      if (!isFar) notices.push(...stepNotices);
      return byMs === dueMs;
    }
    const ran = runOn(main, session.run, byMs, session.slowsOnCritical);
    if (!isFar) notices.push(...ran.notices);
    if (!ran.end) return byMs === dueMs;
    hasEnded = true;
    session.run = { ...ran.end.run, rate: 0, isInStep: false };
    if (ran.end.notice) notices.push(ran.end.notice);
    effects.onRunEnded(anchor, main.mission.time(), ran.end.run);
    return true;
  }

  return {
    last,
    epoch: begun.epoch,
    take(entries) {
      for (const entry of entries) {
        const taken = takeOne(entry);
        if (taken !== 'taken') return taken;
      }
      return 'taken';
    },
    after: (n) => known.filter((entry) => entry.n > n),
    hasWaiting: () => now().n < last(),
    anchor: () => now().anchor,
    follow(serverTime, mostMs) {
      const notices: NoticeDraft[] = [];
      const handled: RequestId[] = [];
      const applied: { entry: RoomEntry; outcome: Outcome<unknown> }[] = [];
      let leftMs = mostMs;
      const result = (isUpToDate: boolean): FollowedRoom => ({ isUpToDate, notices, handled, applied });
      for (let entry = known[now().n - begun.n]; entry; entry = known[now().n - begun.n]) {
        const time = effectiveTime(entry, now().edge);
        const { act } = entry;
        const { anchor } = now();
        const isPaused = hasEnded || anchor.pace.run.rate === 0;
        // The others have not reached it yet either.
        if (act.kind === 'input' && !isPaused && time > roomTimeAt(anchor, serverTime)) break;
        const from = session.main.mission.time();
        const to = time - from > leftMs ? addMs(from, leftMs) : time;
        if (to > from) notices.push(...session.main.advanceTo(to));
        leftMs -= Math.max(0, to - from);
        if (to < time) return result(false);
        applied.push({ entry, outcome: apply(entry, time, notices) });
        if (act.kind === 'input' && act.input.kind === 'operation' && act.input.request !== undefined)
          handled.push(act.input.request);
      }
      return result(run(serverTime, leftMs, notices));
    },
    settled() {
      const { view: _, ...record } = session.main.record();
      const { keyframe } = record;
      if (!keyframe) return undefined;
      const { rate } = session.run;
      const settledMs = SETTLED_MS * Math.max(1, rate);
      if (session.main.mission.time() - keyframe.time < settledMs) return undefined;
      const point = points.findLast(
        ({ edge, inputCount: count }) => edge <= keyframe.time && count <= keyframe.entryCount,
      );
      if (!point) return undefined;
      const { n, anchor, edge } = point;
      return { n, anchor, edge, record: upTo(record, keyframe) };
    },
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
