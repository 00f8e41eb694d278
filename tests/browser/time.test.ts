import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { axeViolations } from './axe.ts';
import { expectClean, sharedPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { button, clickTab, clockOf, openTab } from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';
import { findQuietStart } from './quiet-product.ts';

/** Returns the header's label of the shown time; empty when in step with UTC. */
const timeShown = async (page: Page): Promise<string> =>
  (await page.getByRole('banner').locator('[data-time]').allTextContents()).join();

const slider = (page: Page) => page.getByRole('slider', { name: 'Session time' });

const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

/** Opens a paused mission of 25 min without a drawn fault: a Critical one would change the rate. */
async function openWithPast(): Promise<Page> {
  const live = await startConsole({ startTime: findQuietStart(Date.UTC(2026, 10, 20, 12, 34)) });
  consoles.push(live);
  const page = await openTab('overview', { baseUrl: live.url });
  const startTime = await clockOf(page);
  await live.advance(page, 25 * MS_PER_MIN);
  await expect.poll(() => clockOf(page)).toBeGreaterThanOrEqual(startTime + 25 * MS_PER_MIN);
  await button(page.getByRole('region', { name: 'Time control' }), 'Pause').click();
  await expect.poll(() => timeShown(page)).toMatch(/^SIM PAUSED/);
  return page;
}

/** Presses a button by keyboard. */
async function pressKey(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** Ends the worker, and waits for another one to continue the mission. */
async function loseWorker(page: Page): Promise<void> {
  const replaced = page.waitForEvent('worker');
  const [fault] = Object.values(WORKER_FAULTS);
  if (!fault) throw new Error('There is no fault.');
  await inWorker(page, fault);
  await replaced;
  await page.getByText('Connected to ORBITA-1').waitFor();
}

/** Returns all instants of a tab, in milliseconds since the epoch. */
const instantsOf = (page: Page): Promise<readonly number[]> =>
  page
    .getByRole('main')
    .locator('time[datetime]:visible')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));

describe('time control', () => {
  it('pauses, changes the rate and returns to UTC by keys, and the header says which time is shown', async () => {
    const page = await openTab('overview');
    await button(page, 'Pause').waitFor();
    expect(await timeShown(page)).toBe('');
    await page.keyboard.press('Space');
    await expect.poll(() => timeShown(page)).toMatch(/^SIM PAUSED/);
    const stopped = await clockOf(page);
    await page.keyboard.press('Space');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect.poll(() => timeShown(page)).toMatch(/^SIM ×5/);
    await expect.poll(() => clockOf(page)).toBeGreaterThan(stopped + 10_000);
    await page.keyboard.press('l');
    await expect.poll(() => timeShown(page)).toBe('');
    await expect.poll(async () => Math.abs((await clockOf(page)) - Date.now())).toBeLessThan(5_000);
    await expectClean(page);
  });
});

describe('time control of a mission with a past', () => {
  const withPast = sharedPage(openWithPast);

  /** Opens the first tab at the live edge. */
  async function openAtEnd(): Promise<Page> {
    const page = await withPast();
    await clickTab(page, 'Overview');
    if (/REPLAY|BRANCH/.test(await timeShown(page))) await page.keyboard.press('l');
    await expect.poll(() => timeShown(page)).not.toMatch(/REPLAY|BRANCH/);
    return page;
  }

  it('shows one past instant on every tab, read-only, and returns to live', async () => {
    const page = await openAtEnd();
    const edge = await clockOf(page);
    await slider(page).press('PageDown');
    await expect.poll(() => timeShown(page)).toMatch(/^REPLAY \d\d:\d\d:\d\d$/);
    const shown = await clockOf(page);
    expect(edge - shown).toBeGreaterThanOrEqual(600_000);
    for (const tab of ['Overview', 'Telemetry', 'Orbital', 'Anomalies'] as const) {
      await clickTab(page, tab);
      if (tab !== 'Orbital') await page.getByRole('main').locator('time[datetime]:visible').first().waitFor();
      expect(await clockOf(page)).toBe(shown);
      const known = (await instantsOf(page)).filter((time) => Number.isFinite(time));
      if (tab === 'Telemetry') {
        const [sampled = 0] = known.filter((time) => time <= shown).sort((a, b) => b - a);
        expect(shown - sampled).toBeLessThanOrEqual(60_000);
      }
      // Later instants are plans; nothing known has happened after the shown one.
      if (tab !== 'Orbital') expect(known.filter((time) => time > shown && time <= edge)).toEqual([]);
    }
    await clickTab(page, 'Commands');
    await page.keyboard.press('l');
    await expect.poll(() => timeShown(page)).toMatch(/^SIM PAUSED/);
    expect(await clockOf(page)).toBe(edge);
    await expectClean(page);
  });

  // A past instant is kept alike: tests/unit/ui/mission/link/link.test.ts.
  it('keeps the branch that is taken over from a past instant when its worker is lost', async () => {
    const page = await openAtEnd();
    await slider(page).press('PageDown');
    await expect.poll(() => timeShown(page)).toMatch(/^REPLAY/);
    await button(page, 'Take over').click();
    await expect.poll(() => timeShown(page)).toMatch(/^BRANCH .?[B-Z].? of \d\d:\d\d$/);
    const from = await clockOf(page);
    await loseWorker(page);
    await expect.poll(() => timeShown(page)).toMatch(/^BRANCH .?[B-Z].? of/);
    expect(await clockOf(page)).toBeGreaterThanOrEqual(from);
    await page.keyboard.press('l');
    await expect.poll(() => timeShown(page)).not.toMatch(/BRANCH/);
  });

  it('draws the curves of two branches in the charts, by keyboard, until the comparison ends there', async () => {
    const page = await openAtEnd();
    await slider(page).press('PageDown');
    await expect.poll(() => timeShown(page)).toMatch(/^REPLAY/);
    await pressKey(page, 'Take over');
    await expect.poll(() => timeShown(page)).toMatch(/^BRANCH/);
    await pressKey(page, 'Branches');
    await pressKey(page, 'Compare with A');
    await pressKey(page, 'Show both curves');
    const charts = page.getByRole('img', { name: /; branch .?A.?: [\d.]/ });
    await expect.poll(() => charts.count()).toBe(5);
    await page.getByRole('group', { name: 'Comparison' }).waitFor();
    await expectClean(page);
    expect(await axeViolations(page)).toEqual([]);
    await pressKey(page, 'End comparison');
    await expect.poll(() => charts.count()).toBe(0);
  });
});
