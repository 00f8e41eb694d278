import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { RealData } from '../../../../src/shared/contract/real-data.ts';
import { AstronautsCard } from '../../../../src/ui/features/astronauts/AstronautsCard.tsx';
import { crewsOf } from '../../../../src/ui/features/astronauts/crew.ts';
import { linkStateAtom, wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { later } from '../../../support/mission.ts';
import {
  FAILED_DATA,
  failed,
  LOADING_DATA,
  offline,
  people,
  ready,
  realData,
  showRealData,
} from '../../../support/real-data.ts';
import { renderWithStore } from '../../../support/render.tsx';

function renderCard(data?: RealData) {
  const store = createStore();
  if (data) showRealData(store, data);
  const { container } = renderWithStore(<AstronautsCard className={undefined} />, store);
  const card = screen.getByRole('region', { name: 'Astronauts in Orbit' });
  const rows = () =>
    within(card)
      .getAllByRole('listitem')
      .map((row) => [...row.children].map((part) => part.textContent));
  return { store, container, card, rows };
}

describe('the astronauts in orbit', () => {
  it.each([
    ['before the first snapshot', undefined],
    ['until the first answer', LOADING_DATA],
  ])('are loading %s (spec §8)', (_case, data) => {
    renderCard(data);
    expect(screen.getByText('Loading real data...')).toBeVisible();
  });

  it('are the first five with their craft, then all on request (spec §9)', async () => {
    const { card, rows } = renderCard(realData());
    expect(card.textContent).toContain('7 people: 4 ISS, 3 Tiangong');
    expect(rows()).toEqual([
      ['Person 1', 'ISS'],
      ['Person 2', 'ISS'],
      ['Person 3', 'ISS'],
      ['Person 4', 'ISS'],
      ['Person 5', 'Tiangong'],
    ]);
    const more = screen.getByRole('button', { name: '+2 more' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(more);
    expect(rows()).toHaveLength(7);
    expect(more.textContent).toBe('Show fewer');
    expect(more.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(more);
    expect(rows()).toHaveLength(5);
  });

  it.each([1, 5])('have nothing more to show when there are %d', (count) => {
    const { card, rows } = renderCard(realData({ astronauts: people(count) }));
    expect(rows()).toHaveLength(count);
    expect(within(card).queryByRole('button')).toBeNull();
    expect(card.textContent).toContain(count === 1 ? '1 person: 1 ISS' : '5 people: 4 ISS, 1 Tiangong');
  });

  it('may be an empty list', () => {
    renderCard(realData({ astronauts: [] }));
    expect(screen.getByText('Open Notify lists nobody in orbit.')).toBeVisible();
  });

  it('failed to load, with the reason and the next try (spec §8)', () => {
    const { store, card } = renderCard(FAILED_DATA);
    expect(screen.getByText('Error loading data')).toBeVisible();
    expect(screen.getByText('Failed to fetch')).toBeVisible();
    expect(screen.getByText('Next try in 8 s')).toBeVisible();
    act(() => store.set(wallSecondAtom, later(3000)));
    expect(screen.getByText('Next try in 5 s')).toBeVisible();
    expect(within(card).queryByRole('list')).toBeNull();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByText(/Next try/)).toBeNull();
  });

  it('wait for the network while offline', () => {
    renderCard(offline(realData({ astronauts: [], calls: { astronauts: failed('Failed to fetch') } })));
    expect(screen.getByText('Next try when online')).toBeVisible();
  });

  it('are shown with their age if the service has no newer list', () => {
    const call = ready({ dataTime: later(-65 * 60_000), error: 'status 502' });
    const { rows } = renderCard(realData({ calls: { astronauts: call } }));
    expect(screen.getByText('Stale list, 1 h 5 min old: status 502')).toBeVisible();
    expect(rows()).toHaveLength(5);
  });

  it('are shown with their age if the list is stale', () => {
    renderCard(realData({ calls: { astronauts: ready({ dataTime: later(-3 * 3_600_000) }) } }));
    expect(screen.getByText('Stale list, 3 h old.')).toBeVisible();
  });

  it('are the last known ones while the worker is lost', () => {
    const { store, card } = renderCard(realData());
    expect(card.textContent).toContain('Open Notify, 11:59:56 UTC');
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('Last known list, 4 s old: link to the simulation lost.')).toBeVisible();
  });

  it('are plain text with isolated direction, whatever the name', () => {
    const names = [
      '<img src=x onerror=alert(1)>',
      'محمد بن راشد',
      'W'.repeat(80),
      '叶光富',
      'Person 5',
      'Person 5',
    ];
    const { container, rows } = renderCard(
      realData({ astronauts: names.map((name) => ({ name, craft: '<b>ISS</b>' })) }),
    );
    expect(rows().map(([name]) => name)).toEqual(names.slice(0, 5));
    expect(container.querySelector('img, b')).toBeNull();
    for (const row of screen.getAllByRole('listitem')) {
      expect([...row.children].every((part) => part.getAttribute('dir') === 'auto')).toBe(true);
    }
  });
});

describe('the crews', () => {
  it('are listed up to five; beyond that the smaller ones are summed', () => {
    const crafts = ['A', 'B', 'B', 'C', 'D', 'E'];
    const astronauts = (list: readonly string[]) => list.map((craft) => ({ name: 'N', craft }));
    expect(crewsOf(astronauts(crafts)).map(({ craft, count }) => `${count} ${craft}`)).toEqual([
      '2 B',
      '1 A',
      '1 C',
      '1 D',
      '1 E',
    ]);
    expect(crewsOf(astronauts([...crafts, 'F'])).at(-1)).toEqual({ craft: 'on other craft', count: 2 });
  });
});
