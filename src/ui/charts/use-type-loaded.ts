import { useSyncExternalStore } from 'react';

const FACE = '1em B612';

function subscribe(onChange: () => void): () => void {
  document.fonts?.addEventListener('loadingdone', onChange);
  return () => document.fonts?.removeEventListener('loadingdone', onChange);
}

/** Whether the product's typeface is there: a canvas draws without it and does not draw again by itself. */
export const useTypeLoaded = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fonts?.check(FACE) ?? true);
