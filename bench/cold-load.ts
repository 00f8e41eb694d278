import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { compressFolder } from '../scripts/compress.mjs';
import type { Caller } from '../src/gateway/effects.ts';
import { loadSite } from '../src/gateway/load-site.ts';
import { staticFiles } from '../src/gateway/static-files.ts';
import { serve } from '../tests/support/gateway.ts';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const ROUNDS = 7;
const VIEWPORT = { width: 1920, height: 1080 };
/** A connection with limited bandwidth: 10 Mbit/s, 40 ms round trip. */
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 250_000 };

const pagesRoot = fileURLToPath(new URL('pages', import.meta.url));
const floorOut = fileURLToPath(new URL('results/empty-react', import.meta.url));
const viteConfig = fileURLToPath(new URL('../vite.config.ts', import.meta.url));

/** Serves the baseline page, built and compressed like the product. */
async function serveFloor() {
  await build({
    configFile: viteConfig,
    root: pagesRoot,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: floorOut,
      emptyOutDir: true,
      rolldownOptions: { input: { index: `${pagesRoot}/empty-react.html` } },
    },
  });
  await compressFolder(floorOut);
  const site = new Map(await loadSite(floorOut));
  const page = site.get('/empty-react.html');
  if (!page) throw new Error('The floor of the cold load was not built.');
  site.set('/index.html', page);
  const app = new Hono<{ Bindings: Caller }>().route('/', staticFiles(site));
  return serve(app as unknown as Parameters<typeof serve>[0]);
}

interface Load {
  /** Milliseconds since the start of navigation. */
  readonly firstPaint: number;
  readonly shown: number;
  readonly complete: number;
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
  readonly scriptBytes: number;
}

interface Marks {
  readonly shown?: number;
  readonly complete?: number;
}

/** A page is shown with React's first paint, and complete with its essential content: telemetry, or the stage. */
const SELECTORS = { shown: '[role="tab"], [data-shown]', complete: '[data-channel], [data-stage]' };

/** Loads a page in a new profile, without fetches in idle time. */
async function loadCold(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  const scripts = new Set<string>();
  let bytes = 0;
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript((selectors) => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    window.requestIdleCallback = () => 0;
    localStorage.setItem('orbita.tour-done', 'true');
    const marks: Record<string, number> = {};
    Object.assign(window, { marks });
    const look = (): void => {
      for (const [name, selector] of Object.entries(selectors))
        if (marks[name] === undefined && document.querySelector(selector)) marks[name] = performance.now();
      if (Object.keys(marks).length < Object.keys(selectors).length) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, SELECTORS);
  await page.goto(url);
  await page.locator(SELECTORS.complete).first().waitFor({ state: 'attached' });
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  const times = await page.evaluate(() => ({
    ...(window as unknown as { marks: Marks }).marks,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  }));
  await context.close();
  const { firstPaint = Number.NaN, shown = Number.NaN, complete = Number.NaN } = times;
  return { firstPaint, shown, complete, bytes, scriptBytes };
}

/** A first visit, from navigation to telemetry, against an empty React page with the same PixiJS stage. */
export async function measureColdLoad({ browser, appUrl }: Bench): Promise<readonly Comparison[]> {
  const floorPage = await serveFloor();
  const ours: Load[] = [];
  const floor: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await loadCold(browser, appUrl));
    floor.push(await loadCold(browser, floorPage.url));
  }
  await floorPage.close();

  const compare = (id: string, name: string, unit: string, key: keyof Load, scale = 1): Comparison => ({
    id: `load-${id}`,
    name: `Cold load of the Overview at 10 Mbit/s, ${name}`,
    unit,
    measured: ours.map((load) => load[key] / scale),
    floor: floor.map((load) => load[key] / scale),
    against: 'an empty React page with the same PixiJS stage',
  });
  return [
    compare('first-paint', 'first contentful paint', 'ms', 'firstPaint'),
    compare('shown', 'the console (the page) drawn by React', 'ms', 'shown'),
    compare('telemetry', 'first telemetry shown (the stage ready)', 'ms', 'complete'),
    compare('bytes', 'everything over the wire', 'kB', 'bytes', 1000),
    compare('scripts', 'JavaScript over the wire', 'kB', 'scriptBytes', 1000),
  ];
}
