import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { typedAheadAtom } from './dialogs.ts';

/** A key that writes a letter, with AltGr too. */
const isLetter = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (!(event.ctrlKey || event.altKey || event.metaKey) || event.getModifierState('AltGraph'));

/**
 * Stands in for a dialog whose code is on its way: what is typed meanwhile is meant for it, and neither for the page's
 * keys nor for the field that still has the focus. A choice waits until it can be seen.
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
    // Before all others, wherever the focus is.
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [onCancel, write]);
  return null;
}
