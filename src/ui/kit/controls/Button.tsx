import { type ComponentProps, useId } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the main action of a form or a card; `quiet` stays in the background. */
  readonly look?: 'primary' | 'plain' | 'quiet';
  /** Its call is in progress: it cannot be pressed again, and says so. */
  readonly isBusy?: boolean;
  /** Why it can do nothing now: it looks so, and says it. */
  readonly refusal?: string | undefined;
}

export function Button({
  look = 'plain',
  isBusy = false,
  refusal,
  disabled,
  className = '',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      {...rest}
      {...(refusal !== undefined && {
        title: refusal,
        'aria-describedby': [rest['aria-describedby'], reasonId].filter(Boolean).join(' '),
      })}
      className={`${styles.button} ${className}`}
      data-look={look}
      disabled={disabled}
      // Not `disabled`, which would drop the focus of the pressed button.
      aria-disabled={isBusy || refusal !== undefined || undefined}
      aria-busy={isBusy || undefined}
    />
  );
  if (refusal === undefined) return button;
  return (
    <>
      {button}
      <span id={reasonId} hidden>
        {refusal}
      </span>
    </>
  );
}
