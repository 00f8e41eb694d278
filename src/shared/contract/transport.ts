import type { AnomalyType } from '../entities/entities.ts';
import type { EpochMs } from '../kit/units.ts';

/** Rates of mission time against wall time; 0 is a pause. */
export const RATES = [0, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const;
export type Rate = (typeof RATES)[number];

/** Above this rate notices of the mission are too many to read: only those of Critical anomalies are delivered. */
export const READABLE_RATE: Rate = 10;

/** What "run until" waits for: the next one of these. `alarm` is a new anomaly. */
export const RUN_TARGETS = ['aos', 'los', 'sunrise', 'eclipse', 'command', 'event', 'alarm'] as const;
export type RunTarget = (typeof RUN_TARGETS)[number];

/** What a new Critical anomaly has interrupted: a run is paused, a rate without a target is 1×. */
export interface Interruption {
  readonly time: EpochMs;
  readonly anomaly: AnomalyType;
  /** At which mission time went on, and until what. */
  readonly rate: Rate;
  readonly runUntil?: RunTarget | undefined;
}

/** Why operations are refused while a past instant is shown. */
export const READ_ONLY = 'A past instant is shown. Return to live, or take over from here.';

/** `A` is the mission itself; branches follow in the order in which they were made. */
export type BranchId = string;
export const MAIN_BRANCH: BranchId = 'A';

/** Longest name of a branch, in characters. */
export const BRANCH_NAME_LENGTH = 40;
/** Most branches of a session beside the mission itself. */
export const BRANCH_CAP = 20;

/** A new branch is known by the next letter that is free, then AA, AB, … */
export function nextBranchId(taken: readonly BranchId[]): BranchId {
  const idOf = (index: number): string =>
    (index >= 26 ? idOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
  for (let index = 1; ; index++) if (!taken.includes(idOf(index))) return idOf(index);
}

/** A mission of the session: the first one, or one that shares the journal of its parent up to an instant. */
export interface BranchView {
  readonly id: BranchId;
  /** Given by the operator; the id by default. */
  readonly name: string;
  /** Absent for the mission itself. */
  readonly origin?: { readonly parent: BranchId; readonly time: EpochMs };
}

/** How a mission goes on. */
export interface Run {
  readonly rate: Rate;
  readonly runUntil?: RunTarget | undefined;
  readonly interrupted?: Interruption | undefined;
}

/** How the mission itself goes on. */
export interface MainRun extends Run {
  /** Whether its time is UTC; the rate is 1× then. */
  readonly isInStep: boolean;
}

/** How mission time goes on, and which instant of which branch is shown. */
export interface TransportView {
  /** At the live edge of the branch that is shown. */
  readonly rate: Rate;
  /** Present only while it is below 95 % of `rate`. */
  readonly achievedRate?: number;
  /** Whether the mission itself is shown, and in step with UTC. */
  readonly isInStep: boolean;
  /** Whether the mission itself is in step with UTC, whichever branch is shown. */
  readonly isMissionInStep: boolean;
  readonly runUntil?: RunTarget;
  /** Until the operator chooses how time goes on. */
  readonly interrupted?: Interruption;
  /** `replay`: a past instant is shown, read-only, while the mission goes on at its live edge. */
  readonly mode: 'live' | 'replay';
  /** Rate at which the past is played; absent while one past instant is shown, or the live edge. */
  readonly replayRate?: Rate;
  /** First instant that can be shown. */
  readonly startTime: EpochMs;
  readonly branch: BranchId;
  readonly branches: readonly BranchView[];
  /** Whether a new Critical anomaly pauses a run, and sets the rate to 1×. */
  readonly slowsOnCritical: boolean;
}

/** Rate at which the time that is shown goes on. */
export const shownRate = ({ mode, rate, replayRate = 0 }: TransportView): Rate =>
  mode === 'replay' ? replayRate : rate;
