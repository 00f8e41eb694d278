import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createApp } from '../../src/gateway/app.ts';
import { composeGateway, handClock, serve } from '../support/gateway.ts';
import { startUpstream } from '../support/upstream.ts';
import { builtSite } from './built-site.ts';
import { openPage, type PageOptions } from './harness.ts';
import { PROJECT_ROOT } from './node-process.ts';
import { refuseWebGl } from './page-faults.ts';
import { findUsualStart } from './quiet-product.ts';

/**
 * Start of every frozen mission, which also seeds its random numbers. Both satellites are then far from the stations:
 * near one, the side of a label depends on its previous position. Africa and the Americas are in daylight, and no fault
 * is drawn in the history, so that the wall shows its map.
 */
const START_TIME = findUsualStart(Date.UTC(2026, 10, 20, 11, 53, 25));
/**
 * Start of the page's clock: the page requests the session's marks every ten seconds, and no request falls into the few
 * seconds until the pictures are taken.
 */
const PAGE_TIME = Math.ceil(START_TIME / 10_000) * 10_000 + 100;
/** Twenty samples of telemetry, so that every chart is full. */
const HISTORY_MS = 100_000;

/** After a jump a resting map is redrawn within 250 ms, and its deferred parts in the next frame. */
const SETTLING_MS = 300;

/**
 * Sizes are measured, dependent parts rendered and measured in turn, and drawn, each within some frames of the page's
 * clock.
 */
const DRAWING_ROUNDS = 3;
const ROUND_MS = 40;

/** Names in letters of the product's own typeface, so that the machine's fonts do not matter. */
const CREW = ['Oleg Kononenko', 'Nikolai Chub', 'Tracy Caldwell Dyson', 'Sultan Alneyadi'].map((name) => ({
  name,
  craft: 'ISS',
}));

