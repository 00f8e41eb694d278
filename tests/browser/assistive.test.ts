import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { RATES } from '../../src/shared/contract/transport.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { liveOn } from './live-on.ts';
import { button, clickTab, press } from './operator.ts';

/** The console as blind users perceive it: names, roles, order, tables and announcements. */

/** With this seed the first draws yield no fault, and an anomaly arises within a quarter of an hour. */
const START = Date.UTC(2026, 10, 20, 12, 34);

let live: LiveConsole | undefined;
afterEach(async () => {
  await live?.close();
  live = undefined;
});

/** Runs in the page: records what its live regions announce to a screen reader. */
function recordSpeech(): void {
  const speech: string[] = [];
  Object.assign(window, { speech });
  const REGION = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const sayAll = (changes: MutationRecord[]) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGION);
      if (!element || !region || element.closest('[aria-hidden="true"]')) continue;
      const said = addedNodes.length > 0 ? [...addedNodes] : [target];
      for (const node of said) {
        if (node instanceof Element && node.matches('[aria-hidden="true"]')) continue;
        const clone = node.cloneNode(true);
        if (clone instanceof Element)
          for (const hidden of clone.querySelectorAll('[aria-hidden="true"], button')) hidden.remove();
        const text = clone.textContent?.trim();
        if (text) speech.push(`${region.getAttribute('aria-live') === 'assertive' ? '! ' : ''}${text}`);
      }
    }
  };
  new MutationObserver(sayAll).observe(document, { childList: true, characterData: true, subtree: true });
}

const speechOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { speech: string[] }).speech);

/** Views by the name of their tab. */
const VIEWS = [
  ['Overview', ['Telemetry', 'Orbital Position', 'Anomaly Detection', 'Mission Performance'], ['telemetry']],
  ['Telemetry', ['Telemetry'], ['telemetry']],
  [
    'Orbital',
    [
      'ISS Orbital Position',
      'ISS Tracking',
      'Sky over New York City',
      'Ground Stations',
      'Astronauts in Orbit',
    ],
    ['the map', 'the pass of ISS'],
  ],
  [
    'ORBITA-1', // an inner tab of the previous one
    ['ORBITA-1 Orbital Position', 'ORBITA-1 Tracking', 'Sky over London', 'Ground Stations'],
    ['the map', 'the pass of ORBITA-1'],
  ],
  ['Commands', ['Command Uplink'], []],
  ['Timeline', ['Mission Timeline'], ['the strip']],
  ['Anomalies', ['Anomaly Detection', 'Event Log'], []],
] as const;

