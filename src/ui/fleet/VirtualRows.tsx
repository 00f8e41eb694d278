import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { measureRow, observeScreenful } from '../kit/lists/measured-rows.ts';
import { rootTypePx } from '../kit/page/root-type.ts';
import styles from './satellites.module.css';

/** Approximate height of a row, in rem. */
const ROW_REM = 3;
/** Rows rendered beyond each edge, for Tab and quick scrolling. */
const OVERSCAN = 8;

interface Props<T> {
  /** Name of the list. */
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => number;
  readonly children: (item: T) => ReactNode;
}

/** A list that scrolls, of which only the visible rows are rendered. */
export function VirtualRows<T>({ label, items, keyOf, children }: Props<T>) {
  const scrollerRef = useRef<HTMLElement>(null);
  const [rem] = useState(rootTypePx);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: items.length,
    estimateSize: useCallback(() => Math.round(ROW_REM * rem), [rem]),
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
      [items, keyOf],
    ),
    getScrollElement: () => scrollerRef.current,
    observeElementRect: observeScreenful,
    measureElement: measureRow,
    overscan: OVERSCAN,
  });
  return (
    <section ref={scrollerRef} className={styles.scroller} aria-label={label}>
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              className={styles.row}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
