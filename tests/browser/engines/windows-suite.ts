import { expect, it } from 'vitest';
import type { DescribedEngine } from './describe-engine.ts';
import type { EnginePage } from './engine.ts';
import { startEngineConsole } from './engine-console.ts';
import { activate, isConnected, openConsole, problemsOf, textsOf, waitFor } from './operator.ts';

/** Runs in the page: records the windows that it opens instead of opening them. */
function noteWindows(): void {
  window.open = (url) => {
    Object.assign(window, { openedUrl: String(url) });
    return window;
  };
}

/** Returns the address of a wall that joins a desk's mission. */
async function wallPathOf(desk: EnginePage): Promise<string> {
  await desk.evaluate(noteWindows);
  await activate(desk, { role: 'button', name: 'Consoles' });
  await activate(desk, { role: 'button', name: 'Open wall display' });
  return desk.evaluate(() => (window as unknown as { openedUrl?: string }).openedUrl ?? '');
}

const headerOf = (page: EnginePage): Promise<string> =>
  page.evaluate(() => document.querySelector('header')?.textContent ?? '');

type LeftWindow = Window & { isBackWhole?: boolean };

/** Follows a link to another document of the site. */
async function leave(page: EnginePage): Promise<void> {
  await page.evaluate(() => {
    (window as LeftWindow).isBackWhole = false;
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isBackWhole: persisted }));
    window.location.href = '/icon-192.png';
  });
  await expect.poll(() => page.evaluate(() => window.location.pathname)).toBe('/icon-192.png');
}

/** Goes back; returns true if the browser restored the page, false if it loaded it again. */
async function isWholeAfterComingBack(page: EnginePage): Promise<boolean> {
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  const isBackWhole = () =>
    page.evaluate(() =>
      window.location.pathname === '/' && document.querySelector('header')
        ? ((window as LeftWindow).isBackWhole ?? 'loaded')
        : 'on its way',
    );
  await expect.poll(isBackWhole).toSatisfy((state) => state === true || state === 'loaded');
  return (await isBackWhole()) === true;
}

/**
 * A browser reloads a page if one of its requests, such as the worker's, was pending when it was left; a permanent
 * obstacle to the back/forward cache shows on every try.
 */
const MOST_TRIES = 5;

/** Waits until a reloaded page has also loaded its deferred files. */
async function waitForRequests(page: EnginePage): Promise<void> {
  let before = -1;
  const hasNews = async () => {
    const count = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const isMore = count > before;
    before = count;
    return isMore;
  };
  await expect.poll(hasNews, { interval: 1000 }).toBe(false);
}

const ROW = { role: 'listitem', region: 'Command Uplink' } as const;

/** Describes one mission in several windows of an engine's browser. */
export function describeWindows({ name, started }: DescribedEngine): void {
  // In WebKit without a graphics card each map occupies a core, and the other windows starve.
  const isWithMap = name !== 'webkit';
  const windows = isWithMap ? 'three windows' : 'two windows';
  it(`${name} shows one mission in ${windows}, one of which comes back`, async () => {
    const engine = started();
    const served = await startEngineConsole({ isOneClock: true });
    const opened: EnginePage[] = [];
    try {
      const desk = engine.page;
      await desk.resize(1280, 720);
      await openConsole(desk, served, '/?tour=off&tab=commands');
      const wallPath = await wallPathOf(desk);
      const mission = new URLSearchParams(wallPath.split('?')[1]).get('mission');
      expect(mission).toMatch(/^[0-9a-f]{32}$/);
      const secondPath = `/?tour=off&tab=commands&mission=${mission}`;
      for (const path of isWithMap ? [secondPath, wallPath] : [secondPath]) {
        const page = await engine.newPage();
        opened.push(page);
        await openConsole(page, served, path);
      }
      const [second] = opened as [EnginePage];
      await waitFor(desk, { role: 'button', name: 'Consoles', text: `${1 + opened.length} consoles` });
      await waitFor(desk, ROW);
      const queued = await textsOf(desk, ROW);
      await expect.poll(async () => (await textsOf(second, ROW)).length).toBe(queued.length);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await expect.poll(async () => (await textsOf(second, ROW)).length).toBe(queued.length - 1);
      // A page that is left while it loads its time control comes back without, and offers to try again.
      await waitForRequests(second);
      await leave(second);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await expect.poll(async () => (await textsOf(desk, ROW)).length).toBe(queued.length - 2);
      let isWhole = await isWholeAfterComingBack(second);
      for (let tries = 1; !isWhole && tries < MOST_TRIES; tries += 1) {
        await waitFor(second, ROW);
        await waitForRequests(second);
        await leave(second);
        isWhole = await isWholeAfterComingBack(second);
      }
      expect(isWhole, 'the browser has kept the page whole').toBe(true);
      // If it had been loaded again before, it shows the newest rows even before its new worker has started.
      await isConnected(second);
      await expect.poll(async () => (await textsOf(second, ROW)).length).toBe(queued.length - 2);
      await activate(second, { role: 'button', name: 'Pause' });
      for (const page of [desk, second]) await expect.poll(() => headerOf(page)).toContain('SIM PAUSED');
      // A window that was ahead returns to the instant of the pause.
      const shownTimes = async () => {
        const headers = await Promise.all([desk, second].map(headerOf));
        return new Set(headers.map((text) => /\d\d:\d\d:\d\d/.exec(text)?.[0])).size;
      };
      await expect.poll(shownTimes).toBe(1);
      await waitForRequests(second);
      await leave(second);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await expect.poll(async () => (await textsOf(desk, ROW)).length).toBe(queued.length - 3);
      const problemsOfDesk = await problemsOf(desk);
      await leave(desk);
      // In WebKit nobody is left who could tell the window what was done meanwhile. A page that the browser loads again, as a
      // request was pending, begins another mission.
      if (await isWholeAfterComingBack(second))
        await expect.poll(async () => (await textsOf(second, ROW)).length).toBe(queued.length - 3);
      const problems = await Promise.all(opened.map(problemsOf));
      expect([problemsOfDesk, ...problems].flat(), engine.version).toEqual([]);
    } finally {
      for (const page of opened) await page.close();
      await served.close();
    }
  });

  it(`${name} offers the mission of the visit before, which continues`, async () => {
    const served = await startEngineConsole({ isOneClock: true });
    try {
      const { page } = started();
      // Without the time left, which passes.
      const namesOf = async () => (await textsOf(page, ROW)).map((text) => text.split(' in ')[0]);
      await openConsole(page, served, '/?tour=off&tab=commands');
      await waitFor(page, ROW);
      const queued = await textsOf(page, ROW);
      await activate(page, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await expect.poll(async () => (await textsOf(page, ROW)).length).toBe(queued.length - 1);
      const left = await namesOf();
      await activate(page, { role: 'button', name: 'Consoles' });
      await expect
        .poll(() => page.evaluate(() => document.body.textContent))
        .toContain('This mission is kept in the database of this browser');
      await openConsole(page, served, '/?tour=off&tab=commands&visit=2');
      await activate(page, { role: 'button', text: 'Continue the mission of' });
      await expect.poll(namesOf).toEqual(left);
      expect(await problemsOf(page)).toEqual([]);
    } finally {
      await served.close();
    }
  });
}
