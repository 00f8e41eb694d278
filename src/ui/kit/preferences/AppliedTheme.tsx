import { useLayoutEffect } from 'react';
import { useTheme } from './use-theme.ts';

const setMeta = (name: string, content: string): void =>
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);

/** Applies the chosen theme to the page; `public/start.js` does so before the first paint. */
export function AppliedTheme() {
  const theme = useTheme();
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset.theme = theme;
    setMeta('color-scheme', theme);
    setMeta('theme-color', getComputedStyle(page).getPropertyValue('--surface-page').trim());
  }, [theme]);
  return null;
}
