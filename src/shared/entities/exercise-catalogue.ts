/** A built-in exercise as it is offered. */
export interface ExerciseCard {
  /** Name in addresses. */
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  /** Duration. */
  readonly minutes: number;
}

/** Built-in exercises, the easiest first; the worker has their triggers and goals. */
export const EXERCISE_CATALOGUE = [
  {
    id: 'first-contact',
    name: 'First contact',
    objective: 'Clear a fault of the antenna before the next pass, and downlink the images of the day.',
    minutes: 60,
  },
] as const satisfies readonly ExerciseCard[];

export type ExerciseId = (typeof EXERCISE_CATALOGUE)[number]['id'];
