import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Provenance, RealData } from '../../../src/shared/real-data.ts';
import { SATELLITES } from '../../../src/shared/satellites.ts';
import { linkStateAtom, missionSecondAtom } from '../../../src/ui/mission/atoms.ts';
import { OrbitalPositionCard } from '../../../src/ui/orbital/OrbitalPositionCard.tsx';
import { later, startMission } from '../../support/mission.ts';
import {
  FAILED_DATA,
  LIVE,
  LOADING_DATA,
  PREDICTED,
  realData,
  SIMULATED,
  showRealData,
} from '../../support/real-data.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';

const mission = startMission();

function renderCard(data: RealData, iss: Provenance, own?: 'iss' | 'orbita') {
  const store = createStore();
  showMission(store, mission);
  showRealData(store, data, iss);
  renderWithStore(<OrbitalPositionCard {...(own && { own })} />, store);
  const name = own ? `${SATELLITES[own].name} Orbital Position` : 'Orbital Position';
  return { store, card: screen.getByRole('region', { name }) };
}

describe('the map card of the Overview', () => {
  it('leaves the data source label to the header', () => {
    const { card } = renderCard(FAILED_DATA, SIMULATED);
    expect(card.textContent).not.toMatch(/LIVE|PREDICTED|SIMULATED/);
    expect(screen.getByText('Using simulated data')).toBeVisible();
    expect(card.textContent).toContain('ORBITA-1: SGP4 on fixed elements of 2026-11-01.');
  });
});

describe.each(['iss', 'orbita'] as const)('the map card of %s', (own) => {
  it('shows the data source and age for both satellites', () => {
    const { store, card } = renderCard(realData(), LIVE, own);
    expect(screen.getByText('ORBITA-1 SIMULATED')).toBeVisible();
    expect(screen.getByText('ISS LIVE 3 s').closest('[title]')?.getAttribute('title')).toBe('Source: N2YO');
    expect(card.textContent).toContain('ISS: N2YO. ORBITA-1: SGP4 on fixed elements of 2026-11-01. Tracks:');
    act(() => store.set(missionSecondAtom, later(120_000)));
    expect(screen.getByText('ISS LIVE 2 min')).toBeVisible();
    expect(card.textContent).not.toMatch(/Loading real data|Using simulated data/);
  });

  it('says that real data are loading (spec §8)', () => {
    renderCard(LOADING_DATA, SIMULATED, own);
    expect(screen.getByText('Loading real data...')).toBeVisible();
    expect(screen.getByText('ISS SIMULATED')).toBeVisible();
  });

  it('says that it uses simulated data, and why (spec §4)', () => {
    renderCard(FAILED_DATA, SIMULATED, own);
    expect(screen.getByText('Using simulated data')).toBeVisible();
    expect(screen.getByText('Failed to fetch')).toBeVisible();
  });

  it('shows the age of the last live data', () => {
    renderCard(realData(), PREDICTED, own);
    expect(screen.getByText('ISS PREDICTED, last live data 4 min ago')).toBeVisible();
  });

  it('shows nothing as LIVE while the worker is lost', () => {
    const { store, card } = renderCard(realData(), LIVE, own);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('ISS UNKNOWN, last live data 3 s ago')).toBeVisible();
    expect(card.textContent).not.toContain('LIVE');
  });
});
