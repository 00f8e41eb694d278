import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** False while the page is in a hidden tab or window, where drawing is pointless. */
export const usePageVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);
