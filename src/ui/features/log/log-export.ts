import type { LogEntry, LogKind } from '../../../shared/entities/event-log.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import { type Cell, csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { formatElapsed } from '../../kit/format.ts';
import { LOG_TEXT } from './log-levels.ts';

/** Kinds of entries about something with an id. Several ids share a cell, separated by spaces. */
const SUBJECTS = ['Command', 'Timeline', 'Anomaly'] as const satisfies readonly LogKind[];
const idHead = (kind: (typeof SUBJECTS)[number]): string => (kind === 'Timeline' ? 'Event id' : `${kind} id`);

/** The whole log as a file, oldest first. `now` is mission time at the export. */
export function buildLogExport(
  entries: readonly LogEntry[],
  startTime: EpochMs | undefined,
  now: EpochMs,
): ExportFile {
  const rows = entries.map(({ id, time, kind, level, text, of, by }): readonly Cell[] => [
    id,
    ...timeCells(time),
    startTime === undefined ? undefined : formatElapsed(addMs(time, -startTime)),
    kind,
    LOG_TEXT[level],
    by,
    ...SUBJECTS.map((subject) => (subject === kind ? of?.join(' ') : undefined)),
    text,
  ]);
  const heads = [
    'Id',
    ...timeHeads('Time'),
    'MET',
    'Kind',
    'Level',
    'Operator',
    ...SUBJECTS.map(idHead),
    'Text',
  ];
  return csvFile(`mission-log-${fileTime(now)}.csv`, encodeCsv([heads, ...rows]));
}
