import type { ComponentProps } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one action that a form or a card is for; `quiet` stays in the background. */
  readonly look?: 'primary' | 'plain' | 'quiet';
  /** Its call is under way: it cannot be pressed again, and says so. */
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
      // Not `disabled`, which would drop the focus of whoever has just pressed it.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    />
  );
}
