import type { Exercise, ExerciseAids } from '../../../shared/contract/exercise.ts';
import { EXERCISE_CATALOGUE, type ExerciseId } from '../../../shared/entities/exercise-catalogue.ts';

/** What an exercise has besides its card. */
type Plot = Omit<Exercise, 'name' | 'objective' | 'minutes'>;

const ALL_AIDS: ExerciseAids = { explanations: true, suggestions: true, diagram: true };

const PLOTS: Readonly<Record<ExerciseId, Plot>> = {
  'first-contact': {
    start: { seed: 11, time: '2026-11-20T12:00:00Z', recorderMb: 4000 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'antenna', when: { minute: 5 }, act: { fault: 'antenna-off', course: 'lasting' } },
      { id: 'hint', when: { after: 'antenna', minutes: 10 }, act: { hint: 'What moves the antenna?' } },
    ],
    goals: [
      { measure: 'recoveryMin', full: 15, none: 50, weight: 2 },
      { measure: 'downlinkedMb', full: 600, none: 100, weight: 1 },
    ],
    pass: 70,
  },
};

/** Built-in exercises by name. */
export const BUILT_IN_EXERCISES: ReadonlyMap<string, Exercise> = new Map(
  EXERCISE_CATALOGUE.map(({ id, name, objective, minutes }) => [
    id,
    { name, objective, minutes, ...PLOTS[id] },
  ]),
);
