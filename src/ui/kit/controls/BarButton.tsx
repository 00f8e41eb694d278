import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './bar-button.module.css';

interface BarButtonProps extends ComponentProps<'button'> {
  readonly name: string;
  /** Shown before the name; always, if there is one. */
  readonly count?: number | undefined;
  readonly Icon: LucideIcon;
  /** What it does, for its tooltip. */
  readonly tip: string;
}

/** A button of the header: an icon with its word, which a narrow header leaves out. */
export function BarButton({ name, count, Icon, tip, children, ...rest }: BarButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={name} data-tip={tip}>
      <Icon aria-hidden="true" />
      {count !== undefined && <span>{count}</span>}{' '}
      <span className={styles.word}>{count === undefined ? name : name.toLowerCase()}</span>
      {children}
    </button>
  );
}
