import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rootTypePx } from '../page/root-type.ts';
import { type News, type RowId, useNewRows } from './use-new-rows.ts';
import styles from './virtual-list.module.css';

/** Rows rendered beyond each edge, for Tab and quick scrolling. */
const OVERSCAN = 8;
/** Height in CSS pixels assumed for a box without layout, as in a hidden page or a test. */
const SCREENFUL_PX = 600;
/** Key of the heading; no item uses it. */
const HEADING_KEY = '';
const HEADING_REM = 2.5;

/** Falls back to the estimate for a row without layout. */
const measureRow: typeof measureElement = (element, entry, instance) =>
  measureElement(element, entry, instance) ||
  instance.options.estimateSize(instance.indexFromElement(element));

/** Scrolls to rows, and provides their positions and elements. */
export type ListVirtualizer = Virtualizer<HTMLElement, Element> | Virtualizer<Window, Element>;

/** Rows of one kind. */
interface Rows<T> {
  /** Accessible name of the list. */
  readonly label?: string;
  readonly items: readonly T[];
  /** Approximate height of a row, in rem: the closer, the steadier the scrollbar. */
  readonly rowRem: number;
}

interface Props<T> extends Rows<T> {
  readonly ref?: Ref<ListVirtualizer>;
  /** Must keep its identity. */
  readonly keyOf: (item: T) => RowId;
  readonly children: (item: T) => ReactNode;
  /** Second list under a heading; both are hidden while it has no items. */
  readonly more?: Rows<T> & { readonly heading: ReactNode };
  /** Properties of the section around the rows, which scrolls unless `isInPage`. */
  readonly frame: ComponentProps<'section'>;
  /** Content of the frame above the rows. */
  readonly head?: ReactNode;
  /** True in a page that scrolls as a whole. */
  readonly isInPage?: boolean;
  /** Key of a row that is always rendered, like the focused one. */
  readonly keptKey?: RowId | undefined;
  /** The list whose new rows are highlighted. */
  readonly news?: News;
  /** Rows rendered beyond each edge. */
  readonly overscan?: number | undefined;
}

/** Scrolling list that renders only its visible rows. */
export function VirtualList<T>(props: Props<T>) {
  return props.isInPage ? <ListInPage {...props} /> : <ListInPane {...props} />;
}

function ListInPane<T>(props: Props<T>) {
  const frameRef = useRef<HTMLElement>(null);
  const { options, focused } = useRowOptions(props);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    ...options,
    getScrollElement: () => frameRef.current,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, ({ width, height }) => report({ width, height: height || SCREENFUL_PX })),
  });
  return <Frame {...props} {...{ frameRef, virtualizer, focused }} />;
}

function ListInPage<T>(props: Props<T>) {
  const frameRef = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const { options, focused } = useRowOptions(props);
  const virtualizer = useWindowVirtualizer<Element>({ ...options, scrollMargin });
  useLayoutEffect(() => {
    const top = frameRef.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  });
  return <Frame {...props} {...{ frameRef, virtualizer, focused }} />;
}

function useRowOptions<T>({ items, keyOf, rowRem, more, keptKey, overscan = OVERSCAN }: Props<T>) {
  const [rem] = useState(rootTypePx);
  const focused = useRef<RowId>(undefined);
  const others = more?.items;
  const keys = useMemo(() => {
    const under = others && others.length > 0 ? [HEADING_KEY, ...others.map(keyOf)] : [];
    return [...items.map(keyOf), ...under];
  }, [items, others, keyOf]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      // Otherwise the focus would be lost.
      const kept = [focused.current, keptKey]
        .map((key) => (key === undefined ? -1 : keys.indexOf(key)))
        .filter((index) => index >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
    [keys, keptKey],
  );
  const options = {
    count: keys.length,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    // Whole pixels, like measured rows: otherwise each rendered row would shift the page a little.
    estimateSize(index: number) {
      if (index === items.length) return Math.round(HEADING_REM * rem);
      return Math.round((index < items.length || !more ? rowRem : more.rowRem) * rem);
    },
    measureElement: measureRow,
    overscan,
    rangeExtractor,
    initialRect: { width: 0, height: SCREENFUL_PX },
  };
  return { options, focused };
}

interface Drawn {
  readonly frameRef: RefObject<HTMLElement | null>;
  readonly virtualizer: ListVirtualizer;
  readonly focused: RefObject<RowId | undefined>;
}

/** The visible rows, each in its place. */
function Frame<T>(props: Props<T> & Drawn) {
  const { ref, items, keyOf, children, more, frame, head, news, frameRef, virtualizer, focused } = props;
  useImperativeHandle(ref, () => virtualizer, [virtualizer]);
  const newRows = useNewRows(news);
  const rows = virtualizer.getVirtualItems();
  const heading = rows.find(({ index }) => index === items.length);
  const place = ({ index, start }: VirtualItem) => ({
    ref: virtualizer.measureElement,
    className: styles.row,
    style: { transform: `translateY(${start - virtualizer.options.scrollMargin}px)` },
    'data-index': index,
  });
  const list = ({ label, items: listed }: Rows<T>, first: number) => {
    const shown = rows.flatMap((row) => {
      const item = listed[row.index - first];
      return item === undefined ? [] : [{ row, item, id: keyOf(item) }];
    });
    if (shown.length === 0) return null;
    return (
      <ul aria-label={label}>
        {shown.map(({ row, item, id }) => (
          <li
            key={row.key}
            {...place(row)}
            data-new={newRows.has(id)}
            onAnimationEnd={() => newRows.settle(id)}
            onFocus={() => {
              focused.current = id;
            }}
            onBlur={() => {
              focused.current = undefined;
            }}
            aria-setsize={listed.length}
            aria-posinset={row.index - first + 1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <section {...frame} ref={frameRef}>
      {head}
      <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {list(props, 0)}
        {more && heading && (
          <div key={heading.key} {...place(heading)}>
            {more.heading}
          </div>
        )}
        {more && list(more, items.length + 1)}
      </div>
    </section>
  );
}
