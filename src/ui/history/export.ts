import { chartedChannel } from '../../shared/model-channels.ts';
import type { EpochMs } from '../../shared/units.ts';
import { epochMs } from '../../shared/units.ts';
import { type Cell, encodeCsv } from '../kit/files/csv.ts';
import type { ExportFile } from '../kit/files/download.ts';
import type { Curve } from './atoms.ts';
import type { Span } from './chart-view.ts';

/** More than the resolution of any sensor, and without the noise of binary fractions. */
const DECIMALS = 4;

const isoOf = (time: EpochMs): string => new Date(time).toISOString();

const fileTime = (time: EpochMs): string => isoOf(time).slice(0, 19).replaceAll(':', '-');

const fileName = ({ from, to }: Span): string => `telemetry-${fileTime(from)}Z-${fileTime(to)}Z.csv`;

/**
 * What the charts show as a file: a row for each instant at which a channel has a value in the span, oldest first. Where
 * a pixel has many samples, these are the first, lowest, highest and last one.
 */
export function buildHistoryExport(curves: readonly Curve[], span: Span): ExportFile {
  const rows = new Map<number, Cell[]>();
  curves.forEach(({ series: { times, values } }, column) => {
    for (let index = 0; index < times.length; index += 1) {
      const time = times[index] ?? Number.NaN;
      const value = values[index] ?? Number.NaN;
      if (!(time >= span.from && time <= span.to) || !Number.isFinite(value)) continue;
      const row = rows.get(time) ?? new Array<Cell>(curves.length).fill(undefined);
      row[column] = Number(value.toFixed(DECIMALS));
      rows.set(time, row);
    }
  });
  const head = curves.map(({ channel, branch }) => {
    const { title, unit } = chartedChannel(channel);
    return `${title} (${unit})${branch === undefined ? '' : `, branch ${branch}`}`;
  });
  const body = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([time, cells]): Cell[] => [isoOf(epochMs(time)), ...cells]);
  return {
    name: fileName(span),
    type: 'text/csv;charset=utf-8',
    text: encodeCsv([['Time (UTC)', ...head], ...body]),
  };
}
