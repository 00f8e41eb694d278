import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { liveOn } from './live-on.ts';

/** Session charts under mouse and keyboard. */

const MINUTES = 40;
const MS_PER_MIN = 60_000;

let live: LiveConsole;
beforeAll(async () => {
  live = await startConsole({ startTime: Date.UTC(2026, 10, 20, 12, 34) });
});
afterAll(() => live.close());

/** Returns the minutes that the battery voltage chart claims to show. */
async function minutesShown(page: Page): Promise<number> {
  const label = await page.getByRole('img', { name: /^Battery voltage, / }).getAttribute('aria-label');
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^Battery voltage, (?:(\d+) h ?)?(?:(\d+) min ?)?(?:(\d+) s )?/.exec(label ?? '') ?? [];
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
}

async function pointAt(page: Page, share: number): Promise<void> {
  const box = await page.locator('.u-over').nth(1).boundingBox();
  if (!box) throw new Error('There is no second chart.');
  await page.mouse.move(box.x + share * box.width, box.y + box.height / 2, { steps: 4 });
}

describe('the charts of the session', () => {
  const openedPage = sharedPage(async () => {
    const page = await openPage({ baseUrl: live.url, path: '/?tab=telemetry' });
    await page.getByText('Connected to ORBITA-1').waitFor();
    for (let minutes = 0; minutes < MINUTES; minutes += 5) {
      await liveOn(live, page, 5 * MS_PER_MIN);
    }
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => minutesShown(page)).toBeGreaterThanOrEqual(MINUTES);
    return page;
  });

  it('the charts zoom by dragging and by the wheel, all alike, and go back by a double click', async () => {
    const page = await openedPage();
    const whole = await minutesShown(page);

    await pointAt(page, 0.25);
    await page.mouse.down();
    await pointAt(page, 0.5);
    await page.mouse.up();
    await expect.poll(() => minutesShown(page)).toBeLessThan(0.27 * whole);
    const quarter = await minutesShown(page);
    expect(quarter).toBeGreaterThan(0.23 * whole);
    const labels = await page
      .locator('[data-channel] [role="img"]')
      .evaluateAll((charts) =>
        charts.map((chart) => chart.getAttribute('aria-label')?.replace(/^[^,]+, ([^:]+:\S+).*$/, '$1')),
      );
    expect(labels).toHaveLength(5);
    expect(new Set(labels).size).toBe(1);

    await page.mouse.wheel(0, -300);
    await expect.poll(() => minutesShown(page)).toBeLessThan(0.6 * quarter);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => minutesShown(page)).toBeGreaterThan(0.9 * quarter);

    await page.mouse.dblclick(...(await middleOfChart(page)));
    // The session has advanced meanwhile.
    await expect.poll(() => minutesShown(page)).toBeGreaterThanOrEqual(whole);
    await expectClean(page);
  });

  it('the charts show one cursor, and its readings, on all channels', async () => {
    const page = await openedPage();
    await pointAt(page, 0.5);
    const readings = page.locator('[data-channel] [class*="reading"]');
    // Each chart updates its reading in its own frame.
    const shown = async () => {
      const times = (await readings.allTextContents()).map((text) => text.slice(0, 8));
      return { count: times.filter((time) => time !== '').length, different: new Set(times).size };
    };
    await expect.poll(shown).toEqual({ count: 5, different: 1 });
    await page.getByRole('heading', { level: 2, name: 'Telemetry' }).hover();
    await expect.poll(async () => (await readings.allTextContents()).join('')).toBe('');
  });

  it('the charts show where ORBITA-1 was at the cursor of the Overview', async () => {
    const page = await openedPage();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.locator('[data-channel] [data-spark]').first().hover();
    await page.locator('[data-cursor-mark]').waitFor();
    await page.getByRole('tab', { name: 'Telemetry' }).click();
    await page.locator('[data-cursor-mark]').waitFor({ state: 'detached' });
  });

  /** Scale of the strip, from the first two axis labels of the same day. */
  const pxPerMinute = async (page: Page): Promise<number> => {
    const labels = await page.locator('[class*="tickText"]').evaluateAll((texts) =>
      texts.map((text) => {
        const { left, width } = text.getBoundingClientRect();
        const [hours, minutes] = (text.textContent ?? '').split(':').map(Number);
        return { x: left + width / 2, minute: 60 * (hours ?? Number.NaN) + (minutes ?? Number.NaN) };
      }),
    );
    const next = labels.findIndex(({ minute }, index) => minute > (labels[index - 1]?.minute ?? Number.NaN));
    const [from, to] = [labels[next - 1], labels[next]];
    if (!from || !to) throw new Error('The axis has no two labels.');
    return (to.x - from.x) / (to.minute - from.minute);
  };

  it('the charts show the range that a drag on the strip of the timeline sets', async () => {
    const page = await openedPage();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('6 h', { exact: true }).click();
    const box = await page.getByRole('img', { name: /^Strip from/ }).boundingBox();
    const now = await page.locator('[data-now] rect').boundingBox();
    if (!box || !now) throw new Error('There is no strip.');
    const tenMinutes = 10 * (await pxPerMinute(page));
    const x = now.x + now.width / 2 - 3 * tenMinutes;
    await page.mouse.move(x, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(x + 2 * tenMinutes, box.y + 60, { steps: 4 });
    await page.locator('[data-cursor]').waitFor();
    await page.mouse.up();
    await page.getByRole('button', { name: /^Charts \d/ }).click();
    await expect.poll(() => minutesShown(page)).toBeCloseTo(20, 0);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expectClean(page);
  });

  it('the charts all have room on a low desk, also with the longest state', async () => {
    const page = await openedPage();
    await page.setViewportSize({ width: 1280, height: 720 });
    const list = page.getByRole('list', { name: 'Channels' });
    await list.evaluate((channels) => {
      channels.querySelector('[data-channel="solarOutput"] [data-status]')?.append(' for this light');
    });
    await expect.poll(() => list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  });

  it('the charts pass axe with a channel of the model', async () => {
    const page = await openedPage();
    await page.getByRole('combobox', { name: 'Add channel' }).selectOption('Battery charge');
    await page.getByRole('img', { name: /^Battery charge, .* percent$/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove Battery charge' }).click();
  });
});

async function middleOfChart(page: Page): Promise<[number, number]> {
  const box = await page.locator('.u-over').nth(1).boundingBox();
  if (!box) throw new Error('There is no second chart.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
