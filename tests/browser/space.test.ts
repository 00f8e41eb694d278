import { afterEach, expect, it } from 'vitest';
import { openPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';

let live: LiveConsole;
afterEach(() => live.close());

it.each([
  [1920, 1080],
  [2560, 1440],
])('fills the Spacecraft card with its diagram at %i × %i', async (width, height) => {
  live = await startConsole({ startTime: Date.UTC(2026, 10, 20, 12, 34) });
  const page = await openPage({ baseUrl: live.url, path: '/?tab=telemetry', viewport: { width, height } });
  const card = page.getByRole('region', { name: 'Spacecraft' });
  const faults = await card.getByRole('list', { name: 'Faults' }).boundingBox();
  const values = await card.locator('details').boundingBox();
  if (!faults || !values) throw new Error('The card shows no faults or no values.');
  const gap = values.y - (faults.y + faults.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap / height).toBeLessThan(0.05);
});
