import { type ExerciseResult, type Goal, MEASURES } from '../../../shared/contract/exercise.ts';

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
export const bandText = (goal: Goal): string =>
  `all points at ${bound(goal.full, goal)}, none at ${bound(goal.none, goal)}`;

export const valueText = (goal: JudgedGoal): string => figure(goal.value, goal);

/** `20 of 33` points of 100 that a goal has earned. */
export function pointsText(goal: JudgedGoal, goals: readonly JudgedGoal[]): string {
  const total = goals.reduce((sum, { weight }) => sum + weight, 0);
  const share = (points: number): string => ((100 * points * goal.weight) / total).toFixed(0);
  return `${share(goal.points)} of ${share(1)}`;
}

/** Says in one sentence how the exercise has gone, or goes. */
export function resultText({ isOver, score, hasPassed }: ExerciseResult, pass: number): string {
  if (!isOver) return `${score.toFixed(1)} of 100 points so far; ${pass} pass.`;
  return `${hasPassed ? 'Passed' : 'Not passed'}: ${score.toFixed(1)} of 100 points; ${pass} pass.`;
}
