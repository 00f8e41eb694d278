import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { CloseButton } from './CloseButton.tsx';
import styles from './popover-view.module.css';

interface PopoverViewProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly title: string;
  /** What goes for all of it, such as its time. */
  readonly note?: string | undefined;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'center' | 'end';
  /** Its width, and its `--view-height` where it is not to be as high as there is room. */
  readonly className?: string | undefined;
  /** For what is opened from elsewhere too; else it looks after itself. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Made when it is opened. */
  readonly children: ReactNode;
}

/**
 * Something to read, beside the button that opens it, so that nothing of the page moves. Not a modal dialog: what is
 * spoken of the mission is still heard while one reads.
 */
export function PopoverView({
  trigger,
  title,
  note,
  side = 'bottom',
  align = 'center',
  className = '',
  children,
  ...root
}: PopoverViewProps) {
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
