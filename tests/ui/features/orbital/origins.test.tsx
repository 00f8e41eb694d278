import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Provenance, RealData } from '../../../../src/shared/contract/real-data.ts';
import { SATELLITE_IDS, SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { OrbitalPositionCard } from '../../../../src/ui/features/orbital/OrbitalPositionCard.tsx';
import { linkStateAtom, missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { ProvenanceChip } from '../../../../src/ui/mission/real-data/ProvenanceChip.tsx';
import { later, startMission } from '../../../support/mission.ts';
import {
  FAILED_DATA,
  LIVE,
  LOADING_DATA,
  PREDICTED,
  realData,
  SIMULATED,
  showRealData,
} from '../../../support/real-data.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const mission = startMission();

function renderCard(data: RealData, iss: Provenance, own?: 'iss' | 'orbita') {
  const store = createStore();
  showMission(store, mission);
  showRealData(store, data, iss);
  renderWithStore(<OrbitalPositionCard {...(own && { own })} />, store);
  const name = own ? `${SATELLITES[own].name} Orbital Position` : 'Orbital Position';
  return { store, card: screen.getByRole('region', { name }) };
}

describe.each([undefined, 'iss', 'orbita'] as const)('the map card of %s', (own) => {
  it('leaves the data source label to the header and the tracking cards', () => {
    const { card } = renderCard(FAILED_DATA, SIMULATED, own);
    expect(card.textContent).not.toMatch(/LIVE|PREDICTED|SIMULATED/);
    expect(card.textContent).toContain('ORBITA-1: SGP4 on fixed elements of 2026-11-01.');
  });

  it('names the sources in its legend', () => {
    const { card } = renderCard(realData(), LIVE, own);
    expect(card.textContent).toContain('ISS: N2YO. ORBITA-1: SGP4 on fixed elements of 2026-11-01.');
    expect(card.textContent).not.toMatch(/Loading real data|Using simulated data/);
  });

  it('says that real data are loading (spec §8)', () => {
    renderCard(LOADING_DATA, SIMULATED, own);
    expect(screen.getByText('Loading real data...')).toBeVisible();
  });

  it('says that it uses simulated data, and why (spec §4)', () => {
    renderCard(FAILED_DATA, SIMULATED, own);
    expect(screen.getByText('Using simulated data')).toBeVisible();
    expect(screen.getByText('Failed to fetch')).toBeVisible();
  });
});

describe('the data source of a satellite', () => {
  const renderChips = (data: RealData, iss: Provenance) => {
    const store = createStore();
    showMission(store, mission);
    showRealData(store, data, iss);
    const chips = SATELLITE_IDS.map((id) => <ProvenanceChip key={id} id={id} />);
    return renderWithStore(<div>{chips}</div>, store);
  };

  it('is shown with its age', () => {
    const { store } = renderChips(realData(), LIVE);
    expect(screen.getByText('ORBITA-1 SIMULATED')).toBeVisible();
    expect(screen.getByText('ISS LIVE 3 s').closest('[title]')?.getAttribute('title')).toBe('Source: N2YO');
    act(() => store.set(missionSecondAtom, later(120_000)));
    expect(screen.getByText('ISS LIVE 2 min')).toBeVisible();
  });

  it('is simulated while real data are loading', () => {
    renderChips(LOADING_DATA, SIMULATED);
    expect(screen.getByText('ISS SIMULATED')).toBeVisible();
  });

  it('has the age of the last live data', () => {
    renderChips(realData(), PREDICTED);
    expect(screen.getByText('ISS PREDICTED, last live data 4 min ago')).toBeVisible();
  });

  it('is nothing LIVE while the worker is lost', () => {
    const { store, container } = renderChips(realData(), LIVE);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('ISS UNKNOWN, last live data 3 s ago')).toBeVisible();
    expect(container.textContent).not.toContain('LIVE');
  });
});
