import { type ReactNode, useId } from 'react';
import { CardBoundary } from './CardBoundary.tsx';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** Sits at the right end of the heading's line. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A region named by its heading. What breaks inside stays inside. */
export function Card({ title, aside, className = '', children }: CardProps) {
  const headingId = useId();
  return (
    <section className={`${styles.card} ${className}`} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      <div className={styles.body}>
        <CardBoundary title={title}>{children}</CardBoundary>
      </div>
    </section>
  );
}

/** One quiet line in the middle of a card or a tab: loading, empty, not there yet. */
export function QuietLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.quiet} role="status">
      {children}
    </p>
  );
}
