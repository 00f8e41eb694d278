import type { PerformanceReport } from '../../shared/mission-control.ts';
import { SATELLITES, SPACECRAFT } from '../../shared/satellites.ts';
import type { EpochMs } from '../../shared/units.ts';
import { encodeCsv } from '../kit/files/csv.ts';
import type { ExportFile } from '../kit/files/download.ts';
import { figuresOf } from './figures.ts';
import { COMMAND_WEEK } from './week.ts';

export const EXPORT_FORMATS = ['CSV', 'JSON'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Incremented on incompatible changes of the JSON. */
const EXPORT_SCHEMA_VERSION = 1;

const isoOf = (time: EpochMs): string => new Date(time).toISOString();

/** `mission-performance-2026-11-20T15-12-07Z.csv` (spec §9); valid on every file system. */
export const exportFileName = (format: ExportFormat, time: EpochMs): string =>
  `mission-performance-${isoOf(time).slice(0, 19).replaceAll(':', '-')}Z.${format.toLowerCase()}`;

/** A figure with three decimals, without floating-point noise. */
const rounded = (value: number | undefined): number | undefined =>
  // Beyond this a double has no decimals to lose.
  value === undefined || Math.abs(value) > 1e12 ? value : Math.round(value * 1000) / 1000;

/** The report and the fixed week as one table: every row has the header's five cells. */
function toCsv(report: PerformanceReport, now: EpochMs): string {
  return encodeCsv([
    ['Section', 'Name', 'Value', 'Unit', 'Label'],
    ['Mission', 'Satellite', SATELLITES[SPACECRAFT].name, '', ''],
    ['Mission', 'Generated at', isoOf(now), 'UTC', ''],
    ['Mission', 'Metrics as of', isoOf(report.time), 'UTC', ''],
    ...figuresOf(report).map(({ metric, name, value, unit, shown, label }) => [
      'Metrics',
      name,
      rounded(value),
      unit,
      // Seconds are for machines; the days beside them are for people.
      metric === 'missionUptime' ? shown.text : (label ?? ''),
    ]),
    ...COMMAND_WEEK.map(({ day, commands }) => ['Weekly commands', day, commands, 'commands', '']),
  ]);
}

function toJson(report: PerformanceReport, now: EpochMs): string {
  const metrics = figuresOf(report).map(({ metric, name, value, unit, label }) => [
    metric,
    { name, value: rounded(value) ?? null, unit, ...(label && { label }) },
  ]);
  const content = {
    schemaVersion: EXPORT_SCHEMA_VERSION,
    mission: SATELLITES[SPACECRAFT].name,
    generatedAt: isoOf(now),
    metricsAsOf: isoOf(report.time),
    metrics: Object.fromEntries(metrics),
    weeklyCommands: COMMAND_WEEK,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The performance report as a file. `now` is mission time at the export. */
export function buildExport(format: ExportFormat, report: PerformanceReport, now: EpochMs): ExportFile {
  const name = exportFileName(format, now);
  return format === 'CSV'
    ? { name, type: 'text/csv;charset=utf-8', text: toCsv(report, now) }
    : { name, type: 'application/json', text: toJson(report, now) };
}
