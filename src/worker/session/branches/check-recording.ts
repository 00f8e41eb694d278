import type { ReplayComparison, TimedRecording } from '../../../shared/contract/journal.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import { exerciseOf } from '../../mission/exercise/running-exercise.ts';
import { exerciseResult } from '../archive/exercise-result.ts';
import { type Replay, replay } from './replay.ts';

/** Replays a recording from its start, compares its hashes, and judges its exercise. */
export function checkRecording(recording: TimedRecording): ReplayComparison {
  const replayed = replay(recording);
  const { equalCount, differsAt } = replayed;
  const exercise = judged(replayed);
  return { equalCount, differsAt, ...(exercise && { exercise }) };
}

function judged({ mission, past: { archive } }: Replay): ReplayComparison['exercise'] {
  const running = exerciseOf(mission.header);
  const state = mission.exercise();
  if (!running || !state || !archive) return undefined;
  const now = epochMs(Math.max(running.from, mission.time()));
  const isRevealed = state.isOver === true;
  return exerciseResult({ running, state, archive, now, isRevealed });
}
