import { fireEvent, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { isSoundOnAtom, themeChoiceAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { renderWithOperations } from '../../../support/operations.tsx';

/** Presses keys synchronously, so that nothing can be fetched between two of them. */
function press(...keys: readonly (string | KeyboardEventInit)[]): void {
  for (const key of keys) {
    const init = typeof key === 'string' ? { key } : key;
    const code = init.key?.length === 1 ? `Key${init.key.toUpperCase()}` : init.key;
    fireEvent.keyDown(document.activeElement ?? document.body, { code, ...init });
    fireEvent.keyUp(document.activeElement ?? document.body, { code, ...init });
  }
}
const OPEN = { key: 'k', ctrlKey: true };

/** A busy machine takes more than a second to compile a dialog. */
const FETCHED = { timeout: 20_000 };

/** Each dialog is fetched in only one test here. */
describe('text typed while a dialog loads', () => {
  it('becomes the search text of the palette, and triggers no shortcut', async () => {
    const store = createStore();
    renderWithOperations(<Dashboard />, {}, store);
    press(OPEN, 'f', 't', 'Escape', OPEN, 't', 'm', 'x', 'Backspace', 'Enter');
    expect(screen.queryByRole('dialog')).toBeNull();
    const search = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find an action' }, FETCHED);
    expect(search.value).toBe('tm');
    expect(search).toHaveFocus();
    expect([store.get(themeChoiceAtom), store.get(isSoundOnAtom)]).toEqual(['dark', false]);

    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    press('t');
    expect(store.get(themeChoiceAtom)).toBe('light');
    press(OPEN);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Find an action' }).value).toBe('');
  });

  it('does nothing while the key sheet loads', async () => {
    const store = createStore();
    renderWithOperations(<Dashboard />, {}, store);
    const theme = store.get(themeChoiceAtom);
    press({ key: '?', shiftKey: true }, 't', 'm');
    await screen.findByRole('dialog', { name: 'Keys' }, FETCHED);
    expect([store.get(themeChoiceAtom), store.get(isSoundOnAtom)]).toEqual([theme, false]);
  });
});
