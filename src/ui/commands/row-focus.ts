import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Command } from '../../shared/entities.ts';

export const ROW_ACTIONS = ['Execute', 'Cancel'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** A button of a pending command. */
export interface RowPlace {
  readonly id: string;
  readonly action: RowAction;
}

/** The button that has the focus, and where its row stands. */
export interface HeldPlace extends RowPlace {
  index: number;
}

interface RowFocusOptions {
  readonly held: RefObject<HeldPlace | undefined>;
  readonly pending: readonly Command[];
  /** Takes the focus where no row is left for it. */
  readonly headingRef: RefObject<HTMLElement | null>;
  /** The button that is to have the focus as soon as it is drawn. */
  readonly wanted: RowPlace | undefined;
  readonly setWanted: (wanted: RowPlace | undefined) => void;
  readonly drawRow: (index: number) => void;
}

const indexOf = (pending: readonly Command[], wantedId: string): number =>
  pending.findIndex(({ id }) => id === wantedId);

/**
 * Keeps the focus in the queue. When the row that has it leaves, executed or cancelled from anywhere, the same button of
 * the row in its place takes it, or the heading where none is left.
 */
export function useRowFocus({ held, pending, headingRef, wanted, setWanted, drawRow }: RowFocusOptions) {
  const listRef = useRef<HTMLDivElement>(null);

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
    if (next) setWanted({ id: next.id, action });
    else headingRef.current?.focus();
  }, [held, pending, headingRef, setWanted]);

  // After every render: the row may be drawn by a later one.
  useLayoutEffect(() => {
    if (!wanted) return;
    const index = indexOf(pending, wanted.id);
    if (index < 0) {
      // It waits at the heading for a row that is still to come, until the operator goes elsewhere.
      if (document.activeElement === document.body) headingRef.current?.focus();
      else if (document.activeElement !== headingRef.current) setWanted(undefined);
      return;
    }
    const button = listRef.current?.querySelector<HTMLElement>(
      `[data-index="${index}"] [data-action="${wanted.action}"]`,
    );
    if (!button) return drawRow(index);
    button.focus();
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
