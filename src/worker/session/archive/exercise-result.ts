import type { DebriefedFault, ExerciseResult, Goal, Measure } from '../../../shared/contract/exercise.ts';
import type { ShiftFigures } from '../../../shared/contract/history.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { hashOf } from '../../kit/hash.ts';
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
  /** True if the faults may be shown as they really were, once it is over. */
  readonly isRevealed: boolean;
}

/** Returns the result of an exercise, as of an instant; after its end, of the whole. */
export function exerciseResult({ running, state, archive, now, isRevealed }: Course): ExerciseResult {
  const { definition, from, to: end } = running;
  const to = epochMs(Math.min(now, end));
  const isOver = now >= end;
  // Before the end, telemetry is all that the trainee has.
  const faults = isOver ? state.faults : knownFaults(archive, from, to);
  const values = measure(shiftFigures(archive, from, to), faults, archive, { from, to });
  const goals = definition.goals.map((goal) => {
    const value = values[goal.measure];
    return { ...goal, ...(value !== undefined && { value }), points: pointsOf(goal, value) };
  });
  const sum = goals.reduce((total, { points, weight }) => total + points * weight, 0);
  const most = goals.reduce((total, { weight }) => total + weight, 0);
  const score = Math.round((1000 * sum) / most) / 10;
  return {
    definition: hashOf(definition),
    from,
    to,
    isOver,
    goals,
    score,
    hasPassed: isOver && score >= definition.pass,
    ...(isOver &&
      isRevealed && {
        debrief: {
          faults: state.faults.map((fault) => debrief(fault, archive, to)),
          bookmarks: state.bookmarks ?? [],
          log: archive.logAt(to).filter(({ time }) => time >= from && time <= to),
        },
      }),
  };
}

/** Span of a fault: its end is absent while it acts. */
type FaultSpan = Pick<ActualFault, 'anomalyId' | 'from' | 'to'>;

/** Returns the faults that the ground has known of, from their report to that of their end. */
function knownFaults(archive: Archive, from: EpochMs, to: EpochMs): readonly FaultSpan[] {
  const spans = new Map<string, FaultSpan>();
  const ended: FaultSpan[] = [];
  for (const { time, faults } of archive.conditions(to)) {
    for (const [id, span] of spans) {
      if (faults.includes(id)) continue;
      ended.push({ ...span, to: time });
      spans.delete(id);
    }
    for (const id of faults) if (time >= from && !spans.has(id)) spans.set(id, { anomalyId: id, from: time });
  }
  return [...ended, ...spans.values()];
}

/** Returns the share of a goal's weight that a value earns, 0 to 1; an unknown one earns nothing. */
const pointsOf = ({ full, none }: Goal, value: number | undefined): number =>
  value === undefined ? 0 : Math.min(1, Math.max(0, (value - none) / (full - none)));

function measure(
  figures: ShiftFigures,
  faults: readonly FaultSpan[],
  archive: Archive,
  { from, to }: { readonly from: EpochMs; readonly to: EpochMs },
): Readonly<Record<Measure, number | undefined>> {
  const minutes = (ms: number): number => ms / MS_PER_MIN;
  const longest = (spans: readonly number[]): number => minutes(Math.max(0, ...spans));
  const { leastStateOfCharge } = figures;
  const asks = archive.asks(to).filter(({ askedAt }) => askedAt > from && askedAt <= to);
  return {
    downlinkedMb: figures.downlinkedMb,
    outOfLimitsMin: minutes(figures.outOfLimitsMs),
    notNominalMin: minutes(figures.notNominalMs),
    leastChargePct: leastStateOfCharge === undefined ? undefined : 100 * leastStateOfCharge,
    faultsAtEnd: faults.filter((fault) => !fault.to || fault.to > to).length,
    recoveryMin: longest(faults.map((fault) => Math.min(fault.to ?? to, to) - fault.from)),
    answerMin: longest(
      asks.map(({ anomalyId, askedAt, answeredAt = to }) => {
        const fault = faults.find((one) => one.anomalyId === anomalyId && (one.to ?? to) > askedAt);
        return Math.min(answeredAt, fault?.to ?? to, to) - askedAt;
      }),
    ),
    commands: figures.commands,
  };
}

function debrief({ name, anomalyId, from, to }: ActualFault, archive: Archive, end: EpochMs): DebriefedFault {
  const { label, type, recoveryCommand } = FAULT_KINDS[name];
  const ask = archive.asks(end).find((one) => one.anomalyId === anomalyId && one.askedAt >= from);
  const last = epochMs(Math.min(to ?? end, end));
  const command = archive
    .marks({ from, to: last }, end)
    .commands.find(({ name: sent }) => sent === recoveryCommand);
  return {
    label,
    type,
    from,
    recoveryCommand,
    ...(ask && { askedAt: ask.askedAt }),
    ...(ask?.answeredAt !== undefined && ask.answeredAt <= end && { answeredAt: ask.answeredAt }),
    ...(command && { commandedAt: command.time }),
    ...(to !== undefined && to <= end && { to }),
  };
}
