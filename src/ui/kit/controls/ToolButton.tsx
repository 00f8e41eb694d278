import type { ComponentProps } from 'react';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ComponentProps<'button'> {
  /** Without visible words: it is as wide as it is high. */
  readonly isIcon?: boolean;
}

/** A small button beside a heading or a chart, which stays in the background. */
export function ToolButton({ isIcon = false, ...rest }: ToolButtonProps) {
  return <button type="button" {...rest} className={styles.tool} data-icon={isIcon || undefined} />;
}
