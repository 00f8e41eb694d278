import type { Exercise, Trigger } from '../../../shared/contract/exercise.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** The exercise of a mission, with its span. */
export interface RunningExercise {
  readonly definition: Exercise;
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A fault of a mission with an exercise, as it really was. */
export interface ActualFault {
  readonly name: FaultName;
  /** Anomaly that reported it first. */
  readonly anomalyId: string;
  readonly from: EpochMs;
  /** End, at the first sample without it; absent while it acts. */
  readonly to?: EpochMs;
}

/** Triggers of a mission. Plain cloneable data. */
export interface TriggersState {
  /** Those that wait: of the exercise, then of instructors, in order. */
  readonly pending: readonly Trigger[];
  /** Those that have acted, in order. */
  readonly acted: readonly { readonly id: string; readonly time: EpochMs }[];
  /** Number of triggers that instructors have added. */
  readonly addedCount: number;
}

export const NO_TRIGGERS: TriggersState = { pending: [], acted: [], addedCount: 0 };

/** What has happened in an exercise. Plain cloneable data. */
export interface ExerciseState {
  /** Texts of the instructor, oldest first. */
  readonly said: readonly { readonly time: EpochMs; readonly text: string }[];
  /** Faults since the start, by onset. */
  readonly faults: readonly ActualFault[];
  /** Bookmarks of the instructor, oldest first; absent before the first. */
  readonly bookmarks?: ExerciseState['said'];
  /** True once its time is over. */
  readonly isOver?: true;
}

export const NOT_BEGUN: ExerciseState = { said: [], faults: [] };
