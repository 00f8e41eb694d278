import { useStore } from 'jotai';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Command } from '../../shared/entities.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { dueOf } from './due.ts';
import type { CommandQueue } from './order.ts';

export const ROW_ACTIONS = ['Execute', 'Cancel'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** A button of a pending command, or the row of a past one. */
export interface RowPlace {
  readonly id: string;
  readonly action: RowAction | 'row';
}

/** The focused button, and the index of its row. */
export interface HeldPlace {
  readonly id: string;
  readonly action: RowAction;
  index: number;
}

interface RowFocusOptions {
  readonly held: RefObject<HeldPlace | undefined>;
  readonly queue: CommandQueue;
  /** Takes the focus when no row is left. */
  readonly headingRef: RefObject<HTMLElement | null>;
  /** Button to focus as soon as it is rendered. */
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
  readonly drawRow: (index: number) => void;
}

const indexOf = (commands: readonly Command[], wantedId: string): number =>
  commands.findIndex(({ id }) => id === wantedId);

/** Index of a place among all rows: pending ones, heading, past ones. */
function rowIndexOf({ pending, past }: CommandQueue, { id, action }: RowPlace): number {
  if (action !== 'row') return indexOf(pending, id);
  const index = indexOf(past, id);
  return index < 0 ? index : pending.length + 1 + index;
}

/**
 * Keeps the focus in the workflow. When the focused row is executed, the next due one gets it, or else the
 * executed command with its verification; when it is cancelled, the row in its place; the heading if none is
 * left.
 */
export function useRowFocus({ held, queue, headingRef, wanted, setWanted, drawRow }: RowFocusOptions) {
  const store = useStore();
  const { pending, past } = queue;
  const listRef = useRef<HTMLDivElement>(null);
  const awaited = useRef<RowPlace>(undefined);

  useLayoutEffect(() => {
    if (!held.current) return;
    const { id, index, action } = held.current;
    const found = indexOf(pending, id);
    if (found >= 0) {
      held.current.index = found;
      return;
    }
    held.current = undefined;
    const next = pending[Math.min(index, pending.length - 1)];
    const now = store.get(missionSecondAtom);
    const isNextDue = next && now !== undefined && dueOf(next.scheduledTime, now) !== 'later';
    if (action === 'Execute' && !isNextDue && indexOf(past, id) >= 0) setWanted({ id, action: 'row' });
    else if (next) setWanted({ id: next.id, action });
    else headingRef.current?.focus();
  }, [held, pending, past, headingRef, setWanted, store]);

  // After every render: the row may be rendered later.
  useLayoutEffect(() => {
    if (!wanted) return;
    const index = rowIndexOf(queue, wanted);
    if (index < 0) {
      // It waits at the heading for a row to come, until the operator moves the focus.
      const isNew = awaited.current !== wanted;
      awaited.current = wanted;
      if (isNew || document.activeElement === document.body) headingRef.current?.focus();
      else if (document.activeElement !== headingRef.current) setWanted(undefined);
      return;
    }
    const target = listRef.current?.querySelector<HTMLElement>(
      `[data-index="${index}"] [data-action="${wanted.action}"]`,
    );
    if (!target) return drawRow(index);
    target.focus();
    setWanted(undefined);
  });

  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      const index = Number(target.closest('[data-index]')?.getAttribute('data-index'));
      const action = ROW_ACTIONS.find((name) => name === target.dataset.action);
      const id = pending[index]?.id;
      held.current = action && id !== undefined ? { id, index, action } : undefined;
    },
    [held, pending],
  );
  const onBlur = useCallback(() => {
    held.current = undefined;
  }, [held]);

  return { listRef, onFocus, onBlur };
}
