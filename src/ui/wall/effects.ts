import { createContext, useContext } from 'react';
import type { WakeLockEffects } from './wake-lock.ts';

export interface WallEffects extends WakeLockEffects {
  /** Returns wall-clock milliseconds, valid across reloads. */
  now(): number;
  reload(): void;
}

export const WallEffectsContext = createContext<WallEffects | undefined>(undefined);

export function useWallEffects(): WallEffects {
  const effects = useContext(WallEffectsContext);
  if (!effects) throw new Error('WallEffectsContext has no value.');
  return effects;
}
