import { useStore } from 'jotai';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type ListVirtualizer, VirtualList } from '../../kit/lists/VirtualList.tsx';
import { FILLS_SCREEN, useMediaQuery } from '../../kit/page/use-media-query.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { EventRow } from './EventRow.tsx';
import styles from './event.module.css';
import { phaseAt } from './phase.ts';

/** Heights of rows in rem: a line, and a card on a phone. */
const LINE_REM = 2.3125;
const CARD_REM = 7.375;

/** Scrolls, and so must be reachable by keyboard. */
const PANE = { className: styles.pane, role: 'group', 'aria-label': 'Mission events', tabIndex: 0 };

const idOf = ({ id }: TimelineEvent) => id;

/** Keys that select the row above and below. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Event to scroll into view. */
export interface Reveal {
  readonly id: string;
  readonly takesFocus: boolean;
}

interface EventListProps {
  readonly events: readonly TimelineEvent[];
  readonly reveal: Reveal | undefined;
  readonly onReveal: (reveal: Reveal) => void;
}

/** Events in order of start: in a pane, or in a page that scrolls. */
export function EventList(props: EventListProps) {
  const isInPane = useMediaQuery(FILLS_SCREEN);
  return <List key={String(isInPane)} isInPane={isInPane} {...props} />;
}

function List({ events, reveal, onReveal, isInPane }: EventListProps & { readonly isInPane: boolean }) {
  const list = useRef<ListVirtualizer>(null);
  const store = useStore();
  const opening = useRef(isInPane && indexOfPresent(events, store.get(missionSecondAtom)));
  useLayoutEffect(() => {
    if (opening.current !== false) list.current?.scrollToIndex(opening.current, { align: 'start' });
  }, []);
  const revealed = useRef<Reveal>(undefined);
  useEffect(() => {
    if (!reveal || reveal === revealed.current) return;
    // Must not scroll away from the form: the page scrolls only for a selection on the strip.
    if (!isInPane && !reveal.takesFocus) return;
    const index = events.findIndex(({ id }) => id === reveal.id);
    if (index === -1) return;
    revealed.current = reveal;
    list.current?.scrollToIndex(index, { align: 'auto' });
    const row = list.current?.elementsCache.get(reveal.id)?.querySelector('article');
    if (reveal.takesFocus) row?.focus({ preventScroll: true });
  }, [events, reveal, isInPane]);
  const onKeyDown = (key: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[key.key];
    if (step === undefined || !(key.target instanceof HTMLElement && key.target.matches('article'))) return;
    const next = events[Number(key.target.parentElement?.dataset.index) + step];
    if (!next) return;
    key.preventDefault();
    onReveal({ id: next.id, takesFocus: true });
  };
  return (
    <>
      {isInPane && (
        <div className={styles.columns} aria-hidden="true">
          <span className={styles.period}>Time, UTC</span>
          <span className={styles.duration}>Duration</span>
          <span className={styles.title}>Event</span>
          <span className={styles.type}>Type</span>
          <span className={styles.status}>Status</span>
          <span className={styles.priority}>Priority</span>
        </div>
      )}
      <VirtualList
        ref={list}
        label="Mission events"
        items={events}
        keyOf={idOf}
        rowRem={isInPane ? LINE_REM : CARD_REM}
        isInPage={!isInPane}
        keptKey={reveal?.id}
        frame={{ onKeyDown, ...(isInPane && PANE) }}
      >
        {(event) => <EventRow event={event} />}
      </VirtualList>
    </>
  );
}

/** Returns the list's initial position: the current or next event, otherwise the last one. */
function indexOfPresent(events: readonly TimelineEvent[], now: EpochMs | undefined): number {
  if (now === undefined) return 0;
  const index = events.findIndex((event) => phaseAt(event, now) !== 'past');
  return index === -1 ? events.length - 1 : index;
}
