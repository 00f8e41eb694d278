import { epochMs } from '../src/shared/units.ts';
import { type Endurance, endure } from './endure.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 12));
/** `npm run endurance -- seeds days`. */
const [seeds = 30, days = 30] = process.argv.slice(2).map(Number);

interface Goal {
  readonly name: string;
  isMet(run: Endurance): boolean;
}

const GOALS = {
  alone: [
    { name: 'NOMINAL at least 90 % of the time', isMet: ({ nominal }) => nominal >= 0.9 },
    { name: 'never below 20 V for more than an hour', isMet: (run) => run.longestBelow20VMin <= 60 },
    { name: 'recoverable by the ground', isMet: ({ isRecoverable }) => isRecoverable },
  ],
  crew: [
    { name: 'NOMINAL at least 97 % of the time', isMet: ({ nominal }) => nominal >= 0.97 },
    { name: 'answered within ten minutes', isMet: (run) => (run.slowestAnswerMin ?? 0) <= 10 },
    { name: 'never below 20 V for more than an hour', isMet: (run) => run.longestBelow20VMin <= 60 },
  ],
} as const satisfies Readonly<Record<string, readonly Goal[]>>;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const row = (run: Endurance): string =>
  [
    `seed ${run.seed}`,
    `NOMINAL ${percent(run.nominal)}`,
    `payload ${percent(run.payload)}`,
    `lowest ${run.lowestV.toFixed(1)} V`,
    `below 20 V ${run.longestBelow20VMin} min`,
    `SURVIVAL ${run.survivalMin} min`,
    `${run.worthAnsweringPerH.toFixed(1)} faults/h to answer`,
    `slowest answer ${run.slowestAnswerMin?.toFixed(0) ?? '–'} min`,
    `health ${run.health.toFixed(0)} %`,
    `${run.downlinkedMbPerDay.toFixed(0)} MB/day`,
  ].join(', ');

/**
 * Simulates `days` days with each of `seeds` seeds, without an operator and with the duty crew, and judges
 * both.
 */
export function main(): void {
  for (const [name, hasCrew] of [
    ['alone', false],
    ['crew', true],
  ] as const) {
    console.log(hasCrew ? 'With the duty crew' : 'Left alone');
    const runs: Endurance[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const run = endure(seed, FROM, days, hasCrew);
      runs.push(run);
      console.log(`  ${row(run)}`);
    }
    const mean = runs.reduce((sum, { nominal }) => sum + nominal, 0) / runs.length;
    console.log(`  NOMINAL ${percent(mean)} of the time over all seeds`);
    for (const goal of GOALS[name]) {
      const failed = runs.filter((run) => !goal.isMet(run));
      console.log(
        `  ${goal.name}: ${failed.length === 0 ? 'met' : `missed by ${failed.length} of ${seeds} seeds`}`,
      );
      if (failed.length > 0) process.exitCode = 1;
    }
  }
}
