import { atom } from 'jotai';
import type { TimeSpan } from '../../../shared/contract/history.ts';
import type { LogEntry, LogKind, LogLevel } from '../../../shared/entities/event-log.ts';
import { lets } from '../../kit/controls/facets.ts';
import { missionIdAtom, ownedAtom, sliceAtoms } from '../../mission/link/atoms.ts';

/** Filter of the log; an empty facet or text matches everything. */
export interface LogFilter {
  readonly kinds: readonly LogKind[];
  readonly levels: readonly LogLevel[];
  readonly text: string;
  /** Entries after its start and up to its end; absent for all. */
  readonly span?: Required<TimeSpan>;
}

export const NO_FILTER: LogFilter = { kinds: [], levels: [], text: '' };

const choiceAtom = atom<Omit<LogFilter, 'span'>>(NO_FILTER);
const spanAtom = ownedAtom<LogFilter['span']>(missionIdAtom, undefined);

/** Kept while other tabs are open; its span is of the mission shown. */
export const logFilterAtom = atom(
  (get): LogFilter => {
    const span = get(spanAtom);
    return { ...get(choiceAtom), ...(span && { span }) };
  },
  (_get, set, { span, ...choice }: LogFilter) => {
    set(choiceAtom, choice);
    set(spanAtom, span);
  },
);

export const isFiltering = ({ kinds, levels, text, span }: LogFilter): boolean =>
  kinds.length + levels.length > 0 || text.trim() !== '' || span !== undefined;

export function filterLog(
  entries: readonly LogEntry[],
  { kinds, levels, text, span }: LogFilter,
): readonly LogEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      lets(kinds, entry.kind) &&
      lets(levels, entry.level) &&
      entry.text.toLowerCase().includes(wanted) &&
      (!span || (entry.time > span.from && entry.time <= span.to)),
  );
}

/** Filtered entries, newest first; `undefined` before the first update. */
export const shownLogAtom = atom((get) => {
  const entries = get(sliceAtoms.log);
  return entries && filterLog(entries, get(logFilterAtom)).toReversed();
});
