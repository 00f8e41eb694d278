import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Provenance, RealData } from '../../../../src/shared/contract/real-data.ts';
import { Footer } from '../../../../src/ui/app/Footer.tsx';
import { linkStateAtom, wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { dataQualityOf } from '../../../../src/ui/mission/real-data/provenance.ts';
import { rollUpLevel, rollUpText, sourceRows } from '../../../../src/ui/mission/real-data/sources.ts';
import { later, T0 } from '../../../support/mission.ts';
import {
  FAILED_DATA,
  failed,
  LIVE,
  LOADING_DATA,
  offline,
  PREDICTED,
  ready,
  realData,
  SIMULATED,
  showRealData,
} from '../../../support/real-data.ts';
import { renderWithStore } from '../../../support/render.tsx';

describe('the roll-up of the sources', () => {
  const oldList = realData({ calls: { astronauts: ready({ isStale: true, error: 'no newer one' }) } });
  const unheard = realData({ calls: { issPosition: ready({ lastSuccess: later(-31_000) }) } });
  const oneFailed = realData({ calls: { astronauts: failed('status 502') } });
  it.each([
    ['all is well', realData(), LIVE, 'ISS LIVE 3 s', 'normal'],
    ['it loads', LOADING_DATA, SIMULATED, 'loading', 'standby'],
    ['all failed', FAILED_DATA, SIMULATED, '3 of 3 failed', 'caution'],
    ['one failed', oneFailed, LIVE, 'ISS LIVE 3 s, 1 of 3 failed', 'caution'],
    ['one is old', oldList, LIVE, 'ISS LIVE 3 s, 1 of 3 stale', 'off'],
    ['one was not heard of for long', unheard, LIVE, 'ISS LIVE 3 s, 1 of 3 stale', 'off'],
    ['nothing is live', realData(), PREDICTED, 'ISS PREDICTED', 'off'],
    ['the browser is offline', offline(FAILED_DATA), PREDICTED, 'ISS PREDICTED, offline', 'off'],
  ] as const)('says, when %s: %s', (_case, data: RealData, iss: Provenance, text, level) => {
    const view = { realData: data, iss, isInStep: true, isLost: false, now: T0 };
    expect(rollUpText(view)).toBe(text);
    expect(rollUpLevel(view)).toBe(level);
  });

  it('is unknown, never normal, while the worker is lost', () => {
    const iss = dataQualityOf(LIVE, true);
    const view = { realData: realData(), iss, isInStep: true, isLost: true, now: T0 };
    expect(rollUpText(view)).toBe('UNKNOWN, link lost');
    expect(new Set(sourceRows(view).map(({ state }) => state.level))).toEqual(new Set(['off']));
    expect(rollUpLevel(view)).toBe('off');
  });
});

function openFooter(data?: RealData, iss?: Provenance) {
  const store = createStore();
  if (data) showRealData(store, data, iss);
  renderWithStore(<Footer />, store);
  return { store, trigger: screen.getByRole('button', { name: /^Sources: / }) };
}

async function openSources(data: RealData, iss?: Provenance) {
  const { store, trigger } = openFooter(data, iss);
  await userEvent.click(trigger);
  const view = screen.getByRole('dialog', { name: 'Data sources' });
  await within(view).findByRole('table');
  const row = (name: string) => within(view).getByRole('row', { name: new RegExp(`^${name}`) });
  const cells = (name: string) =>
    within(row(name))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  return { store, trigger, view, cells };
}

describe('the sources in the footer', () => {
  it('show nothing before the first snapshot', async () => {
    const { trigger } = openFooter();
    expect(trigger.textContent).toBe('Sources: not known yet');
    await userEvent.click(trigger);
    expect(await screen.findByText('Data source status is not known yet.')).toBeVisible();
  });

  it('age every second, and are no longer LIVE when the link is lost', () => {
    const { store, trigger } = openFooter(realData());
    expect(trigger.textContent).toBe('Sources: ISS LIVE 3 s');
    act(() => store.set(wallSecondAtom, later(1000)));
    expect(trigger.textContent).toBe('Sources: ISS LIVE 4 s');
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(trigger.textContent).toBe('Sources: UNKNOWN, link lost');
  });

  it('open with Enter, close with Escape and give the focus back', async () => {
    const { trigger } = openFooter(realData());
    trigger.focus();
    await userEvent.keyboard('{Enter}');
    const view = screen.getByRole('dialog', { name: 'Data sources' });
    expect(view.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(trigger).toHaveFocus();
  });
});

describe('the data sources', () => {
  it('list every source with service, state, last success, age and next try', async () => {
    const { store, cells } = await openSources(realData());
    expect(cells('ISS position')).toEqual(['Open Notify', 'LIVE', '11:59:58', '4 s', 'in 8 s', '–']);
    expect(cells('Astronauts')).toEqual(['Open Notify', 'LIVE', '11:59:58', '4 s', 'in 8 s', '–']);
    expect(cells('ISS tracking positions')).toEqual(['N2YO', 'LIVE', '11:59:58', '4 s', 'in 8 s', '–']);
    expect(cells('ORBITA-1')).toEqual(['Simulated in this page', 'SIMULATED', '–', '–', '–', '–']);
    expect(cells('ISS elements')).toEqual(['Built in', 'In reserve', '–', '44 d 23 h', '–', '–']);
    act(() => store.set(wallSecondAtom, later(8000)));
    expect(cells('ISS position').slice(1, 5)).toEqual(['LIVE', '11:59:58', '12 s', 'now']);
  });

  it('show a good response without live data as Ready', async () => {
    const { cells } = await openSources(
      realData({ calls: { astronauts: ready({ dataTime: later(-600_000) }) } }),
    );
    expect(cells('Astronauts')).toEqual(['Open Notify', 'Ready', '11:59:58', '10 min', 'in 8 s', '–']);
  });

  it('show a loading source and its service', async () => {
    const { cells } = await openSources(LOADING_DATA, SIMULATED);
    expect(cells('ISS tracking positions')).toEqual(['N2YO or CelesTrak', 'Loading', '–', '–', 'now', '–']);
    expect(cells('ISS elements')[1]).toBe('In use');
  });

  it('show a failed source and the reason', async () => {
    const { cells } = await openSources(FAILED_DATA, SIMULATED);
    expect(cells('ISS position')).toEqual([
      'Open Notify',
      'Failed',
      '11:55:00',
      '5 min',
      'in 8 s',
      'Failed to fetch',
    ]);
  });

  it('show a stale source and the reason', async () => {
    const { cells } = await openSources(
      realData({ calls: { astronauts: ready({ isStale: true, error: 'status 502' }) } }),
    );
    expect(cells('Astronauts').slice(1)).toEqual(['Stale', '11:59:58', '4 s', 'in 8 s', 'status 502']);
  });

  it('do not mark a fresh response from a fallback service as stale', async () => {
    const satellitePositions = ready({ source: 'CelesTrak', error: 'N2YO answered 503' });
    const { trigger, cells } = await openSources(realData({ calls: { satellitePositions } }));
    expect(cells('ISS tracking positions')).toEqual([
      'CelesTrak',
      'LIVE',
      '11:59:58',
      '4 s',
      'in 8 s',
      'N2YO answered 503',
    ]);
    expect(trigger.textContent).toBe('Sources: ISS LIVE 3 s');
  });

  it('wait for the network while the browser is offline', async () => {
    const { cells } = await openSources(offline(FAILED_DATA), PREDICTED);
    expect(cells('Astronauts')[1]).toBe('Waiting for network');
    expect(cells('Astronauts')[4]).toBe('when online');
  });

  it('are all unknown while the worker is lost', async () => {
    const { store, cells, view } = await openSources(realData());
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    for (const name of ['ISS position', 'Astronauts', 'ISS tracking positions', 'ORBITA-1']) {
      expect(cells(name)[1]).toBe('Unknown');
    }
    expect(view.textContent).not.toContain('LIVE');
  });

  it('report the combined failure if no source reports one', async () => {
    const { view } = await openSources({ ...FAILED_DATA, error: 'Unknown error occurred' }, SIMULATED);
    expect(within(view).getByText('Unknown error occurred')).toBeVisible();
  });
});
