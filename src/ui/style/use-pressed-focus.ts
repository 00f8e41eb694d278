import { useEffect } from 'react';

/**
 * Tells the style sheet (`data-pressed` on the page) whether the focus came by a pointer's press. Radix focuses a tab by
 * script when it is pressed, and browsers show the ring for a focus by script as they do for the keyboard's.
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
    // Before anything else hears of it, as the focus follows at once.
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', type, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', type, true);
      type();
    };
  }, []);
}
