import {
  type BranchId,
  MAIN_BRANCH,
  type MainRun,
  type Rate,
  type Run,
  type TransportView,
} from '../../../shared/contract/transport.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';

/** State of a session's time control. */
export interface Transport {
  readonly run: MainRun;
  /** Run of the shown branch; ignored while the mission itself is shown. */
  readonly branchRun: Run;
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

/** Restores the transport of a stopped session. */
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
  const unshownRun = isInStep ? IN_STEP.run : PAUSED;
  return {
    run: isMain ? { ...shownRun, isInStep } : unshownRun,
    branchRun: isMain ? PAUSED : shownRun,
    shown: branch,
    slowsOnCritical,
  };
}

export const isSameTransport = (one: TransportView, other: TransportView): boolean =>
  one.rate === other.rate &&
  one.achievedRate === other.achievedRate &&
  one.isInStep === other.isInStep &&
  one.isMissionInStep === other.isMissionInStep &&
  one.runUntil === other.runUntil &&
  one.interrupted === other.interrupted &&
  one.mode === other.mode &&
  one.replayRate === other.replayRate &&
  one.awaitedPast === other.awaitedPast &&
  one.startTime === other.startTime &&
  one.branch === other.branch &&
  one.slowsOnCritical === other.slowsOnCritical &&
  one.branches.length === other.branches.length &&
  one.branches.every((view, index) => view === other.branches[index]);

/** Rate of a run that starts from 1× or a pause. */
export const RUN_RATE: Rate = 300;

/** After a longer time without a call, the machine was suspended or the clock set: that time is not made up. */
const LONGEST_CALL_GAP_MS = 10 * MS_PER_S;
/** Most wall time by which a mission may be behind; the rest is dropped. */
const MOST_BEHIND_MS = MS_PER_S;
/** Span over which the achieved rate is measured. */
const MEASURED_MS = 3 * MS_PER_S;
/** Share of the rate below which the achieved one is shown. */
const ACHIEVED_SHARE = 0.95;

/** Mission time that is due at a rate, and the achieved rate. */
export interface Pace {
  /** Returns the mission time due after some wall time; milliseconds. */
  due(elapsedMs: number, rate: Rate): number;
  /** Records the simulated part of it. */
  recordSimulated(missionMs: number): void;
  /** Returns the achieved rate, to two digits; `undefined` while sufficient. */
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
    recordSimulated(simulatedMs) {
      owedMs = Math.max(0, owedMs - simulatedMs);
      missionMs += simulatedMs;
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
