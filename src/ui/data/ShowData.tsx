import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { PopoverView } from '../controls/PopoverView.tsx';
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

/** Opens the numbers behind a chart or a map as tables, beside the card. */
export function ShowData({ of, title, note, isCompact = false, children }: ShowDataProps) {
  const trigger = (
    <button type="button" className={styles.trigger} title={isCompact ? 'Show data' : undefined}>
      <Table2 aria-hidden="true" />
      <span className={isCompact ? 'visually-hidden' : undefined}>
        Show data<span className="visually-hidden"> of {of}</span>
      </span>
    </button>
  );
  return (
    <PopoverView trigger={trigger} title={title} note={note} align="end" className={styles.view}>
      {children}
    </PopoverView>
  );
}
