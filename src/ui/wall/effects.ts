import { createContext, useContext } from 'react';
import type { WakeLockEffects } from './wake-lock.ts';

/** What the wall does to the world around it. */
export interface WallEffects extends WakeLockEffects {
  /** The machine's time in milliseconds, which outlasts the page. */
  now(): number;
  /** Loads the page anew. */
  reload(): void;
}

export const WallEffectsContext = createContext<WallEffects | undefined>(undefined);

export function useWallEffects(): WallEffects {
  const effects = useContext(WallEffectsContext);
  if (!effects) throw new Error('The page gives the wall no effects (WallEffectsContext).');
  return effects;
}