/** The product with every clock frozen: of the services, the gateway, the worker and the page. */
export interface FrozenConsole {
  readonly page: Page;
  /**
   * Advances only the page's clock, always by the same few frames, so that remeasured content is drawn. Drawing three
   * sizes takes less than a second, so that no figure on the page changes.
   */
  draw(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a screen that is reproducible pixel by pixel: a fixed time of a fixed mission, reached in one jump and drawn
 * without a graphics card, since those differ.
 */
export async function openFrozen(options: PageOptions): Promise<FrozenConsole> {
  const clock = handClock(START_TIME);
  const upstream = await startUpstream({ now: () => clock.time });
  const site = await builtSite(join(PROJECT_ROOT, 'dist/client'));
  const fetchOutside = (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    String(url).includes('/astros.json')
      ? Promise.resolve(Response.json({ people: CREW, number: CREW.length, message: 'success' }))
      : fetch(url, init);
  const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { fetch: fetchOutside } });
  const app = createApp({ site, gateway });
  const served = await serve({
    async fetch(request: Request, ...rest: never[]) {
      // By name, because the page preloads it as a module before the worker requests it.
      if (!new URL(request.url).pathname.startsWith('/assets/worker-')) return app.fetch(request, ...rest);
      const headers = new Headers(request.headers);
      headers.delete('accept-encoding');
      const answer = await app.fetch(new Request(request.url, { headers }), ...rest);
      const sent = new Headers(answer.headers);
      sent.delete('content-length');
      return new Response(`Date.now=()=>${START_TIME};${await answer.text()}`, { headers: sent });
    },
  });

  const page = await openPage({
    ...options,
    baseUrl: served.url,
    reducedMotion: 'reduce',
    isAtFullRate: true, // by the frozen clock
    async beforeLoad(empty) {
      await empty.clock.install({ time: PAGE_TIME - 1000 });
      await empty.clock.pauseAt(PAGE_TIME);
      await empty.addInitScript(refuseWebGl);
      await empty.addInitScript(hideWhatChanges);
    },
  });
  /** Matches the station's state on a desk or a wall. */
  const station = (word: 'LIVE' | '(LIVE|ACQUIRING)') =>
    page
      .getByRole('button', { name: new RegExp(`^Sources: ISS ${word}`) })
      .or(page.getByText(new RegExp(`^SIMULATED · ISS ${word}`)));
  const connected = page.getByText('Connected to ORBITA-1');
  const awaited = page
    .getByText(/^Loading .+…$/)
    .or(page.locator('[role="img"][aria-label="World map"]:not([data-frames] *)'));
  const hasMap = page.locator('[data-renderer]');
  // If mounted only after the jump, it would request the session's marks at once.
  const timeControl = page.getByRole('slider', { name: 'Session time' });
  const isWall = options.path?.includes('display=wall') === true;
  // React reveals lazily loaded content by its own clock, which is frozen, too.
  await expect
    .poll(async () => {
      await page.evaluate(showMap);
      // Until the map starts, the page waits for files or for its worker: its clock must not reach the timeout for a
      // silent worker. The map draws once a second.
      const isWaiting = (await hasMap.count()) === 0 || (await connected.count()) === 0;
      await page.clock.runFor(isWaiting ? 10 : 250);
      const isWhole = isWall || (await timeControl.count()) > 0;
      return (
        isWhole && (await connected.count()) > 0 && (await awaited.count()) === 0 && page.evaluate(isMapSharp)
      );
    })
    .toBe(true);
  await station('(LIVE|ACQUIRING)').waitFor();

  clock.advance(HISTORY_MS);
  const [worker] = page.workers();
  await worker?.evaluate((time) => {
    Date.now = () => time;
    dispatchEvent(new Event('online')); // wakes the mission
  }, clock.time);
  await page
    .locator(`header time[datetime="${new Date(clock.time).toISOString()}"]`)
    .first()
    .waitFor();
  await station('LIVE').waitFor();
  await page.evaluate(nameNoBuild);
  await page.evaluate(() => document.fonts.ready);
  await page.clock.runFor(SETTLING_MS);

  return {
    page,
    async draw() {
      for (let round = 0; round < DRAWING_ROUNDS; round += 1) {
        // Waits in real time, which suits a busy machine: the page's clock does not advance meanwhile.
        await expect
          .poll(async () => {
            await page.evaluate(showMap);
            return (await page.evaluate(isMapSharp)) && page.evaluate(hasAllDetail);
          })
          .toBe(true);
        await page.evaluate(whenMeasured);
        await page.clock.runFor(ROUND_MS);
      }
      await page.evaluate(toTop);
      await page.clock.runFor(ROUND_MS);
      expect(await page.evaluate(isMapSharp), 'The map is drawn for another size.').toBe(true);
      const shown = await page.locator('header time[datetime]').first().getAttribute('datetime');
      expect(shown, 'The page shows another instant.').toBe(new Date(clock.time).toISOString());
    },
    async close() {
      await served.close();
      await upstream.close();
    },
  };
}

/** Runs in the page: on a phone the anomalies come first, and a map out of view is not drawn. */
const showMap = (): void => document.querySelector('[aria-label="World map"]')?.scrollIntoView();

/** Runs in the page: true unless a map is still drawn for an earlier size of the layout. */
const isMapSharp = (): boolean =>
  [...document.querySelectorAll<HTMLCanvasElement>('[aria-label="World map"] canvas')].every(
    ({ width, clientWidth }) => Math.abs(width - clientWidth * devicePixelRatio) <= 1,
  );

/** Runs in the page: true unless a map waits for files of its layers, which load independently of the page's clock. */
const hasAllDetail = (): boolean => document.querySelector('[data-detail="awaited"]') === null;

/** Runs in the page: resolves after layout and after all size observers were notified, which no clock delays. */
const whenMeasured = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });

/** Runs in the page: scrolls back to the top of the page and its tab after the map was in view. */
function toTop(): void {
  scrollTo(0, 0);
  for (const panel of document.querySelectorAll('[role="tabpanel"]')) panel.scrollTop = 0;
}

/**
 * Runs in the page before its own scripts: pictures cover layout, colours and drawings but no texts, which other tests
 * cover. Toasts would stay as long as time is frozen.
 */
function hideWhatChanges(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { -webkit-text-fill-color: transparent !important; text-shadow: none !important; }
    svg text { fill: transparent !important; stroke: none !important; }
    [data-sonner-toaster] { display: none !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page: replaces the footer's build name, which changes with every version of the product. */
function nameNoBuild(): void {
  for (const version of document.querySelectorAll('footer p:first-child > button'))
    version.textContent = 'v0.0.0 · 0000000';
}
