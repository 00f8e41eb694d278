import { type ReactNode, useId } from 'react';
import { CardBoundary } from './CardBoundary.tsx';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** Shown at the right end of the heading line. */
  readonly aside?: ReactNode;
  /** Data table button: comes last, and stays on the heading line where space is short. */
  readonly data?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A region named by its heading. Errors inside it are contained. */
export function Card({ title, aside, data, className = '', children }: CardProps) {
  const headingId = useId();
  return (
    <section className={`${styles.card} ${className}`} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        {aside && <div className={styles.aside}>{aside}</div>}
        {data && <div className={styles.data}>{data}</div>}
      </header>
      <div className={styles.body}>
        <CardBoundary title={title}>{children}</CardBoundary>
      </div>
    </section>
  );
}
