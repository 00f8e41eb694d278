import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import type { ConfirmationText } from './action.ts';
import styles from './palette.module.css';

interface ConfirmationProps {
  readonly question: ConfirmationText;
  /** Label of the button that goes back. */
  readonly backWord?: string;
  readonly onBack: () => void;
  readonly onLeave: (act: () => void) => void;
}

/** Asks for confirmation before an action runs. */
export function Confirmation({ question, backWord = 'Back', onBack, onLeave }: ConfirmationProps) {
  const { title, text, word, run, other } = question;
  const confirmRef = useRef<HTMLButtonElement>(null);
  const headingId = useId();
  const textId = useId();
  useLayoutEffect(() => confirmRef.current?.focus(), []);
  return (
    <section className={styles.confirmation} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.question}>
        {title}
      </h2>
      <p id={textId}>{text}</p>
      <div className={styles.answers}>
        <Button look="quiet" {...pressOnce(onBack)}>
          {backWord}
        </Button>
        {other && <Button {...pressOnce(() => onLeave(other.run))}>{other.word}</Button>}
        <Button
          ref={confirmRef}
          data-first-focus
          look="primary"
          aria-describedby={`${headingId} ${textId}`}
          {...pressOnce(() => onLeave(run))}
        >
          {word}
        </Button>
      </div>
    </section>
  );
}
