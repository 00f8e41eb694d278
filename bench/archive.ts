import { HISTORY_CHANNELS, type HistoryChannel } from '../src/shared/contract/history.ts';
import { TELEMETRY_CHANNELS } from '../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_S } from '../src/shared/kit/units.ts';
import { createMission } from '../src/worker/mission/mission.ts';
import type { MissionFacts } from '../src/worker/mission/state/slices.ts';
import { type Archive, createArchive } from '../src/worker/session/archive/archive.ts';
import { type Columns, createColumns } from '../src/worker/session/archive/columns.ts';
import { queryHistory } from '../src/worker/session/archive/history.ts';
import { COLUMN_STEPS, createSamples, type Samples } from '../src/worker/session/archive/samples.ts';
import { settledBytes } from './heap.ts';
import type { Comparison } from './measure.ts';
import { timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const STEP_MS = 5 * MS_PER_S;
const DAYS = 7;
const PIXELS = 1000;
const QUERIES = 100;
const COPIES = 8;
const ROUNDS = 3;

/** Times repeated archiving of the facts of a span, one entry per step, against simulating the mission itself. */
function archiveSpan(spanMs: number): { readonly archives: Archive[]; readonly comparison: Comparison } {
  const end = addMs(T0, spanMs);
  const mission = createMission({ seed: 1, startTime: T0 });
  const moments: { readonly facts: MissionFacts; readonly time: EpochMs }[] = [];
  const simulatedMs = timed(() => {
    for (let time = addMs(T0, STEP_MS); time <= end; time = addMs(time, STEP_MS)) {
      mission.advanceTo(time);
      moments.push({ facts: mission.facts(), time });
    }
  });
  let archive = createArchive();
  const measured = Array.from({ length: 9 }, () => {
    archive = createArchive();
    return timed(() => {
      for (const { facts, time } of moments) archive.append(facts, time);
    });
  });
  // Drops only the last facts, which the mission still references.
  archive.dropAfter(end);
  return {
    archives: [archive],
    comparison: {
      id: 'archive-append',
      name: `${spanMs / MS_PER_H} h into the archive, every 5 s`,
      unit: 'ms',
      measured,
      floor: [simulatedMs],
      against: 'the simulation of them',
      notes: { 'an instant': `${((1000 * Math.min(...measured)) / moments.length).toFixed(1)} µs` },
    },
  };
}

/** Repeats the samples of a day over a week. */
function repeatDay(archive: Archive): Samples {
  const samples = createSamples();
  const day = [...archive.samplesFrom(T0)];
  for (let number = 0; number < DAYS; number++) {
    for (const sample of day) {
      const values = HISTORY_CHANNELS.map(sample.value);
      if (!values.some(Number.isNaN)) samples.columns.append(addMs(sample.time, number * MS_PER_DAY), values);
    }
  }
  return samples;
}

/** Returns all samples, reduced to the given channels. */
function columnsOf(archive: Archive, channels: readonly HistoryChannel[]): Columns {
  const columns = createColumns(COLUMN_STEPS.slice(0, channels.length));
  for (const { time, value } of archive.samplesFrom(T0)) columns.append(time, channels.map(value));
  return columns;
}

/** Compares the bytes per hour of samples, averaged over several copies and rounds because heap readings vary. */
const compareColumns = (
  id: string,
  archive: Archive,
  channels: readonly HistoryChannel[],
  spanMs: number,
): Comparison => ({
  id,
  name: `An hour of ${channels.length} channels in the archive`,
  unit: 'bytes',
  measured: Array.from({ length: ROUNDS }, () => {
    const count = COPIES * (MS_PER_DAY / spanMs);
    const copies = Array.from({ length: count }, () => columnsOf(archive, channels));
    return takeBytes(copies) / count / (spanMs / MS_PER_H);
  }),
  floor: [(MS_PER_H / STEP_MS) * Float64Array.BYTES_PER_ELEMENT * (1 + channels.length)],
  against: 'the same in plain numbers',
});

function compareQueries(id: string, samples: Samples, channels: readonly HistoryChannel[]): Comparison {
  const end = addMs(T0, DAYS * MS_PER_DAY);
  const query = (spanMs: number): readonly number[] =>
    Array.from({ length: QUERIES }, (_, number) => {
      const to = addMs(end, -number * STEP_MS);
      const from = addMs(to, -spanMs);
      return timed(() => queryHistory(samples, { channels, from, to, columns: PIXELS }, end));
    });
  query(DAYS * MS_PER_DAY); // compiles the code
  const measured = query(DAYS * MS_PER_DAY);
  const p95 = measured.toSorted((a, b) => a - b)[Math.floor(0.95 * QUERIES)] ?? Number.NaN;
  return {
    id,
    name: `${channels.length} channels over 7 days in ${PIXELS} pixel columns`,
    unit: 'ms',
    measured,
    floor: query(MS_PER_H),
    against: 'over an hour, all samples',
    notes: { p95: `${p95.toFixed(2)} ms` },
  };
}

/** Releases these objects and returns the bytes that only they held. */
function takeBytes(held: object[]): number {
  const before = settledBytes();
  held.length = 0;
  return before - settledBytes();
}

/**
 * Measures the cost of archiving a span and the size per hour of samples, without the parts that do not grow with time.
 */
function measureSpan(spanMs: number): {
  readonly archives: Archive[];
  readonly sizes: readonly Comparison[];
} {
  const { comparison, archives } = archiveSpan(spanMs);
  const [archive] = archives as [Archive];
  const sizes = [
    comparison,
    compareColumns('archive-telemetry', archive, TELEMETRY_CHANNELS, spanMs),
    compareColumns('archive-channels', archive, HISTORY_CHANNELS, spanMs),
  ];
  return { archives, sizes };
}

export const measureArchiveSize = (hours: number): readonly Comparison[] =>
  measureSpan(hours * MS_PER_H).sizes;

/** Measures the archive of an unattended day: its cost, its size, and queries over a week. */
export function measureArchive(): readonly Comparison[] {
  const { archives, sizes } = measureSpan(MS_PER_DAY);
  const weeks = archives.map(repeatDay);
  return [
    ...sizes,
    {
      id: 'archive-day',
      name: 'A day of the archive, with the log and all that happened',
      unit: 'bytes',
      measured: [takeBytes(archives)],
      floor: [(MS_PER_DAY / STEP_MS) * Float64Array.BYTES_PER_ELEMENT * (1 + HISTORY_CHANNELS.length)],
      against: 'its samples in plain numbers',
    },
    ...weeks.flatMap((week) => [
      compareQueries('archive-week', week, TELEMETRY_CHANNELS),
      compareQueries('archive-week-all', week, HISTORY_CHANNELS),
    ]),
  ];
}
