import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addMs } from '../../../src/shared/kit/units.ts';
import { Footer } from '../../../src/ui/app/Footer.tsx';
import { Header } from '../../../src/ui/app/Header.tsx';
import { NotFound } from '../../../src/ui/app/NotFound.tsx';
import { Card } from '../../../src/ui/kit/card/Card.tsx';
import { linkStateAtom, missionSecondAtom } from '../../../src/ui/mission/link/atoms.ts';
import { readTab, writeTab } from '../../../src/ui/mission/navigation/address.ts';
import { TABS } from '../../../src/ui/mission/navigation/tabs.ts';
import { startMission } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';

let isBroken = true;
function Fragile() {
  if (isBroken) throw new Error('no such orbit');
  return <p>alive</p>;
}

describe('the header (spec §1)', () => {
  it('shows the badge, the satellite’s name, UTC and the time since the start 7 days before load', () => {
    const { store, container } = renderWithStore(<Header />);
    act(() => showMission(store, startMission()));
    expect(screen.getByText('OPERATIONAL')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ORBITA-1 mission control');
    expect(container.querySelector('time')?.textContent).toBe('2026-11-20 12:00:00');
    expect(screen.getByText('7d 00:00:00')).toBeVisible();
  });

  it('shows no time before the first update', () => {
    renderWithStore(<Header />);
    // UTC, MET, and the countdowns to the next contact, light change and event.
    expect(screen.getAllByText('--:--:--')).toHaveLength(5);
  });

  it('does not show OPERATIONAL without a link', () => {
    const { store } = renderWithStore(<Header />);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByText('OPERATIONAL')).toBeNull();
    expect(screen.getByText('UNKNOWN')).toBeVisible();
  });

  it('does not show OPERATIONAL before the first telemetry or while it is stale', () => {
    const { store } = renderWithStore(<Header />);
    expect(screen.getByText('UNKNOWN')).toBeVisible();
    const mission = startMission();
    act(() => showMission(store, mission));
    expect(screen.getByText('OPERATIONAL')).toBeVisible();
    const { time } = mission.snapshot().clock.value;
    act(() => store.set(missionSecondAtom, addMs(time, 13_000)));
    expect(screen.queryByText('OPERATIONAL')).toBeNull();
    expect(screen.getByText('UNKNOWN')).toBeVisible();
  });
});

describe('the footer (spec §1)', () => {
  it.each([
    [{ status: 'connected' } as const, 'Connected to ORBITA-1'],
    [{ status: 'connecting' } as const, 'Connecting to ORBITA-1…'],
    [{ status: 'lost', attempt: 0 } as const, 'Link to the simulation lost, waiting for it…'],
    [{ status: 'lost', attempt: 1 } as const, 'Link to the simulation lost, restarting it…'],
    [{ status: 'lost', attempt: 3 } as const, 'Link to the simulation lost, restarting it, attempt 3…'],
  ])('shows for %o the text "%s"', (link, text) => {
    const store = createStore();
    store.set(linkStateAtom, link);
    renderWithStore(<Footer />, store);
    expect(screen.getByRole('status').closest('p')?.textContent).toBe(text);
    expect(screen.getByText(/^© /)).toBeVisible();
  });
});

describe('the chosen tab', () => {
  it.each(TABS)('%s round-trips through the URL, with other parameters kept', (tab) => {
    const query = writeTab(new URLSearchParams('seed=7&tab=commands'), tab);
    expect(readTab(query)).toBe(tab);
    expect(query.get('seed')).toBe('7');
  });

  it.each(['', 'tab=', 'tab=nonsense', 'tab=OVERVIEW'])('is the overview for %j', (query) => {
    expect(readTab(new URLSearchParams(query))).toBe('overview');
  });
});

describe('the not-found page (spec §2)', () => {
  it('shows the exact texts, links home and logs the visit', () => {
    window.history.replaceState(null, '', '/no/such/page');
    const onVisit = vi.fn();
    render(<NotFound onVisit={onVisit} />);
    expect(screen.getByRole('heading', { name: '404' })).toBeVisible();
    expect(screen.getByText('Oops! Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(onVisit).toHaveBeenCalledExactlyOnceWith('/no/such/page');
  });
});

describe('a card', () => {
  beforeEach(() => {
    isBroken = true;
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('is a region named by its heading', () => {
    render(<Card title="Telemetry">content</Card>);
    const heading = screen.getByRole('heading', { name: 'Telemetry' });
    expect(screen.getByRole('region', { name: 'Telemetry' })).toContainElement(heading);
  });

  it('contains its failure, reports it, and can be retried', async () => {
    render(
      <>
        <Card title="Broken">
          <Fragile />
        </Card>
        <Card title="Whole">
          <p>still here</p>
        </Card>
      </>,
    );
    const broken = screen.getByRole('region', { name: 'Broken' });
    expect(within(broken).getByRole('alert').textContent).toContain('The Broken card failed: no such orbit');
    expect(screen.getByText('still here')).toBeVisible();
    isBroken = false;
    await userEvent.click(within(broken).getByRole('button', { name: 'Try again' }));
    expect(within(broken).getByText('alive')).toBeVisible();
  });
});
