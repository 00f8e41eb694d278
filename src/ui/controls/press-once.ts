import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * A button that acts once for one decision. The second half of a double click, and a key that is held down, would act
 * again, or on what has meanwhile moved into its place: the next row of a list that closes up.
 */
export const pressOnce = (act: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (event.detail <= 1) act();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  },
});

const isSubmit = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button[type="submit"]') !== null;

/** A form that is sent once for one decision: a second time it would send what the first has left, an empty form. */
export const submitOnce = {
  onClick: (event: MouseEvent) => {
    if (event.detail > 1 && isSubmit(event.target)) event.preventDefault();
  },
  onKeyDown: (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  },
};
