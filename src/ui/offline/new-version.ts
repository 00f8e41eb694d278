import { atom } from 'jotai';

/** A newer build that waits until it is let take over. */
export interface NewVersion {
  /** Loads it in place of this one; the simulation starts anew. */
  reload(): void;
}

/** `undefined` while this is the newest that is known. */
export const newVersionAtom = atom<NewVersion | undefined>(undefined);
