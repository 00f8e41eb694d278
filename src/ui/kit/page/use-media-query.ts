import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** The Overview's cards are in one column, as in `dashboard.module.css`. */
export const IS_ONE_COLUMN = '(max-width: 60rem)';

/** The Overview has room for cards of other tabs, as in `dashboard.module.css` and `orbital.module.css`. */
export const IS_LARGE = '(min-width: 216rem) and (min-height: 120rem)';

/** The dashboard fills the screen and its lists scroll in their cards, as in `dashboard.module.css`. */
export const FILLS_SCREEN = '(min-width: 60.0625rem) and (min-height: 40rem)';

/** Whether a media query matches; renders when that changes. */
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
