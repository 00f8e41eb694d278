import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * A button that acts once per press. The second half of a double click, or key repeat, would act again, or on
 * what has moved into its place: the next row of a list.
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

/** A form that is submitted once per press: a second time it would submit the emptied form. */
export const submitOnce = {
  onClick: (event: MouseEvent) => {
    if (event.detail > 1 && isSubmit(event.target)) event.preventDefault();
  },
  onKeyDown: (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  },
};
