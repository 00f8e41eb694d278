import { useSyncExternalStore } from 'react';

const FORCED = '(forced-colors: active)';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const forced = window.matchMedia(FORCED);
  forced.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    forced.removeEventListener('change', onChange);
  };
}

const readLook = (): string =>
  `${document.documentElement.dataset.theme ?? ''} ${window.matchMedia(FORCED).matches}`;

/**
 * Changes whenever the page's tokens do, after they did: what is drawn on a canvas reads them then. It asks the page,
 * not the preference, as that is where the tokens hold.
 */
export const usePageLook = (): string => useSyncExternalStore(subscribe, readLook);
