import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { PopoverView } from '../controls/PopoverView.tsx';
import { ToolButton } from '../controls/ToolButton.tsx';
import styles from './data.module.css';

interface ShowDataProps {
  /** Subject of the data: "telemetry". It makes the button's accessible name unique. */
  readonly of: string;
  readonly title: string;
  /** Note on the whole table, such as its time. */
  readonly note?: string;
  /** True to show only the icon where space is short. */
  readonly isCompact?: boolean;
  /** The tables, rendered on demand. */
  readonly children: ReactNode;
}

/** Shows the numbers behind a chart or a map as tables, beside the card. */
export function ShowData({ of, title, note, isCompact = false, children }: ShowDataProps) {
  const trigger = (
    <ToolButton isIcon={isCompact} data-tip={isCompact ? 'Show data' : undefined}>
      <Table2 aria-hidden="true" />
      <span className={isCompact ? 'visually-hidden' : undefined}>
        Show data<span className="visually-hidden"> of {of}</span>
      </span>
    </ToolButton>
  );
  return (
    <PopoverView trigger={trigger} title={title} note={note} align="end" className={styles.view} isText>
      {children}
    </PopoverView>
  );
}
