import { useMemo, useSyncExternalStore } from 'react';
import type { Lengths } from './geometry.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Size of the window in CSS pixels. */
export function useWindowSize(): Lengths {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth);
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  return useMemo(() => ({ width, height }), [width, height]);
}
