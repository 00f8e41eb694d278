import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * A button in a list whose rows close up: one decision acts on one row. The second half of a double click, and a key
 * that is held down, would act on the row that has moved into the place of the first.
 */
export const pressOnce = (act: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (event.detail <= 1) act();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  },
});
