import type { ComponentProps } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the main action of a form or a card; `quiet` stays in the background. */
  readonly look?: 'primary' | 'plain' | 'quiet';
  /** Its call is in progress: it cannot be pressed again, and says so. */
  readonly isBusy?: boolean;
}

export function Button({ look = 'plain', isBusy = false, disabled, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${className}`}
      data-look={look}
      disabled={disabled}
      // Not `disabled`, which would drop the focus of the pressed button.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    />
  );
}
