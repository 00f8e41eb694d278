import { Popover } from 'radix-ui';
import { type ReactNode, type Ref, type RefObject, Suspense, useId, useImperativeHandle } from 'react';
import { FailureBoundary } from '../on-demand/FailureBoundary.tsx';
import { Button } from './Button.tsx';
import { CloseButton } from './CloseButton.tsx';
import styles from './popover-view.module.css';

export interface PopoverContent {
  readonly title: string;
  /** Note on the whole content, such as its time. */
  readonly note?: string | undefined;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'center' | 'end';
  /** Class that sets the width, and `--view-height` if not the available height. */
  readonly className?: string | undefined;
  /** True without controls: the frame takes the focus, so that the keyboard can scroll it. */
  readonly isText?: boolean;
  /** Rendered when opened, and possibly fetched only then. */
  readonly children: ReactNode;
}

interface PopoverFrameProps extends PopoverContent {
  readonly id: string;
  /** The button that opens it, already in the page. */
  readonly button: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Stand-in for an element that is rendered elsewhere. */
function Elsewhere({
  ref,
  element,
}: {
  ref?: Ref<HTMLElement | null>;
  element: PopoverFrameProps['button'];
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current);
  return null;
}

/** A popover beside its button: see `PopoverView`. */
export function PopoverFrame({
  id,
  button,
  title,
  note,
  side = 'bottom',
  align = 'center',
  className = '',
  isText = false,
  children,
  ...root
}: PopoverFrameProps) {
  const headingId = useId();
  return (
    <Popover.Root {...root}>
      <Popover.Trigger asChild>
        <Elsewhere element={button} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={id}
          className={`${styles.view} ${className}`}
          aria-labelledby={headingId}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <div className={styles.header}>
            <h2 id={headingId} className={styles.title}>
              {title}
            </h2>
            {note !== undefined && <p className={styles.note}>{note}</p>}
            <Popover.Close asChild>
              <CloseButton />
            </Popover.Close>
          </div>
          <section className={styles.frame} aria-labelledby={headingId} tabIndex={isText ? 0 : undefined}>
            <FailureBoundary
              fallback={(error, retry) => (
                <p role="alert">
                  Failed to show this: {error.message} <Button onClick={retry}>Try again</Button>
                </p>
              )}
            >
              <Suspense fallback={<p role="status">Loading…</p>}>{children}</Suspense>
            </FailureBoundary>
          </section>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
