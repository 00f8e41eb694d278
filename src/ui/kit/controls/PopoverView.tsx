import { atom, useAtomValue } from 'jotai';
import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { onDemand } from '../on-demand/on-demand.tsx';
import { announce } from '../toasts/announce.ts';
import type { PopoverContent } from './PopoverFrame.tsx';

interface PopoverViewProps extends PopoverContent {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** Controlled state, if opened from elsewhere too. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

const frame = onDemand(['PopoverFrame'], async () => (await import('./PopoverFrame.tsx')).PopoverFrame);
let isFetched = false;

/** Set after `fetchPopovers`, so that popover buttons render their popovers. */
export const arePopoversFetchedAtom = atom(false);

/** Fetches the code of all popovers, which the first view does not need. Opening a popover retries a failed fetch. */
export async function fetchPopovers(): Promise<void> {
  await frame.prefetch();
  isFetched = true;
}

/**
 * Popover beside the button that opens it, without layout shift. Not modal, so the mission's announcements
 * continue. The button remains the same element when the code arrives, so that it keeps its press and the
 * focus.
 */
export function PopoverView({ trigger, open, onOpenChange, ...view }: PopoverViewProps) {
  useAtomValue(arePopoversFetchedAtom);
  const button = useRef<HTMLElement>(null);
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const isWanted = open ?? isAsked;
  const isOpen = isWanted && isFetched;
  const [, setFetched] = useState(isFetched);
  const ask = (isNext: boolean): void => {
    setAsked(isNext);
    onOpenChange?.(isNext);
  };

  // If a press inside closes it and opens a dialog, that dialog will return the focus to the button.
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || document.getElementById(id)?.contains(activeElement);
    if (wasOpen.current && !isOpen && isLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, id]);

  useEffect(() => {
    if (!isWanted || isFetched) return;
    fetchPopovers().then(
      () => setFetched(true),
      (error: unknown) => {
        setAsked(false);
        onOpenChange?.(false);
        const reason = error instanceof Error ? error.message : String(error);
        announce({ id: 'popover-failed', level: 'error', text: `Failed to open: ${reason}. Try again.` });
      },
    );
  }, [isWanted, onOpenChange]);

  return (
    <>
      {cloneElement(trigger as ReactElement<Record<string, unknown>>, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        'data-state': isOpen ? 'open' : 'closed',
        onClick: () => ask(!isOpen),
      })}
      {isFetched && <frame.Component {...view} id={id} button={button} open={isOpen} onOpenChange={ask} />}
    </>
  );
}
