import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** False on phones whose browser does not support it. */
export const isFullScreenPossible = (): boolean => document.fullscreenEnabled === true;

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));

export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  change.catch(() => undefined); // the browser has refused, and shows why
}
