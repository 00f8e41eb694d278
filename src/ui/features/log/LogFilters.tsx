import { useAtom, useAtomValue } from 'jotai';
import { SearchX } from 'lucide-react';
import { LOG_KINDS, type LogEntry } from '../../../shared/entities/event-log.ts';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { Chip, Facet } from '../../kit/controls/Facet.tsx';
import { toggled } from '../../kit/controls/facets.ts';
import { SpokenCount } from '../../kit/controls/SpokenCount.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { missionDateAtom } from '../../mission/link/atoms.ts';
import { spanText } from '../../mission/time/period-text.ts';
import styles from './log.module.css';
import { filterLog, isFiltering, logFilterAtom, NO_FILTER } from './log-filter.ts';
import { LOG_STATUS, LOG_TEXT, MOST_URGENT_FIRST } from './log-levels.ts';

/** Longer searches are useless, and an unsuccessful one is quoted in a heading. */
const LONGEST_SEARCH = 100;

/** A search field, and chips with counts that filter when pressed. */
export function LogFilters({ entries }: { readonly entries: readonly LogEntry[] }) {
  const [filter, setFilter] = useAtom(logFilterAtom);
  // The number on a chip is what it would list, so it counts within the other facet's choice and the search.
  const withinKinds = filterLog(entries, { ...filter, levels: [] });
  const withinLevels = filterLog(entries, { ...filter, kinds: [] });
  return (
    <div className={styles.filters}>
      <input
        className={styles.search}
        type="search"
        aria-label="Search the event log"
        placeholder="Search text"
        maxLength={LONGEST_SEARCH}
        value={filter.text}
        onChange={(event) => setFilter({ ...filter, text: event.target.value })}
      />
      <Facet label="Show only level">
        {MOST_URGENT_FIRST.map((level) => (
          <Chip
            key={level}
            word={LOG_TEXT[level]}
            count={withinKinds.filter((entry) => entry.level === level).length}
            isPressed={filter.levels.includes(level)}
            onPress={() => setFilter({ ...filter, levels: toggled(filter.levels, level) })}
          >
            <StatusIcon level={LOG_STATUS[level]} />
          </Chip>
        ))}
      </Facet>
      <Facet label="Show only kind">
        {LOG_KINDS.map((kind) => (
          <Chip
            key={kind}
            word={kind}
            count={withinLevels.filter((entry) => entry.kind === kind).length}
            isPressed={filter.kinds.includes(kind)}
            onPress={() => setFilter({ ...filter, kinds: toggled(filter.kinds, kind) })}
          />
        ))}
      </Facet>
    </div>
  );
}

interface LogFilterNoteProps {
  readonly total: number;
  readonly shown: number;
}

/** List of the entries, which follows the note. */
const listOf = ({ parentElement }: HTMLElement): HTMLElement | null =>
  parentElement?.querySelector<HTMLElement>('section') ?? null;

/** Number of entries hidden by the filter, and its reset. */
export function LogFilterNote({ total, shown }: LogFilterNoteProps) {
  const [filter, setFilter] = useAtom(logFilterAtom);
  const today = useAtomValue(missionDateAtom);
  const kept = useKeptFocus<HTMLDivElement>(listOf);
  const wanted = filter.text.trim();
  const none =
    wanted === '' ? (
      `The filter hides all ${total} events`
    ) : (
      <>
        No event found for “<bdi>{wanted}</bdi>”
      </>
    );
  const showAll = (
    <Button className={styles.button} onClick={() => setFilter(NO_FILTER)}>
      Show all
    </Button>
  );
  return (
    <div {...kept} className={styles.reset}>
      <SpokenCount choice={filter} shown={shown} total={total} things="events" />
      {isFiltering(filter) && shown > 0 && (
        <div className={styles.note}>
          <p>
            {shown} of {total} shown
            {filter.span && `, ${spanText(filter.span, today)}`}
          </p>
          {showAll}
        </div>
      )}
      {isFiltering(filter) && shown === 0 && (
        <EmptyState headline={none} detail={`The log holds ${total} events.`} icon={SearchX}>
          {showAll}
        </EmptyState>
      )}
    </div>
  );
}
