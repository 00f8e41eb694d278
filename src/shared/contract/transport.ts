import type { AnomalyType } from '../entities/entities.ts';
import type { EpochMs } from '../kit/units.ts';

/** Rates of mission time against wall time; 0 is a pause. */
export const RATES = [0, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const;
export type Rate = (typeof RATES)[number];

/** Above this rate notices are too frequent to read: only those of Critical anomalies are delivered. */
export const READABLE_RATE: Rate = 10;

/** Targets of "run until", which stops at the next one. `alarm` is a new anomaly. */
export const RUN_TARGETS = ['aos', 'los', 'sunrise', 'eclipse', 'command', 'event', 'alarm'] as const;
export type RunTarget = (typeof RUN_TARGETS)[number];

/** Playback interrupted by a new Critical anomaly: a run is paused; without a target, the rate is set to 1×. */
export interface Interruption {
  readonly time: EpochMs;
  readonly anomaly: AnomalyType;
  /** Rate and target before the interruption. */
  readonly rate: Rate;
  readonly runUntil?: RunTarget | undefined;
}

/** Refusal of operations while a past instant is shown. */
export const READ_ONLY = 'A past instant is shown. Return to live, or take over from here.';

/** `A` is the mission itself; branches follow in order of creation. */
export type BranchId = string;
export const MAIN_BRANCH: BranchId = 'A';

/** Maximum length of a branch name, in characters. */
export const BRANCH_NAME_LENGTH = 40;
/** Maximum number of branches of a session besides the mission itself. */
export const BRANCH_CAP = 20;

/** Returns the next free letter, then AA, AB, … */
export function nextBranchId(taken: readonly BranchId[]): BranchId {
  const idOf = (index: number): string =>
    (index >= 26 ? idOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
  for (let index = 1; ; index++) if (!taken.includes(idOf(index))) return idOf(index);
}

/** A mission of the session: the first one, or one that shares its parent's journal up to an instant. */
export interface BranchView {
  readonly id: BranchId;
  /** Chosen by the operator; the id by default. */
  readonly name: string;
  /** Absent for the mission itself. */
  readonly origin?: { readonly parent: BranchId; readonly time: EpochMs };
  /**
   * Number of its inputs that the shared mission has, or has been sent; present if the branch has begun while the link to the
   * shared mission was lost.
   */
  readonly sharedCount?: number;
}

/** Playback of a mission. */
export interface Run {
  readonly rate: Rate;
  readonly runUntil?: RunTarget | undefined;
  readonly interrupted?: Interruption | undefined;
}

/** Playback of the mission itself. */
export interface MainRun extends Run {
  /** True if its time is UTC; the rate is then 1×. */
  readonly isInStep: boolean;
}

/** Playback of mission time, and the branch and instant shown. */
export interface TransportView {
  /** Rate at the live edge of the branch shown. */
  readonly rate: Rate;
  /** Present only while it is below 95 % of `rate`. */
  readonly achievedRate?: number;
  /** True if the mission itself is shown and in step with UTC. */
  readonly isInStep: boolean;
  /** True if the mission itself is in step with UTC, whichever branch is shown. */
  readonly isMissionInStep: boolean;
  /** Set for an exercise, which has its own time and never returns to UTC. */
  readonly hasOwnTime?: true;
  readonly runUntil?: RunTarget;
  /** Present until the operator controls playback again. */
  readonly interrupted?: Interruption;
  /** `replay`: a past instant is shown, read-only, while the mission continues at its live edge. */
  readonly mode: 'live' | 'replay';
  /** Playback rate of the past; absent at a fixed past instant and at the live edge. */
  readonly replayRate?: Rate;
  /** Past instant that is shown once the past up to it is simulated again; the live edge is shown until then. */
  readonly awaitedPast?: EpochMs;
  /** Earliest instant that can be shown. */
  readonly startTime: EpochMs;
  readonly branch: BranchId;
  readonly branches: readonly BranchView[];
  /** True if a new Critical anomaly pauses a run and sets the rate to 1×. */
  readonly slowsOnCritical: boolean;
}

/** Returns the playback rate of the time shown. */
export const shownRate = ({ mode, rate, replayRate = 0 }: TransportView): Rate =>
  mode === 'replay' ? replayRate : rate;
