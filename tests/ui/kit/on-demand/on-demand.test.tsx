import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardBoundary } from '../../../../src/ui/kit/card/CardBoundary.tsx';
import { onDemand } from '../../../../src/ui/kit/on-demand/on-demand.tsx';

const EarthMap = ({ name }: { readonly name: string }) => <p>The map of {name}</p>;

/** Defers a script that fails to load this many times. */
function defer(failures: number) {
  let tries = 0;
  const { Component, prefetch } = onDemand([], async () => {
    tries += 1;
    if (tries <= failures) throw new Error('no network');
    return EarthMap;
  });
  const card = (
    <CardBoundary title="Map">
      <Suspense fallback="Loading…">
        <Component name="Earth" />
      </Suspense>
    </CardBoundary>
  );
  return { card, prefetch, tries: () => tries };
}

describe('a component whose script is fetched on demand', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(); // React reports failures there
  });
  afterEach(() => vi.restoreAllMocks());

  it('is fetched once, and rendered immediately when shown again', async () => {
    const { card, tries } = defer(0);
    const { unmount } = render(card);
    expect(screen.getByText('Loading…')).toBeVisible();
    await screen.findByText('The map of Earth');
    unmount();
    render(card);
    expect(screen.getByText('The map of Earth')).toBeVisible();
    expect(tries()).toBe(1);
  });

  it('is rendered immediately when fetched before', async () => {
    const { card, prefetch } = defer(0);
    await prefetch();
    render(card);
    expect(screen.getByText('The map of Earth')).toBeVisible();
  });

  it('fails once per attempt, and is fetched again by each', async () => {
    const { card, tries } = defer(2);
    render(card);
    for (const count of [1, 2]) {
      const again = await screen.findByRole('button', { name: 'Try again' });
      expect(screen.getByText('The Map card failed: no network')).toBeVisible();
      expect(tries()).toBe(count);
      await userEvent.click(again);
    }
    await screen.findByText('The map of Earth');
    expect(tries()).toBe(3);
  });
});
