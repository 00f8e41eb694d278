import type { Toast } from './announce.tsx';

/** Number of toasts shown in a pile. */
export const TOASTS_SHOWN = 4;

interface Effects {
  isHidden(): boolean;
  show(toast: Toast): void;
  /** Calls back after the current task. */
  soon(callback: () => void): void;
}

export interface ToastQueue {
  /** Shows a toast, with others of the same update, or when the page is visible again. */
  announce(toast: Toast): void;
  /** To be called when the page is hidden or shown. */
  release(): void;
}

/** Drops the oldest one that is not a failure. */
function withoutOldest(held: readonly Toast[]): readonly Toast[] {
  const index = held.findIndex(({ level }) => level !== 'error');
  return held.filter((_, place) => place !== Math.max(index, 0));
}

/**
 * Queues toasts while the page is hidden: afterwards the newest are shown, with the number of the others. The
 * same applies to a hundred toasts of one update: each toast measures itself, and together they would block
 * the page for seconds. The event log has them all.
 */
export function holdToasts({ isHidden, show, soon }: Effects): ToastQueue {
  let held: readonly Toast[] = [];
  let leftOut = 0;

  function leaveOneOut(): void {
    held = withoutOldest(held);
    leftOut += 1;
  }

  function release(): void {
    if (isHidden()) return;
    if (leftOut > 0) {
      leaveOneOut(); // for the line about them
      const text = `${leftOut} more notices are in the event log`;
      show({ id: 'held-toasts', level: 'info', text });
    }
    for (const toast of held) show(toast);
    held = [];
    leftOut = 0;
  }

  return {
    announce(toast) {
      if (held.length === 0) soon(release);
      held = [...held, toast];
      if (held.length > TOASTS_SHOWN) leaveOneOut();
    },
    release,
  };
}
