import type { HistoryChannel, Stretch } from '../../../shared/contract/history.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { type Cell, csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { chartedChannel, isModelChannel, MODEL_DEFINITIONS } from '../../mission/link/model-channels.ts';

/** Steps of exported telemetry. */
export const EXPORT_STEPS = ['samples', 'minutes'] as const;
export type ExportStep = (typeof EXPORT_STEPS)[number];

/** Content of a telemetry file. */
export interface TelemetryExport {
  readonly span: TimeRange;
  readonly step: ExportStep;
  readonly channels: readonly HistoryChannel[];
  /** Names of the branches; if several, each has separate columns. */
  readonly branches: readonly string[];
}

/** Finer than the resolution of any sensor, and without the noise of binary fractions. */
const DECIMALS = 4;

const cellOf = (value: number): Cell => (Number.isNaN(value) ? undefined : Number(value.toFixed(DECIMALS)));

/** Statistics of a minute, for a channel of a branch. */
interface Minute {
  low: number;
  sum: number;
  high: number;
  count: number;
}

const OF_A_MINUTE = ['min', 'mean', 'max'] as const;

/** File that grows with each stretch of its span. */
export interface TelemetryFile {
  /** @param stretches in the order of the branches; they follow the last ones and begin with a whole minute */
  add(stretches: readonly Stretch['samples'][]): void;
  finish(): ExportFile;
}

/**
 * Opens a file with a row for each instant at which a branch has a sample, or for each minute that has
 * samples: `min`, `mean` and `max` cover the samples from the row's time to before the next minute. A cell is
 * blank if the branch has no sample, or if a sample that was received late has no model value.
 */
export function openTelemetryFile({ span, step, channels, branches }: TelemetryExport): TelemetryFile {
  const isSingle = branches.length === 1;
  const width = channels.length * branches.length;
  const heads = channels.flatMap((channel) => {
    const { title, unit } = chartedChannel(channel);
    return branches.map((branch) => `${title} (${unit})${isSingle ? '' : `, branch ${branch}`}`);
  });
  const columns =
    step === 'samples' ? heads : heads.flatMap((head) => OF_A_MINUTE.map((what) => `${head} ${what}`));
  const parts = [encodeCsv([[...timeHeads('Time'), ...(isSingle ? ['Branch'] : []), ...columns]])];

  /** Values by instant; NaN where there is none. */
  function valuesOf(stretches: readonly Stretch['samples'][]): Map<number, Float64Array> {
    const rows = new Map<number, Float64Array>();
    for (const [place, { times, values }] of stretches.entries()) {
      for (const [index, time] of times.entries()) {
        const row = rows.get(time) ?? new Float64Array(width).fill(Number.NaN);
        for (const [number, channel] of channels.entries()) {
          const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
          row[number * branches.length + place] = (values[channel]?.[index] ?? Number.NaN) * factor;
        }
        rows.set(time, row);
      }
    }
    return rows;
  }

  function minutesOf(rows: ReadonlyMap<number, Float64Array>): Map<number, readonly (Minute | undefined)[]> {
    const minutes = new Map<number, (Minute | undefined)[]>();
    for (const [time, row] of rows) {
      const start = Math.floor(time / MS_PER_MIN) * MS_PER_MIN;
      const minute = minutes.get(start) ?? new Array<Minute | undefined>(width).fill(undefined);
      minutes.set(start, minute);
      for (const [column, value] of row.entries()) {
        if (Number.isNaN(value)) continue;
        const held = minute[column] ?? { low: value, sum: 0, high: value, count: 0 };
        held.low = Math.min(held.low, value);
        held.high = Math.max(held.high, value);
        held.sum += value;
        held.count += 1;
        minute[column] = held;
      }
    }
    return minutes;
  }

  const lineOf = (time: number, cells: readonly Cell[]): readonly Cell[] => [
    ...timeCells(epochMs(time)),
    ...(isSingle ? branches : []),
    ...cells,
  ];

  return {
    add(stretches) {
      const rows = valuesOf(stretches);
      const lines =
        step === 'samples'
          ? [...rows].map(([time, row]) => [time, [...row].map(cellOf)] as const)
          : [...minutesOf(rows)].map(([time, row]) => [time, row.flatMap(minuteCells)] as const);
      parts.push(encodeCsv(lines.sort(([a], [b]) => a - b).map(([time, cells]) => lineOf(time, cells))));
    },
    finish: () => csvFile(fileName(span, step), parts.join('')),
  };
}

const minuteCells = (minute: Minute | undefined): readonly Cell[] =>
  minute
    ? [minute.low, minute.sum / minute.count, minute.high].map(cellOf)
    : OF_A_MINUTE.map(() => undefined);

const fileName = ({ from, to }: { readonly from: EpochMs; readonly to: EpochMs }, step: ExportStep): string =>
  `telemetry-${fileTime(from)}-${fileTime(to)}${step === 'samples' ? '' : '-each-minute'}.csv`;
