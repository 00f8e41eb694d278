/** A part of a new list: a stretch of the one before it, or entries that were not in it. */
export type ListPiece<Entry> =
  | { readonly from: number; readonly count: number }
  | { readonly entries: readonly Entry[] };

/** How a list came out of an earlier one, so that only what is new in it has to be sent. */
export interface ListChange<Entry> {
  readonly revision: number;
  /** The revision of the earlier list: whoever holds another one needs the whole. */
  readonly since: number;
  /** The new list in its order, piece by piece. */
  readonly pieces: readonly ListPiece<Entry>[];
}

/**
 * A new list in pieces of an earlier one. Entries are told apart by identity: an entry that changed is a new one, and none
 * stands in a list twice.
 */
export function findPieces<Entry>(
  earlier: readonly Entry[],
  next: readonly Entry[],
): readonly ListPiece<Entry>[] {
  const shorter = Math.min(earlier.length, next.length);
  let head = 0;
  while (head < shorter && earlier[head] === next[head]) head++;
  let tail = 0;
  while (tail < shorter - head && earlier.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return [
    ...(head > 0 ? [{ from: 0, count: head }] : []),
    ...findMoved(earlier, head, earlier.length - tail, next.slice(head, next.length - tail)),
    ...(tail > 0 ? [{ from: earlier.length - tail, count: tail }] : []),
  ];
}

/** The pieces of `next` within a stretch of the earlier list, in which anything may have moved. */
function findMoved<Entry>(
  earlier: readonly Entry[],
  from: number,
  to: number,
  next: readonly Entry[],
): readonly ListPiece<Entry>[] {
  const places = new Map<Entry, number>();
  for (const [index, entry] of earlier.slice(from, to).entries()) places.set(entry, from + index);
  const pieces: ({ from: number; count: number } | { entries: Entry[] })[] = [];
  for (const entry of next) {
    const place = places.get(entry);
    const last = pieces.at(-1);
    if (place === undefined) {
      if (last && 'entries' in last) last.entries.push(entry);
      else pieces.push({ entries: [entry] });
    } else if (last && 'from' in last && last.from + last.count === place) last.count++;
    else pieces.push({ from: place, count: 1 });
  }
  return pieces;
}

/** The new list. Entries of the earlier one that are still in it keep their identity. */
export const joinPieces = <Entry>(
  earlier: readonly Entry[],
  pieces: readonly ListPiece<Entry>[],
): readonly Entry[] =>
  pieces.flatMap((piece) =>
    'entries' in piece ? piece.entries : earlier.slice(piece.from, piece.from + piece.count),
  );
