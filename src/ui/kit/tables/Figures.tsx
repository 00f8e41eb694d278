import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  readonly title: string;
  readonly children: ReactNode;
}

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
