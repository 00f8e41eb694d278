import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { placeListAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { LocalClock } from '../../../../src/ui/mission/places/LocalClock.tsx';
import { renderWithStore } from '../../../support/render.tsx';
import { NOW } from './open-places.tsx';

it('the local time is shown in the chosen zone, and not before one is chosen', () => {
  const store = createStore();
  store.set(missionSecondAtom, NOW);
  const { container } = renderWithStore(<LocalClock />, store);
  expect(container).toBeEmptyDOMElement();
  act(() => store.set(placeListAtom, { places: [], zone: 'America/New_York' }));
  expect(screen.getByText('Sun 07:00 local')).toBeVisible();
  expect(screen.getByTitle('America/New_York')).toBeVisible();
});
