import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useStore } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineEvent } from '../../shared/entities.ts';
import type { EpochMs } from '../../shared/units.ts';
import { measureRow, observeScreenful, SCREENFUL_PX } from '../kit/lists/measured-rows.ts';
import { FILLS_SCREEN, useMediaQuery } from '../kit/page/use-media-query.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { EventRow } from './EventRow.tsx';
import styles from './event.module.css';
import { phaseAt } from './phase.ts';

/** In CSS pixels, until a row has been measured: a line, and a card on a phone. */
const LINE_ESTIMATE = 37;
const CARD_ESTIMATE = 118;
const OVERSCAN = 6;

/** Keys that select the row above and below. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** An event to scroll into view. */
export interface Reveal {
  readonly id: string;
  readonly takesFocus: boolean;
}

interface EventListProps {
  readonly events: readonly TimelineEvent[];
  readonly reveal: Reveal | undefined;
  readonly onReveal: (reveal: Reveal) => void;
}

/** Events in order of start; only visible ones are rendered. */
export function EventList(props: EventListProps) {
  return useMediaQuery(FILLS_SCREEN) ? <ListInPane {...props} /> : <ListInPage {...props} />;
}

function ListInPane(props: EventListProps) {
  const paneRef = useRef<HTMLDivElement>(null);
  const store = useStore();
  const { options, setFocusedId } = useRowOptions(props, LINE_ESTIMATE);
  const virtualizer = useVirtualizer({
    ...options,
    getScrollElement: () => paneRef.current,
    observeElementRect: observeScreenful,
    initialRect: { width: 0, height: SCREENFUL_PX },
  });
  const opening = useRef({ virtualizer, index: indexOfPresent(props.events, store.get(missionSecondAtom)) });
  useLayoutEffect(() => {
    opening.current.virtualizer.scrollToIndex(opening.current.index, { align: 'start' });
  }, []);
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.period}>Time, UTC</span>
        <span className={styles.duration}>Duration</span>
        <span className={styles.title}>Event</span>
        <span className={styles.type}>Type</span>
        <span className={styles.status}>Status</span>
        <span className={styles.priority}>Priority</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard */}
      <div ref={paneRef} className={styles.pane} role="group" aria-label="Mission events" tabIndex={0}>
        <Rows {...props} virtualizer={virtualizer} scrollMargin={0} onFocusedChange={setFocusedId} />
      </div>
    </>
  );
}

function ListInPage(props: EventListProps) {
  const { events, reveal, onReveal } = props;
  const frameRef = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const { options, setFocusedId } = useRowOptions(props, CARD_ESTIMATE);
  const virtualizer = useWindowVirtualizer({ ...options, scrollMargin });
  useLayoutEffect(() => {
    const top = frameRef.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  });
  return (
    <div ref={frameRef}>
      <Rows
        events={events}
        // Never scrolls away from the form: the page scrolls only for a selection on the strip.
        reveal={reveal?.takesFocus ? reveal : undefined}
        onReveal={onReveal}
        virtualizer={virtualizer}
        scrollMargin={scrollMargin}
        onFocusedChange={setFocusedId}
      />
    </div>
  );
}

interface RowsProps<Scroller extends Element | Window> extends EventListProps {
  readonly virtualizer: Virtualizer<Scroller, Element>;
  /** Offset of the list in its scroll container, in CSS pixels. */
  readonly scrollMargin: number;
  readonly onFocusedChange: (id: string | undefined) => void;
}

function Rows<Scroller extends Element | Window>({
  events,
  reveal,
  onReveal,
  virtualizer,
  scrollMargin,
  onFocusedChange,
}: RowsProps<Scroller>) {
  const listRef = useRef<HTMLUListElement>(null);
  const revealed = useRef<Reveal>(undefined);
  useEffect(() => {
    if (!reveal || reveal === revealed.current) return;
    const index = events.findIndex(({ id }) => id === reveal.id);
    if (index === -1) return;
    revealed.current = reveal;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    const row = listRef.current?.querySelector<HTMLElement>(`[data-index="${index}"] > article`);
    if (reveal.takesFocus) row?.focus({ preventScroll: true });
  }, [events, reveal, virtualizer]);
  return (
    <ul
      ref={listRef}
      className={styles.rows}
      aria-label="Mission events"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={(key) => {
        const step = STEPS[key.key];
        if (step === undefined || !(key.target instanceof HTMLElement && key.target.matches('article')))
          return;
        const next = events[Number(key.target.parentElement?.dataset.index) + step];
        if (!next) return;
        key.preventDefault();
        onReveal({ id: next.id, takesFocus: true });
      }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const event = events[index];
        return (
          event && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              className={styles.slot}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              data-index={index}
              aria-setsize={events.length}
              aria-posinset={index + 1}
              onFocus={() => onFocusedChange(event.id)}
              onBlur={() => onFocusedChange(undefined)}
            >
              <EventRow event={event} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Common virtualizer options of both lists. */
function useRowOptions({ events, reveal }: EventListProps, rowEstimate: number) {
  const [focusedId, setFocusedId] = useState<string>();
  // The focused row, and the one to focus, stay rendered at any scroll position.
  const keptKey = [focusedId, reveal?.id]
    .filter((id) => id !== undefined)
    .map((id) => events.findIndex((event) => event.id === id))
    .filter((index) => index !== -1)
    .join();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = keptKey === '' ? [] : keptKey.split(',').map(Number);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
    [keptKey],
  );
  const options = {
    count: events.length,
    getItemKey: useCallback((index: number) => events[index]?.id ?? index, [events]),
    estimateSize: () => rowEstimate,
    measureElement: measureRow,
    overscan: OVERSCAN,
    rangeExtractor,
  };
  return { options, setFocusedId };
}

/** Initial position of the list: the current or next event, otherwise the last one. */
function indexOfPresent(events: readonly TimelineEvent[], now: EpochMs | undefined): number {
  if (now === undefined) return 0;
  const index = events.findIndex((event) => phaseAt(event, now) !== 'past');
  return index === -1 ? events.length - 1 : index;
}
