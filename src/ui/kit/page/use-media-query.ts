import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** True for a one-column Overview, as in `dashboard.module.css`. */
export const IS_ONE_COLUMN = '(max-width: 60rem)';

/** True if the Overview has space for cards of other tabs, as in `dashboard.module.css` and `orbital.module.css`. */
export const IS_LARGE = '(min-width: 216rem) and (min-height: 120rem)';

/** True if the dashboard fills the screen and lists scroll in their cards, as in `dashboard.module.css`. */
export const FILLS_SCREEN = '(min-width: 60.0625rem) and (min-height: 40rem)';

/** Returns true while a media query matches; re-renders on change. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
