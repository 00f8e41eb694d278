import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useNewRows } from '../../../../src/ui/kit/lists/use-new-rows.ts';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));

function show(first: ReturnType<typeof rows> | undefined) {
  const view = renderHook(({ list }) => useNewRows(list), { initialProps: { list: first } });
  return {
    next: (list: ReturnType<typeof rows>) => view.rerender({ list }),
    marked: (...ids: readonly string[]) => ids.filter((id) => view.result.current.has(id)),
    settle: (id: string) => view.result.current.settle(id),
  };
}

describe('a row that arrives', () => {
  it('is marked, and those that were there before it are not', () => {
    const list = show(rows('a', 'b'));
    expect(list.marked('a', 'b')).toEqual([]);
    list.next(rows('c', 'a', 'b'));
    expect(list.marked('a', 'b', 'c')).toEqual(['c']);
  });

  it('is not marked in the first list, however late that comes', () => {
    const list = show(undefined);
    list.next(rows('a', 'b'));
    expect(list.marked('a', 'b')).toEqual([]);
  });

  it('stays marked for its time, whatever else changes, and is not marked again', () => {
    const list = show(rows('a'));
    list.next(rows('b', 'a'));
    list.next(rows('c', 'b', 'a'));
    expect(list.marked('a', 'b', 'c')).toEqual(['b', 'c']);
    list.settle('b');
    list.next(rows('c', 'b', 'a'));
    expect(list.marked('a', 'b', 'c')).toEqual(['c']);
  });
});
