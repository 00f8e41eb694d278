import { useState } from 'react';

export type RowId = string | number;
/** A list that may not be there yet, or whose changes are none. */
export type News = readonly { readonly id: RowId }[] | undefined;

export interface NewRows {
  /** It arrived while the list was mounted, and has not been highlighted yet. */
  readonly has: (id: RowId) => boolean;
  /** Its highlight has faded: after scrolling out and in again it is not new. */
  readonly settle: (id: RowId) => void;
}

/** New rows of a list since mount; none of the first list. */
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
