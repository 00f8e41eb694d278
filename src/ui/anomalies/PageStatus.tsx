import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Tab } from '../navigation/tabs.ts';
import { faviconOf, PLAIN_FAVICON, pageTitle } from './page-status.ts';
import { rollUpAtom } from './roll-up.ts';

function setFavicon(path: string): void {
  const link = document.querySelector('link[rel="icon"]');
  if (link && link.getAttribute('href') !== path) link.setAttribute('href', path);
}

/** Shows the roll-up in the window's title and icon, for operators in another window. */
export function PageStatus({ tab }: { readonly tab: Tab }) {
  const word = useAtomValue(rollUpAtom);
  useEffect(() => {
    document.title = pageTitle(tab, word);
  }, [tab, word]);
  useEffect(() => setFavicon(faviconOf(word)), [word]);
  useEffect(() => () => setFavicon(PLAIN_FAVICON), []);
  return null;
}
