import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { linkStateAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';

beforeAll(prefetchCards);

const about = () => screen.findByRole('dialog', { name: 'About' });
const version = () => screen.getByRole('button', { name: 'development build, about this console' });

function renderDashboard(): void {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  renderWithOperations(<Dashboard />, {}, store);
}

describe('the About panel', () => {
  it('opens from the version in the footer and describes the product', async () => {
    renderDashboard();
    await userEvent.click(version());
    const panel = within(await about());
    expect(panel.getByRole('heading', { name: 'ORBITA-1 mission control' })).toBeVisible();
    const facts = panel.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(facts[0]).toBe('Versiondevelopment build');
    for (const source of ['Open Notify', 'N2YO', 'CelesTrak', 'Natural Earth', 'NASA', 'GeoNames'])
      expect(facts.join()).toContain(source);
  });

  it('opens from the palette, found by the word licence', async () => {
    renderDashboard();
    await userEvent.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
    await userEvent.type(palette.getByRole('combobox'), 'licence{Enter}');
    expect(await about()).toBeVisible();
  });

  it('links to the notices in another tab, because the mission lives in this one', async () => {
    renderDashboard();
    await userEvent.click(version());
    const link = within(await about()).getByRole('link', {
      name: 'Third-party notices',
      description: 'opens in a new tab',
    });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/third-party-notices.txt',
      '_blank',
    ]);
  });

  it('closes, and opens the key sheet', async () => {
    renderDashboard();
    await userEvent.click(version());
    await userEvent.click(within(await about()).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(version());
    await userEvent.click(within(await about()).getByRole('button', { name: 'Show all keys' }));
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'About' })).toBeNull();
  });
});
