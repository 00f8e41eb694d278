import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { CloseButton } from './CloseButton.tsx';
import styles from './popover-view.module.css';

export interface PopoverViewProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly title: string;
  /** Note on the whole content, such as its time. */
  readonly note?: string | undefined;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'center' | 'end';
  /** Sets its width, and `--view-height` if not the available height. */
  readonly className?: string | undefined;
  /** Controlled state, if opened from elsewhere too. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Rendered when opened. */
  readonly children: ReactNode;
}

/** A popover with its button: see `PopoverView`. */
export function PopoverFrame({
  trigger,
  title,
  note,
  side = 'bottom',
  align = 'center',
  className = '',
  children,
  ...root
}: PopoverViewProps & { readonly defaultOpen?: boolean }) {
  const headingId = useId();
  return (
    <Popover.Root {...root}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard */}
          <section className={styles.frame} aria-labelledby={headingId} tabIndex={0}>
            {children}
          </section>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
