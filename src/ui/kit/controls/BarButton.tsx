import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './bar-button.module.css';

interface BarButtonProps extends ComponentProps<'button'> {
  readonly name: string;
  /** Shown before the name if defined, except on a phone. */
  readonly count?: number | undefined;
  /** Text after the count; by default the name. */
  readonly word?: string | undefined;
  readonly Icon: LucideIcon;
  /** Tooltip that describes the action. */
  readonly tip: string;
}

/** Header button: an icon and a word, which is hidden in a narrow header. */
export function BarButton({
  name,
  count,
  word = count === undefined ? name : name.toLowerCase(),
  Icon,
  tip,
  children,
  ...rest
}: BarButtonProps) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={name} data-tip={tip}>
      <Icon aria-hidden="true" />
      {count !== undefined && <span className={styles.count}>{count}</span>}{' '}
      <span className={styles.word}>{word}</span>
      {children}
    </button>
  );
}
