import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './close-button.module.css';

/** Closes its container. Its class may set `--close-size` and `--close-icon`. */
export function CloseButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={`${styles.close} ${className}`} aria-label="Close">
      <X aria-hidden="true" />
    </button>
  );
}
