import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openBeside, sharedPage } from './harness.ts';
import { button, clockOf, openTab, queueCommand, toastsOf } from './operator.ts';

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

const pendingOf = (page: Page): Promise<number> =>
  page.getByRole('region', { name: 'Command Uplink' }).getByRole('listitem').count();

const offer = (page: Page) =>
  page.getByRole('button', { name: /^Continue the mission of (\d{4}-\d\d-\d\d )?\d\d:\d\d$/ });

/** Notice about what was simulated ahead of UTC. */
const LEAD = /What it had simulated ahead of UTC, up to (\d\d:\d\d:\d\d)\sUTC, is branch B\./;

const connected = (page: Page) => page.getByText('Connected to ORBITA-1').waitFor();

/** Largest number of inputs of a mission in IndexedDB. */
const keptInputs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('orbita-missions');
        opening.onupgradeneeded = () => opening.transaction?.abort(); // not created yet
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const heads = opening.result.transaction('missions').objectStore('missions').getAll();
          heads.onerror = () => reject(heads.error);
          heads.onsuccess = () => {
            opening.result.close();
            resolve(Math.max(0, ...heads.result.map(({ entryCount }) => Number(entryCount))));
          };
        };
      }),
  );

/** Queues a command, and waits until it is stored with the mission. */
async function openKept(): Promise<Page> {
  const page = await openTab('commands');
  await queueCommand(page, 'Data Downlink', tomorrow());
  await page.getByRole('listitem').filter({ hasText: 'Data Downlink' }).first().waitFor();
  await expect.poll(() => keptInputs(page)).toBeGreaterThan(0);
  return page;
}

/** Positions of the page's parts and sizes of its frame, in CSS pixels. */
const places = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const frame = [...document.querySelectorAll('header, header [role="tab"], footer')].map((element) => {
      const { left, top, width, height } = boxOf(element);
      return `${element.textContent?.slice(0, 12)} ${[left, top, width, height].map(Math.round)}`;
    });
    const cards = [...document.querySelectorAll('main section:has(> header, h2)')].map((card) => {
      const { left, top } = boxOf(card);
      return `${card.querySelector('h2')?.textContent} ${[left, top].map(Math.round)}`;
    });
    return [...frame, ...cards];
  });

describe('a kept mission', () => {
  const openedKept = sharedPage(openKept);

  it('a kept mission is stored again after it was deleted from outside, offered after a reload, continued in one action, and offered no more', async () => {
    const page = await openedKept();
    const pending = await pendingOf(page);
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase('orbita-missions');
          deletion.onsuccess = () => resolve();
          deletion.onerror = () => reject(deletion.error);
        }),
    );
    await button(page, 'Consoles').click();
    const panel = page.getByRole('dialog', { name: 'Consoles' });
    await panel.getByText(/^All kept missions were deleted outside this page at/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => keptInputs(page)).toBeGreaterThan(0);
    await page.reload();
    await connected(page);
    await offer(page).waitFor();
    await expect.poll(() => pendingOf(page)).toBe(pending - 1);
    expect(await axeViolations(page)).toEqual([]);
    await offer(page).click();
    await expect.poll(() => pendingOf(page)).toBe(pending);
    await connected(page);
    await expect.poll(() => offer(page).count()).toBe(0);
    await expectClean(page);
  });

  it('another window is offered the mission that the first one shows, and joins it in one action', async () => {
    const page = await openedKept();
    const second = await openBeside(page, { path: '/?tab=commands' });
    await connected(second);
    await expect.poll(() => pendingOf(second)).toBe((await pendingOf(page)) - 1);
    await second.getByRole('button', { name: /^Join the mission of \d\d:\d\d$/ }).click();
    await expect.poll(() => pendingOf(second)).toBe(await pendingOf(page));
    await button(second, 'Consoles').click();
    await expect
      .poll(() =>
        second.getByRole('list', { name: 'Consoles of this mission' }).getByRole('listitem').count(),
      )
      .toBe(2);
    await expectClean(second);
    await expectClean(page);
    await second.close();
  });

  it.each([
    [390, 844],
    [1280, 720],
  ])('nothing moves when its offer and the time control arrive, at %i × %i', async (width, height) => {
    const page = await openedKept();
    await page.setViewportSize({ width, height });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const files = /(settled-parts|ContinueOffer)-[^/]*\.js$/;
    await page.route(files, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(new URL('/', page.url()).href);
    await connected(page);
    await page.getByRole('region', { name: 'Telemetry' }).getByText('Battery voltage').waitFor();
    await page.evaluate(() => document.fonts.ready);
    // The next sample confirms its anomaly, which extends its card.
    await page.getByText('not confirmed by samples yet').waitFor({ state: 'hidden' });
    // Waits for the parts of the Overview that come with data.
    await page.getByRole('button', { name: 'Layers' }).waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Time control' }).count()).toBe(0);
    const before = await places(page);
    expect(before.length).toBeGreaterThan(9);
    release();
    await offer(page).waitFor();
    await page.getByRole('region', { name: 'Time control' }).waitFor();
    expect(await places(page)).toEqual(before);
    await expectClean(page);
    await page.unroute(files);
  });

  it('a mission that ran ahead of UTC continues with all that was shown of it, however soon the page is reloaded', async () => {
    const page = await openTab('overview');
    const start = await clockOf(page);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press(']');
    await expect.poll(() => clockOf(page)).toBeGreaterThan(start + 20 * MS_PER_MIN);
    const shown = await clockOf(page);
    await page.reload();
    await connected(page);
    await offer(page).click();
    await expect.poll(() => toastsOf(page)).toContainEqual(expect.stringMatching(LEAD));
    const lead = (await toastsOf(page)).map((text) => LEAD.exec(text)?.[1]).find(Boolean);
    const end = Date.parse(`${new Date(shown).toISOString().slice(0, 10)}T${lead}Z`);
    // The lead may end on the next day.
    expect((end - shown + MS_PER_DAY) % MS_PER_DAY).toBeLessThan(MS_PER_H);
    await expectClean(page);
  });
});
