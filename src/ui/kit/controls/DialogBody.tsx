import type { ReactNode } from 'react';
import styles from './dialog-body.module.css';

interface Props {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Content of a dialog below its header, which scrolls if the window is too low for it. */
export const DialogBody = ({ className = '', children }: Props) => (
  <div className={`${styles.body} ${className}`}>{children}</div>
);
