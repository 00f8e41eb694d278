import { useStore } from 'jotai';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Command } from '../../../shared/entities/entities.ts';
import type { ListVirtualizer } from '../../kit/lists/VirtualList.tsx';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { COMMAND_OPERATIONS, type CommandOperation } from '../../mission/link/offers.ts';
import { dueOf } from './due.ts';
import type { CommandQueue } from './order.ts';

/** A button of a pending command, or the row of a past one. */
export interface RowPlace {
  readonly id: string;
  readonly action: CommandOperation | 'row';
}

/** The focused button, and the index of its row. */
interface HeldPlace {
  readonly id: string;
  readonly action: CommandOperation;
  index: number;
}

interface RowFocusOptions {
  readonly queue: CommandQueue;
  /** Takes the focus when no row is left. */
  readonly headingRef: RefObject<HTMLElement | null>;
  /** Place to focus once its row is rendered. */
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
}

const indexOf = (commands: readonly Command[], wantedId: string): number =>
  commands.findIndex(({ id }) => id === wantedId);

/**
 * Keeps the focus in the workflow: from an executed row it moves to the next due one, or else to the executed
 * command with its verification; from a cancelled row to the one in its place; to the heading if none is
 * left.
 */
export function useRowFocus({ queue, headingRef, wanted, setWanted }: RowFocusOptions) {
  const store = useStore();
  const { pending, past } = queue;
  const list = useRef<ListVirtualizer>(null);
  const held = useRef<HeldPlace>(undefined);
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
    const isExecuted = action !== 'cancelCommand' && indexOf(past, id) >= 0;
    if (isExecuted && !isNextDue) setWanted({ id, action: 'row' });
    else if (next) setWanted({ id: next.id, action: isExecuted ? 'executeCommand' : action });
    else headingRef.current?.focus();
  }, [pending, past, headingRef, setWanted, store]);

  // After every render, because the row may come later.
  useLayoutEffect(() => {
    if (!wanted) return;
    if (indexOf(wanted.action === 'row' ? past : pending, wanted.id) < 0) {
      // Waits at the heading for the row, until the operator moves the focus.
      const isNew = awaited.current !== wanted;
      awaited.current = wanted;
      if (isNew || document.activeElement === document.body) headingRef.current?.focus();
      else if (document.activeElement !== headingRef.current) setWanted(undefined);
      return;
    }
    const row = list.current?.elementsCache.get(wanted.id);
    const target = row?.querySelector<HTMLElement>(`[data-action="${wanted.action}"]`);
    if (!target) return;
    target.focus();
    setWanted(undefined);
  });

  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      const index = Number(target.closest('[data-index]')?.getAttribute('data-index'));
      const action = COMMAND_OPERATIONS.find((operation) => operation === target.dataset.action);
      const id = pending[index]?.id;
      held.current = action && id !== undefined ? { id, index, action } : undefined;
    },
    [pending],
  );
  const onBlur = useCallback(() => {
    held.current = undefined;
  }, []);

  return { list, onFocus, onBlur };
}
