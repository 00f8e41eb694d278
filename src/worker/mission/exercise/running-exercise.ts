import type { ExerciseView } from '../../../shared/contract/exercise.ts';
import { startOf } from '../../../shared/contract/exercise-start.ts';
import type { MissionHeader } from '../../../shared/contract/journal.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import { addMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { ExerciseState, RunningExercise } from '../state/exercise-state.ts';
import { gridAfter } from '../state/grid.ts';
import { BUILT_IN_EXERCISES } from './built-in.ts';

/**
 * Returns the exercise of a mission: a built-in one by its name, or the one in the header.
 * @throws Error if this build has no exercise of that name, or its start is not a time
 */
export function exerciseOf({ exercise }: Pick<MissionHeader, 'exercise'>): RunningExercise | undefined {
  if (exercise === undefined) return undefined;
  const definition = typeof exercise === 'string' ? BUILT_IN_EXERCISES.get(exercise) : exercise;
  if (!definition) throw new Error(`This build has no exercise ${exercise}`);
  const from = startOf(definition.start.time);
  if (from === undefined) throw new Error(`The exercise ${definition.name} has no start`);
  // With a sample, at which it ends: see `runExercise`.
  const to = gridAfter(addMs(from, definition.minutes * MS_PER_MIN) - 1, TELEMETRY_PERIOD_MS);
  return { definition, from, to };
}

/** True if a mission has the start, the seed and the profile of its exercise. */
export const isBeginningOf = (
  { definition, from }: RunningExercise,
  { seed, startTime, profile }: MissionHeader,
): boolean => startTime === from && seed === definition.start.seed && profile === definition.profile;

/** Returns the header of a new mission with an exercise. @throws Error as `exerciseOf` */
export function exerciseHeader(exercise: NonNullable<MissionHeader['exercise']>): MissionHeader {
  const running = exerciseOf({ exercise });
  if (!running) throw new Error('There is no exercise.');
  const { definition, from } = running;
  return { seed: definition.start.seed, startTime: from, profile: definition.profile, exercise };
}

/**
 * Returns an exercise as its console sees it.
 * @param held the view shown before, returned if it is the same
 */
export function viewExercise(
  running: RunningExercise | undefined,
  state: ExerciseState | undefined,
  held: ExerciseView | undefined,
): ExerciseView | undefined {
  if (!running || !state) return undefined;
  const { from, to, definition } = running;
  const { name, objective, aids, goals, pass } = definition;
  const { said: hints, isOver = false } = state;
  if (held?.isOver === isOver && held.hints.length === hints.length) return held;
  return { name, objective, startTime: from, endTime: to, aids, goals, pass, hints, isOver };
}
