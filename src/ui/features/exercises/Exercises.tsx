import { useAtom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { DialogOnDemand } from '../../kit/controls/DialogOnDemand.tsx';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { readInstructor } from '../../mission/navigation/address.ts';
import { isExercisesOpenAtom, isResultOpenAtom } from './atoms.ts';

const CHUNK = 'exercise-parts';
const load = async () => (await import('./exercise-parts.ts')).EXERCISE_PARTS;
const ExercisesDialog = onDemand([CHUNK], async () => (await load()).ExercisesDialog).Component;
const ResultDialog = onDemand([CHUNK], async () => (await load()).ResultDialog).Component;
const Instructor = onDemand([CHUNK], async () => (await load()).InstructorPanel).Component;
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

/** One line on the exercise of the mission, and in the instructor's window what the instructor can do. */
export function ExerciseLine() {
  const exercise = useAtomValue(sliceAtoms.exercise);
  const [query] = useSearchParams();
  const isInstructor = useAtomValue(maySteerAtom) && readInstructor(query);
  if (!exercise && !isInstructor) return null;
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>
        {exercise && <Strip exercise={exercise} />}
        {isInstructor && <Instructor />}
      </Suspense>
    </FailureBoundary>
  );
}
