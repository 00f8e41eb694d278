import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<T> {
  readonly ref: RefObject<T | null>;
  readonly onFocus: (event: FocusEvent<T>) => void;
  readonly onBlur: () => void;
}

/** Makes the container take the focus. */
export const surroundings = ({ parentElement }: HTMLElement): HTMLElement | null => parentElement;

/** Makes the content of the page take the focus. */
export const pageContent = ({ ownerDocument }: HTMLElement): HTMLElement | null =>
  ownerDocument.querySelector('main');

const itself = (element: HTMLElement): HTMLElement | null => element;

/**
 * Takes the focus when the focused control inside is removed, such as a button that is no longer needed:
 * otherwise it would return to the top of the page. The target has `tabIndex={-1}`.
 * @param keeperOf focus target, if not the element itself; must be the same function at every render
 */
export function useKeptFocus<T extends HTMLElement>(
  keeperOf: (element: T) => HTMLElement | null = itself,
): KeptFocus<T> {
  const ref = useRef<T>(null);
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    // Only after removal: between two controls, nothing has the focus either.
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
    // React reports no blur on removal.
    onBlur() {
      focused.current = undefined;
    },
  };
}
