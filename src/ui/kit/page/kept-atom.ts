import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';

/** Browser storage that persists between visits. */
export interface BrowserStorage {
  /** @throws DOMException if it is blocked */
  storage(): Storage;
  /** Calls back when another window changes the storage; the returned function unsubscribes. */
  onStorage(callback: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void): () => void;
}

/** Defaults to the storage of this window. */
export const browserStorageAtom = atom<BrowserStorage>({
  storage: () => window.localStorage,
  onStorage(callback) {
    window.addEventListener('storage', callback);
    return () => window.removeEventListener('storage', callback);
  },
});

/** Returns the text under a key: `null` if there is none, `undefined` if the storage is blocked. */
function readText(get: Getter, key: string): string | null | undefined {
  try {
    return get(browserStorageAtom).storage().getItem(key);
  } catch {
    return undefined;
  }
}

/** True if the browser has stored something under a key. */
export const hasKept = (get: Getter, key: string): boolean => typeof readText(get, key) === 'string';

const FULL = 'its storage is full';
const BLOCKED = 'it blocks storage for this page';

interface StoredForm<T> {
  /** Reads stored JSON, which anyone may have changed: `undefined` if there is none, or it is invalid. */
  read(stored: unknown): T;
  /** Returns the JSON value to store; `undefined` removes it. Defaults to the value itself. */
  write?(value: T): unknown;
  /** Reason why the last value is not stored: a clause without a full stop. */
  readonly failureAtom?: PrimitiveAtom<string | undefined>;
}

/** A value and its stored text: `null` if there is none, `undefined` if it could not be stored. */
interface StoredValue<T> {
  readonly value: T;
  readonly text: string | null | undefined;
}

type KeptAtom<T> = WritableAtom<T, [T | ((kept: T) => T)], void>;

/**
 * A value that the browser keeps between visits. While mounted, it follows other windows; a functional update
 * starts from the stored value, mounted or not. If the storage is blocked or full, a value lasts while the
 * page is open.
 */
export function keptAtom<T>(key: string, schema: StoredForm<T>): KeptAtom<T> {
  const { read, write = (value) => value, failureAtom } = schema;
  const fromText = (text: string | null | undefined): StoredValue<T> => {
    let stored: unknown;
    try {
      stored = typeof text === 'string' ? JSON.parse(text) : undefined;
    } catch {
      // Treated as if nothing were stored.
    }
    return { text, value: read(stored) };
  };
  const firstAtom = atom((get) => fromText(readText(get, key)));
  const changedAtom = atom<StoredValue<T>>();
  const held = (get: Getter): StoredValue<T> => get(changedAtom) ?? get(firstAtom);
  /** Returns the held value, unless another window has stored a new one while this atom was unmounted. */
  const current = (get: Getter): StoredValue<T> => {
    const before = held(get);
    const text = readText(get, key);
    return before.text === undefined || text === undefined || text === before.text ? before : fromText(text);
  };
  const report = (set: Setter, failure: string | undefined): void => {
    if (failureAtom) set(failureAtom, failure);
  };

  const followedAtom = atom(held, (get, set) => {
    set(changedAtom, current(get));
    if (readText(get, key) === undefined) report(set, BLOCKED);
    return get(browserStorageAtom).onStorage((event) => {
      if (event.key === key || event.key === null) set(changedAtom, fromText(event.newValue));
    });
  });
  followedAtom.onMount = (follow) => follow();

  return atom(
    (get) => get(followedAtom).value,
    (get, set, change) => {
      const before = current(get);
      const value = change instanceof Function ? change(before.value) : change;
      if (value === before.value && before.text !== undefined) return set(changedAtom, before);
      const written = write(value);
      const text = written === undefined ? null : JSON.stringify(written);
      try {
        const storage = get(browserStorageAtom).storage();
        if (text === null) storage.removeItem(key);
        else storage.setItem(key, text);
        set(changedAtom, { value, text });
        report(set, undefined);
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
        set(changedAtom, { value, text: undefined });
        report(set, isFull ? FULL : BLOCKED);
      }
    },
  );
}
