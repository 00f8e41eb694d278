import { useState } from 'react';

type RowId = string | number;
type Rows = readonly { readonly id: RowId }[] | undefined;

export interface NewRows {
  /** It came while the list was on the page, and has not been marked yet. */
  readonly has: (id: RowId) => boolean;
  /** Its mark has faded: scrolled out and in again, it is not new a second time. */
  readonly blend: (id: RowId) => void;
}

/** Which rows of a list have arrived while it was shown; nothing of the first list has. */
export function useNewRows(rows: Rows): NewRows {
  const [held, setHeld] = useState<{ readonly rows: Rows; readonly fresh: Set<RowId> }>({
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
  return { has: (id) => fresh.has(id), blend: (id) => void fresh.delete(id) };
}
