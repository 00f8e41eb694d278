import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { buildServiceWorker } from '../../scripts/service-worker.mjs';
import { createApp } from '../../src/gateway/app.ts';
import { loadSite } from '../../src/gateway/load-site.ts';
import { SCENE_MS } from '../../src/ui/wall/scenes.ts';
import { composeGateway, type HandClock, type Served, serve } from '../support/gateway.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { expectClean, openBeside, openPage, problemsOf } from './harness.ts';
import { PROJECT_ROOT } from './node-process.ts';
import { coloursIn, readPicture } from './picture.ts';

const CLIENT = inject('quietClient');

const REAL_CLOCK: HandClock = {
  get time() {
    return Date.now();
  },
  advance: () => undefined,
};

let upstream: Upstream;
let served: Served;
/** Replaces the served build with a built client. */
let deploy: (folder: string) => Promise<void>;

beforeEach(async () => {
  upstream = await startUpstream();
  const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock: REAL_CLOCK });
  let app = createApp({ site: await loadSite(CLIENT), gateway });
  deploy = async (folder) => {
    app = createApp({ site: await loadSite(folder), gateway });
  };
  served = await serve({
    fetch: (...request: Parameters<typeof app.fetch>) => app.fetch(...request),
  });
});

afterEach(async () => {
  await served.close().catch(() => undefined);
  await upstream.close();
});

/** Folder of the next release: another page, scripts with other names, and a changed script of the same name. */
let nextFolder: Promise<string> | undefined;
const nextRelease = (): Promise<string> => (nextFolder ??= buildNext());
afterAll(async () => {
  if (nextFolder) await rm(await nextFolder, { recursive: true });
});

async function buildNext(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-next-'));
  await cp(CLIENT, folder, { recursive: true, filter: (source) => !/\.(br|gz)$|[/\\]sw\.js$/.test(source) });
  const assets = join(folder, 'assets');
  const names = await readdir(assets);
  const renamed = names.filter((name) => name.endsWith('.js'));
  const next = (text: string) =>
    renamed.reduce((edited, name) => edited.replaceAll(name, name.replace('-', '-next')), text);
  for (const name of [...renamed, '../index.html']) {
    const path = join(assets, name);
    await writeFile(path, next(await readFile(path, 'utf8')));
  }
  for (const name of renamed) await rename(join(assets, name), join(assets, next(name)));
  const page = join(folder, 'index.html');
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace('</head>', '<meta name="release" content="next" /></head>'),
  );
  await appendFile(join(folder, 'start.js'), "document.documentElement.dataset.release = 'next';");
  await buildServiceWorker(PROJECT_ROOT, folder);
  return folder;
}

const connected = (page: Page) => page.getByText('Connected to ORBITA-1').waitFor();

async function visit(): Promise<Page> {
  const page = await openPage({ baseUrl: served.url, isKeptOffline: true });
  await connected(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return page;
}

/** True for each of the page, its scripts and its worker that is of the next release. */
async function releasesOf(page: Page): Promise<readonly boolean[]> {
  await connected(page);
  const isPageNext = (await page.locator('meta[name="release"]').count()) > 0;
  const isThemeNext = (await page.locator('html[data-release="next"]').count()) > 0;
  const scripts = await page
    .locator('script[type="module"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  return [
    isPageNext,
    isThemeNext,
    ...[...scripts, page.workers()[0]?.url()].map((url) => url?.includes('-next') ?? false),
  ];
}

it('the console opens offline after one visit, with every tab, and a path with a dot shows the not-found page, online and offline', async () => {
  const page = await visit();
  await expectClean(page);
  const expectNotFound = async (path: string) => {
    await page.goto(path);
    await page.getByText('Oops! Page not found').waitFor();
    const logged = (await page.consoleMessages()).map((message) => message.text());
    expect(logged.filter((text) => text.startsWith('404:'))).toEqual([`404: no page at ${path}`]);
  };
  await expectNotFound('/v1.2');
  await page.goto('/index.html?tab=telemetry'); // the server redirects it
  await connected(page);
  expect(page.url()).toBe(`${served.url}/?tab=telemetry`);
  await served.close();
  // What the first visit has shown lies in the browser's own cache as well, which may be emptied at any time.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');

  await page.reload();
  await connected(page);
  await page.getByText('ISS SIMULATED').first().waitFor();
  for (const [tab, card] of [
    ['Commands', 'Command Uplink'],
    ['Anomalies', 'Event Log'],
    ['Orbital', 'Ground Stations'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('region', { name: card }).waitFor();
  }
  const map = page.getByRole('group', { name: 'World map with ORBITA-1 and the ISS' });
  await map.and(page.locator('[data-frames][data-detail="complete"]')).waitFor();
  const drawn = await map.getByRole('img', { name: 'World map' }).locator('canvas').screenshot();
  expect(coloursIn(readPicture(drawn))).toBeGreaterThan(1000); // without the canvas there are about fifty
  await expectNotFound('/foo.bar');
  await page.goto('/manifest.webmanifest'); // a cached file is served as itself
  expect(await page.locator('body').innerText()).toContain('"short_name"');
  // Answers that only the server has are not invented.
  await expect(page.goto('/healthz')).rejects.toThrow();
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/); // the browser's own page follows the refusal

  const others = (await problemsOf(page)).filter(
    (problem) =>
      !/functions\/v1|healthz|Failed to load resource|Failed to fetch the ISS position/i.test(problem),
  );
  expect(others).toEqual([]);
});

it('a new build is taken by a wall between two scenes, waits on a desk until the operator accepts it, and is never mixed with the old one', async () => {
  const desk = await visit();
  const wall = await openBeside(desk, { isKeptOffline: true, path: '/?display=wall' });
  await wall.locator('main[data-scene]').waitFor();
  await deploy(await nextRelease());

  await desk.reload();
  expect(new Set(await releasesOf(desk))).toEqual(new Set([false]));
  await desk
    .getByText(
      'A new version is ready. A reload begins a new mission; a kept mission can then be continued, and a shared one is joined again.',
    )
    .waitFor();
  expect(new Set(await releasesOf(desk))).toEqual(new Set([false]));

  // Repeatedly skips scenes: the build must be installed first, and events hold their scenes.
  const isNext = async () => (await wall.locator('meta[name="release"]').count()) > 0;
  await expect
    .poll(
      async () => {
        await wall
          .workers()[0]
          ?.evaluate(skipScene, SCENE_MS)
          .catch(() => undefined);
        return isNext();
      },
      { interval: 200 },
    )
    .toBe(true);
  await wall.locator('main[data-scene]').waitFor();
  expect(await wall.locator('html[data-release="next"]').count()).toBe(1);
  await expect.poll(() => wall.workers()[0]?.url()).toContain('-next');
  // The clock jumps over the time limit of a pending call, too.
  expect((await problemsOf(wall)).filter((problem) => !problem.endsWith('No response within 8 s.'))).toEqual(
    [],
  );

  expect(new Set(await releasesOf(desk))).toEqual(new Set([false]));
  await desk.getByRole('button', { name: 'Reload now' }).click();
  await desk.locator('meta[name="release"]').waitFor({ state: 'attached' });
  expect(new Set(await releasesOf(desk))).toEqual(new Set([true]));
  await expectClean(desk);
});

/** Runs in the worker. */
function skipScene(sceneMs: number): void {
  const now = Date.now;
  Date.now = () => now() + sceneMs;
  dispatchEvent(new Event('online')); // wakes the mission
}
