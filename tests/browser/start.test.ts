import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, problemsOf } from './harness.ts';

/** A failed start is reported with its reason and a remedy; a failed chunk can be loaded again. */

const failure = (page: Page) => page.getByRole('alert');
const connected = (page: Page) => page.getByText('Connected to ORBITA-1').waitFor();

describe('a start that fails', () => {
  it('names a script that failed to load, and reloads on request, also in a browser whose language is no language tag', async () => {
    let isCut = true;
    const page = await openPage({
      initScript: () => Object.defineProperty(navigator, 'language', { configurable: true, value: 'C' }),
      beforeLoad: (empty) =>
        empty.route(/\/assets\/index-[^/]*\.js$/, (route) => (isCut ? route.abort() : route.continue())),
    });
    await failure(page).getByText('Mission control cannot start: its script failed to load.').waitFor();
    expect(await page.getByText('Starting…').count()).toBe(0);
    isCut = false;
    const before = await problemsOf(page);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await connected(page);
    expect(await problemsOf(page)).toEqual(before);
  });

  it('names the error of a script that breaks while it loads', async () => {
    const page = await openPage({
      initScript: () => {
        Object.defineProperty(window, 'Worker', {
          get() {
            throw new Error('no workers in this browser');
          },
        });
      },
    });
    await failure(page)
      .getByText(/Mission control cannot start: .*no workers in this browser/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(1);
  });

  it('offers a reload if the script does not arrive', async () => {
    let isHeld = true;
    const page = await openPage({
      hasOwnProfile: true, // its clock differs from here on
      beforeLoad: async (empty) => {
        await empty.clock.install();
        await empty.route(/\/assets\/index-[^/]*\.js$/, (route) => (isHeld ? undefined : route.continue()));
        void empty.goto('/').catch(() => undefined); // never finishes
        await empty.getByText('Starting…').waitFor();
        await empty.clock.runFor(10_000);
        await empty.getByText('Still starting…').waitFor();
        isHeld = false;
        await empty.clock.resume();
        await empty.getByRole('button', { name: 'Reload page' }).click();
        await connected(empty);
      },
      path: '/?tab=commands',
    });
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(0);
  });

  it('says that the simulation cannot start without its worker, and starts once the worker loads', async () => {
    let isCut = true;
    const page = await openPage({
      beforeLoad: (empty) =>
        empty.route(/\/assets\/worker-[^/]*\.js$/, (route) => (isCut ? route.abort() : route.continue())),
    });
    await failure(page)
      .getByText('The simulation cannot start: its script failed to load. Retrying automatically.')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(1);
    isCut = false;
    await connected(page);
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(0);
  });

  it('names the supported browsers in a browser that is too old', async () => {
    const page = await openPage({ initScript: () => Reflect.deleteProperty(Promise, 'withResolvers') });
    await failure(page).getByText('This browser is too old for mission control.').waitFor();
    await page.getByText('Use a current Chrome, Edge or Firefox, or Safari 17.4 or newer.').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});

describe('a lazy part of the page whose files fail to load', () => {
  const CHUNKS = [
    ['Commands', /\/tabs-[^/]*\.css$/, 'Command Uplink'], // its styles count as well
    ['Timeline', /\/timeline-atoms-[^/]*\.js$/, 'Mission Timeline'], // other chunks import it
  ] as const;

  it.each(CHUNKS)('loads on retry: %s without %s', async (tab, file, region) => {
    let isCut = true;
    const page = await openPage({
      beforeLoad: (empty) => empty.route(file, (route) => (isCut ? route.abort() : route.continue())),
    });
    await page.getByRole('tab', { name: tab }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await page.getByText(`The ${tab} card failed: the server cannot be reached`).waitFor();
    await again.click(); // this fails as well
    await again.waitFor();
    isCut = false;
    await again.click();
    await page.getByRole('region', { name: region }).waitFor();
    expect(await again.count()).toBe(0);
  });

  it('offers a reload where a new build has replaced its files', async () => {
    const page = await openPage({
      beforeLoad: (empty) =>
        empty.route(/\/tabs-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'Not found' })),
    });
    await page.getByRole('tab', { name: 'Orbital' }).click();
    await page
      .getByText('The Orbital card failed: this page is older than the version on the server')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(1);
  });

  it('is reported for the palette in a notice, and the palette opens on retry', async () => {
    let isCut = true;
    const page = await openPage({
      beforeLoad: (empty) =>
        empty.route(/\/quick-dialogs-[^/]*\.js$/, (route) => (isCut ? route.abort() : route.continue())),
    });
    await connected(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByText('Failed to open: the server cannot be reached').waitFor();
    isCut = false;
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  });
});

/** Runs in the page: while resting, drops empty messages between two ports, as Firefox does with any. */
function loseWhileResting(): void {
  const state = { isResting: false, lost: 0 };
  Object.assign(window, { restState: state });
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...sent: unknown[]) {
    if (state.isResting && sent[0] === null) state.lost += 1;
    else Reflect.apply(postMessage, this, sent);
  };
}

type RestingWindow = Window & { readonly restState: { isResting: boolean; lost: number } };

describe('a page that comes back from the back/forward cache', () => {
  it('goes on, although a message was lost as it was put there', async () => {
    const page = await openPage({ initScript: loseWhileResting });
    await connected(page);
    await page.evaluate(() => {
      (window as unknown as RestingWindow).restState.isResting = true;
    });
    await expect
      .poll(() => page.evaluate(() => (window as unknown as RestingWindow).restState.lost))
      .toBeGreaterThan(0);
    const header = page.locator('header').first();
    const resting = await header.textContent();
    await page.evaluate(() => {
      (window as unknown as RestingWindow).restState.isResting = false;
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect.poll(() => header.textContent()).not.toBe(resting);
  });
});
