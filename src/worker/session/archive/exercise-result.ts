import type { DebriefedFault, ExerciseResult, Goal, Measure } from '../../../shared/contract/exercise.ts';
import type { ShiftFigures } from '../../../shared/contract/history.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { ActualFault, ExerciseState, RunningExercise } from '../../mission/state/exercise-state.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { Archive } from './archive.ts';
import { shiftFigures } from './comparison.ts';

/** What has happened in an exercise up to an instant. */
interface Course {
  readonly running: RunningExercise;
  readonly state: ExerciseState;
  readonly archive: Archive;
  /** Not before the start. */
  readonly now: EpochMs;
}

/** Returns the result of an exercise, as of an instant; after its end, of the whole. */
export function exerciseResult({ running, state, archive, now }: Course): ExerciseResult {
  const { definition, from, to: end } = running;
  const to = epochMs(Math.min(now, end));
  const values = measure(shiftFigures(archive, from, to), state, to);
  const goals = definition.goals.map((goal) => {
    const value = values[goal.measure];
    return { ...goal, value, points: pointsOf(goal, value) };
  });
  const sum = goals.reduce((total, { points, weight }) => total + points * weight, 0);
  const most = goals.reduce((total, { weight }) => total + weight, 0);
  const score = Math.round((1000 * sum) / most) / 10;
  const isOver = now >= end;
  return {
    from,
    to,
    isOver,
    goals,
    score,
    hasPassed: isOver && score >= definition.pass,
    // Before the end, telemetry is all that the trainee has.
    faults: isOver ? state.faults.map((fault) => debrief(fault, state, archive, to)) : [],
  };
}

/** Returns the share of a goal's weight that a value earns, 0 to 1. */
const pointsOf = ({ full, none }: Goal, value: number): number =>
  Math.min(1, Math.max(0, (value - none) / (full - none)));

function measure(
  figures: ShiftFigures,
  state: ExerciseState,
  to: EpochMs,
): Readonly<Record<Measure, number>> {
  const minutes = (ms: number): number => ms / MS_PER_MIN;
  const longest = (spans: readonly number[]): number => minutes(Math.max(0, ...spans));
  return {
    downlinkedMb: figures.downlinkedMb,
    outOfLimitsMin: minutes(figures.outOfLimitsMs),
    notNominalMin: minutes(figures.notNominalMs),
    leastChargePct: 100 * (figures.leastStateOfCharge ?? 0),
    faultsAtEnd: state.faults.filter((fault) => !fault.to || fault.to > to).length,
    recoveryMin: longest(state.faults.map((fault) => Math.min(fault.to ?? to, to) - fault.from)),
    answerMin: longest(
      state.asks
        .filter(({ askedAt }) => askedAt <= to)
        .map(({ askedAt, answeredAt = to }) => Math.min(answeredAt, to) - askedAt),
    ),
    commands: figures.commands,
  };
}

function debrief(
  { name, anomalyId, from, to }: ActualFault,
  { asks }: ExerciseState,
  archive: Archive,
  end: EpochMs,
): DebriefedFault {
  const { label, type, recoveryCommand } = FAULT_KINDS[name];
  const ask = asks.find(({ id, askedAt }) => id === anomalyId && askedAt >= from);
  const command = archive
    .marks({ from, to: end }, end)
    .commands.find(({ name: sent }) => sent === recoveryCommand);
  return {
    label,
    type,
    from,
    recoveryCommand,
    ...(ask && { askedAt: ask.askedAt }),
    ...(ask?.answeredAt !== undefined && { answeredAt: ask.answeredAt }),
    ...(command && { commandedAt: command.time }),
    ...(to !== undefined && to <= end && { to }),
  };
}
