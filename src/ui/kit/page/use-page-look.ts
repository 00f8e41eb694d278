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
 * Changes with the page's tokens, for canvases that read them. It observes the page rather than the preference
 * because the tokens apply there.
 */
export const usePageLook = (): string => useSyncExternalStore(subscribe, readLook);
