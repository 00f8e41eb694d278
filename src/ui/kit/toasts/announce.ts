import type { ReactNode } from 'react';

/** A one-time message to the operator. */
export interface Toast {
  readonly id: string;
  readonly level: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Instead of the level's own. */
  readonly icon?: ReactNode;
  /** Visual only: something else announces it. */
  readonly isSpokenElsewhere?: boolean;
}

let show: ((toast: Toast) => void) | undefined;
/** Until they can be shown. */
let waiting: readonly Toast[] = [];
let onWaiting = (): void => undefined;

/** Shows a toast; another one with the same id replaces it. What shows toasts is loaded with the first one, or when the page is idle. */
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

/** Toasts are shown by this function from now on, those that wait at once. */
export function showToastsBy(next: (toast: Toast) => void): void {
  show = next;
  const due = waiting;
  waiting = [];
  for (const toast of due) next(toast);
}
