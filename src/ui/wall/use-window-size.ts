import { useMemo, useSyncExternalStore } from 'react';
import type { Size } from '../kit/page/size.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Returns the size of the window in CSS pixels. */
export function useWindowSize(): Size {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth);
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  return useMemo(() => ({ width, height }), [width, height]);
}
