import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { atom, useAtomValue } from 'jotai';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Command } from '../../shared/entities.ts';
import { observeScreenful } from '../kit/lists/measured-rows.ts';
import motion from '../kit/lists/motion.module.css';
import { useNewRows } from '../kit/lists/use-new-rows.ts';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { isQuietAtom } from '../time/shown-time.ts';
import { CommandRow } from './CommandRow.tsx';
import styles from './command-queue.module.css';
import type { CommandQueue } from './order.ts';
import { type HeldPlace, type RowPlace, useRowFocus } from './row-focus.ts';
import { type RowHeights, useRowOptions } from './virtual-rows.ts';

/** The queue whose changes are news: none in a replay or a branch. */
const currentCommandsAtom = atom((get) => (get(isQuietAtom) ? undefined : get(sliceAtoms.commands)));

const LINE_HEIGHTS: RowHeights = { pending: 2.75, past: 2.75 };
const CARD_HEIGHTS: RowHeights = { pending: 5.85, past: 5.3 };
/** With touch-sized buttons. */
const TOUCHED_CARD_HEIGHTS: RowHeights = { pending: 6.85, past: 5.3 };

interface QueueListProps {
  readonly queue: CommandQueue;
  /** Takes the focus when no row is left. */
  readonly headingRef: RefObject<HTMLElement | null>;
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
}

/** The queue in a scroll container of its own. */
export function ScrolledQueueList({ queue, ...focus }: QueueListProps) {
  const scrollerRef = useRef<HTMLElement>(null);
  const held = useRef<HeldPlace>(undefined);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    ...useRowOptions(queue, held, LINE_HEIGHTS),
    getScrollElement: () => scrollerRef.current,
    observeElementRect: observeScreenful,
  });
  const rowFocus = useRowFocus({
    ...focus,
    held,
    queue,
    drawRow: (index) => virtualizer.scrollToIndex(index),
  });
  return (
    <section
      ref={scrollerRef}
      className={styles.scroller}
      aria-label="Commands in the queue"
      // Focusable itself only without pending rows, whose buttons are focusable.
      tabIndex={queue.pending.length === 0 ? 0 : undefined}
    >
      <Rows queue={queue} rowFocus={rowFocus} virtualizer={virtualizer} scrollMargin={0} />
    </section>
  );
}

/** The queue as part of a page that scrolls. */
export function PageQueueList({ queue, ...focus }: QueueListProps) {
  const frameRef = useRef<HTMLElement>(null);
  const held = useRef<HeldPlace>(undefined);
  const isTouched = useMediaQuery('(pointer: coarse)');
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer<Element>({
    ...useRowOptions(queue, held, isTouched ? TOUCHED_CARD_HEIGHTS : CARD_HEIGHTS),
    scrollMargin,
  });
  useLayoutEffect(() => {
    const top = Math.round((frameRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    setScrollMargin(top);
  });
  const rowFocus = useRowFocus({
    ...focus,
    held,
    queue,
    drawRow: (index) => virtualizer.scrollToIndex(index),
  });
  return (
    <section ref={frameRef} aria-label="Commands in the queue">
      <Rows queue={queue} rowFocus={rowFocus} virtualizer={virtualizer} scrollMargin={scrollMargin} />
    </section>
  );
}

interface RowsProps {
  readonly queue: CommandQueue;
  readonly rowFocus: ReturnType<typeof useRowFocus>;
  readonly virtualizer: {
    getVirtualItems(): VirtualItem[];
    getTotalSize(): number;
    readonly measureElement: (element: Element | null) => void;
  };
  readonly scrollMargin: number;
}

/** Visible rows: pending, a heading, past. Only these are rendered, each at its place. */
function Rows({ queue: { pending, past }, rowFocus, virtualizer, scrollMargin }: RowsProps) {
  const { listRef, onFocus, onBlur } = rowFocus;
  const newRows = useNewRows(useAtomValue(currentCommandsAtom));
  const items = virtualizer.getVirtualItems();
  const pendingItems = items.filter(({ index }) => index < pending.length);
  const headingItem = items.find(({ index }) => index === pending.length);
  const pastItems = items.filter(({ index }) => index > pending.length);

  const place = ({ index, start }: VirtualItem) => ({
    ref: virtualizer.measureElement,
    'data-index': index,
    style: { transform: `translateY(${start - scrollMargin}px)` },
  });
  const list = (name: string, listItems: VirtualItem[], commands: readonly Command[], first: number) =>
    listItems.length > 0 && (
      <ul aria-label={name}>
        {listItems.map((item) => {
          const command = commands[item.index - first];
          return (
            command && (
              <li
                key={item.key}
                {...place(item)}
                className={`${styles.item} ${motion.row}`}
                data-new={newRows.has(command.id)}
                onAnimationEnd={() => newRows.blend(command.id)}
                aria-setsize={commands.length}
                aria-posinset={item.index - first + 1}
              >
                <CommandRow command={command} />
              </li>
            )
          );
        })}
      </ul>
    );

  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.status}>Status</span>
        <span className={styles.name}>Command</span>
        <span className={styles.scheduled}>Scheduled, UTC</span>
        <span className={styles.execution}>Execution, UTC</span>
        <span className={styles.priority}>Priority</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only sees where in it the focus is. */}
      <div
        ref={listRef}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {list('Pending commands', pendingItems, pending, 0)}
        {headingItem && (
          <h4 key={headingItem.key} {...place(headingItem)} className={`${styles.item} ${styles.divider}`}>
            Past <span className={styles.count}>{past.length}</span>
          </h4>
        )}
        {list('Past commands', pastItems, past, pending.length + 1)}
      </div>
    </>
  );
}
