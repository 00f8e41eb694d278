import type { ComponentProps } from 'react';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ComponentProps<'button'> {
  /** Without visible words, but with its name as a tooltip: it is as wide as it is high. */
  readonly isIcon?: boolean;
}

/** A small button beside a heading or a chart, which stays in the background. */
export function ToolButton({ isIcon = false, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      data-tip={isIcon ? rest['aria-label'] : undefined}
      {...rest}
      className={styles.tool}
      data-icon={isIcon || undefined}
    />
  );
}
