import { useEffect } from 'react';

/**
 * Tells the style sheet (`data-pressed` on the page) whether the focus came from a pointer press. Radix
 * focuses a pressed tab by script, and browsers show the focus ring for that as for the keyboard.
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
    // Before all other handlers, as the focus follows at once.
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', type, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', type, true);
      type();
    };
  }, []);
}
