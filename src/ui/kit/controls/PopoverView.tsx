import { atom, useAtomValue } from 'jotai';
import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useState } from 'react';
import { onDemand } from '../on-demand/on-demand.tsx';
import { announce } from '../toasts/announce.tsx';
import type { PopoverViewProps } from './PopoverFrame.tsx';

const frame = onDemand(['PopoverFrame'], async () => (await import('./PopoverFrame.tsx')).PopoverFrame);
let isFetched = false;

/** Set after `fetchPopovers`, so that the buttons of popovers get theirs. */
export const arePopoversFetchedAtom = atom(false);

/** Fetches the code of all popovers, which the first view does not need. A failed one is fetched again when opened. */
export async function fetchPopovers(): Promise<void> {
  await frame.prefetch();
  isFetched = true;
}

/**
 * Reading matter beside the button that opens it, without layout shift. Not modal: announcements of the
 * mission continue.
 */
export function PopoverView(props: PopoverViewProps) {
  useAtomValue(arePopoversFetchedAtom);
  const { open, onOpenChange } = props;
  const [isAsked, setAsked] = useState(false);
  const isWanted = open ?? isAsked;
  const [, setFetched] = useState(isFetched);

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

  if (isFetched) return <frame.Component {...props} defaultOpen={isAsked} />;
  return cloneElement(props.trigger as ReactElement<HTMLAttributes<HTMLElement>>, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick() {
      setAsked(true);
      onOpenChange?.(true);
    },
  });
}
