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

/**
 * When every frozen mission begins; its chance follows from it. Both satellites are then far from the stations: near one
 * the side on which a label stands depends on where it has stood before. Africa and the Americas are in daylight, and no
 * fault is drawn in the history, so that the wall shows its map.
 */
const START_TIME = Date.UTC(2026, 10, 20, 11, 53, 25);
/**
 * Where the clock of the page begins: it asks for the marks of the session at each ten seconds, and none of these comes
 * within the few seconds until the pictures are taken.
 */
const PAGE_TIME = Math.ceil(START_TIME / 10_000) * 10_000 + 100;
/** Twenty samples of telemetry, so that every chart is full. */
const HISTORY_MS = 100_000;

/** After a jump a map that rests is drawn again within 250 ms, and what it draws later than the rest in the frame after that. */
const SETTLING_MS = 300;

/** A size is measured, what follows from it is rendered and measured in turn, and drawn: each in some frames of the page's clock. */
const DRAWING_ROUNDS = 3;
const ROUND_MS = 40;

/** Names in letters that the product's own typeface has: what a machine has besides is not looked at. */
const CREW = ['Oleg Kononenko', 'Nikolai Chub', 'Tracy Caldwell Dyson', 'Sultan Alneyadi'].map((name) => ({
  name,
  craft: 'ISS',
}));

/** The product with every clock standing still: of the services, the gateway, the worker and the page. */
export interface FrozenConsole {
  readonly page: Page;
  /**
   * Lets the clock of the page alone go on for a few frames, always the same number, so that what was measured again is drawn.
   * All the drawing for three sizes takes less than a second, so that no figure on the page changes.
   */
  draw(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A screen as it always is after the same time of the same mission, pixel for pixel: reached in one jump, and drawn
 * without a graphics card, in which machines differ.
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
      // By its name: the page fetches it as a module before the worker asks for it.
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
    isAtFullRate: true, // by the clock that stands still
    async beforeLoad(empty) {
      await empty.clock.install({ time: PAGE_TIME - 1000 });
      await empty.clock.pauseAt(PAGE_TIME);
      await empty.addInitScript(refuseWebGl);
      await empty.addInitScript(hideWhatChanges);
    },
  });
  /** On a desk's page, or on a wall's. */
  const station = (word: 'LIVE' | '(LIVE|ACQUIRING)') =>
    page
      .getByRole('button', { name: new RegExp(`^Sources: ISS ${word}`) })
      .or(page.getByText(new RegExp(`^SIMULATED · ISS ${word}`)));
  const connected = page.getByText('Connected to ORBITA-1');
  const awaited = page
    .getByText(/^Loading .+…$/)
    .or(page.locator('[role="img"][aria-label="World map"]:not([data-frames] *)'));
  const hasMap = page.locator('[data-renderer]');
  // One that is there only after the jump asks for the marks of the session at once.
  const timeControl = page.getByRole('slider', { name: 'Session time' });
  const isWall = options.path?.includes('display=wall') === true;
  // What is fetched on demand is let in by React's clock, which stands still, too.
  await expect
    .poll(async () => {
      await page.evaluate(showMap);
      // Until the map begins the page waits for files, and without its worker for another one: its clock would take the
      // worker, which has nothing to tell, for dead. The map draws once a second.
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
        // In the browser's own time, of which a busy machine needs more: the clock of the page does not go on meanwhile.
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

/** Runs in the page: on a phone the anomalies come first, and a map that is not in sight is not drawn. */
const showMap = (): void => document.querySelector('[aria-label="World map"]')?.scrollIntoView();

/** Runs in the page: whether no map is drawn for another size, which it had while the page was laid out. */
const isMapSharp = (): boolean =>
  [...document.querySelectorAll<HTMLCanvasElement>('[aria-label="World map"] canvas')].every(
    ({ width, clientWidth }) => Math.abs(width - clientWidth * devicePixelRatio) <= 1,
  );

/** Runs in the page: whether no map waits for the files of its layers, which come without any clock of the page. */
const hasAllDetail = (): boolean => document.querySelector('[data-detail="awaited"]') === null;

/** Runs in the page: the browser has laid it out and told every observer of sizes, which no clock stands in the way of. */
const whenMeasured = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });

/** Runs in the page: back to the top of it, and of its tab, from where the map was looked at. */
function toTop(): void {
  scrollTo(0, 0);
  for (const panel of document.querySelectorAll('[role="tabpanel"]')) panel.scrollTop = 0;
}

/**
 * Runs in the page before its own scripts: a picture is of the layout, the colours and the drawings, and stays the same when a text is
 * changed, for which other tests are there. Toasts stay as long as time stands still.
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

/** Runs in the page: the footer's name of the build is another one with every change of the product. */
function nameNoBuild(): void {
  for (const version of document.querySelectorAll('footer p:first-child > button'))
    version.textContent = 'v0.0.0 · 0000000';
}
