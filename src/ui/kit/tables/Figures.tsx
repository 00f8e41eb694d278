import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of figures under a heading of its own. */
export function Figures({ title, children }: FiguresProps) {
  return (
    <section>
      <h3 className={styles.groupTitle}>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly unit?: string;
}

/** One figure with its name and unit. */
export function Figure({ name, children, unit }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        {children}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
    </div>
  );
}
