import { Plus, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './form-on-demand.module.css';

/** Manages a form that its button or `isWanted` opens; closing it focuses the button. */
export function useFormOnDemand(isOpen: boolean, setOpen: (isOpen: boolean) => void, isWanted: boolean) {
  const openerRef = useRef<HTMLButtonElement>(null);
  const isFocusDue = useRef(false);
  useLayoutEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted, setOpen]);
  useLayoutEffect(() => {
    if (isOpen || !isFocusDue.current) return;
    isFocusDue.current = false;
    openerRef.current?.focus();
  }, [isOpen]);
  const close = () => {
    isFocusDue.current = true;
    setOpen(false);
  };
  return { openerRef, close };
}

interface OpenFormButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly name: string;
  readonly onOpen: () => void;
}

export function OpenFormButton({ ref, name, onOpen }: OpenFormButtonProps) {
  return (
    <Button ref={ref} onClick={onOpen}>
      <Plus aria-hidden="true" />
      {name}
    </Button>
  );
}

interface FormHeadingProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Heading of the form, with its close button. Closing keeps the input. */
export function FormHeading({ id, title, onClose }: FormHeadingProps) {
  return (
    <div className={styles.heading}>
      <h3 id={id}>{title}</h3>
      <Button look="quiet" aria-label="Close the form" title="Close the form (Esc)" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