describe('a screen reader user', () => {
  const openedPage = sharedPage(async () => {
    const page = await openPage();
    await page.getByText('Connected to ORBITA-1').waitFor();
    return page;
  });

  it.each(VIEWS)(
    'a screen reader user finds on %s its landmarks, ordered headings and the tables behind its charts',
    async (tab, cards, tables) => {
      const page = await openedPage();
      if (tab === 'ORBITA-1') await clickTab(page, 'Orbital');
      await clickTab(page, tab);
      for (const landmark of ['banner', 'main', 'contentinfo'] as const)
        expect(await page.getByRole(landmark).count()).toBe(1);
      for (const name of cards) {
        const card = page.getByRole('region', { name, exact: true });
        await card.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      }
      for (const of of tables) await button(page, `Show data of ${of}`).waitFor();
      const levels = await page
        .getByRole('heading')
        .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries())
        expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      // Every image has a text alternative, and every canvas lies within an image.
      for (const picture of await page.getByRole('img').all())
        expect(await picture.getAttribute('aria-label')).toMatch(/\S/);
      expect(await page.locator('canvas:not([role="img"] canvas)').count()).toBe(0);

      await page.locator('details').evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true;
      });
      for (const of of tables) {
        const show = button(page, `Show data of ${of}`);
        await press(page, show);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('table').first().waitFor();
        for (const table of await dialog.getByRole('table').all()) {
          expect(await table.locator('caption').textContent()).toMatch(/\S/);
          expect(await table.getByRole('columnheader').count()).toBeGreaterThan(1);
          expect(await table.getByRole('rowheader').count()).toBeGreaterThan(0);
        }
        if (of === tables.at(-1)) expect(await axeViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        // The focus returns in a task after the dialog has closed.
        await expect.poll(() => show.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      if (tables.length === 0) expect(await axeViolations(page)).toEqual([]);
      await expectClean(page);
    },
  );

  it('a screen reader user runs an exercise from its instructor to its result, by keys', async () => {
    const page = await openPage({ path: '/?tour=off&instructor=on&exercise=first-contact' });
    await page.getByRole('region', { name: 'Exercise' }).waitFor();
    const panel = page.getByRole('region', { name: 'Instructor' });
    await panel.getByText('No active faults.').waitFor();
    await panel.getByRole('combobox', { name: 'Fault' }).selectOption('gyro bias');
    await panel.getByRole('button', { name: 'Inject' }).focus();
    await page.keyboard.press('Enter');
    await panel
      .getByRole('list', { name: 'Active faults' })
      .getByText(/^gyro bias \(Attitude\)/)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill('exercises');
    await palette.getByRole('option', { name: /^Exercises/ }).waitFor();
    await page.keyboard.press('Enter');
    const choice = page.getByRole('dialog', { name: 'Exercises' });
    await choice.getByRole('combobox', { name: 'Mission profile' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    for (let faster = 0; faster < RATES.length; faster += 1) await page.keyboard.press(']');
    const result = page.getByRole('dialog', { name: 'Result of the exercise' });
    await result.getByRole('row', { name: /^gyro bias/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isTooWide)).toBe(false);
    await result.getByRole('button', { name: 'Save debrief' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    await result.waitFor({ state: 'detached' });
    expect(await page.evaluate(isTooWide)).toBe(false);
    await expectClean(page);
    await page.close();
  });

  it('a screen reader user hears an anomaly announced on another tab, and executes its command after one question by accessible names and keys', async () => {
    live = await startConsole({ startTime: START });
    const page = await openPage({ baseUrl: live.url, path: '/?tab=orbital', initScript: recordSpeech });
    await page.getByText('Connected to ORBITA-1').waitFor();
    const tracking = page.getByRole('region', { name: 'ISS Tracking' });
    await tracking.getByText(/^ISS (LIVE|ACQUIRING)/).waitFor();
    await live.advance(page, 10_000); // past the transition to the live orbit
    await tracking.getByText(/^ISS LIVE/).waitFor();

    // During a minute in which only numbers change, nothing is announced.
    const quietSince = (await speechOf(page)).length;
    for (let samples = 0; samples < 12; samples += 1) {
      await liveOn(live, page, 5000);
    }
    expect((await speechOf(page)).slice(quietSince)).toEqual([]);

    const news = async () => (await speechOf(page)).filter((text) => /^(! )?New anomaly/.test(text));
    for (let draws = 0; draws < 60 && (await news()).length === 0; draws += 1) {
      await liveOn(live, page, 30_000);
    }
    const [heard = ''] = await news();
    expect(heard).toMatch(/^(! )?New anomaly: \w+, \w+: \S/);
    const [, urgency, severity, type] = /^(! )?New anomaly: (\w+), (\w+):/.exec(heard) ?? [];
    expect(urgency !== undefined).toBe(severity === 'Critical');
    // Announced once: neither a toast nor another region repeats it.
    const about = (await speechOf(page)).filter((text) => /new anomaly/i.test(text));
    expect(about).toEqual([heard]);

    await press(page, page.getByRole('tab', { name: 'Orbital', exact: true }), 'ArrowRight');
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: 'Anomalies', selected: true }).waitFor();
    const article = page.getByRole('article', { name: `${severity} ${type}` }).first();
    const offer = article.getByRole('button', { name: /^Execute .+…$/ });
    await press(page, offer);
    const execute = button(article, 'Execute');
    await expect.poll(() => execute.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(
      await execute.evaluate(
        (element) =>
          document.getElementById((element.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '')
            ?.textContent,
      ),
    ).toMatch(/^A new .+ is executed now\. This cannot be undone\.$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => speechOf(page)).toContain('Command executed successfully');
    await expectClean(page);
  });
});
