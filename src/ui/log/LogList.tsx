import { useVirtualizer } from '@tanstack/react-virtual';
import { atom, useAtomValue } from 'jotai';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { LogEntry } from '../../shared/event-log.ts';
import { measureRow, observeScreenful } from '../kit/lists/measured-rows.ts';
import motion from '../kit/lists/motion.module.css';
import { useNewRows } from '../kit/lists/use-new-rows.ts';
import { rootTypePx } from '../kit/page/root-type.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { isQuietAtom } from '../time/shown-time.ts';
import { LogRow } from './LogRow.tsx';
import styles from './log.module.css';

/** The list whose changes are news: none in a replay or a branch. */
const currentLogAtom = atom((get) => (get(isQuietAtom) ? undefined : get(sliceAtoms.log)));

/** Approximate height of a row, in rem. */
const ROW_REM = 2.25;
/** Rows rendered beyond each edge, for quick scrolling. */
const OVERSCAN = 10;

/** The entries in a scroll container; only visible ones are rendered. Newest first. */
export function LogList({ entries }: { readonly entries: readonly LogEntry[] }) {
  const newRows = useNewRows(useAtomValue(currentLogAtom));
  const scrollerRef = useRef<HTMLElement>(null);
  const [rem] = useState(rootTypePx);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: entries.length,
    estimateSize: useCallback(() => Math.round(ROW_REM * rem), [rem]),
    getItemKey: useCallback((index: number) => entries[index]?.id ?? index, [entries]),
    getScrollElement: () => scrollerRef.current,
    observeElementRect: observeScreenful,
    measureElement: measureRow,
    overscan: OVERSCAN,
  });

  // Keeps the reading position when new entries arrive on top.
  const newest = useRef(entries[0]?.id);
  useLayoutEffect(() => {
    const known = newest.current;
    newest.current = entries[0]?.id;
    const scroller = scrollerRef.current;
    if (!scroller || scroller.scrollTop <= 0) return;
    const index = entries.findIndex(({ id }) => id === known);
    if (index > 0) scroller.scrollTop += virtualizer.measurementsCache[index]?.start ?? 0;
  }, [entries, virtualizer]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its rows may take no keyboard.
    <section ref={scrollerRef} className={styles.scroller} aria-label="Events, newest first" tabIndex={0}>
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                className={`${styles.item} ${motion.row}`}
                data-index={index}
                data-new={newRows.has(entry.id)}
                onAnimationEnd={() => newRows.blend(entry.id)}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
              >
                <LogRow entry={entry} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
