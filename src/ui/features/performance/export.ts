import type { Notice } from '../../../shared/contract/mission-control.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { MAIN_BRANCH, type TransportView } from '../../../shared/contract/transport.ts';
import type { PerformanceReport } from '../../../shared/entities/entities.ts';
import { SATELLITES, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type Cell, csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../../mission/link/atoms.ts';
import { askStretches } from '../../mission/link/stretches.ts';
import type { ExportFormat } from './export-formats.ts';
import { figuresOf, hasLabel } from './figures.ts';
import { COMMAND_WEEK } from './week.ts';

/** Incremented on incompatible changes of the JSON. */
const EXPORT_SCHEMA_VERSION = 1;

const isoOf = (time: EpochMs): string => new Date(time).toISOString();

/** `mission-performance-2026-11-20T15-12-07Z.csv` (spec §9). */
export const exportFileName = (format: ExportFormat, time: EpochMs): string =>
  `mission-performance-${fileTime(time)}.${format.toLowerCase()}`;

/** The figures of a session, from each time they were computed. */
export interface PerformanceSeries {
  /** Oldest first; the current one is last. */
  readonly reports: readonly [PerformanceReport, ...PerformanceReport[]];
  /** Name of the branch. */
  readonly branch: string;
}

/** A figure with three decimals, without floating-point noise. */
const rounded = (value: number | undefined): number | undefined =>
  // Beyond this, a double has no decimals to lose.
  value === undefined || Math.abs(value) > 1e12 ? value : Math.round(value * 1000) / 1000;

/** One row per computation of the figures, twice a minute. Labels are beside their figures. */
function toCsv({ reports, branch }: PerformanceSeries): string {
  const columns = figuresOf(reports[0]).flatMap(({ metric, name, unit }) => {
    const isNamed = name.toLowerCase().endsWith(unit);
    return [isNamed ? name : `${name} (${unit})`, ...(hasLabel(metric) ? [`${name} label`] : [])];
  });
  const rows = reports.map((report): readonly Cell[] => [
    ...timeCells(report.time),
    branch,
    ...figuresOf(report).flatMap(({ metric, value, label }) => [
      rounded(value),
      ...(hasLabel(metric) ? [label] : []),
    ]),
  ]);
  return encodeCsv([[...timeHeads('Time'), 'Branch', ...columns], ...rows]);
}

function toJson({ reports, branch }: PerformanceSeries, now: EpochMs): string {
  const report = reports.at(-1) ?? reports[0];
  const metrics = figuresOf(report).map(({ metric, name, value, unit, label }) => [
    metric,
    { name, value: rounded(value) ?? null, unit, ...(label && { label }) },
  ]);
  const series = reports.map((one) => ({
    time: isoOf(one.time),
    ...Object.fromEntries(figuresOf(one).map(({ metric, value }) => [metric, rounded(value) ?? null])),
  }));
  const content = {
    schemaVersion: EXPORT_SCHEMA_VERSION,
    mission: SATELLITES[SPACECRAFT].name,
    branch,
    generatedAt: isoOf(now),
    metricsAsOf: isoOf(report.time),
    metrics: Object.fromEntries(metrics),
    weeklyCommands: COMMAND_WEEK,
    series,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The figures as a file. `now` is mission time at the export. */
export function buildExport(format: ExportFormat, series: PerformanceSeries, now: EpochMs): ExportFile {
  const name = exportFileName(format, now);
  return format === 'CSV'
    ? csvFile(name, toCsv(series))
    : { name, type: 'application/json', text: toJson(series, now) };
}

/** Requests all figures of the shown branch, up to the current ones. @throws Error if the session refuses */
export async function askSeries(
  control: RemoteSessionControl,
  present: PerformanceReport,
  view: TransportView | undefined,
): Promise<PerformanceSeries> {
  const id = view?.branch;
  const span = { from: view?.startTime ?? present.time, to: present.time };
  const reports: PerformanceReport[] = [];
  for await (const [stretch] of askStretches(control, { channels: [], ...span }, [id])) {
    reports.push(...(stretch?.performance ?? []));
  }
  const branch = view?.branches.find((one) => one.id === id)?.name ?? MAIN_BRANCH;
  const [first, ...others] = [...reports.filter(({ time }) => time < present.time), present];
  return { reports: [first ?? present, ...others], branch };
}

interface ExportMeans {
  readonly store: Store;
  readonly download: (file: ExportFile) => void;
  readonly control: RemoteSessionControl;
}

/** Saves the figures and returns a notice. @throws Error if that fails */
export async function exportPerformance(
  format: ExportFormat,
  { store, download, control }: ExportMeans,
): Promise<Pick<Notice, 'level' | 'text'>> {
  const report = store.get(sliceAtoms.performance);
  if (!report) return { level: 'error', text: `No ${format} file: there is no performance data yet.` };
  const now = store.get(missionSecondAtom) ?? report.time;
  const series = await askSeries(control, report, store.get(sliceAtoms.transport));
  download(buildExport(format, series, now));
  return { level: 'success', text: `Performance data exported as ${format}` };
}
