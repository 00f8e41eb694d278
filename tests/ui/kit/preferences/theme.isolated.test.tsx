import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppliedTheme } from '../../../../src/ui/kit/preferences/AppliedTheme.tsx';
import { type ThemeChoice, themeChoiceAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { renderWithStore } from '../../../support/render.tsx';

const beforePaint = readFileSync('public/start.js', 'utf8');
const page = document.documentElement;

/** Stubs a machine whose theme can change while the page is open. */
function stubMachine(isLight: boolean) {
  const listeners = new Set<() => void>();
  const machine = { isLight };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return media === '(prefers-color-scheme: light)' && machine.isLight;
        },
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as unknown as MediaQueryList,
  );
  return {
    turn(next: boolean) {
      machine.isLight = next;
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => {
  document.head.innerHTML = '<meta name="color-scheme" content="dark"><meta name="theme-color" content="">';
  localStorage.clear();
  delete page.dataset.theme;
});
afterEach(() => vi.restoreAllMocks());

const CASES: readonly (readonly [ThemeChoice, boolean, 'dark' | 'light'])[] = [
  ['dark', false, 'dark'],
  ['dark', true, 'dark'],
  ['light', false, 'light'],
  ['light', true, 'light'],
  ['system', false, 'dark'],
  ['system', true, 'light'],
];

describe('the theme', () => {
  it.each(CASES)(
    'of the choice %s, where the machine is light: %s, is %s from before the first paint on',
    (choice, isLight, theme) => {
      stubMachine(isLight);
      const store = createStore();
      store.set(themeChoiceAtom, choice);

      runInThisContext(beforePaint);
      expect(page.dataset.theme).toBe(theme);
      delete page.dataset.theme;

      renderWithStore(<AppliedTheme />, store);
      expect(page.dataset.theme).toBe(theme);
      expect(document.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe(theme);
    },
  );

  it.each([undefined, 'not json', '"blue"', '42'])('is dark where %s is remembered', (remembered) => {
    stubMachine(true);
    if (remembered !== undefined) localStorage.setItem('orbita.theme', remembered);
    runInThisContext(beforePaint);
    expect(page.dataset.theme).toBe('dark');
  });

  it.each<[string, () => Storage | undefined]>([
    ['undefined', () => undefined],
    [
      'refused',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
  ])('can be chosen, for as long as the page is open, where storage is %s', (_, localStorage) => {
    const before = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {};
    Object.defineProperty(window, 'localStorage', { configurable: true, get: localStorage });
    onTestFinished(() => {
      Object.defineProperty(window, 'localStorage', before);
    });
    stubMachine(true);
    runInThisContext(beforePaint);
    expect(page.dataset.theme).toBe('dark');
    const { store } = renderWithStore(<AppliedTheme />);
    act(() => store.set(themeChoiceAtom, 'light'));
    expect(page.dataset.theme).toBe('light');
  });

  it('changes at once with the choice, and follows the machine while that is the choice', () => {
    const machine = stubMachine(false);
    const { store } = renderWithStore(<AppliedTheme />);
    expect(page.dataset.theme).toBe('dark');
    act(() => store.set(themeChoiceAtom, 'light'));
    expect(page.dataset.theme).toBe('light');
    act(() => store.set(themeChoiceAtom, 'system'));
    expect(page.dataset.theme).toBe('dark');
    act(() => machine.turn(true));
    expect(page.dataset.theme).toBe('light');
  });
});
