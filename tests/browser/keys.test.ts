import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { expectClean, sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { button, clickTab, openTab, tabTo } from './operator.ts';

/** The console by its shortcuts: the palette, the list of keys, and the header. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys' });
const selectedTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Mission views' }).getByRole('tab', { selected: true }).textContent();
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Opens the palette, types a search at once, and chooses the action when it is visible. */
async function choose(page: Page, search: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(search);
  await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe(search);
  await page.keyboard.press('Enter');
}

/** For tests that make no lasting change and close what they open. */
const openedPage = sharedPage(() => openTab('overview'));

/** Opens the shared page's Overview in a window of this size. */
async function onOverview(width = 1920, height = 1080): Promise<Page> {
  const page = await openedPage();
  await resize(page, width, height);
  await clickTab(page, 'Overview');
  await button(page, 'Export JSON').waitFor();
  return page;
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

describe('the command palette', () => {
  it('the palette restores the focus, closes by Escape, by its own key and by a press outside, and reports no match', async () => {
    const page = await onOverview();
    await button(page, 'Export JSON').focus();
    for (const close of ['Escape', 'ControlOrMeta+k', 'beside']) {
      await page.keyboard.press('ControlOrMeta+k');
      const search = palette(page).getByRole('combobox', { name: 'Find an action' });
      await search.waitFor();
      await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('no such thing');
      await palette(page).getByText('No action matches “no such thing”').waitFor();
      if (close === 'beside') await page.mouse.click(20, 400);
      else await page.keyboard.press(close);
      await expect.poll(() => palette(page).count()).toBe(0);
      // The focus returns in a task after the dialog has closed.
      await expect.poll(() => focused(page)).toBe('Export JSON');
    }
    await choose(page, 'orbital orbita-1');
    await page.getByRole('tab', { name: 'ORBITA-1', selected: true }).waitFor();
    await choose(page, 'data sources');
    await page.getByRole('dialog').getByRole('heading', { name: 'Data sources' }).waitFor();
    await closeDialog(page);
    await expectClean(page);
  });

  it('list and confirmation of the palette and the key sheet pass axe in a window in which they scroll, and the sheet switches single keys off', async () => {
    const page = await onOverview(1280, 720);
    await page.keyboard.press('ControlOrMeta+k');
    await palette(page).getByRole('option').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type('queue rotate');
    await page.keyboard.press('Enter');
    await palette(page).getByRole('heading').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await sheet(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const [name = '', key] of [
      ['Find an action', 'CtrlK'],
      ['Show all keys', '?'],
      ['Open Anomalies', '6'],
      ['Full screen', 'F'],
    ]) {
      const row = sheet(page).locator('dl > div').filter({ hasText: name });
      expect(await row.getByRole('definition').textContent(), name).toBe(key);
    }
    const singleKeys = sheet(page).getByRole('checkbox', { name: 'Single-key shortcuts' });
    await tabTo(page, singleKeys);
    await page.keyboard.press('Space');
    await closeDialog(page);
    await page.keyboard.press('2');
    await page.keyboard.press('?');
    expect([await selectedTab(page), await page.getByRole('dialog').count()]).toEqual(['Overview', 0]);
    await choose(page, 'show all keys');
    await singleKeys.check();
    await closeDialog(page);
  });
});

describe('the keys', () => {
  it('Tab moves the focus from the skip link through every control to the end of the page, with no trap', async () => {
    const page = await openTab('overview');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await tabTo(page, page.getByRole('button', { name: /^Sources:/ }));
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await focused(page)) === 'Skip to content') break;
    }
    expect(await focused(page)).toBe('Skip to content');
    for (const name of ['Consoles', 'Search', 'View']) await tabTo(page, button(page, name));
    // The tooltip of the focused button.
    await page.getByText('Theme, sound, full screen, wall').waitFor();
    await expectClean(page);
  });
});

describe('the About panel', () => {
  const about = (page: Page) => page.getByRole('dialog', { name: 'About' });

  it('the About panel shows the build, passes axe, and links to the notices of every package, as plain text in a new tab', async () => {
    const page = await onOverview();
    await choose(page, 'about this console');
    await about(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await about(page).getByRole('definition').first().textContent()).toMatch(
      /^v\d+\.\d+\.\d+ · \w{7}$/,
    );
    const link = about(page).getByRole('link', { name: 'Third-party notices' });
    const [notices] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await notices.getByText('SIL OPEN FONT LICENSE').first().waitFor();
    expect(await notices.evaluate(() => [document.contentType, document.characterSet])).toEqual([
      'text/plain',
      'UTF-8',
    ]);
    await notices.close();
    expect(await about(page).count()).toBe(1);
    await closeDialog(page);
    await expectClean(page);
  });
});

describe('the header', () => {
  // Fit and button sizes are tested in sizes.test.ts.
  it('the mode labels and clocks of the header are visible at any width and scroll position', async () => {
    const page = await onOverview();
    const header = page.getByRole('banner').first();
    await header
      .getByText(/^[AL]OS/)
      .first()
      .waitFor();
    for (const width of [320, 768, 1280, 3840]) {
      await resize(page, width, Math.max(720, Math.round((width * 9) / 16)));
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const unseen = () =>
        header.evaluate((element) =>
          [
            '[data-mode="orbita"]',
            '[data-mode="iss"]',
            '[data-clock="utc"]',
            '[data-clock="contact"]',
          ].filter((selector) => {
            const box = element.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return box.left < 0 || box.right > innerWidth || !element.contains(hit);
          }),
        );
      await expect.poll(async () => [width, await unseen()]).toEqual([width, []]);
    }
    await expectClean(page);
  });
});
