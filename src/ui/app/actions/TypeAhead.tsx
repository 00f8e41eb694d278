import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { typedAheadAtom } from './dialogs.ts';

/** True for a key that types a character, also with AltGr. */
const isLetter = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (!(event.ctrlKey || event.altKey || event.metaKey) || event.getModifierState('AltGraph'));

/**
 * Placeholder for a dialog whose code is loading: keeps the dialog's keys from the page's shortcuts and the
 * focused field. Enter has no effect until the dialog is visible.
 */
export function TypeAhead({ onCancel }: { readonly onCancel: () => void }) {
  const write = useSetAtom(typedAheadAtom);
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onCancel();
      else if (event.key === 'Backspace') write((typed) => [...typed].slice(0, -1).join(''));
      else if (isLetter(event)) write((typed) => typed + event.key);
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Before all other handlers, wherever the focus is.
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [onCancel, write]);
  return null;
}
