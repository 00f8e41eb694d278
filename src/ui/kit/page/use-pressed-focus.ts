import { useEffect } from 'react';

/**
 * Sets `data-pressed` on the page if the focus came from a pointer press. Radix focuses a pressed tab by script,
 * for which browsers show the focus ring as they do for the keyboard.
 */
export function usePressedFocus(): void {
  useEffect(() => {
    const page = document.documentElement;
    const press = (): void => {
      page.dataset.pressed = 'true';
    };
    const type = (): void => {
      delete page.dataset.pressed;
    };
    // Before all other handlers, because the focus moves immediately.
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', type, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', type, true);
      type();
    };
  }, []);
}
