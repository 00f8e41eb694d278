import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { SpacecraftView } from '../../../src/shared/entities/spacecraft.ts';
import { Footer } from '../../../src/ui/app/Footer.tsx';
import { Header } from '../../../src/ui/app/Header.tsx';
import { AnomalyDetectionCard } from '../../../src/ui/features/anomalies/AnomalyDetectionCard.tsx';
import { rollUpAtom } from '../../../src/ui/features/anomalies/roll-up.ts';
import { TabStatus } from '../../../src/ui/features/anomalies/TabBadge.tsx';
import {
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
} from '../../../src/ui/mission/link/atoms.ts';
import {
  isSpacecraftStaleAtom,
  isTelemetryStaleAtom,
  unknownReasonAtom,
} from '../../../src/ui/mission/link/staleness.ts';
import { readingAtoms } from '../../../src/ui/wall/readings.ts';
import { WallFootline } from '../../../src/ui/wall/WallFootline.tsx';
import { later } from '../../support/mission.ts';
import { renderWithStore } from '../../support/render.tsx';
import { spacecraftView } from '../../support/spacecraft-view.ts';
import { NOMINAL } from '../../support/telemetry.ts';

const { radio } = spacecraftView();
const LINKS = {
  high: { ...radio },
  low: { ...radio, antenna: 'low', telemetryPeriodMs: 30_000 },
  lost: { ...radio, link: 'none', antenna: 'none' },
} as const satisfies Record<string, SpacecraftView['radio']>;

/** Returns a page on a working worker, with a sample and a spacecraft of T0, `ageS` seconds later. */
function pageAt(link: keyof typeof LINKS, ageS = 5): Store {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.telemetry, [NOMINAL]);
  store.set(sliceAtoms.anomalies, []);
  store.set(sliceAtoms.spacecraft, spacecraftView({ radio: LINKS[link] }));
  store.set(missionSecondAtom, later(ageS * 1000));
  return store;
}

const said = () => screen.getByRole('status').textContent;

describe('the footer', () => {
  it.each([
    ['high', 'Connected to ORBITA-1', 'connected'],
    ['low', 'ORBITA-1: low-gain link, telemetry every 30 s', 'low-gain'],
    ['lost', 'No link to ORBITA-1, last telemetry 12:00:00 UTC', 'no-contact'],
  ] as const)('shows the state of the spacecraft link: %s', (link, text, shown) => {
    const { container } = renderWithStore(<Footer />, pageAt(link));
    expect(said()).toBe(text);
    expect(container.querySelector('[data-link]')?.getAttribute('data-link')).toBe(shown);
  });

  it('names no sample before the first one', () => {
    const store = pageAt('lost');
    store.set(sliceAtoms.telemetry, []);
    renderWithStore(<Footer />, store);
    expect(said()).toBe('No link to ORBITA-1');
  });

  it('reports a lost worker first', () => {
    const { store } = renderWithStore(<Footer />, pageAt('low'));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(said()).toBe('Link to the simulation lost, restarting it');
  });

  it('of the wall shows the same in a short text', () => {
    const { store } = renderWithStore(<WallFootline />, pageAt('low'));
    expect(said()).toBe('ORBITA-1: low-gain link');
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ radio: LINKS.lost })));
    expect(said()).toBe('No link to ORBITA-1');
  });
});

describe('telemetry is stale', () => {
  it.each([
    ['high', 12, false],
    ['high', 13, true],
    ['low', 74, false],
    ['low', 76, true],
    ['lost', 12, false],
    ['lost', 13, true],
  ] as const)(
    'two and a half periods after it was sent: over a %s link, at %d s, it is %s',
    (link, ageS, isStale) => {
      const store = pageAt(link, ageS);
      expect(store.get(isTelemetryStaleAtom)).toBe(isStale);
      expect(store.get(isSpacecraftStaleAtom)).toBe(isStale);
      expect(store.get(rollUpAtom)).toBe(isStale ? 'Unknown' : 'Nominal');
      expect(store.get(readingAtoms.temperature).level).toBe(isStale ? 'unknown' : 'nominal');
    },
  );

  it('does not change the header badge between two samples at a low rate', () => {
    const { store } = renderWithStore(<Header />, pageAt('low'));
    for (let ageS = 0; ageS < 30; ageS += 5) {
      act(() => store.set(missionSecondAtom, later(ageS * 1000)));
      expect(screen.getByText('OPERATIONAL')).toBeVisible();
    }
  });
});

describe('the reason for unknown anomalies', () => {
  it.each([
    ['high', 'Telemetry is stale: last sample 12:00:00 UTC'],
    ['low', undefined],
    ['lost', 'No link: last sample 12:00:00 UTC'],
  ] as const)('names a missing radio link: %s', (link, reason) => {
    const store = pageAt(link, 20);
    expect(store.get(unknownReasonAtom)).toBe(reason);
    const { container } = renderWithStore(
      <>
        <TabStatus />
        <AnomalyDetectionCard />
      </>,
      store,
    );
    expect(container.querySelector('[hidden]')?.textContent).toBe(reason ?? 'None ongoing');
    expect(container.querySelector('header [data-status]')?.textContent).toBe(reason ?? 'None ongoing');
  });

  it('names the link to the worker before the radio link', () => {
    const store = pageAt('lost', 20);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(store.get(unknownReasonAtom)).toBe('Unknown: the link to the simulation is lost');
  });
});
