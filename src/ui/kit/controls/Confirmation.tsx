import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './confirmation.module.css';
import { ModalDialog } from './ModalDialog.tsx';
import { pressOnce } from './press-once.ts';

export interface ConfirmationText {
  readonly title: string;
  /** Consequence, with all values. */
  readonly text: string;
  /** Label of the confirm button. */
  readonly word: string;
  run(): void;
  /** Alternative, such as inspecting first. */
  readonly other?: { readonly word: string; run(): void };
}

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

interface ConfirmationDialogProps {
  readonly label: string;
  readonly question: ConfirmationText;
  /** Called after any way of closing, to unmount the dialog. */
  readonly onClosed: () => void;
}

/** The same in a dialog of its own. It closes first, so that the focus returns to where it was and the action can move it. */
export function ConfirmationDialog({ label, question, onClosed }: ConfirmationDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const leave = () => {
    ref.current?.close();
    onClosed();
  };
  return (
    <ModalDialog ref={ref} label={label} className={styles.dialog} onClosed={onClosed}>
      <Confirmation
        question={question}
        backWord="Cancel"
        onBack={leave}
        onLeave={(act) => {
          leave();
          act();
        }}
      />
    </ModalDialog>
  );
}
