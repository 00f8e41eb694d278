import { atom, createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { browserStorageAtom, hasKept, keptAtom } from '../../../../src/ui/kit/page/kept-atom.ts';

const KEY = 'orbita.test';

/** Simulates a browser whose windows share a storage. */
function openBrowser(kept?: string) {
  const entries = new Map<string, string>();
  if (kept !== undefined) entries.set(KEY, kept);
  /** Name of the error on writing, and whether reading is blocked. */
  const faults: { refusal?: string; isBlocked?: boolean } = {};
  const listeners = new Set<(event: { key: string | null; newValue: string | null }) => void>();
  const guard = () => {
    if (faults.refusal !== undefined) throw new DOMException('', faults.refusal);
  };
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, text: string) {
      guard();
      entries.set(key, text);
    },
    removeItem(key: string) {
      guard();
      entries.delete(key);
    },
  } as unknown as Storage;

  function openWindow() {
    const store = createStore();
    const failureAtom = atom<string>();
    const numbersAtom = keptAtom<readonly number[]>(KEY, {
      read: (stored) => (Array.isArray(stored) ? stored.filter((one) => typeof one === 'number') : []),
      write: (numbers) => (numbers.length === 0 ? undefined : numbers),
      failureAtom,
    });
    store.set(browserStorageAtom, {
      storage() {
        if (faults.isBlocked) throw new DOMException('', 'SecurityError');
        return storage;
      },
      onStorage(callback) {
        listeners.add(callback);
        return () => listeners.delete(callback);
      },
    });
    return {
      get: () => store.get(numbersAtom),
      set: (change: Parameters<(typeof numbersAtom)['write']>[2]) => store.set(numbersAtom, change),
      failure: () => store.get(failureAtom),
      hasKept: () => hasKept(store.get, KEY),
      /** Returns an array that collects the values shown from now on. */
      show() {
        const shown: (readonly number[])[] = [];
        const hide = store.sub(numbersAtom, () => shown.push(store.get(numbersAtom)));
        return { shown, hide };
      },
    };
  }
  return {
    entries,
    faults,
    openWindow,
    /** Simulates another window that has stored something, and notifies the others. */
    change(text: string | null, key: string | null = KEY) {
      if (text === null) entries.delete(KEY);
      else entries.set(KEY, text);
      for (const listener of listeners) listener({ key, newValue: text });
    },
    isFollowed: () => listeners.size > 0,
  };
}

describe('a kept value', () => {
  it('is there on the next visit', () => {
    const browser = openBrowser();
    browser.openWindow().set([1, 2]);
    expect(browser.entries.get(KEY)).toBe('[1,2]');
    expect(browser.openWindow().get()).toEqual([1, 2]);
    expect(browser.openWindow().hasKept()).toBe(true);
  });

  it('is not stored where there is nothing to keep', () => {
    const browser = openBrowser('[1]');
    browser.openWindow().set([]);
    expect(browser.entries.has(KEY)).toBe(false);
    expect(browser.openWindow().hasKept()).toBe(false);
  });

  it.each([undefined, '', '{', 'null', '"x"', '["a"]'])('is the default where %j is stored', (kept) => {
    const browser = openBrowser(kept);
    expect(browser.openWindow().get()).toEqual([]);
    expect(browser.entries.get(KEY)).toBe(kept);
  });

  it('follows another window while it is shown', () => {
    const browser = openBrowser('[1]');
    const { shown, hide } = browser.openWindow().show();
    browser.change('[2]');
    browser.change('[3]', 'orbita.other');
    browser.change(null, null);
    expect(shown).toEqual([[2], []]);
    hide();
    expect(browser.isFollowed()).toBe(false);
  });

  it('takes what another window has stored meanwhile when it is shown again, and when a function changes it', () => {
    const browser = openBrowser('[1]');
    const window = browser.openWindow();
    window.show().hide();
    browser.change('[2]');
    window.show();
    expect(window.get()).toEqual([2]);

    const other = browser.openWindow();
    expect(other.get()).toEqual([2]);
    browser.change('[3]');
    other.set((numbers) => [...numbers, 4]);
    expect(browser.entries.get(KEY)).toBe('[3,4]');
  });

  it('is not stored by a function that changes nothing', () => {
    const browser = openBrowser('[1,"a"]');
    browser.openWindow().set((numbers) => numbers);
    expect(browser.entries.get(KEY)).toBe('[1,"a"]');
  });

  it.each([
    ['QuotaExceededError', 'its storage is full'],
    ['SecurityError', 'it blocks storage for this page'],
  ])(
    'that the browser does not take (%s) lasts while the page is open, until one is taken',
    (refusal, words) => {
      const browser = openBrowser('[1]');
      const window = browser.openWindow();
      browser.faults.refusal = refusal;
      window.set([2]);
      expect(window.failure()).toBe(words);
      window.show().hide();
      window.show();
      window.set((numbers) => [...numbers, 3]);
      expect(window.get()).toEqual([2, 3]);
      expect(browser.entries.get(KEY)).toBe('[1]');

      delete browser.faults.refusal;
      window.set((numbers) => numbers);
      expect(window.failure()).toBeUndefined();
      expect(browser.entries.get(KEY)).toBe('[2,3]');
    },
  );

  it('is the default where the storage cannot be read, which is said as soon as it is shown', () => {
    const browser = openBrowser('[1]');
    browser.faults.isBlocked = true;
    const window = browser.openWindow();
    expect(window.hasKept()).toBe(false);
    window.show();
    expect(window.get()).toEqual([]);
    expect(window.failure()).toBe('it blocks storage for this page');
    window.set([2]);
    expect(window.get()).toEqual([2]);
  });
});
