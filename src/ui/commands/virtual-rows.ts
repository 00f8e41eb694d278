import { defaultRangeExtractor, type Range, type VirtualizerOptions } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useState } from 'react';
import { measureRow } from '../kit/lists/measured-rows.ts';
import { rootTypePx } from '../kit/page/root-type.ts';
import type { CommandQueue } from './order.ts';
import type { HeldPlace } from './row-focus.ts';

/** A queue up to this long is rendered completely, for the browser's own search. */
const WHOLE_COUNT = 60;
/** Rows rendered beyond each edge, for Tab and quick scrolling. */
const OVERSCAN = 6;

/** Approximate height of each kind of row, in rem: the closer, the steadier the scrollbar. */
export interface RowHeights {
  readonly pending: number;
  readonly past: number;
}
const HEADING_REM = 2.5;

type RowOptions = Pick<
  VirtualizerOptions<Element, Element>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan' | 'rangeExtractor'
> & { readonly measureElement: typeof measureRow };

/**
 * Common options of all virtual lists of the queue: pending rows, a heading if there are past ones, past
 * rows.
 */
export function useRowOptions(
  { pending, past }: CommandQueue,
  held: RefObject<HeldPlace | undefined>,
  heights: RowHeights,
): RowOptions {
  const pendingCount = pending.length;
  const [rem] = useState(rootTypePx);
  const estimateSize = useCallback(
    (index: number) => {
      if (index === pendingCount) return Math.round(HEADING_REM * rem);
      // Whole pixels, like measured rows: otherwise each rendered row would shift the page a little.
      return Math.round((index < pendingCount ? heights.pending : heights.past) * rem);
    },
    [heights, pendingCount, rem],
  );
  const getItemKey = useCallback(
    (index: number) => {
      if (index === pending.length) return 'heading';
      const command = pending[index] ?? past[index - pending.length - 1];
      return `command ${command?.id}`;
    },
    [pending, past],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (range.count <= WHOLE_COUNT) return Array.from({ length: range.count }, (_, index) => index);
      const rows = defaultRangeExtractor(range);
      // The focused row stays rendered at any scroll position: otherwise the focus would be lost.
      const kept = held.current?.index;
      if (kept === undefined || kept >= range.count || rows.includes(kept)) return rows;
      return [...rows, kept].sort((a, b) => a - b);
    },
    [held],
  );
  return {
    count: pending.length + (past.length > 0 ? past.length + 1 : 0),
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    measureElement: measureRow,
  };
}
