import { atom } from 'jotai';

/** A newer build that waits for activation. */
export interface NewVersion {
  /** Loads the new build; the simulation restarts. */
  reload(): void;
}

/** `undefined` while this is the newest known one. */
export const newVersionAtom = atom<NewVersion | undefined>(undefined);
