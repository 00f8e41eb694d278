import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<T> {
  readonly ref: RefObject<T | null>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent<T>) => void;
}

/**
 * Takes the focus over when the control inside that had it is gone, as a button is that made itself superfluous: the
 * keyboard goes on from here, not from the top of the page. The element has `tabIndex={-1}`.
 */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
  const ref = useRef<T>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (hasFocus.current && isNowhere) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus() {
      hasFocus.current = true;
    },
    // React tells of no blur while it takes elements out: then the focus counts as still here.
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}
