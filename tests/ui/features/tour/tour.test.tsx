import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import type { Provenance } from '../../../../src/shared/contract/real-data.ts';
import { Tour } from '../../../../src/ui/features/tour/Tour.tsx';
import { TourPanel } from '../../../../src/ui/features/tour/TourPanel.tsx';
import { isSettledAtom } from '../../../../src/ui/kit/page/settled.ts';
import { linkStateAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { LIVE, PREDICTED, realData, SIMULATED, showRealData } from '../../../support/real-data.ts';
import { renderWithStore } from '../../../support/render.tsx';

beforeEach(() => window.history.replaceState(null, '', '/'));

async function openSecondStep(iss: Provenance) {
  const store = createStore();
  showRealData(store, realData(), iss);
  renderWithStore(<TourPanel />, store);
  const tour = within(await screen.findByRole('dialog'));
  await userEvent.click(tour.getByRole('button', { name: 'Next' }));
  return { store, heading: () => tour.getByRole('heading').textContent };
}

it.each([
  [LIVE, 'The ISS is real'],
  [PREDICTED, 'The ISS is predicted'],
  [SIMULATED, 'The ISS is simulated'],
])('the tour says of the ISS what its source allows: %o', async (iss, title) => {
  const { heading } = await openSecondStep(iss);
  expect(heading()).toBe(title);
});

it('the tour follows the source of the ISS', async () => {
  const { store, heading } = await openSecondStep(LIVE);
  act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
  expect(heading()).toBe('The ISS is predicted');
  act(() => showRealData(store, realData(), SIMULATED));
  expect(heading()).toBe('The ISS is simulated');
});

it.each([
  { panel: 'no panel', isOpened: true },
  { panel: 'the panel Consoles', isOpened: false },
])('the tour opens by itself on a first visit, unless something is open already: $panel', async (given) => {
  const store = createStore();
  renderWithStore(
    <>
      {!given.isOpened && <div role="dialog" aria-label="Consoles" />}
      <Tour />
    </>,
    store,
  );
  act(() => store.set(isSettledAtom, true));
  await act(async () => import('../../../../src/ui/features/tour/TourPanel.tsx'));
  expect(screen.queryByText(/^Tour, step 1/) !== null).toBe(given.isOpened);
});
