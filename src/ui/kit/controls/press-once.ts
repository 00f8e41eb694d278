import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * Makes a button act once per press. A double click or key repeat would otherwise act again, or act on the
 * list row that has moved into its place.
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

/** Makes a form submit once per press: a second press would submit the emptied form. */
export const submitOnce = {
  onClick: (event: MouseEvent) => {
    if (event.detail > 1 && isSubmit(event.target)) event.preventDefault();
  },
  onKeyDown: (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  },
};
