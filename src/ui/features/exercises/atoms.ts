import { atom } from 'jotai';

/** True while the dialog *Exercises* is open. */
export const isExercisesOpenAtom = atom(false);

/** True while the result of the exercise is open. */
export const isResultOpenAtom = atom(false);
