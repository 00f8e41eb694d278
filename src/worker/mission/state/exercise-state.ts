import type { Exercise } from '../../../shared/contract/exercise.ts';
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

/** Course of an exercise. Plain cloneable data. */
export interface ExerciseState {
  /** Triggers that have acted, in order. */
  readonly acted: readonly { readonly id: string; readonly time: EpochMs }[];
  /** Texts of the instructor, oldest first. */
  readonly said: readonly { readonly time: EpochMs; readonly text: string }[];
  /** Faults since the start, by onset. */
  readonly faults: readonly ActualFault[];
  /** True once its time is over. */
  readonly isOver?: true;
}

export const NOT_BEGUN: ExerciseState = { acted: [], said: [], faults: [] };
