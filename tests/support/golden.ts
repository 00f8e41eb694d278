import type { MissionInput } from '../../src/shared/contract/journal.ts';
import type { OperationName } from '../../src/shared/contract/operations.ts';
import type { CommandName } from '../../src/shared/entities/entities.ts';
import type { FaultName } from '../../src/shared/entities/faults.ts';
import { TELEMETRY_CHANNELS } from '../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { createRandom } from '../../src/worker/kit/random.ts';
import { createMission, type Mission } from '../../src/worker/mission/mission.ts';

import { drawElements } from './recordings.ts';
import { SEASONS } from './spacecraft.ts';

/** Whole missions of a day with a story, as text: hourly hashes, and telemetry at a few instants. */

export const GOLDEN_SEEDS = [1, 2, 3] as const;
type GoldenSeed = (typeof GOLDEN_SEEDS)[number];

interface Story {
  readonly from: EpochMs;
  /** First a fault that the ground clears, then one that FDIR handles. */
  readonly faults: readonly [FaultName, FaultName];
  readonly remedy: CommandName;
}

const STORIES: Readonly<Record<GoldenSeed, Story>> = {
  1: { from: SEASONS[0].from, faults: ['wheel-friction', 'gimbal-slip'], remedy: 'Attitude Adjustment' },
  2: { from: SEASONS[1].from, faults: ['wing-folded', 'cell-short'], remedy: 'Deploy Solar Array' },
  3: { from: SEASONS[1].from, faults: ['heater-stuck-on', 'gyro-drift'], remedy: 'Thermal Control' },
};

const operation = (name: OperationName, input: unknown): MissionInput => ({ kind: 'operation', name, input });

function apply(mission: Mission, input: MissionInput): string {
  const { outcome } = mission.apply(input);
  if (!outcome.ok) throw new Error(outcome.message);
  return (outcome.value as { id?: string } | undefined)?.id ?? '';
}

/** Step of a story: an input, or a command that is queued and executed at once. */
type StoryStep = MissionInput | CommandName;

function take(mission: Mission, step: StoryStep): void {
  if (typeof step !== 'string') return void apply(mission, step);
  const id = apply(mission, operation('queueCommand', { name: step, scheduledTime: '2026-11-20T12:00' }));
  apply(mission, operation('executeCommand', id));
}

/** Returns the steps by minute after the start. */
const stepsOf = (seed: GoldenSeed, { from, faults, remedy }: Story): ReadonlyMap<number, StoryStep> =>
  new Map<number, StoryStep>([
    [30, 'Communications Check'],
    [60, { kind: 'fault', inject: faults[0], course: 'lasting' }],
    [150, remedy],
    [240, { kind: 'fault', inject: faults[1], course: 'contained' }],
    [300, operation('handOverConsole', 'duty crew')],
    [420, drawElements(createRandom(seed))],
    [480, { kind: 'note', subject: 'Mission', level: 'info', text: 'Eight hours' }],
    [600, { kind: 'jump', to: addMs(from, 12 * MS_PER_H) }],
    [780, operation('handOverConsole', 'operator')],
    [840, 'Enter Safe Mode'],
    [1080, 'Attitude Adjustment'],
    [1200, { kind: 'fault', inject: faults[0], course: 'safed' }],
  ]);

/** Minutes at which the telemetry is written. */
const SHOWN = [0, 65, 160, 250, 599, 720, 850, 1000, 1210, 1440];

const COLUMN = 17;

const row = (...cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => String(cell).padEnd(COLUMN))
    .join('  ')
    .trimEnd();

const utc = (time: EpochMs): string => new Date(time).toISOString().slice(0, 16);

function telemetryRow(mission: Mission): string {
  const { telemetry, spacecraft, anomalies, log } = mission.snapshot();
  const sample = telemetry.value.at(-1);
  return row(
    utc(mission.time()),
    ...TELEMETRY_CHANNELS.map((channel) => sample?.[channel].toFixed(3) ?? ''),
    (100 * (spacecraft.value?.battery.soc ?? Number.NaN)).toFixed(3),
    spacecraft.value?.mode ?? '',
    anomalies.value.length,
    log.value.at(-1)?.id ?? 0,
  );
}

/** Simulates the mission of a seed. */
export function simulateGoldenMission(seed: GoldenSeed): string {
  const story = STORIES[seed];
  const steps = stepsOf(seed, story);
  const mission = createMission({ seed, startTime: story.from });
  const hashes: string[] = [];
  const rows: string[] = [];
  for (let minute = 0; minute <= 24 * 60; minute++) {
    const time = addMs(story.from, minute * MS_PER_MIN);
    if (time < mission.time()) continue; // skipped by a jump
    mission.advanceTo(time);
    if (minute % 60 === 0) hashes.push(row(utc(mission.time()), mission.hash()));
    if (SHOWN.includes(minute)) rows.push(telemetryRow(mission));
    const step = steps.get(minute);
    if (step) take(mission, step);
  }
  return [
    `Mission of seed ${seed}`,
    '',
    row('UTC', 'hash'),
    ...hashes,
    '',
    row('UTC', ...TELEMETRY_CHANNELS, 'charge (%)', 'mode', 'anomalies', 'log entries'),
    ...rows,
    '',
  ].join('\n');
}
