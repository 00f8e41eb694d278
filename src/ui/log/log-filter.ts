import { atom } from 'jotai';
import type { LogEntry, LogKind, LogLevel } from '../../shared/event-log.ts';
import { lets } from '../controls/facets.ts';
import { logAtom } from '../mission/atoms.ts';

/** Which entries are listed; an empty facet and an empty text let everything through. */
export interface LogFilter {
  readonly kinds: readonly LogKind[];
  readonly levels: readonly LogLevel[];
  readonly text: string;
}

export const NO_FILTER: LogFilter = { kinds: [], levels: [], text: '' };

/** What was chosen stays while one looks at other tabs. */
export const logFilterAtom = atom<LogFilter>(NO_FILTER);

export const isFiltering = ({ kinds, levels, text }: LogFilter): boolean =>
  kinds.length + levels.length > 0 || text.trim() !== '';

export function filterLog(
  entries: readonly LogEntry[],
  { kinds, levels, text }: LogFilter,
): readonly LogEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      lets(kinds, entry.kind) && lets(levels, entry.level) && entry.text.toLowerCase().includes(wanted),
  );
}

/** What the filter lets through, newest first; `undefined` before the first update. */
export const shownLogAtom = atom((get) => {
  const entries = get(logAtom);
  return entries && filterLog(entries, get(logFilterAtom)).toReversed();
});
