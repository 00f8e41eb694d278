import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { LinkNotice } from '../../../src/ui/app/LinkNotice.tsx';
import { linkFailureAtom, linkStateAtom } from '../../../src/ui/mission/link/atoms.ts';
import { renderWithStore } from '../../support/render.tsx';

const reload = () => screen.queryByRole('button', { name: 'Reload page' });

describe('the notice for a simulation that does not run', () => {
  it('is shown from the first failure of a start, until the simulation runs', () => {
    const store = createStore();
    renderWithStore(<LinkNotice />, store);
    expect(reload()).toBeNull();
    act(() => {
      store.set(linkStateAtom, { status: 'lost', attempt: 1 });
      store.set(linkFailureAtom, { reason: 'its script failed to load', hasEverStarted: false });
    });
    expect(screen.getByRole('alert').textContent).toContain(
      'The simulation cannot start: its script failed to load. Retrying automatically.',
    );
    expect(reload()).not.toBeNull();
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    expect(reload()).toBeNull();
  });

  it('appears at the third restart of a running one, and warns of the effect of a reload', () => {
    const store = createStore();
    store.set(linkFailureAtom, { reason: 'boom', hasEverStarted: true });
    store.set(linkStateAtom, { status: 'lost', attempt: 2 });
    renderWithStore(<LinkNotice />, store);
    expect(reload()).toBeNull();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 3 }));
    expect(screen.getByRole('alert').textContent).toContain(
      'The simulation has stopped: boom. A reload begins a new mission; a kept mission can then be continued, and a shared one is joined again.',
    );
  });
});
