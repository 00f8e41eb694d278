import type { LogEntry } from '../../shared/event-log.ts';
import { addMs, type EpochMs } from '../../shared/units.ts';
import { encodeCsv } from '../kit/files/csv.ts';
import type { ExportFile } from '../kit/files/download.ts';
import { formatElapsed } from '../kit/format.ts';
import { LOG_WORDS } from './log-levels.ts';

const isoOf = (time: EpochMs): string => new Date(time).toISOString();

/** The whole log as a file, oldest first. `now` is mission time at the export. */
export function buildLogExport(
  entries: readonly LogEntry[],
  startTime: EpochMs | undefined,
  now: EpochMs,
): ExportFile {
  const rows = entries.map(({ id, time, kind, level, text }) => [
    id,
    isoOf(time),
    startTime === undefined ? undefined : formatElapsed(addMs(time, -startTime)),
    kind,
    LOG_WORDS[level],
    text,
  ]);
  return {
    name: `mission-log-${isoOf(now).slice(0, 19).replaceAll(':', '-')}Z.csv`,
    type: 'text/csv;charset=utf-8',
    text: encodeCsv([['Id', 'Time (UTC)', 'MET', 'Kind', 'Level', 'Text'], ...rows]),
  };
}
