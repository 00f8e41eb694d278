import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';

const TABS = ['Overview', 'Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies'];

let live: LiveConsole;
afterEach(() => live.close());

/** A mission begins with an anomaly that is active. */
async function openPhone(): Promise<Page> {
  live = await startConsole({ startTime: Date.UTC(2026, 10, 20, 12, 34) });
  const page = await openPage({
    baseUrl: live.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.getByRole('heading', { name: 'Anomaly Detection' }).waitFor();
  await page.locator('[data-count="1"]').waitFor();
  return page;
}

it('keeps the badge of the anomalies in sight on every tab of a phone', async () => {
  const page = await openPhone();
  const badge = page.getByRole('tab', { name: 'Anomalies' }).locator('[data-count="1"]');
  for (const name of TABS) {
    const tab = page.getByRole('tab', { name, exact: true });
    await tab.click();
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    for (const scrollTop of [0, 600]) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrollTop);
      const box = await badge.boundingBox();
      if (!box) throw new Error(`no badge on ${name}`);
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(390);
      const isOnTop = await badge.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found?.closest('[role="tab"]') === element.closest('[role="tab"]');
      });
      expect(isOnTop, `${name}, scrolled by ${scrollTop}`).toBe(true);
    }
  }
});

it('puts the anomalies first on a phone while one is active, and back when none is', async () => {
  const page = await openPhone();
  const cards = () => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents();
  expect((await cards()).slice(0, 2)).toEqual(['Anomaly Detection', 'Telemetry']);
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect
    .poll(cards)
    .toEqual(['Telemetry', 'Orbital Position', 'Anomaly Detection', 'Mission Performance']);
});
