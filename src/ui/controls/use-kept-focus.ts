import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<T> {
  readonly ref: RefObject<T | null>;
  readonly onFocus: (event: FocusEvent<T>) => void;
  readonly onBlur: () => void;
}

const itself = (element: HTMLElement): HTMLElement | null => element;

/**
 * Takes the focus over when the control inside that had it is gone, as a button is that made itself superfluous: the
 * keyboard goes on from here, not from the top of the page. What takes it has `tabIndex={-1}`.
 * @param keeperOf what takes the focus, where that is not the element itself; the same function at every render
 */
export function useKeptFocus<T extends HTMLElement>(
  keeperOf: (element: T) => HTMLElement | null = itself,
): KeptFocus<T> {
  const ref = useRef<T>(null);
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    // Only when it is gone: on the way from one control to the next the focus is nowhere, too, and not to be held up.
    if (!ref.current || !focused.current || focused.current.isConnected) return;
    focused.current = undefined;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      keeperOf(ref.current)?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus({ target }) {
      focused.current = target;
    },
    // React tells of no blur while it takes elements out.
    onBlur() {
      focused.current = undefined;
    },
  };
}
