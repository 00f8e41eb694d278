import { atom, useAtomValue } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import { type ListVirtualizer, VirtualList } from '../../kit/lists/VirtualList.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { isQuietAtom } from '../../mission/time/shown-time.ts';
import { LogRow } from './LogRow.tsx';
import styles from './log.module.css';

/** List whose changes are announced: none in a replay or a branch. */
const currentLogAtom = atom((get) => (get(isQuietAtom) ? undefined : get(sliceAtoms.log)));

const idOf = ({ id }: LogEntry) => id;

/** The entries in a scroll container, newest first. */
export function LogList({ entries }: { readonly entries: readonly LogEntry[] }) {
  const list = useRef<ListVirtualizer>(null);

  // Keeps the reading position when new entries arrive on top.
  const newest = useRef(entries[0]?.id);
  useLayoutEffect(() => {
    const known = newest.current;
    newest.current = entries[0]?.id;
    const scroller = list.current?.scrollElement;
    if (!(scroller instanceof Element) || scroller.scrollTop <= 0) return;
    const index = entries.findIndex(({ id }) => id === known);
    if (index > 0) scroller.scrollTop += list.current?.measurementsCache[index]?.start ?? 0;
  }, [entries]);

  return (
    <VirtualList
      ref={list}
      items={entries}
      keyOf={idOf}
      rowRem={2.25}
      news={useAtomValue(currentLogAtom)}
      frame={{ className: styles.scroller, 'aria-label': 'Events, newest first', tabIndex: 0 }}
    >
      {(entry) => <LogRow entry={entry} />}
    </VirtualList>
  );
}
