import type { ShiftReport } from '../../../shared/contract/history.ts';
import { type Cell, csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { figureHead, HANDS, SHIFT_FIGURES } from './shift-rows.ts';

/** Returns a report as CSV: one row for each hand, with all figures in their units. */
export function buildReportFile(report: ShiftReport, build: string): ExportFile {
  const heads = [
    'Shift',
    ...timeHeads('Start'),
    ...timeHeads('End'),
    'Branch',
    'Seed',
    'Build',
    ...SHIFT_FIGURES.map(figureHead),
  ];
  const rows = HANDS.map(([hand, name]): readonly Cell[] => {
    const figures = report[hand];
    return [
      name,
      ...timeCells(figures.from),
      ...timeCells(figures.to),
      report.branch,
      report.seed,
      build,
      ...SHIFT_FIGURES.map(({ of }) => of(figures)),
    ];
  });
  return csvFile(`shift-report-${fileTime(report.own.to)}.csv`, encodeCsv([heads, ...rows]));
}
