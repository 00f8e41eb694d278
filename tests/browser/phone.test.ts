import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, sharedPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';

const TABS = ['Overview', 'Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies'];

let live: LiveConsole;
beforeAll(async () => {
  live = await startConsole({ startTime: Date.UTC(2026, 10, 20, 12, 34) });
});
afterAll(() => live.close());

/** A mission that starts with an active anomaly, for tests that each go to their tab. */
const openedPhone = sharedPage(async () => {
  const page = await openPage({
    baseUrl: live.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.getByRole('heading', { name: 'Anomaly Detection' }).waitFor();
  await page.getByRole('article').first().waitFor();
  return page;
});

/** Shows the Overview from its top. */
async function onOverview(): Promise<Page> {
  const page = await openedPhone();
  await page.getByRole('tab', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'Spacecraft state' }).waitFor();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return page;
}

type Point = readonly [x: number, y: number];

/** Puts fingers down at some points, moves them straight to others, and lifts them. */
async function touch(page: Page, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const STEPS = 8;
  await send('touchStart', from);
  for (let step = 1; step <= STEPS; step += 1) {
    const between = (a = 0, b = 0) => a + ((b - a) * step) / STEPS;
    await send(
      'touchMove',
      from.map(([x, y], id): Point => [between(x, to[id]?.[0]), between(y, to[id]?.[1])]),
    );
  }
  await send('touchEnd', []);
  await fingers.detach();
}

/** Moves two fingers apart, from the middle of an element. */
async function spread(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const [cx, cy] = [x + width / 2, y + height / 2];
  const pair = (apart: number): readonly Point[] => [
    [cx - apart, cy],
    [cx + apart, cy],
  ];
  await touch(page, pair(20), pair(width / 3));
}

it('the header of a phone is low, cuts no word of a tab, and the map’s buttons cover no station', async () => {
  const page = await onOverview();
  const { height = 844 } = (await page.getByRole('banner').first().boundingBox()) ?? {};
  expect(height / 844).toBeLessThan(0.16);
  const cutTabs = () =>
    page.evaluate(() => {
      const list = document.querySelector('[role="tablist"]');
      const tabs = [...(list?.querySelectorAll('[role="tab"]') ?? [])];
      const frame = list?.getBoundingClientRect();
      const pinned = tabs.at(-1)?.getBoundingClientRect();
      if (!frame || !pinned) throw new Error('There are no tabs.');
      return tabs.slice(0, -1).flatMap((tab) => {
        const range = document.createRange();
        range.selectNodeContents(tab);
        const { left, right } = range.getBoundingClientRect();
        const isSeen = right > frame.left && left < pinned.left;
        return isSeen && (left < frame.left || right > pinned.left) ? [tab.textContent] : [];
      });
    });
  for (const name of TABS) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect.poll(cutTabs, { message: name }).toEqual([]);
  }
  await page.getByRole('tab', { name: 'Orbital' }).click();
  const tools = await page.locator('[data-covers-map]').first().boundingBox();
  if (!tools) throw new Error('The map has no buttons.');
  for (const name of ['Houston', 'Madrid', 'Canberra', 'Baikonur']) {
    const station = await page.getByRole('button', { name, exact: true }).first().boundingBox();
    if (!station) throw new Error(`The map has no ${name}.`);
    const [x, y] = [station.x + station.width / 2, station.y + station.height / 2];
    const isUnder = x > tools.x && x < tools.x + tools.width && y > tools.y && y < tools.y + tools.height;
    expect(isUnder, name).toBe(false);
  }
});

it('two fingers zoom map and charts of a phone, and one that goes over them scrolls the page', async () => {
  const page = await onOverview();
  await page.getByRole('tab', { name: 'Orbital' }).click();
  const map = page.locator('canvas').first();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor(); // the gestures load with the buttons
  await spread(page, map);
  await page.getByRole('button', { name: 'Reset view' }).waitFor();

  await page.getByRole('tab', { name: 'Telemetry' }).click();
  const chart = page.getByRole('img', { name: /^Battery voltage/ });
  await chart.waitFor();
  const range = page.getByRole('button', { name: '100 s', exact: true });
  await expect.poll(() => range.getAttribute('aria-pressed')).toBe('true');
  await spread(page, chart);
  await expect.poll(() => range.getAttribute('aria-pressed')).toBe('false');

  const { x = 0, y = 0 } = (await chart.boundingBox()) ?? {};
  const scrolledBefore = await page.evaluate(() => scrollY);
  await touch(page, [[x + 60, y + 30]], [[x + 60, y - 170]]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolledBefore + 100);
});

it('the badge of the anomalies stays in sight on every tab of a phone', async () => {
  const page = await onOverview();
  const badge = page.getByRole('tab', { name: 'Anomalies' }).locator('[data-count]');
  // An anomaly is left to the on-board retry for four minutes.
  for (let minute = 0; minute < 6 && (await badge.count()) === 0; minute += 1) {
    await live.advance(page, 60_000);
  }
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

it('the anomalies come before the map on a phone, so that nothing moves when one is answered', async () => {
  const page = await onOverview();
  const cards = () => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents();
  const order = [
    'Spacecraft state',
    'Anomaly Detection',
    'Orbital Position',
    'Telemetry',
    'Mission Performance',
  ];
  await expect.poll(cards).toEqual(order);
  const offers = page.getByRole('button', { name: 'Acknowledge', exact: true });
  const count = await offers.count();
  await offers.first().click();
  await expect.poll(() => offers.count()).toBe(count - 1);
  expect(await cards()).toEqual(order);
});

it('the header of a phone keeps its height when time is paused, and when it runs faster', async () => {
  const page = await onOverview();
  const height = async () => (await page.getByRole('banner').boundingBox())?.height;
  const live = await height();
  await page.keyboard.press('Space');
  await page.getByRole('banner').getByText('PAUSED').waitFor();
  expect(await height()).toBe(live);
  await page.keyboard.press(']');
  await page.keyboard.press('Space');
  await page.getByRole('banner').getByText(/SIM ×/).waitFor();
  expect(await height()).toBe(live);
});
