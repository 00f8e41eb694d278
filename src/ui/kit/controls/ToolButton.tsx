import type { ComponentProps } from 'react';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ComponentProps<'button'> {
  /** True for a square button without visible text; its name is the tooltip. */
  readonly isIcon?: boolean;
}

/** A small, unobtrusive button beside a heading or a chart. */
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
