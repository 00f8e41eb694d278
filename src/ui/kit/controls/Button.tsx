import { type ComponentProps, useId } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the main action of a form or a card; `quiet` stays in the background. */
  readonly look?: 'primary' | 'plain' | 'quiet';
  /** True while the call is in progress: it cannot be repeated, and is announced. */
  readonly isBusy?: boolean;
  /** Reason why the button is disabled, which it states. */
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
