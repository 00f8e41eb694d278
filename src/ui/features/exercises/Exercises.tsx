import { useAtom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { DialogOnDemand } from '../../kit/controls/DialogOnDemand.tsx';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { isExercisesOpenAtom, isResultOpenAtom } from './atoms.ts';

const CHUNK = 'exercise-parts';
const load = async () => (await import('./exercise-parts.ts')).EXERCISE_PARTS;
const ExercisesDialog = onDemand([CHUNK], async () => (await load()).ExercisesDialog).Component;
const ResultDialog = onDemand([CHUNK], async () => (await load()).ResultDialog).Component;
const Strip = onDemand([CHUNK], async () => (await load()).ExerciseStrip).Component;

/** The dialogs of exercises, when open. */
export function Exercises() {
  const [isOpen, setOpen] = useAtom(isExercisesOpenAtom);
  const [isResultOpen, setResultOpen] = useAtom(isResultOpenAtom);
  return (
    <>
      <DialogOnDemand id="exercises-failed" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ExercisesDialog />
      </DialogOnDemand>
      <DialogOnDemand id="result-failed" isOpen={isResultOpen} onClose={() => setResultOpen(false)}>
        <ResultDialog />
      </DialogOnDemand>
    </>
  );
}

/** One line on the exercise of the mission; nothing without one. */
export function ExerciseLine() {
  const exercise = useAtomValue(sliceAtoms.exercise);
  if (!exercise) return null;
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>
        <Strip exercise={exercise} />
      </Suspense>
    </FailureBoundary>
  );
}
