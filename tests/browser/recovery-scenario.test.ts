import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { expectClean, openPage } from './harness.ts';
import { layoutOf } from './layout.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { liveOn } from './live-on.ts';
import { button, clickTab } from './operator.ts';
import { findUsualStart } from './quiet-product.ts';

/** An untrained operator sees the problem, follows the suggestion, and sees the recovery. */

/** ORBITA-1 is sunlit and linked over the relay for half an hour; the first fault is an antenna off pointing. */
const START = findUsualStart(Date.UTC(2026, 10, 20, 12, 34));
const SAMPLE_MS = 5000;

let live: LiveConsole | undefined;
afterEach(async () => {
  await live?.close();
  live = undefined;
});

async function openConsole(): Promise<{ live: LiveConsole; page: Page }> {
  live = await startConsole({ startTime: START });
  const page = await openPage({ baseUrl: live.url });
  await page.getByText('Connected to ORBITA-1').waitFor();
  return { live, page };
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const anomaly = (page: Page): Locator => page.getByRole('article').filter({ hasText: /antenna/i });
const textOf = async (place: Locator): Promise<string> => (await place.innerText()).replace(/\s+/g, ' ');

const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);

/** Signal strength in percent, as the telemetry card shows it. */
async function signalOn(page: Page): Promise<number> {
  const channel = card(page, 'Telemetry').getByRole('listitem').filter({ hasText: 'Signal strength' });
  const [, value = 'NaN'] = /([\d.]+) ?%/.exec(await textOf(channel)) ?? [];
  return Number(value);
}

/** Advances sample by sample until a condition holds. */
async function liveUntil(console: LiveConsole, page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let samples = 0; samples < 40; samples += 1) {
    if (await isSo()) return;
    await liveOn(console, page, SAMPLE_MS);
  }
  throw new Error('It did not come to that.');
}

/** Listed lines of the event log, newest first. */
const logOf = (page: Page): Promise<string[]> =>
  card(page, 'Event Log')
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines.map((line) => line.querySelector('p:last-of-type')?.textContent?.replaceAll('\u00a0', ' ') ?? ''),
    );

describe('an operator without training', () => {
  it('an operator without training sees a fault, understands it, sends the suggested command and sees the spacecraft recover', async () => {
    const { live, page } = await openConsole();
    const healthy = await signalOn(page);

    // The signal shows the problem, and the anomaly explains it in numbers.
    await liveUntil(live, page, async () =>
      /[\d.]+ points lower than before the onset/.test(await textOf(anomaly(page))),
    );
    await anomaly(page).getByText('AI explanation').click();
    const faulty = await signalOn(page);
    expect(healthy - faulty).toBeGreaterThan(2.5);
    const told = await textOf(anomaly(page));
    expect(told).toMatch(/Medium Signal Active/);
    expect(told).toMatch(/Seen Signal strength is about \d+ %, in limits; it was \d+ % before the onset/);
    expect(told).toMatch(/Likely cause The antenna is off pointing; .* the relay, now 4\.0° off/);
    expect(told).toMatch(/If nothing is done FDIR should clear it .*, or contain it by about \d\d:\d\d UTC/);
    expect(told).toContain('Rotate Antenna repoints the antenna');
    await clickTab(page, 'Telemetry');
    await button(card(page, 'Telemetry'), 'Diagram').click();
    const spacecraft = card(page, 'Spacecraft');
    expect(await spacecraft.getByRole('list', { name: 'Faults' }).innerText()).toMatch(
      /Medium\s+antenna off pointing/,
    );
    expect(await spacecraft.locator('[data-part="antenna"]').getAttribute('data-level')).toBe('caution');
    expect(await spacecraft.locator('[data-part="antenna"]').textContent()).toContain('4.0° off');
    expect(await axeViolations(page)).toEqual([]);

    // Four keys from the Overview: to the anomaly, to its suggestion, and to confirm.
    await clickTab(page, 'Overview');
    await page.keyboard.press('a');
    await expect.poll(() => isFocused(anomaly(page))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isFocused(button(anomaly(page), 'Execute Rotate Antenna…'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('A new Rotate Antenna is executed now. This cannot be undone.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Command executed successfully').waitFor();
    await anomaly(page)
      .getByText(/^Rotate Antenna executed 12:\d\d:\d\d UTC, expected: antenna at 0\.0° within/)
      .waitFor();

    // It is a separate command: the planned one is still pending.
    await clickTab(page, 'Commands');
    await card(page, 'Command Uplink').getByRole('listitem').first().waitFor(); // the tab loads on demand
    const rows = card(page, 'Command Uplink').getByRole('listitem').filter({ hasText: 'Rotate Antenna' });
    expect(await rows.filter({ has: button(page, 'Execute') }).count()).toBe(1);
    const row = rows.filter({ hasText: 'Expected antenna' });
    expect(await textOf(row)).toMatch(/Watching \d+ s left Expected antenna at 0\.0° within \d+ s/);

    // Telemetry shows the effect, and the row reports it.
    await liveUntil(live, page, async () => (await row.getByText('Confirmed').count()) > 0);
    expect(await textOf(row)).toMatch(/Confirmed Expected antenna at 0\.0° .*Observed .*0\.\d° within \d+ s/);
    await clickTab(page, 'Telemetry');
    await button(card(page, 'Telemetry'), 'Charts').click();
    await liveUntil(live, page, async () => (await signalOn(page)) > faulty + 2);
    await button(card(page, 'Telemetry'), 'Diagram').click();
    await spacecraft.getByText('No faults').waitFor();
    await expect.poll(() => spacecraft.locator('[data-level]:is([data-part])').count()).toBe(0);
    await expect.poll(() => spacecraft.getByText('antenna off pointing').count()).toBe(0);

    await clickTab(page, 'Anomalies');
    await page.getByText('2 recovered (1 acknowledged), 1 resolved').click();
    await liveUntil(live, page, async () => (await textOf(anomaly(page))).includes('cleared by'));
    expect(await textOf(anomaly(page))).toMatch(
      /Antenna off pointing cleared by Rotate Antenna at 12:\d\d:\d\d UTC/,
    );
    await button(anomaly(page), 'Resolve').click();
    await page.getByText('Anomaly marked as resolved').waitFor();
    await anomaly(page).getByText('Resolved', { exact: true }).waitFor();
    const badge = page.getByRole('tab', { name: 'Anomalies' }).locator('[data-count]');
    await expect.poll(() => badge.count()).toBe(0);

    // The event log has the whole story in order.
    const story = [
      /^New Medium Signal anomaly: /,
      /^The simulation begins$/,
      /^Signal anomaly: antenna off pointing, severity Medium; Rotate Antenna is suggested$/,
      /^Rotate Antenna executed$/,
      /^Rotate Antenna has cleared the fault of the Signal anomaly: antenna off pointing(, at [\d:]+ UTC)?$/,
      /^Signal anomaly resolved: /,
    ];
    const places = async () => {
      const lines = (await logOf(page)).toReversed();
      return story.map((pattern) => lines.findIndex((line) => pattern.test(line)));
    };
    await expect.poll(places).not.toContain(-1);
    expect(await places()).toEqual((await places()).toSorted((a, b) => a - b));
    expect((await layoutOf(page)).overflowX).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    // In a scrolling list, only the list itself takes the focus.
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await axeViolations(page)).toEqual([]);
    await expectClean(page);
  });
});
