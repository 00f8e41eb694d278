import { expect, it } from 'vitest';
import type { DescribedEngine } from './describe-engine.ts';
import type { EnginePage } from './engine.ts';
import { startEngineConsole } from './engine-console.ts';
import { activate, countOf, eventually, isConnected, openConsole, problemsOf, waitFor } from './operator.ts';

/** Runs in the page: records the windows that it opens instead of opening them. */
function noteWindows(): void {
  window.open = (url) => {
    Object.assign(window, { openedUrl: String(url) });
    return window;
  };
}

/** Returns the mission that a wall display of a desk would join. */
async function missionOf(desk: EnginePage): Promise<string | null> {
  await desk.evaluate(noteWindows);
  await activate(desk, { role: 'button', name: 'Consoles' });
  await activate(desk, { role: 'button', name: 'Open wall display' });
  return desk.evaluate(() => {
    const { openedUrl = '' } = window as unknown as { openedUrl?: string };
    return new URLSearchParams(openedUrl.split('?')[1]).get('mission');
  });
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
  await eventually(() => page.evaluate(() => window.location.pathname)).toBe('/icon-192.png');
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
  await eventually(isBackWhole).toSatisfy((state) => state === true || state === 'loaded');
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

/** Describes one mission in two windows of an engine's browser; more windows and a wall are in `consoles.test.ts`. */
export function describeWindows({ name, started }: DescribedEngine): void {
  it(`${name} shows one mission in two windows, one of which comes back, and offers it to the next visit`, async () => {
    const engine = started();
    const served = await startEngineConsole({ isOneClock: true });
    const opened: EnginePage[] = [];
    const rowsOf = (page: EnginePage) => countOf(page, ROW);
    try {
      const desk = engine.page;
      await desk.resize(1280, 720);
      await openConsole(desk, served, '/?tour=off&tab=commands');
      const mission = await missionOf(desk);
      expect(mission).toMatch(/^[0-9a-f]{32}$/);
      const second = await engine.newPage();
      opened.push(second);
      await openConsole(second, served, `/?tour=off&tab=commands&mission=${mission}`);
      await waitFor(desk, { role: 'button', name: 'Consoles', text: '2 consoles' });
      await waitFor(desk, ROW);
      const queued = await rowsOf(desk);
      await eventually(() => rowsOf(second)).toBe(queued);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await eventually(() => rowsOf(second)).toBe(queued - 1);
      // A page that is left while it loads its time control comes back without, and offers to try again.
      await waitForRequests(second);
      await leave(second);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await eventually(() => rowsOf(desk)).toBe(queued - 2);
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
      await eventually(() => rowsOf(second)).toBe(queued - 2);
      await activate(second, { role: 'button', name: 'Pause' });
      for (const page of [desk, second]) await eventually(() => headerOf(page)).toContain('SIM PAUSED');
      // A window that was ahead returns to the instant of the pause.
      const shownTimes = async () => {
        const headers = await Promise.all([desk, second].map(headerOf));
        return new Set(headers.map((text) => /\d\d:\d\d:\d\d/.exec(text)?.[0])).size;
      };
      await eventually(shownTimes).toBe(1);
      await waitForRequests(second);
      await leave(second);
      await activate(desk, { role: 'button', name: 'Cancel', region: 'Command Uplink' });
      await eventually(() => rowsOf(desk)).toBe(queued - 3);
      const problems = [...(await problemsOf(desk))];
      await leave(desk);
      // In WebKit nobody is left who could tell the window what was done meanwhile. A page that the browser loads again, as a
      // request was pending, begins another mission.
      if (await isWholeAfterComingBack(second)) await eventually(() => rowsOf(second)).toBe(queued - 3);
      problems.push(...(await problemsOf(second)));
      // Otherwise the next visit would be offered to join it.
      await opened.pop()?.close();
      await openConsole(desk, served, '/?tour=off&tab=commands&visit=2');
      await eventually(() => rowsOf(desk), 'a visit begins a mission of its own').toBeGreaterThan(queued - 3);
      await activate(desk, { role: 'button', text: 'Continue the mission of' });
      await eventually(() => rowsOf(desk), 'the mission of the visit before continues').toBe(queued - 3);
      problems.push(...(await problemsOf(desk)));
      expect(problems, engine.version).toEqual([]);
    } finally {
      for (const page of opened) await page.close();
      await served.close();
    }
  });
}
