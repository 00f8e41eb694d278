import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './controls.module.css';

/** The browser's select, with an arrow that scales with the text. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <span className={styles.select}>
      <select className={styles.control} {...props} />
      <ChevronDown aria-hidden />
    </span>
  );
}
