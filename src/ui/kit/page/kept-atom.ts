import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';

/** What the browser keeps between visits. */
export interface BrowserStorage {
  /** @throws DOMException where it is blocked */
  storage(): Storage;
  /** Calls back when another window has changed the storage, until the function that it returns is called. */
  onStorage(callback: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void): () => void;
}

/** By default those of this window. */
export const browserStorageAtom = atom<BrowserStorage>({
  storage: () => window.localStorage,
  onStorage(callback) {
    window.addEventListener('storage', callback);
    return () => window.removeEventListener('storage', callback);
  },
});

/** The text under a key; `null` if there is none, `undefined` where the storage is blocked. */
function readText(get: Getter, key: string): string | null | undefined {
  try {
    return get(browserStorageAtom).storage().getItem(key);
  } catch {
    return undefined;
  }
}

/** Whether the browser keeps something under a key. */
export const hasKept = (get: Getter, key: string): boolean => typeof readText(get, key) === 'string';

const FULL = 'its storage is full';
const BLOCKED = 'it blocks storage for this page';

interface StoredForm<T> {
  /** From what is stored, which anybody may have changed: `undefined` if nothing is, or no JSON. */
  read(stored: unknown): T;
  /** What is stored of a value, as JSON; nothing for `undefined`. By default the value itself. */
  write?(value: T): unknown;
  /** Says why the last value is not kept: a clause without a full stop. */
  readonly failureAtom?: PrimitiveAtom<string | undefined>;
}

/** A value, and the text that is stored of it: `null` without one, `undefined` where it could not be stored. */
interface StoredValue<T> {
  readonly value: T;
  readonly text: string | null | undefined;
}

type KeptAtom<T> = WritableAtom<T, [T | ((kept: T) => T)], void>;

/**
 * A value that the browser keeps between visits. While it is mounted, it follows other windows; a change by a function begins
 * with what is stored, mounted or not. Where the storage is blocked or full, a value lasts while the page is open.
 */
export function keptAtom<T>(key: string, schema: StoredForm<T>): KeptAtom<T> {
  const { read, write = (value) => value, failureAtom } = schema;
  const fromText = (text: string | null | undefined): StoredValue<T> => {
    let stored: unknown;
    try {
      stored = typeof text === 'string' ? JSON.parse(text) : undefined;
    } catch {
      // As if nothing were stored.
    }
    return { text, value: read(stored) };
  };
  const firstAtom = atom((get) => fromText(readText(get, key)));
  const changedAtom = atom<StoredValue<T>>();
  const held = (get: Getter): StoredValue<T> => get(changedAtom) ?? get(firstAtom);
  /** As held, unless another window has stored something while none here followed it. */
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
