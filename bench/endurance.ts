import { epochMs } from '../src/shared/kit/units.ts';
import { type Endurance, endure } from './endure.ts';
import { createEnvironments, endureUnattended, type UnattendedEndurance } from './endure-unattended.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 12));
/** `npm run endurance -- seeds days`, and the part to run: `spacecraft`, `alone` or `crew`; all by default. */
const [given = '30', givenDays = '30', part] = process.argv.slice(2);
const seeds = Number(given);
const days = Number(givenDays);

interface Goal<Run> {
  readonly name: string;
  isMet(run: Run): boolean;
}

const GOALS_UNATTENDED: readonly Goal<UnattendedEndurance>[] = [
  { name: 'NOMINAL at least 90 % of the time', isMet: ({ nominal }) => nominal >= 0.9 },
  { name: 'never below 20 V for more than an hour', isMet: (run) => run.longestBelow20VMin <= 60 },
];
const GOALS_ALONE: readonly Goal<Endurance>[] = [
  { name: 'NOMINAL at least 90 % of the time', isMet: ({ nominal }) => nominal >= 0.9 },
  { name: 'never below 20 V for more than an hour', isMet: (run) => run.longestBelow20VMin <= 60 },
  { name: 'recoverable by the ground', isMet: ({ isRecoverable }) => isRecoverable },
];
const GOALS_CREW: readonly Goal<Endurance>[] = [
  { name: 'NOMINAL at least 97 % of the time', isMet: ({ nominal }) => nominal >= 0.97 },
  { name: 'answered within ten minutes', isMet: (run) => (run.slowestAnswerMin ?? 0) <= 10 },
  { name: 'never below 20 V for more than an hour', isMet: (run) => run.longestBelow20VMin <= 60 },
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const unattendedRow = (run: UnattendedEndurance): string =>
  [
    `seed ${run.seed}`,
    `NOMINAL ${percent(run.nominal)}`,
    `${run.safeStays} stays in SAFE`,
    `lowest ${run.lowestV.toFixed(1)} V`,
    `below 20 V ${run.longestBelow20VMin.toFixed(0)} min`,
    `SURVIVAL ${run.survivalMin.toFixed(0)} min`,
  ].join(', ');

const missionRow = (run: Endurance): string =>
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

/** Runs every seed, prints the results and checks each against the goals. */
function judge<Run extends { readonly nominal: number }>(
  title: string,
  goals: readonly Goal<Run>[],
  run: (seed: number) => Run,
  rowOf: (run: Run) => string,
): void {
  console.log(title);
  const runs: Run[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const done = run(seed);
    runs.push(done);
    console.log(`  ${rowOf(done)}`);
  }
  const mean = runs.reduce((sum, { nominal }) => sum + nominal, 0) / runs.length;
  console.log(`  NOMINAL ${percent(mean)} of the time over all seeds`);
  for (const goal of goals) {
    const failed = runs.filter((done) => !goal.isMet(done)).length;
    console.log(`  ${goal.name}: ${failed === 0 ? 'met' : `missed by ${failed} of ${seeds} seeds`}`);
    if (failed > 0) process.exitCode = 1;
  }
}

/**
 * Simulates `days` days with each of `seeds` seeds: the spacecraft alone, which takes a minute for all; whole
 * missions without an operator, and with the duty crew.
 */
export function main(): void {
  const isRun = (name: string): boolean => part === undefined || part === name;
  if (isRun('spacecraft')) {
    const environments = createEnvironments();
    judge(
      'The spacecraft alone',
      GOALS_UNATTENDED,
      (seed) => endureUnattended(seed, FROM, days, environments),
      unattendedRow,
    );
  }
  if (isRun('alone')) {
    judge('Left alone', GOALS_ALONE, (seed) => endure(seed, FROM, days, false), missionRow);
  }
  if (isRun('crew')) {
    judge('With the duty crew', GOALS_CREW, (seed) => endure(seed, FROM, days, true), missionRow);
  }
}
