import { existsSync } from 'node:fs';
import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { addMs, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { faviconOf, pageTitle } from '../../../../src/ui/features/anomalies/PageStatus.tsx';
import {
  askingCountAtom,
  askingRollUpAtom,
  ongoingCountAtom,
  ongoingTextAtom,
  rollUpAtom,
  urgentFirstAtom,
} from '../../../../src/ui/features/anomalies/roll-up.ts';
import {
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { startUneventfulMission } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { showMission } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { anomaly, NOW } from './fixtures.ts';

// The cards of the other tabs load on demand.
beforeAll(prefetchCards);

const show = (store: Store, anomalies: readonly Anomaly[]) =>
  act(() => {
    store.set(linkStateAtom, { status: 'connected' });
    store.set(sliceAtoms.anomalies, anomalies);
  });

describe('the roll-up of the anomalies (design.md §5)', () => {
  it.each([
    [['Low', 'Medium', 'High', 'Critical'], 'Critical'],
    [['Low', 'High', 'Medium'], 'High'],
    [['Medium', 'Low'], 'Medium'],
    [['Low'], 'Low'],
    [[], 'Nominal'],
  ] as const)('of ongoing anomalies of %j is %s', (severities, word) => {
    const store = createStore();
    store.set(
      sliceAtoms.anomalies,
      severities.map((severity, index) => anomaly(String(index), { severity })),
    );
    expect(store.get(rollUpAtom)).toBe(word);
  });

  const LIST = [
    anomaly('a', { severity: 'Critical', status: 'Resolved' }),
    anomaly('b', { severity: 'High', status: 'Acknowledged' }),
    anomaly('c', { severity: 'Low' }),
  ];
  /** Returns the spacecraft that these anomalies' faults affect. */
  const viewOf = (...ids: readonly string[]) =>
    spacecraftView({
      time: NOW,
      faults: ids.map((anomalyId) => ({
        anomalyId,
        type: 'Battery',
        parts: ['battery'],
        label: 'weak cell',
      })),
    });

  it.each<[readonly string[], string, number, string]>([
    [[], 'Nominal', 0, 'None ongoing'],
    [['c'], 'Low', 1, '1 ongoing'],
    [['b', 'c'], 'High', 2, '2 ongoing'],
    [['a', 'c'], 'Critical', 2, '2 ongoing'],
    [['c', 'one that has left the list'], 'Low', 2, '2 ongoing'],
  ])('with the faults of %j acting is %s, with %d in the badge', (acting, word, count, text) => {
    const store = createStore();
    store.set(sliceAtoms.anomalies, LIST);
    store.set(sliceAtoms.spacecraft, viewOf(...acting));
    expect(store.get(rollUpAtom)).toBe(word);
    expect(store.get(ongoingCountAtom)).toBe(count);
    expect(store.get(ongoingTextAtom)).toBe(text);
  });

  it.each<[readonly string[], string, number, string]>([
    [['a'], 'Nominal', 0, '1 left to FDIR'],
    [['a', 'c'], 'Low', 1, '2 ongoing, 1 left to FDIR'],
    [['c', 'one that has left the list'], 'Low', 2, '2 ongoing'],
  ])('with %j of which a is left to FDIR calls for %s, with %d in the badge', (acting, word, count, text) => {
    const store = createStore();
    const retriedUntil = addMs(NOW, MS_PER_S);
    store.set(
      sliceAtoms.anomalies,
      LIST.map((one) => (one.id === 'a' ? { ...one, status: 'Active', retriedUntil } : one)),
    );
    store.set(sliceAtoms.spacecraft, viewOf(...acting));
    expect(store.get(askingRollUpAtom)).toBe(word);
    expect(store.get(askingCountAtom)).toBe(count);
    expect(store.get(ongoingTextAtom)).toBe(text);
  });

  it('has the anomalies that ask first and the shelved ones last, by severity within', () => {
    const store = createStore();
    store.set(sliceAtoms.anomalies, [
      anomaly('shelved', { severity: 'Critical', shelved: { until: NOW, reason: 'known' } }),
      anomaly('left', { severity: 'High', retriedUntil: NOW }),
      anomaly('asks', { severity: 'Low', askedAt: NOW }),
      anomaly('asks more', { severity: 'Medium', askedAt: NOW }),
      anomaly('answered', { severity: 'Critical', status: 'Acknowledged', askedAt: NOW }),
    ]);
    expect(store.get(urgentFirstAtom).map(({ id }) => id)).toEqual([
      'asks more',
      'asks',
      'answered',
      'left',
      'shelved',
    ]);
  });

  it('counts an acknowledged anomaly as ongoing while the state of its fault is unknown', () => {
    const store = createStore();
    store.set(sliceAtoms.anomalies, LIST);
    expect(store.get(rollUpAtom)).toBe('High');
    store.set(sliceAtoms.spacecraft, { ...viewOf(), time: addMs(NOW, -60 * MS_PER_S) });
    expect(store.get(rollUpAtom)).toBe('High');
  });

  it('is never nominal while a fault persists', () => {
    const store = createStore();
    store.set(sliceAtoms.anomalies, [anomaly('a', { status: 'Resolved' })]);
    store.set(sliceAtoms.spacecraft, viewOf('a'));
    expect(store.get(rollUpAtom)).toBe('High');
    store.set(sliceAtoms.spacecraft, viewOf());
    expect([store.get(rollUpAtom), store.get(ongoingTextAtom)]).toEqual(['Nominal', 'None ongoing']);
  });

  it('is unknown without a link, never nominal', () => {
    const store = createStore();
    store.set(sliceAtoms.anomalies, []);
    store.set(linkStateAtom, { status: 'lost', attempt: 1 });
    expect(store.get(rollUpAtom)).toBe('Unknown');
  });

  it('is unknown without fresh telemetry, never nominal', () => {
    const store = createStore();
    const mission = startUneventfulMission();
    showMission(store, mission);
    store.set(sliceAtoms.spacecraft, spacecraftView());
    expect(store.get(rollUpAtom)).toBe('Nominal');
    const { time } = mission.snapshot().clock.value;
    store.set(missionSecondAtom, addMs(time, 13_000));
    expect(store.get(rollUpAtom)).toBe('Unknown');
  });

  it.each([
    ['overview', undefined, 'ORBITA-1 Mission Control'],
    ['overview', 'Nominal', 'ORBITA-1 Mission Control'],
    ['overview', 'Critical', '▲ Critical · ORBITA-1 Mission Control'],
    ['telemetry', 'High', '◆ High · Telemetry · ORBITA-1 Mission Control'],
    ['anomalies', 'Unknown', '○ Unknown · Anomalies · ORBITA-1 Mission Control'],
  ] as const)('titles the page %s, %s as %s', (tab, word, title) => {
    expect(pageTitle(tab, word)).toBe(title);
  });

  it.each([undefined, 'Nominal', 'Critical', 'High', 'Medium', 'Low', 'Unknown'] as const)(
    'has an icon file for %s',
    (word) => {
      expect(existsSync(`public${faviconOf(word)}`)).toBe(true);
    },
  );
});

describe('the dashboard with anomalies', () => {
  let icon: HTMLLinkElement;

  beforeEach(() => {
    window.history.replaceState(null, '', '/');
    icon = document.createElement('link');
    icon.rel = 'icon';
    icon.setAttribute('href', '/favicon.svg');
    document.head.append(icon);
  });

  afterEach(() => icon.remove());

  it("begins with the spacecraft's state, and holds the four cards of the overview (spec §2)", () => {
    renderWithOperations(<Dashboard />);
    expect(screen.getAllByRole('region').map((card) => card.querySelector('h2')?.textContent)).toEqual([
      'Spacecraft state',
      'Anomaly Detection',
      'Orbital Position',
      'Telemetry',
      'Mission Performance',
    ]);
  });

  it('has the anomaly card and the event log on the anomalies tab (spec §2)', () => {
    window.history.replaceState(null, '', '/?tab=anomalies');
    const { store } = renderWithOperations(<Dashboard />);
    show(store, [anomaly('a')]);
    expect(screen.getAllByRole('region')).toEqual([
      screen.getByRole('region', { name: 'Anomaly Detection' }),
      screen.getByRole('region', { name: 'Event Log' }),
    ]);
    expect(screen.getByText('explanation of a')).toBeVisible();
    expect(document.title).toBe('◆ High · Anomalies · ORBITA-1 Mission Control');
  });

  it('shows the roll-up in the tab, in the title and in the icon; the tab’s name stays (design.md §4)', () => {
    const { store, unmount } = renderWithOperations(<Dashboard />);
    const tab = screen.getByRole('tab', { name: 'Anomalies' });
    expect(document.title).toBe('ORBITA-1 Mission Control');
    expect(tab.querySelector('svg')).toBeNull();

    show(store, [anomaly('a'), anomaly('b', { severity: 'Critical' })]);
    expect(tab.textContent).toBe('Anomalies');
    expect(tab.querySelector('[data-status]')?.getAttribute('data-status')).toBe('critical');
    expect(tab.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2');
    expect(tab).toHaveAccessibleDescription('2 ongoing, the most urgent Critical');
    expect(tab.querySelector('[title]')?.getAttribute('title')).toBe('2 ongoing');
    expect(document.title).toBe('▲ Critical · ORBITA-1 Mission Control');
    expect(icon.getAttribute('href')).toBe('/favicon-critical.svg');

    const shelved = { until: NOW, reason: 'known' };
    show(store, [anomaly('a', { askedAt: NOW }), anomaly('b', { severity: 'Critical', shelved })]);
    expect(tab.querySelector('[data-count]')?.getAttribute('data-count')).toBe('1');
    expect(tab).toHaveAccessibleDescription('2 ongoing, 1 shelved; 1 asks for action, the most urgent High');
    expect(document.title).toBe('◆ High · ORBITA-1 Mission Control');

    show(store, [anomaly('a', { status: 'Resolved' })]);
    expect(tab.querySelector('svg')).toBeNull();
    expect(tab).toHaveAccessibleDescription('None ongoing');
    expect(icon.getAttribute('href')).toBe('/favicon.svg');

    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(tab.querySelector('[data-status]')?.getAttribute('data-status')).toBe('off');
    expect(tab).toHaveAccessibleDescription('Unknown: the link to the simulation is lost');
    expect(document.title).toBe('○ Unknown · ORBITA-1 Mission Control');
    expect(icon.getAttribute('href')).toBe('/favicon-off.svg');

    unmount();
    expect(icon.getAttribute('href')).toBe('/favicon.svg');
  });

  it('announces a new anomaly on any open tab', () => {
    window.history.replaceState(null, '', '/?tab=commands');
    const { store } = renderWithOperations(<Dashboard />);
    show(store, []);
    show(store, [anomaly('a')]);
    const region = screen.getByText('New anomaly: High, Battery: message of a').parentElement;
    expect(region?.getAttribute('aria-live')).toBe('polite');
  });
});
