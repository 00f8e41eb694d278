import { atom, useAtomValue } from 'jotai';
import type { RefObject } from 'react';
import type { Command } from '../../../shared/entities/entities.ts';
import { VirtualList } from '../../kit/lists/VirtualList.tsx';
import { useMediaQuery } from '../../kit/page/use-media-query.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { isQuietAtom } from '../../mission/time/shown-time.ts';
import { CommandRow } from './CommandRow.tsx';
import styles from './command-queue.module.css';
import type { CommandQueue } from './order.ts';
import { type RowPlace, useRowFocus } from './row-focus.ts';

/** Queue whose changes are announced: none in a replay or a branch. */
const currentCommandsAtom = atom((get) => (get(isQuietAtom) ? undefined : get(sliceAtoms.commands)));

/** Heights of rows in rem, as lines and as cards. */
const LINE_REM = 2.75;
const PENDING_CARD_REM = 5.85;
/** With touch-sized buttons. */
const TOUCHED_CARD_REM = 6.85;
const PAST_CARD_REM = 5.3;

/** Longest queue that is rendered completely, for the browser's own search. */
const WHOLE_COUNT = 60;

interface QueueListProps {
  readonly queue: CommandQueue;
  /** True if the page scrolls, false if the list itself does. */
  readonly isInPage: boolean;
  /** Takes the focus when no row is left. */
  readonly headingRef: RefObject<HTMLElement | null>;
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
}

const idOf = ({ id }: Command) => id;

/** The queue: pending commands, a heading, past ones. */
export function QueueList({ isInPage, ...focus }: QueueListProps) {
  const { pending, past } = focus.queue;
  const { list, onFocus, onBlur } = useRowFocus(focus);
  const isTouched = useMediaQuery('(pointer: coarse)');
  const cardRem = isTouched ? TOUCHED_CARD_REM : PENDING_CARD_REM;
  return (
    <VirtualList
      ref={list}
      label="Pending commands"
      items={pending}
      rowRem={isInPage ? cardRem : LINE_REM}
      more={{
        label: 'Past commands',
        items: past,
        rowRem: isInPage ? PAST_CARD_REM : LINE_REM,
        heading: (
          <h4 className={styles.divider}>
            Past <span className={styles.count}>{past.length}</span>
          </h4>
        ),
      }}
      keyOf={idOf}
      news={useAtomValue(currentCommandsAtom)}
      isInPage={isInPage}
      keptKey={focus.wanted?.id}
      overscan={pending.length + past.length < WHOLE_COUNT ? WHOLE_COUNT : undefined}
      frame={{
        className: isInPage ? undefined : styles.scroller,
        'aria-label': 'Commands in the queue',
        // Focusable itself only without pending rows, whose buttons are focusable.
        tabIndex: isInPage || pending.length > 0 ? undefined : 0,
        onFocus,
        onBlur,
      }}
      head={
        <div className={styles.columns} aria-hidden="true">
          <span className={styles.status}>Status</span>
          <span className={styles.name}>Command</span>
          <span className={styles.scheduled}>Scheduled, UTC</span>
          <span className={styles.execution}>Execution, UTC</span>
          <span className={styles.priority}>Priority</span>
        </div>
      }
    >
      {(command) => <CommandRow command={command} />}
    </VirtualList>
  );
}
