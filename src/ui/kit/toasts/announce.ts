import type { ReactNode } from 'react';

/** A one-time message to the operator. */
export interface Toast {
  readonly id: string;
  readonly level: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Replaces the icon of the level. */
  readonly icon?: ReactNode;
  /** True for a visual toast that something else announces. */
  readonly isSpokenElsewhere?: boolean;
}

let show: ((toast: Toast) => void) | undefined;
/** Toasts held until they can be shown. */
let waiting: readonly Toast[] = [];
let onWaiting = (): void => undefined;

/**
 * Shows a toast, which replaces any other with the same id. The toast code loads with the first toast, or when the
 * page is idle.
 */
export function announce(toast: Toast): void {
  if (show) {
    show(toast);
    return;
  }
  waiting = [...waiting, toast];
  onWaiting();
}

/** Calls back with each toast that cannot be shown yet. */
export function whenToastWaits(callback: () => void): void {
  onWaiting = callback;
  if (waiting.length > 0) callback();
}

/** Sets the function that shows toasts, and shows those that are waiting. */
export function showToastsBy(next: (toast: Toast) => void): void {
  show = next;
  const due = waiting;
  waiting = [];
  for (const toast of due) next(toast);
}
