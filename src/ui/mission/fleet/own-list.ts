import { atom } from 'jotai';
import { databaseFailure } from '../../../shared/kit/database-failure.ts';
import type { ElementsText } from '../../../shared/orbit/elements-text.ts';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import type { Store } from '../link/atoms.ts';
import { keepFailureAtom, SATELLITES_KEY } from './atoms.ts';
import { type AddedList, ofLongList, readKept, toKept, toLongList } from './kept-satellites.ts';
import { readLongList, removeLongList, writeLongList } from './long-list.ts';

/** Maximum satellites of a list stored as text, which is available at once: 400 kB of a browser's 5 MB for texts. */
const MOST_IN_TEXT = 1000;

/** Indicates that the list is in the database. */
interface InDatabase {
  /** Differs after each change. */
  readonly change: string;
}

const isInDatabase = (kept: unknown): kept is InDatabase =>
  typeof (kept as Partial<InDatabase> | undefined)?.change === 'string';

const keptListAtom = keptAtom<AddedList | InDatabase>(SATELLITES_KEY, {
  read: (stored) => (isInDatabase(stored) ? { change: stored.change } : readKept(stored)),
  write: (kept) => (isInDatabase(kept) ? kept : toKept(kept)),
  failureAtom: keepFailureAtom,
});

const EMPTY: AddedList = { satellites: [], colours: new Map() };

/** The list that the browser stores. */
export const ownListAtom = atom(EMPTY);

interface OwnListEffects {
  readonly store: Store;
  /** Returns a random text. */
  newId(): string;
}

export type SetOwnList = (list: AddedList) => void;

/**
 * Stores the browser's own list, and follows other windows: a short list is stored as text, a long one in the
 * database.
 * @param readElements reads the text of a long list
 * @param onReady gets the setter of the list once it is known: at once, or when the database has answered
 */
export function keepOwnList(
  { store, newId }: OwnListEffects,
  readElements: (text: string) => Promise<ElementsText>,
  onReady: (set: SetOwnList) => void,
): void {
  /** Last database change that this window knows. */
  let known: string | undefined;
  let unwritten: AddedList | undefined;
  let isWriting = false;

  /** Writes the newest list; later ones follow afterwards. */
  const write = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    for (let list = unwritten; list; list = unwritten) {
      unwritten = undefined;
      const change = newId();
      try {
        await writeLongList(toLongList(list));
        if (store.get(ownListAtom) !== list) continue;
        known = change;
        store.set(keptListAtom, { change });
      } catch (error) {
        store.set(keepFailureAtom, databaseFailure(error));
      }
    }
    isWriting = false;
  };

  const load = async ({ change }: InDatabase): Promise<void> => {
    known = change;
    try {
      const stored = await readLongList();
      if (!stored) throw new Error('its database has been deleted');
      const { elements } = await readElements(stored.elements);
      if (known === change && unwritten === undefined) store.set(ownListAtom, ofLongList(stored, elements));
    } catch (error) {
      store.set(keepFailureAtom, databaseFailure(error));
    }
  };

  const follow = (): Promise<void> | undefined => {
    const kept = store.get(keptListAtom);
    if (isInDatabase(kept)) return kept.change === known ? undefined : load(kept);
    store.set(ownListAtom, kept);
    return undefined;
  };

  const set: SetOwnList = (list) => {
    store.set(ownListAtom, list);
    if (list.satellites.length > MOST_IN_TEXT) {
      unwritten = list;
      void write();
      return;
    }
    const wasLong = isInDatabase(store.get(keptListAtom));
    unwritten = undefined;
    store.set(keptListAtom, list);
    if (wasLong) void removeLongList().catch(() => undefined);
  };

  store.sub(keptListAtom, () => void follow());
  const loading = follow();
  if (loading) void loading.then(() => onReady(set));
  else onReady(set);
}
