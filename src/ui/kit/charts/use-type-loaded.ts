import { useSyncExternalStore } from 'react';

const FACE = '1em B612';

function subscribe(onChange: () => void): () => void {
  document.fonts?.addEventListener('loadingdone', onChange);
  return () => document.fonts?.removeEventListener('loadingdone', onChange);
}

/** Whether the product's font has loaded: a canvas does not wait for it and does not redraw by itself. */
export const useTypeLoaded = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fonts?.check(FACE) ?? true);
