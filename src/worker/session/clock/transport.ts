import {
  type BranchId,
  MAIN_BRANCH,
  type MainRun,
  type Rate,
  type Run,
  type TransportView,
} from '../../../shared/contract/transport.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';

/** How the time of a session goes on. */
export interface Transport {
  readonly run: MainRun;
  /** How the branch that is shown goes on; of no account while the mission itself is shown. */
  readonly branchRun: Run;
  /** Branch that is shown. */
  readonly shown: BranchId;
  readonly slowsOnCritical: boolean;
}

export const PAUSED = { rate: 0, isInStep: false } as const satisfies MainRun;

export const IN_STEP: Transport = {
  run: { rate: 1, isInStep: true },
  branchRun: PAUSED,
  shown: MAIN_BRANCH,
  slowsOnCritical: true,
};

/** The transport of a stopped session. */
export function transportOf({
  rate,
  isMissionInStep: isInStep,
  runUntil,
  interrupted,
  branch,
  slowsOnCritical,
}: TransportView): Transport {
  const shownRun = { rate, runUntil, interrupted };
  const isMain = branch === MAIN_BRANCH;
  const asideRun = isInStep ? IN_STEP.run : PAUSED;
  return {
    run: isMain ? { ...shownRun, isInStep } : asideRun,
    branchRun: isMain ? PAUSED : shownRun,
    shown: branch,
    slowsOnCritical,
  };
}

/** Whether two views show the same. */
export const isSameTransport = (one: TransportView, other: TransportView): boolean =>
  one.rate === other.rate &&
  one.achievedRate === other.achievedRate &&
  one.isInStep === other.isInStep &&
  one.isMissionInStep === other.isMissionInStep &&
  one.runUntil === other.runUntil &&
  one.interrupted === other.interrupted &&
  one.mode === other.mode &&
  one.replayRate === other.replayRate &&
  one.startTime === other.startTime &&
  one.branch === other.branch &&
  one.slowsOnCritical === other.slowsOnCritical &&
  one.branches.length === other.branches.length &&
  one.branches.every((view, index) => view === other.branches[index]);

/** A run from 1× or a pause goes at this rate. */
export const RUN_RATE: Rate = 300;

/** The machine was suspended, or the clock set, after a longer time without a call: that time is not made up. */
const LONGEST_CALL_GAP_MS = 10 * MS_PER_S;
/** Wall time by which a mission may be behind before the rest is given up. */
const MOST_BEHIND_MS = MS_PER_S;
/** Span over which the achieved rate is measured. */
const MEASURED_MS = 3 * MS_PER_S;
/** Share of the rate below which the achieved one is shown. */
const ACHIEVED_SHARE = 0.95;

/** Mission time that a rate makes due, and how much of it is achieved. */
export interface Pace {
  /** Mission time that is due after a time on the wall; milliseconds. */
  due(elapsedMs: number, rate: Rate): number;
  /** Reports what was lived of it. */
  simulated(missionMs: number): void;
  /** What is achieved of the rate, to two digits; `undefined` while that is enough. */
  achieved(rate: Rate): number | undefined;
  reset(): void;
}

const countedMs = (elapsedMs: number): number =>
  elapsedMs >= 0 && elapsedMs <= LONGEST_CALL_GAP_MS ? elapsedMs : 0;

export function createPace(): Pace {
  let owedMs = 0;
  let wallMs = 0;
  let missionMs = 0;
  let achieved: number | undefined;

  return {
    due(elapsedMs, rate) {
      const counted = countedMs(elapsedMs);
      wallMs += counted;
      owedMs = Math.min(owedMs + counted * rate, Math.max(counted, MOST_BEHIND_MS) * rate);
      return Math.floor(owedMs);
    },
    simulated(livedMs) {
      owedMs = Math.max(0, owedMs - livedMs);
      missionMs += livedMs;
      if (wallMs < MEASURED_MS) return;
      achieved = missionMs / wallMs;
      wallMs = 0;
      missionMs = 0;
    },
    achieved: (rate) =>
      achieved !== undefined && achieved < ACHIEVED_SHARE * rate
        ? Number(achieved.toPrecision(2))
        : undefined,
    reset() {
      owedMs = 0;
      wallMs = 0;
      missionMs = 0;
      achieved = undefined;
    },
  };
}
