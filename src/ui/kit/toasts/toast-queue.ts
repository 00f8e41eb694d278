import type { Toast } from './announce.ts';

/** Number of toasts shown in a pile. */
export const TOASTS_SHOWN = 4;
/** Display time of a toast; while time runs fast, at most `TOASTS_SHOWN` begin within it. */
export const TOAST_MS = 4000;

interface ToastEffects {
  isHidden(): boolean;
  show(toast: Toast): void;
  /** Calls back after the current task. */
  soon(callback: () => void): void;
  /** True while notices arrive faster than they can be read. */
  isFast(): boolean;
  /** Returns the time of a clock, ms. */
  now(): number;
  /** Calls back after a delay. */
  later(callback: () => void, ms: number): void;
}

export interface ToastQueue {
  /** Shows a toast, with others of the same update, or once the page is visible again. */
  announce(toast: Toast): void;
  /** To be called when the page is hidden or shown. */
  release(): void;
}

/** Drops the oldest toast that is not an error, otherwise the oldest. */
function withoutOldest(held: readonly Toast[]): readonly Toast[] {
  const index = held.findIndex(({ level }) => level !== 'error');
  return held.filter((_, place) => place !== Math.max(index, 0));
}

/**
 * Queues toasts while the page is hidden; afterwards the newest are shown, with the number of the others. The same
 * applies to many toasts of one update, and to those of rapid updates at a high rate of time: each toast measures
 * itself, and together they would block the page for seconds. The event log has all of them.
 */
export function holdToasts({ isHidden, show, soon, isFast, now, later }: ToastEffects): ToastQueue {
  let held: readonly Toast[] = [];
  let leftOut = 0;
  /** Times at which the newest toasts were shown, at most `TOASTS_SHOWN`. */
  let shownAt: readonly number[] = [];
  let isWaiting = false;

  function leaveOneOut(): void {
    held = withoutOldest(held);
    leftOut += 1;
  }

  function showNow(toast: Toast): void {
    show(toast);
    shownAt = [...shownAt, now()].slice(-TOASTS_SHOWN);
  }

  /** Returns the delay until all held toasts may be shown. */
  function waitMs(): number {
    const before = shownAt.at(-(TOASTS_SHOWN - held.length + 1));
    return before === undefined || !isFast() ? 0 : before + TOAST_MS - now();
  }

  function release(): void {
    if (isHidden() || isWaiting || held.length === 0) return;
    const ms = waitMs();
    if (ms > 0) {
      isWaiting = true;
      later(() => {
        isWaiting = false;
        release();
      }, ms);
      return;
    }
    if (leftOut > 0) {
      leaveOneOut(); // makes space for the summary
      showNow({ id: 'held-toasts', level: 'info', text: `${leftOut} more notices are in the event log` });
    }
    for (const toast of held) showNow(toast);
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
