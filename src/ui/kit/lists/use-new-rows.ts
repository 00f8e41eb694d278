import { useState } from 'react';

export type RowId = string | number;
/** Watched rows; `undefined` while not loaded, or to highlight nothing. */
export type News = readonly { readonly id: RowId }[] | undefined;

export interface NewRows {
  /** True if the row arrived while the list was mounted and has not been highlighted yet. */
  readonly has: (id: RowId) => boolean;
  /** Ends the highlight: a row that scrolls out and back in is not new. */
  readonly settle: (id: RowId) => void;
}

/** Tracks the rows that arrive after mount. */
export function useNewRows(rows: News): NewRows {
  const [held, setHeld] = useState<{ readonly rows: News; readonly fresh: Set<RowId> }>({
    rows,
    fresh: new Set(),
  });
  let { fresh } = held;
  if (rows !== held.rows) {
    const known = held.rows && new Set(held.rows.map(({ id }) => id));
    const isFresh = (id: RowId) => held.fresh.has(id) || (known !== undefined && !known.has(id));
    fresh = new Set(rows?.map(({ id }) => id).filter(isFresh));
    setHeld({ rows, fresh });
  }
  return { has: (id) => fresh.has(id), settle: (id) => void fresh.delete(id) };
}
