import { type Reading, slopePerHour } from './slope.ts';

/** Largest growth of a heap that holds a session's archive, in kB per hour of mission: 10 MB a day. */
export const MOST_HEAP_PER_H = 10_000 / 24;

/** An observed quantity, and its bounds. */
export interface Watched {
  readonly name: string;
  readonly unit: string;
  readonly readings: readonly Reading[];
  /** Largest growth, in its unit per hour; only reported if absent. */
  readonly maxPerHour?: number;
  /** Largest value of any reading. */
  readonly max?: number;
}

export interface Verdict {
  readonly name: string;
  readonly unit: string;
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  readonly perHour: number;
  readonly bound: string;
  readonly isHeld: boolean;
}

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Judges a quantity: its observed values against its bounds. */
export function judge({ name, unit, readings, maxPerHour, max }: Watched): Verdict {
  const values = readings.map(({ value }) => value);
  const perHour = slopePerHour(readings);
  const highest = Math.max(...values);
  const bounds = [
    ...(maxPerHour === undefined ? [] : [`at most ${round(maxPerHour)} an hour`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ];
  return {
    name,
    unit,
    first: values[0] ?? Number.NaN,
    last: values.at(-1) ?? Number.NaN,
    highest,
    perHour,
    bound: bounds.join(', ') || 'told only',
    // A quantity without readings fails.
    isHeld:
      values.length > 0 &&
      (maxPerHour === undefined || perHour <= maxPerHour) &&
      (max === undefined || highest <= max),
  };
}

/** Formats the verdicts as a table for a terminal and for Markdown. */
export function table(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ name, unit, first, last, highest, perHour, bound, isHeld }) => [
    name,
    unit,
    round(first),
    round(last),
    round(highest),
    round(perHour),
    bound,
    isHeld ? 'held' : 'NOT HELD',
  ]);
  const head = ['What', 'Unit', 'First', 'Last', 'Highest', 'An hour', 'Bound', ''];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
