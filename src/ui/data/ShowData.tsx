import { Table2, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './data.module.css';

interface ShowDataProps {
  /** What the data are of: "telemetry". It completes the name of the button, of which there is one a card. */
  readonly of: string;
  readonly title: string;
  /** What goes for the whole table, such as its time. */
  readonly note?: string;
  /** Where there is no room for words its icon stands alone. */
  readonly isCompact?: boolean;
  /** The tables. They are made when they are asked for. */
  readonly children: ReactNode;
}

/**
 * Opens the numbers behind a chart or a map as tables, beside the card, so that none of it moves. Not a modal dialog: what
 * is spoken of the mission is still heard while one reads.
 */
export function ShowData({ of, title, note, isCompact = false, children }: ShowDataProps) {
  const headingId = useId();
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.trigger} title={isCompact ? 'Show data' : undefined}>
        <Table2 aria-hidden="true" />
        <span className={isCompact ? 'visually-hidden' : undefined}>
          Show data<span className="visually-hidden"> of {of}</span>
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.view}
          aria-labelledby={headingId}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <div className={styles.header}>
            <h2 id={headingId} className={styles.title}>
              {title}
            </h2>
            {note !== undefined && <p className={styles.note}>{note}</p>}
            <Popover.Close className={styles.close} aria-label="Close">
              <X aria-hidden="true" />
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
