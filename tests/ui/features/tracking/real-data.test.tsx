import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Provenance, RealData } from '../../../../src/shared/contract/real-data.ts';
import type { SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import { TrackingCard } from '../../../../src/ui/features/tracking/TrackingCard.tsx';
import { linkStateAtom, missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { later, startMission } from '../../../support/mission.ts';
import { failed, LIVE, PREDICTED, realData, SIMULATED, showRealData } from '../../../support/real-data.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const mission = startMission();

function renderCard(id: SatelliteId, data: RealData, iss: Provenance) {
  const store = createStore();
  showMission(store, mission);
  showRealData(store, data, iss);
  renderWithStore(<TrackingCard id={id} />, store);
  return store;
}

describe('the tracking card', () => {
  it.each([
    [LIVE, 'ISS LIVE 3 s', 'Position, from live data'],
    [PREDICTED, 'ISS PREDICTED, last live data 4 min ago', 'Position, predicted'],
    [SIMULATED, 'ISS SIMULATED', 'Position'],
  ])('shows the source of the ISS values: %o', (iss, chip, title) => {
    renderCard('iss', realData(), iss);
    expect(screen.getByText(chip)).toBeVisible();
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
  });

  it.each([
    [
      SIMULATED,
      'From built-in elements, 45 d old. Positions are within about 69 km, pass times within a minute.',
    ],
    [PREDICTED, 'From live data, 4 min old.'],
  ])('says how far the ISS can be trusted without live data: %o', (iss, text) => {
    renderCard('iss', realData(), iss);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('says nothing of the accuracy of live data, nor of ORBITA-1', () => {
    renderCard('iss', realData(), LIVE);
    renderCard('orbita', realData(), SIMULATED);
    expect(screen.queryByText(/ old\./)).toBeNull();
  });

  it('shows the values of ORBITA-1 as simulated', () => {
    renderCard('orbita', realData(), LIVE);
    expect(screen.getByText('ORBITA-1 SIMULATED')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Position' })).toBeVisible();
    expect(screen.queryByText(/^Reported by/)).toBeNull();
  });

  it('keeps its values when the position call fails, and shows the reason (spec §8)', () => {
    const data = realData({ calls: { satellitePositions: failed('quota exceeded') } });
    renderCard('iss', data, PREDICTED);
    expect(screen.getByText('Error loading tracking data')).toBeVisible();
    expect(screen.getByText('quota exceeded')).toBeVisible();
    expect(screen.getByText('Next try in 8 s')).toBeVisible();
    expect(screen.getByText('Latitude').nextElementSibling?.textContent).toMatch(/^\d+\.\d\d° [NS]$/);
  });

  it('shows no error on the card of ORBITA-1', () => {
    renderCard('orbita', realData({ calls: { satellitePositions: failed('quota exceeded') } }), LIVE);
    expect(screen.queryByText('Error loading tracking data')).toBeNull();
  });

  it('shows the last reported ISS position with its age, and none without one', () => {
    const store = renderCard('iss', realData(), LIVE);
    expect(
      screen.getByText('Reported by Open Notify: 18.66° N, 84.38° E at 11:59:56 UTC, 4 s ago'),
    ).toBeVisible();
    act(() => store.set(missionSecondAtom, later(1000)));
    expect(screen.getByText(/, 5 s ago$/)).toBeVisible();
    act(() => showRealData(store, realData({ issPosition: null })));
    expect(screen.queryByText(/^Reported by/)).toBeNull();
  });

  it('shows the last known values while the worker is lost', () => {
    const store = renderCard('iss', realData(), LIVE);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('ISS UNKNOWN, last live data 3 s ago')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Position, last known orbit' })).toBeVisible();
  });
});
