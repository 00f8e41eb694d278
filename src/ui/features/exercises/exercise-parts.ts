import { ExerciseStrip } from './ExerciseStrip.tsx';
import { ExercisesDialog } from './ExercisesDialog.tsx';
import { InstructorPanel } from './InstructorPanel.tsx';
import { ResultDialog } from './ResultDialog.tsx';

/** What a page needs for exercises; one chunk. */
export const EXERCISE_PARTS = { ExerciseStrip, ExercisesDialog, InstructorPanel, ResultDialog };
