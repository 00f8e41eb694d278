import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly label: string;
  readonly className?: string | undefined;
  /** It has been closed, by whatever way; it is to be taken off the page. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it holds the focus, and gives it back to what had it when it is closed: by Escape, by a
 * press beside it, or by its `close()`. What has `data-first-focus` is focused first, and else the first control.
 */
export function ModalDialog({ ref, label, className = '', onClosed, children }: ModalDialogProps) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => dialog?.close();
  }, [ref]);
  // At once, and not when the browser comes to tell: it may be opened again meanwhile.
  const close = () => {
    ref.current?.close();
    onClosed();
  };
  return (
    <dialog
      ref={ref}
      className={`${styles.dialog} ${className}`}
      aria-label={label}
      aria-modal="true"
      onClose={onClosed}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // Its content fills it: this is the backdrop. The press is not to take the focus along to what is below.
        event.preventDefault();
        close();
      }}
    >
      {children}
    </dialog>
  );
}
