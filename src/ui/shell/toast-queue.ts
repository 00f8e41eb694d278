import type { Announcement } from '../mission/link.ts';

/** How many a pile shows at a time. */
export const TOASTS_SHOWN = 4;

interface Effects {
  isHidden(): boolean;
  show(announcement: Announcement): void;
  /** Calls back when what runs now has ended. */
  soon(callback: () => void): void;
}

export interface ToastQueue {
  /** Shows an announcement, with those that come with it, or when somebody looks at the page again. */
  announce(announcement: Announcement): void;
  /** To be called when the page has been hidden or comes back. */
  release(): void;
}

/** What is left out first: the oldest that is no failure. */
function withoutOldest(held: readonly Announcement[]): readonly Announcement[] {
  const index = held.findIndex(({ level }) => level !== 'error');
  return held.filter((_, place) => place !== Math.max(index, 0));
}

/**
 * A toast waits for as long as its page is hidden, and nobody reads a hundred of them: of what is announced meanwhile the
 * newest are shown afterwards, and how many there were besides. The same holds for a hundred that one update brings: each
 * toast measures itself, so that they would hold up the page for seconds. The event log has them all.
 */
export function holdToasts({ isHidden, show, soon }: Effects): ToastQueue {
  let held: readonly Announcement[] = [];
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
    for (const announcement of held) show(announcement);
    held = [];
    leftOut = 0;
  }

  return {
    announce(announcement) {
      if (held.length === 0) soon(release);
      held = [...held, announcement];
      if (held.length > TOASTS_SHOWN) leaveOneOut();
    },
    release,
  };
}
