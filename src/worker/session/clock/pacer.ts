import type { Run } from '../../../shared/contract/transport.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Mission } from '../../mission/mission.ts';
import type { Branch } from '../branches/branch.ts';
import { runOn } from './run-on.ts';
import { isMainShown, type SessionState, shownBranch, shownRun, showPast } from './session-state.ts';
import { createPace } from './transport.ts';

/** Elapsed wall time, and the destination of its notices. */
export interface Elapsed {
  readonly elapsedMs: number;
  /** Most mission time to simulate in this call. */
  readonly mostMs: number;
  readonly notices: NoticeDraft[];
}

/** Advances missions out of step with UTC, at the rates of the transport. */
export interface Pacer {
  /**
   * Advances the mission itself.
   * @param onEnd receives the notice with which a run has ended
   * @returns true if all due time is simulated
   */
  main(elapsed: Elapsed, onEnd: (notice: NoticeDraft) => void): boolean;
  /** Advances the shown branch. */
  branch(elapsed: Elapsed): boolean;
  /** Plays the shown past, up to the live edge. Returns true if all due time is played. */
  past(elapsed: Pick<Elapsed, 'elapsedMs' | 'mostMs'>): boolean;
  /** Called when the run of the shown branch, or of the mission itself, has changed. */
  onChange(): void;
  /** Returns the achieved rate of the shown branch, or of the mission itself; `undefined` while sufficient. */
  achieved(): number | undefined;
  achievedOfMain(): number | undefined;
}

/** Returns the instant to play after the shown one, skipping time that was not simulated. */
function afterGap(shown: Mission, { mission }: Branch, time: EpochMs): EpochMs {
  const next = mission.journal()[shown.journal().length];
  return next?.input.kind === 'jump' && next.time <= time ? epochMs(Math.max(next.input.to, time)) : time;
}

export function createPacer(session: SessionState): Pacer {
  const mainPace = createPace();
  const branchPace = createPace();
  const pastPace = createPace();
  /** Anomalies that each run has seen, and when: an input, such as an injected fault, may add others before it goes on. */
  let seen = new Map<typeof mainPace, { readonly time: EpochMs; readonly anomalies: readonly Anomaly[] }>();

  /** @returns the notices, and how the mission continues if its run has ended */
  function live(branch: Branch, run: Run, pace: typeof mainPace, { elapsedMs, mostMs }: Elapsed) {
    const anomalies = () => branch.mission.snapshot().anomalies.value;
    const from = branch.mission.time();
    const held = seen.get(pace);
    // Another console may have advanced the mission since then.
    const before = held?.time === from ? held.anomalies : anomalies();
    const known = anomalies().filter(({ id }) => before.some((one) => one.id === id));
    const dueMs = pace.due(elapsedMs, run.rate);
    if (dueMs === 0) return { notices: [], isUpToDate: true };
    const ran = runOn(branch, run, Math.min(dueMs, mostMs), session.slowsOnCritical, known);
    seen.set(pace, { time: branch.mission.time(), anomalies: anomalies() });
    pace.recordSimulated(branch.mission.time() - from);
    if (ran.end) pace.reset();
    return { ...ran, isUpToDate: dueMs <= mostMs || (ran.end ?? { run }).run.rate === 0 };
  }

  return {
    main(elapsed, onEnd) {
      const { notices, end, isUpToDate } = live(session.main, session.run, mainPace, elapsed);
      elapsed.notices.push(...notices);
      if (end) session.run = { ...end.run, isInStep: false };
      if (end?.notice) {
        elapsed.notices.push(end.notice);
        onEnd(end.notice);
      }
      return isUpToDate;
    },
    branch(elapsed) {
      // Notices of a branch are not announced, except the end of its run.
      const { end, isUpToDate } = live(shownBranch(session), session.branchRun, branchPace, elapsed);
      if (end) session.branchRun = end.run;
      if (end?.notice) elapsed.notices.push(end.notice);
      return isUpToDate;
    },
    past({ elapsedMs, mostMs }) {
      if (!session.past) return true;
      const from = session.past.time();
      const dueMs = pastPace.due(elapsedMs, session.replayRate);
      if (dueMs === 0) return true;
      const time = addMs(from, Math.min(dueMs, mostMs));
      showPast(session, afterGap(session.past, shownBranch(session), time));
      pastPace.recordSimulated(Math.min(dueMs, mostMs));
      return dueMs <= mostMs;
    },
    onChange() {
      seen = new Map();
      mainPace.reset();
      branchPace.reset();
    },
    achieved: () => (isMainShown(session) ? mainPace : branchPace).achieved(shownRun(session).rate),
    achievedOfMain: () => mainPace.achieved(session.run.rate),
  };
}
