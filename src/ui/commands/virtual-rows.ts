import { defaultRangeExtractor, type Range, type VirtualizerOptions } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useState } from 'react';
import { measureRow } from '../lists/measured-rows.ts';
import { rootTypePx } from '../style/root-type.ts';
import type { CommandQueue } from './order.ts';
import type { HeldPlace } from './row-focus.ts';

/** A queue up to this long is drawn whole, so that the browser's own search finds everything in it. */
const WHOLE_COUNT = 60;
/** Rows drawn beyond each edge, so that Tab and a quick scroll find them there. */
const OVERSCAN = 6;

/** About how high each kind of row is, in rem: the closer, the steadier is a scrollbar over rows not drawn yet. */
export interface RowHeights {
  readonly pending: number;
  readonly past: number;
}
const HEADING_REM = 2.5;

type RowOptions = Pick<
  VirtualizerOptions<Element, Element>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan' | 'rangeExtractor'
> & { readonly measureElement: typeof measureRow };

/** What every virtual list of the queue has in common: its rows are pending, a heading if there are past ones, past. */
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
      // Whole pixels, as rows are measured: a fraction off, each row drawn would move the page a little.
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
      // The row with the focus stays, however far it is scrolled away: the focus would fall out of the page with it.
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
