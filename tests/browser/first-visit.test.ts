import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { MOST_SCRIPT_KB } from '../../bench/budgets.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, type PageOptions, sharedPage } from './harness.ts';
import { ask } from './http.ts';
import { layoutOf, resize } from './layout.ts';

const tour = (page: Page) => page.getByRole('dialog');
const telemetry = (page: Page) => page.getByRole('region', { name: 'Telemetry' });

async function waitForTelemetry(page: Page): Promise<void> {
  await telemetry(page).getByText('Battery voltage').waitFor();
}

/** True if the panel covers the element that it points at. */
const isCovering = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const panel = document.querySelector('dialog')?.getBoundingClientRect();
    const target = document.querySelector('[data-pointed-at]')?.getBoundingClientRect();
    if (!panel || !target) throw new Error('The tour points at nothing.');
    const isInView =
      target.bottom > 0 && target.top < innerHeight && panel.top >= 0 && panel.bottom <= innerHeight;
    if (!isInView) throw new Error('The tour points at what cannot be seen.');
    const across = panel.left < target.right && panel.right > target.left;
    return across && panel.top < target.bottom && panel.bottom > target.top;
  });

/** Smallest distance from the highlighted element to the inner edge of the ring, in CSS pixels. */
const roomInRing = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const ring = document.querySelector('[data-ring]');
    const target = document.querySelector('[data-pointed-at]')?.getBoundingClientRect();
    if (!ring || !target) throw new Error('The tour points at nothing.');
    const { left, top, right, bottom } = ring.getBoundingClientRect();
    const sides = [target.left - left, target.top - top, right - target.right, bottom - target.bottom];
    return Math.min(...sides) + Number.parseFloat(getComputedStyle(ring).outlineOffset);
  });

describe('a first visit', () => {
  it('a first visit shows the tour by keyboard in four steps, once', async () => {
    const page = await openPage({ isFirstVisit: true });
    await expect.poll(() => tour(page).getAttribute('aria-labelledby')).not.toBeNull();
    expect(await axeViolations(page)).toEqual([]);

    const headings: (string | null)[] = [];
    for (const name of ['Next', 'Next', 'Next', 'Done']) {
      headings.push(await tour(page).getByRole('heading').textContent());
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      await page.keyboard.press('Enter');
    }
    expect(headings).toEqual([
      'ORBITA-1 is simulated',
      'The ISS is real',
      'You control time',
      'You are the operator',
    ]);
    await expect.poll(() => tour(page).count()).toBe(0);

    await page.reload();
    await waitForTelemetry(page);
    expect(await tour(page).count()).toBe(0);
    await expectClean(page);
  });

  it('the page of a phone starts at its top after the tour, skipped or seen', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await openPage({ isFirstVisit: true, viewport, hasTouch: true });
    for (const last of ['Skip tour', 'Done']) {
      await tour(page).waitFor();
      // A visitor first sees the top of the page, not a place that the tour scrolled to.
      expect(await page.evaluate(() => scrollY), `the first step before ${last}`).toBe(0);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      if (last === 'Done') {
        for (let step = 2; step < 4; step += 1)
          await page.getByRole('button', { name: 'Next', exact: true }).click();
        await tour(page).getByText('step 4 of 4').waitFor();
      }
      await page.getByRole('button', { name: last, exact: true }).click();
      await expect.poll(() => tour(page).count()).toBe(0);
      expect(await page.evaluate(() => scrollY), last).toBe(0);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Find an action' }).fill('Show the tour');
      await page.keyboard.press('Enter');
    }
    await expectClean(page);
  });

  it.each(['/?tour=off', '/?tab=telemetry'])('a first visit shows no tour at %s', async (path) => {
    const page = await openPage({ isFirstVisit: true, path });
    await waitForTelemetry(page);
    expect(await tour(page).count()).toBe(0);
  });
});

const openedPage = sharedPage(async () => {
  const page = await openPage();
  await waitForTelemetry(page);
  return page;
});

