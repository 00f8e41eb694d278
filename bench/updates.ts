import { serialize } from 'node:v8';
import type { MissionUpdate } from '../src/shared/contract/mission-control.ts';
import { addMs, epochMs, MS_PER_MIN, MS_PER_S } from '../src/shared/kit/units.ts';
import { openSession } from '../src/worker/session/session.ts';
import { asListener } from '../tests/support/mission.ts';
import { type Comparison, median } from './measure.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const WATCHED_MIN = 30;
/** The contact plan is searched in chunks at the start. */
const SETTLED_AFTER_MIN = 5;

/** Size as a structured clone, in bytes. */
const bytesOf = (value: unknown): number => serialize(value).length;

interface Sizes {
  readonly first: number;
  /** Updates in which only the clock changed. */
  readonly quiet: readonly number[];
  /** Updates with a new telemetry sample and without a keyframe. */
  readonly sample: readonly number[];
  readonly all: readonly number[];
}

/** Collects every update of half an hour, second by second. Deterministic: seed, clock and format are fixed. */
async function watchUpdates(): Promise<Sizes> {
  let time = T0;
  const mission = openSession({ clock: { now: () => time }, seed: 1 });
  const updates: MissionUpdate[] = [];
  mission.control.subscribe(asListener((update) => void updates.push(update)));
  const [first] = updates;
  if (!first) throw new Error('There was no first update.');
  updates.length = 0;
  const settled: MissionUpdate[] = [];
  for (let ms = MS_PER_S; ms <= WATCHED_MIN * MS_PER_MIN; ms += MS_PER_S) {
    time = addMs(T0, ms);
    mission.advanceTo(time);
    await Promise.resolve(); // lets the listener answer, so that nothing is merged
    if (ms > SETTLED_AFTER_MIN * MS_PER_MIN) settled.push(...updates);
    updates.length = 0;
  }
  const isQuiet = ({ slices, notices }: MissionUpdate) =>
    Object.keys(slices).length === 1 && notices.length === 0;
  return {
    first: bytesOf(first),
    quiet: settled.filter(isQuiet).map(bytesOf),
    sample: settled.filter(({ slices }) => slices.telemetry).map(bytesOf),
    all: settled.map(bytesOf),
  };
}

/** Compares the bytes over the channel with an update in which only the clock has changed. */
export async function measureUpdates(): Promise<readonly Comparison[]> {
  const { first, quiet, sample, all } = await watchUpdates();
  const floor = quiet;
  const against = 'an update in which only the clock changed';
  const perMinute = (
    all.reduce((sum, bytes) => sum + bytes, 0) /
    (WATCHED_MIN - SETTLED_AFTER_MIN) /
    1024
  ).toFixed(0);
  return [
    {
      id: 'update-quiet',
      name: 'Update in which only the clock changed',
      unit: 'bytes',
      measured: quiet,
      floor: [bytesOf({ time: T0 })],
      against: 'the time alone',
    },
    {
      id: 'update-sample',
      name: 'Largest update with a telemetry sample, keyframes apart',
      unit: 'bytes',
      measured: [Math.max(...sample)],
      floor,
      against,
      notes: { 'half of them': `up to ${median(sample)} bytes` },
    },
    {
      id: 'update-first',
      name: 'First update, the whole snapshot',
      unit: 'bytes',
      measured: [first],
      floor,
      against,
    },
    {
      id: 'update-mean',
      name: 'All updates of 25 minutes, on average',
      unit: 'bytes',
      measured: [all.reduce((sum, bytes) => sum + bytes, 0) / all.length],
      floor: [median(floor)],
      against,
      notes: { 'in a minute': `${perMinute} kB` },
    },
  ];
}
