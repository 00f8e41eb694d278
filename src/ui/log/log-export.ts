import type { LogEntry } from '../../shared/event-log.ts';
import { addMs, type EpochMs } from '../../shared/units.ts';
import { csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../kit/files/csv.ts';
import type { ExportFile } from '../kit/files/download.ts';
import { formatElapsed } from '../kit/format.ts';
import { LOG_WORDS } from './log-levels.ts';

/** The whole log as a file, oldest first. `now` is mission time at the export. */
export function buildLogExport(
  entries: readonly LogEntry[],
  startTime: EpochMs | undefined,
  now: EpochMs,
): ExportFile {
  const rows = entries.map(({ id, time, kind, level, text }) => [
    id,
    ...timeCells(time),
    startTime === undefined ? undefined : formatElapsed(addMs(time, -startTime)),
    kind,
    LOG_WORDS[level],
    text,
  ]);
  const heads = ['Id', ...timeHeads('Time'), 'MET', 'Kind', 'Level', 'Text'];
  return csvFile(`mission-log-${fileTime(now)}.csv`, encodeCsv([heads, ...rows]));
}
