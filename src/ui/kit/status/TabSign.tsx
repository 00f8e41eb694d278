import type { StatusLevel } from './levels.ts';
import { StatusIcon } from './StatusIcon.tsx';
import styles from './tab-sign.module.css';

interface Props {
  readonly level: StatusLevel;
  /** Displayed count; may be empty. */
  readonly count: string;
  readonly title: string | undefined;
}

/**
 * Sign on a tab for what needs attention there. A text outside describes the tab, whose name stays as specified
 * (design.md §4).
 */
export function TabSign({ level, count, title }: Props) {
  return (
    <span className={styles.sign} aria-hidden="true" title={title}>
      <StatusIcon level={level} />
      {/* Drawn by the style sheet: as text it would be part of the tab's name. */}
      <span className={styles.count} data-count={count} />
    </span>
  );
}
