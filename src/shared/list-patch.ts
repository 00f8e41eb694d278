/** A part of a new list: a stretch of the one before it, or entries that were not in it. */
export type PatchPiece<Entry> =
  | { readonly from: number; readonly count: number }
  | { readonly entries: readonly Entry[] };

/** How a list came out of an earlier one, so that only what is new in it has to be sent. */
export interface ListPatch<Entry> {
  readonly revision: number;
  /** The revision of the earlier list: whoever holds another one needs the whole. */
  readonly since: number;
  /** The new list in its order, piece by piece. */
  readonly pieces: readonly PatchPiece<Entry>[];
}

/**
 * A new list in pieces of an earlier one. Entries are told apart by identity: an entry that changed is a new one, and none
 * stands in a list twice. What most changes leave, a long stretch from the first entry on and one to the last, is found
 * by comparing alone; only what lies between is looked up.
 */
export function diffLists<Entry>(
  earlier: readonly Entry[],
  next: readonly Entry[],
): readonly PatchPiece<Entry>[] {
  const start = Math.max(0, earlier.indexOf(next[0] as Entry));
  let head = 0;
  while (head < next.length && earlier[start + head] === next[head]) head++;
  let tail = 0;
  while (tail < next.length - head && earlier.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const others = next.slice(head, next.length - tail);
  return [
    ...(head > 0 ? [{ from: start, count: head }] : []),
    ...findMoved(earlier, start, head, tail, others),
    ...(tail > 0 ? [{ from: earlier.length - tail, count: tail }] : []),
  ];
}

/** Entries as pieces of what is left of the earlier list beside its stretch from `start` on and its tail. */
function findMoved<Entry>(
  earlier: readonly Entry[],
  start: number,
  head: number,
  tail: number,
  entries: readonly Entry[],
): readonly PatchPiece<Entry>[] {
  const places = new Map<Entry, number>();
  const note = (from: number, to: number): void => {
    for (const [index, entry] of earlier.slice(from, to).entries()) places.set(entry, from + index);
  };
  note(0, start);
  note(start + head, earlier.length - tail);
  const pieces: ({ from: number; count: number } | { entries: Entry[] })[] = [];
  for (const entry of entries) {
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
export const patchList = <Entry>(
  earlier: readonly Entry[],
  pieces: readonly PatchPiece<Entry>[],
): readonly Entry[] =>
  pieces.flatMap((piece) =>
    'entries' in piece ? piece.entries : earlier.slice(piece.from, piece.from + piece.count),
  );
