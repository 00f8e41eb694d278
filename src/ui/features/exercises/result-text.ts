import {
  type DebriefedFault,
  type ExerciseResult,
  type ExerciseView,
  type Goal,
  MEASURES,
} from '../../../shared/contract/exercise.ts';
import { formatUtcTime } from '../../kit/format.ts';

/** An exercise and its result. */
export interface JudgedExercise {
  readonly exercise: ExerciseView;
  readonly result: ExerciseResult;
}

type JudgedGoal = ExerciseResult['goals'][number];

const figure = (value: number, { measure }: Goal): string => {
  const { unit, decimals } = MEASURES[measure];
  const text = value.toLocaleString('en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return unit ? `${text} ${unit}` : text;
};

/** Number without needless decimals, as in the definition of a goal. */
const bound = (value: number, { measure }: Goal): string => {
  const { unit } = MEASURES[measure];
  return unit ? `${value.toLocaleString('en-GB')} ${unit}` : value.toLocaleString('en-GB');
};

/** `all points at 15 min, none at 50 min` */
const bandText = (goal: Goal): string =>
  `all points at ${bound(goal.full, goal)}, none at ${bound(goal.none, goal)}`;

export const valueText = (goal: JudgedGoal): string =>
  goal.value === undefined ? 'unknown' : figure(goal.value, goal);

/** `20 of 33` points of 100 that a goal has earned. */
export function pointsText(goal: JudgedGoal, goals: readonly JudgedGoal[]): string {
  const total = goals.reduce((sum, { weight }) => sum + weight, 0);
  const share = (points: number): string => ((100 * points * goal.weight) / total).toFixed(0);
  return `${share(goal.points)} of ${share(1)}`;
}

/** Says in one sentence how the exercise has gone, or goes. */
export function resultText({ isOver, score, hasPassed }: ExerciseResult, pass: number): string {
  if (!isOver) return `${score.toFixed(1)} of 100 points so far; ${pass} are needed.`;
  return `${hasPassed ? 'Passed' : 'Not passed'}: ${score.toFixed(1)} of 100 points; ${pass} are needed.`;
}

export const GOAL_COLUMNS = ['Goal', 'Value', 'Points'] as const;

/** `Longest fault: all points at 15 min, none at 50 min` */
export const goalText = (goal: Goal): string => `${MEASURES[goal.measure].text}: ${bandText(goal)}`;
export const BOOKMARK_COLUMNS = ['UTC', 'Bookmark'] as const;

export const FAULT_COLUMNS = ['Fault', 'Began', 'Asked', 'Answered', 'Its command', 'Ended'] as const;

/** Name of a fault: `antenna off pointing (Signal)`. */
export const faultName = ({ label, type }: DebriefedFault): string => `${label} (${type})`;

/** Times of a fault, in the order of `FAULT_COLUMNS`; `undefined` where it did not happen. */
export const faultTimes = ({ from, askedAt, answeredAt, commandedAt, to }: DebriefedFault) =>
  [from, askedAt, answeredAt, commandedAt, to] as const;

/** Cells of a fault as text. */
export const faultTexts = (fault: DebriefedFault): readonly string[] => [
  faultName(fault),
  ...faultTimes(fault).map((time) => (time === undefined ? 'never' : formatUtcTime(time))),
];
