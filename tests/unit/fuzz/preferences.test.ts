import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  isSoundOnAtom,
  isTourDoneAtom,
  THEME_CHOICES,
  themeChoiceAtom,
} from '../../../src/ui/kit/preferences/preferences.ts';
import { fuzz, insist } from '../../support/fuzz.ts';
import { mutateText } from '../../support/fuzz-mutations.ts';

/** Value in the browser's storage, which any user of the machine can change. */
let remembered: string | null = null;

beforeEach(() => {
  vi.stubGlobal('window', {
    localStorage: { getItem: () => remembered, setItem: () => undefined, removeItem: () => undefined },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Reads the value as a component does when it mounts. */
function read<T>(anAtom: Parameters<ReturnType<typeof createStore>['sub']>[0]): T {
  const store = createStore();
  store.sub(anAtom, () => undefined)();
  return store.get(anAtom) as T;
}

it('remembers a choice', () => {
  remembered = '"light"';
  expect(read(themeChoiceAtom)).toBe('light');
  remembered = 'true';
  expect(read(isSoundOnAtom)).toBe(true);
});

it('a mutated stored value gives one of the choices', () =>
  fuzz({
    runs: 700,
    corpus: ['"light"', '"system"', 'true', 'false', 'null', '{"theme":"dark"}'],
    mutate: mutateText,
    check(text) {
      remembered = text;
      insist(THEME_CHOICES.includes(read(themeChoiceAtom)), 'There is no such theme.');
      insist(typeof read(isSoundOnAtom) === 'boolean', 'Sound is neither on nor off.');
      insist(typeof read(isTourDoneAtom) === 'boolean', 'The tour is neither done nor not.');
    },
  }));
