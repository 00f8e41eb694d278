import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLists, type PatchPiece, patchList } from '../../../../src/shared/contract/list-patch.ts';

interface Entry {
  readonly id: number;
}

const entries = (...ids: readonly number[]): readonly Entry[] => ids.map((id) => ({ id }));

/** Number of entries that have to be sent. */
const sentIn = (pieces: readonly PatchPiece<Entry>[]): number =>
  pieces.reduce((sum, piece) => sum + ('entries' in piece ? piece.entries.length : 0), 0);

describe('a change of a list', () => {
  const earlier = entries(1, 2, 3, 4, 5);
  const [first, second, third, fourth, fifth] = earlier as [Entry, Entry, Entry, Entry, Entry];
  const added = { id: 6 };

  it.each<[string, readonly Entry[], number, number]>([
    ['nothing', [...earlier], 0, 1],
    ['a new last one', [...earlier, added], 1, 2],
    ['a new first one, the last one gone', [added, ...earlier.slice(0, -1)], 1, 2],
    ['the first two gone, a new last one', [third, fourth, fifth, added], 1, 2],
    ['one replaced', earlier.with(2, added), 1, 3],
    ['one removed', earlier.toSpliced(1, 1), 0, 2],
    ['one moved', [first, fourth, second, third, fifth], 0, 4],
    ['the last one moved to the front', [fifth, first, second, third, fourth], 0, 2],
    ['the other order', earlier.toReversed(), 0, 5],
    ['everything removed', [], 0, 0],
    ['all of them new', entries(7, 8), 2, 1],
  ])('with %s sends only what is new, in as few pieces as possible', (_case, next, sent, count) => {
    const pieces = diffLists(earlier, next);
    expect(sentIn(pieces)).toBe(sent);
    expect(pieces).toHaveLength(count);
    expect(patchList(earlier, pieces)).toEqual(next);
  });

  it('encodes an unchanged stretch as one piece, however long it is', () => {
    const long = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    expect(diffLists(long, long.with(5000, added))).toHaveLength(3);
  });

  it('from any list to any other gives that list, with identity of unchanged entries, also over a channel', () => {
    const known = fc.nat({ max: 30 });
    fc.assert(
      fc.property(fc.uniqueArray(known), fc.uniqueArray(known), (heldIds, nextIds) => {
        const earlierById = new Map(heldIds.map((id) => [id, { id }]));
        const held = [...earlierById.values()];
        const next = nextIds.map((id) => earlierById.get(id) ?? { id });
        // The other side has its own objects.
        const heldThere = structuredClone(held);
        const joined = patchList(heldThere, structuredClone(diffLists(held, next)));
        expect(joined).toEqual(next);
        for (const [index, entry] of next.entries()) {
          const place = held.indexOf(entry);
          if (place >= 0) expect(joined[index]).toBe(heldThere[place]);
        }
      }),
      { seed: 20_261_121, numRuns: 5000 },
    );
  });
});