describe('the tour, called up again', () => {
  it.each([
    [320, 568],
    [390, 844],
    [820, 1180],
    [1100, 800],
    [1280, 720],
    [3840, 2160],
  ])('the tour shows the target of each step at %i × %i', async (width, height) => {
    const page = await openedPage();
    await resize(page, width, height);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find an action' }).fill('Show the tour');
    await page.keyboard.press('Enter');
    for (const step of [1, 2, 3, 4]) {
      await tour(page).getByText(`step ${step} of 4`).waitFor();
      await expect.poll(() => isCovering(page), { message: `step ${step}` }).toBe(false);
      await expect.poll(() => roomInRing(page)).toBeGreaterThanOrEqual(1.5);
      expect((await layoutOf(page)).overflowX).toBeLessThanOrEqual(0);
      const button = step === 4 ? 'Done' : 'Next';
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(button);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => tour(page).count()).toBe(0);
  });

  it('the tour shows the mode of the spacecraft where an offer makes its state too high for a small phone', async () => {
    const page = await openedPage();
    await resize(page, 320, 568);
    await page.getByRole('region', { name: 'Spacecraft state' }).evaluate((state) => {
      (state as HTMLElement).style.minHeight = '20rem';
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find an action' }).fill('Show the tour');
    await page.keyboard.press('Enter');
    await tour(page).getByText('step 1 of 4').waitFor();
    await expect.poll(() => isCovering(page)).toBe(false);
    await page.keyboard.press('Escape');
  });
});

describe('before the scripts load', () => {
  it('title and description are shown without any script', async () => {
    const { body } = await ask(`${inject('baseUrl')}/`);
    const [, shell = ''] = /<div id="root">([\s\S]*?)<\/main>/.exec(body.toString()) ?? [];
    const words = shell
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    expect(words).toBe(
      'ORBITA-1 mission control A simulated satellite, with live data from the real ISS. Starting…',
    );
  });

  it('the page has an icon for every platform and a preview picture for shared links', async () => {
    const page = await openedPage();
    const base = inject('baseUrl');
    const manifest = await ask(`${base}/manifest.webmanifest`);
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons, ...rest } = JSON.parse(manifest.body.toString());
    expect(rest).toMatchObject({ short_name: 'ORBITA-1', start_url: '/', display: 'standalone' });
    expect(icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);

    const sizeOf = (url: string) =>
      page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, url);
    for (const { src, sizes } of icons) {
      const size = await sizeOf(src);
      if (sizes !== 'any') expect(`${src} ${size}`).toBe(`${src} ${sizes}`);
    }
    expect(await sizeOf('/apple-touch-icon.png')).toBe('180x180');

    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
    expect(await sizeOf((await meta('og:image')) ?? '')).toBe('1200x630');
    for (const name of ['description', 'og:title', 'og:description']) expect(await meta(name)).toMatch(/\w/);
    expect(await meta('twitter:card')).toBe('summary_large_image');
    // Errors that Chromium reports about installing it.
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A private profile cannot install.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );
    await expectClean(page);
  });
});

describe('the scripts of other tabs and of dialogs', () => {
  const FETCHED_LATER =
    /\/(tabs|quick-dialogs|start-places|PlacesDialog|PlacePicker|built-in-lists|place-link|fleet-worker|fleet-layer|start-fleet|FleetObjects|SatellitesDialog)-[^/]*\.js$/;

  /** Opens the Overview, and returns a function for the names of the scripts that it requests. */
  async function openRecorded(options: PageOptions): Promise<readonly [Page, () => readonly string[]]> {
    const names: string[] = [];
    const page = await openPage({
      ...options,
      async beforeLoad(empty) {
        empty.on('request', (request) => names.push(new URL(request.url()).pathname));
      },
    });
    return [page, () => names.filter((name) => FETCHED_LATER.test(name))];
  }

  it('the scripts of other tabs and of dialogs are fetched when the page is idle, but those of places and satellites of a user', async () => {
    const [, fetched] = await openRecorded({ isAtFullRate: true });
    await expect
      .poll(fetched)
      .toEqual(
        expect.arrayContaining(['tabs', 'quick-dialogs'].map((name) => expect.stringContaining(name))),
      );
    expect(fetched().filter((name) => !/\/(tabs|quick-dialogs)-/.test(name))).toEqual([]);
  });

  it('the scripts of other tabs and of dialogs are fetched when they are opened in a browser that is asked to save data', async () => {
    const [page, fetched] = await openRecorded({});
    await page.getByRole('button', { name: 'Zoom in' }).waitFor(); // fetched when the page is idle
    expect(fetched()).toEqual([]);
    await page.getByRole('tab', { name: 'Commands' }).click();
    await page.getByRole('region', { name: 'Command Uplink' }).waitFor();
    expect(fetched().some((name) => name.includes('quick-dialogs'))).toBe(false);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await expectClean(page);
  });
});

/** Goal of a cold load: all JavaScript of the Overview, in bytes on the wire. */
const SCRIPT_BUDGET_BYTES = 1000 * MOST_SCRIPT_KB;

it('the Overview loads with at most 400 kB of script', async () => {
  const page = await openPage({
    path: '/no/such/page',
    hasOwnProfile: true,
    // Scripts that load when the browser is idle belong to other tabs.
    initScript: () => {
      window.requestIdleCallback = () => 0;
    },
  });
  const bytes = new Map<string, number>();
  page.on('response', (response) => {
    const headers = response.headers();
    if (!headers['content-type']?.includes('javascript')) return;
    bytes.set(new URL(response.url()).pathname, Number(headers['content-length']));
  });
  await page.goto('/');
  await page.locator('[data-renderer="canvas"], [data-renderer="webgl"]').waitFor();
  await waitForTelemetry(page);
  const scripts = Object.fromEntries(bytes);
  // These include page, map and worker.
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(
      [/index-/, /MapCanvas-/, /Renderer-/, /worker-/].map((name) => expect.stringMatching(name)),
    ),
  );
  const total = Object.values(scripts).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
});
