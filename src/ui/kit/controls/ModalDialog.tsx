import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly label: string;
  readonly className?: string | undefined;
  /** Called after any way of closing, to unmount the dialog. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's modal dialog: traps the focus, and returns it when closed by Escape, by a press on the
 * backdrop, or by `close()`. The element with `data-first-focus` is focused first, otherwise the first
 * control.
 */
export function ModalDialog({ ref, label, className = '', onClosed, children }: ModalDialogProps) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => dialog?.close();
  }, [ref]);
  // Synchronous, unlike the browser's close event: the dialog may reopen meanwhile.
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
        // The content fills the dialog, so this is the backdrop. The press must not move the focus.
        event.preventDefault();
        close();
      }}
    >
      {children}
    </dialog>
  );
}
