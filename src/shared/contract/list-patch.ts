/** A part of a new list: a run of the old list, or new entries. */
export type PatchPiece<Entry> =
  | { readonly from: number; readonly count: number }
  | { readonly entries: readonly Entry[] };

/** Difference between two lists, so that only new entries are sent. */
export interface ListPatch<Entry> {
  readonly revision: number;
  /** Revision of the old list; a subscriber with another one needs the whole list. */
  readonly since: number;
  /** The new list in order, piece by piece. */
  readonly pieces: readonly PatchPiece<Entry>[];
}

/**
 * Expresses a new list as pieces of an old one. Entries are compared by identity: a changed entry is a new one, and
 * none occurs twice. The common prefix and suffix, which most changes leave intact, are found by comparison; only the
 * entries between are looked up.
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

/** Finds pieces for the entries between the common prefix, which begins at `start`, and the common suffix. */
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

/** Applies a patch. Entries kept from the old list keep their identity. */
export const patchList = <Entry>(
  earlier: readonly Entry[],
  pieces: readonly PatchPiece<Entry>[],
): readonly Entry[] =>
  pieces.flatMap((piece) =>
    'entries' in piece ? piece.entries : earlier.slice(piece.from, piece.from + piece.count),
  );
