import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { axeViolations, comeToRest, contrastViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';
import { layoutOf, resize } from './layout.ts';
import { holdableTime, type LiveConsole, startConsole } from './live-console.ts';
import { liveOn, shownTime } from './live-on.ts';
import { readWall, recordDrawnTexts } from './wall-reading.ts';

const START = Date.UTC(2026, 10, 20, 12, 34);
const SECOND = 1000;
const HOUR = 3_600_000;
/** Scenes, except the sky, which has a test of its own. */
const SCENES = ['anomaly', 'contacts', 'globe', 'orbit', 'plan', 'spacecraft'];

const consoleOf = new WeakMap<Page, LiveConsole>();
const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

/** One wall for all tests, each of which goes on from where the one before has left it. */
const openedWall = sharedPage(async () => {
  const live = await startConsole({ startTime: START });
  consoles.push(live);
  const page = await openPage({
    baseUrl: live.url,
    path: '/?display=wall',
    initScript: recordDrawnTexts,
    beforeLoad: (empty) => empty.addInitScript(holdableTime),
  });
  consoleOf.set(page, live);
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.locator('[data-frames]').waitFor();
  return page;
});

function liveOf(page: Page): LiveConsole {
  const live = consoleOf.get(page);
  if (!live) throw new Error('The page is no wall of these tests.');
  return live;
}

/** Freezes time while a test looks at the wall. */
const still = <Result>(page: Page, look: () => Promise<Result>): Promise<Result> =>
  liveOf(page).standStill(page, look);

const sceneOf = (page: Page): Promise<string | null> =>
  page.locator('[data-scene]').getAttribute('data-scene');
const advance = (page: Page, ms: number): Promise<void> => liveOn(liveOf(page), page, ms);

/** Returns the targets of the countdowns, with the milliseconds left. */
async function countdowns(page: Page): Promise<Readonly<Record<string, number>>> {
  const entries = await page
    .locator('dl > div')
    .evaluateAll((items) =>
      items.map((item) => [...item.children].map(({ textContent }) => textContent ?? '')),
    );
  const toMs = (clock = ''): number => {
    const [, days = 0, h = 0, m = 0, s = 0] = /^in (?:(\d+)d )?(\d+):(\d+)(?::(\d+))?$/.exec(clock) ?? [];
    return (((Number(days) * 24 + Number(h)) * 60 + Number(m)) * 60 + Number(s)) * SECOND;
  };
  return Object.fromEntries(entries.map(([name = '', clock]) => [name, toMs(clock)]));
}

/** Checks the contrast in the light theme and in forced colours. */
async function expectContrast(page: Page): Promise<void> {
  const turn = (theme: string): Promise<string> =>
    page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
  await turn('light');
  expect(await contrastViolations(page), 'in the light theme').toEqual([]);
  await turn('dark');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await contrastViolations(page), 'in forced colours').toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Advances to a scene with a countdown. */
async function toCountdown(page: Page, name: RegExp): Promise<readonly [name: string, ms: number]> {
  for (let steps = 0; steps < 60; steps += 1) {
    const found = Object.entries(await countdowns(page)).find(([term]) => name.test(term));
    if (found) return found;
    await advance(page, 10 * SECOND);
  }
  throw new Error(`There is no countdown ${name}.`);
}

/** Checks that the current content of the wall is legible. */
async function expectLegible(page: Page): Promise<void> {
  await page.evaluate(comeToRest);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const scene = `${await sceneOf(page)} at ${width} × ${height}`;
  const { texts, troubles, mapShare } = await readWall(page);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter(({ arcMin }) => arcMin < 15)).toEqual([]);
  expect(texts.filter(({ arcMin, isColored }) => isColored && arcMin < 20)).toEqual([]);
  expect(texts.filter(({ isColored }) => isColored).length).toBeGreaterThanOrEqual(2);
  for (const name of ['Houston', 'Madrid', 'Canberra', 'Baikonur', 'ORBITA-1', 'ISS']) {
    expect(texts.map(({ text }) => text)).toContain(`${name} on the map`);
  }
  expect(troubles, scene).toEqual([]);
  expect(mapShare).toBeGreaterThanOrEqual(1);
  const { overflowX, overflowY, clipped } = await layoutOf(page);
  expect(clipped, scene).toEqual([]);
  expect(Math.max(overflowX, overflowY)).toBeLessThanOrEqual(0);
}

/** Advances past a countdown's end to the scene that it triggers. An anomaly of that minute triggers its own. */
async function toCalledUp(page: Page, countdown: RegExp, scene: string): Promise<string> {
  for (let tries = 0; tries < 4; tries += 1) {
    const [name, ms] = await toCountdown(page, countdown);
    await advance(page, ms + 2 * SECOND);
    const shown = await sceneOf(page);
    if (shown === scene) return name;
    expect(shown).toBe('anomaly');
  }
  throw new Error(`Anomalies came with every ${countdown}.`);
}

/** Includes broader and upright ones. The tests return to the first one. */
const SCREENS = [
  [1920, 1080],
  [2560, 1080],
  [1080, 1920],
] as const;

/** Everything on a wall has a share of its size, so that only the longest text is also tested at its largest. */
const LARGE_SCREEN = [3840, 2160] as const;

type Screen = (typeof SCREENS)[number] | typeof LARGE_SCREEN;

/** Resizes the wall, and waits until its map is drawn. */
async function showOn(page: Page, [width, height]: Screen): Promise<void> {
  await resize(page, width, height);
  const isDrawn = () =>
    page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => Math.abs(canvas.width - canvas.clientWidth) <= 1);
  await expect.poll(isDrawn).toBe(true);
}

/**
 * Runs in the page: gives the header the longest name of an anomaly and a count of others. Returns the texts that it had
 * before, with which a second call restores it.
 */
function writeAnomaly(
  banner: Element,
  [name, others]: readonly (string | undefined)[],
): (string | undefined)[] {
  const rollUp = banner.querySelector('p[data-level]');
  const [, what, more] = rollUp?.children ?? [];
  if (!rollUp || !what) throw new Error('No anomaly is shown.');
  const before = [what.textContent ?? '', more?.textContent ?? undefined];
  what.textContent = name ?? '';
  if (others === undefined) more?.remove();
  else (more ?? rollUp.appendChild(document.createElement('span'))).textContent = others;
  return before;
}

/** Runs in the page: returns the parts of clock and mode that the header cuts off. */
function cutOffInHeader(banner: Element): readonly string[] {
  const texts = [/^\d\d:\d\d:\d\d$/, /^[A-Z ]+$/];
  const walker = document.createTreeWalker(banner, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (!texts.some((one) => one.test(text))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    for (
      let outer = node.parentElement;
      outer && outer !== banner.parentElement;
      outer = outer.parentElement
    ) {
      if (outer !== banner && !/hidden|clip/.test(getComputedStyle(outer).overflow)) continue;
      const limits = outer.getBoundingClientRect();
      if (box.left < limits.left - 1 || box.right > limits.right + 1 || box.bottom > limits.bottom + 4)
        found.push(text);
    }
  }
  return found;
}

/** Checks that the header shows the whole clock and mode beside the longest anomaly, at the present size. */
async function expectRoomInHeader(page: Page): Promise<void> {
  const at = `the longest anomaly at ${Object.values(page.viewportSize() ?? {}).join(' × ')}`;
  const header = page.getByRole('banner');
  const before = await header.evaluate(writeAnomaly, ['Temperature', '+3']);
  await page.evaluate(comeToRest);
  expect(await header.evaluate(cutOffInHeader), at).toEqual([]);
  expect((await readWall(page)).troubles, at).toEqual([]);
  await header.evaluate(writeAnomaly, before);
}

/** Checks that the longest task of the duty crew is whole, also at the largest size. */
async function expectRoomForTask(page: Page): Promise<void> {
  const task = page.locator('dt:text-is("Duty crew") + dd');
  const longest = 'Verifies recovery from the Temperature anomaly';
  const before = await task.textContent();
  const write = (text: string | null) =>
    task.evaluate((element, written) => (element.textContent = written), text);
  await write(longest);
  for (const screen of [LARGE_SCREEN, SCREENS[0]]) {
    await showOn(page, screen);
    await page.evaluate(comeToRest);
    const { texts, troubles } = await readWall(page);
    expect(texts.map(({ text }) => text)).toContain(longest);
    expect(troubles, `the longest task at ${screen.join(' × ')}`).toEqual([]);
  }
  await write(before);
}

describe('a wall', () => {
  it('shows every scene of the wall in turn, complete and legible from five metres on any screen, without pop-ups', async () => {
    const [first, ...others] = SCREENS;
    const page = await openedWall();
    const seen: string[] = [];
    const canvas = await page.locator('canvas').elementHandle();
    // The mission starts with an anomaly of this minute.
    expect(await sceneOf(page)).toBe('anomaly');
    for (let steps = 0; steps < 60 && !SCENES.every((scene) => seen.includes(scene)); steps += 1) {
      await still(page, async () => {
        const scene = (await sceneOf(page)) ?? '';
        if (seen.includes(scene)) return;
        seen.push(scene);
        await expectLegible(page);
        expect(await axeViolations(page), scene).toEqual([]);
        if (scene === 'anomaly') {
          await expectContrast(page);
          await expectRoomInHeader(page);
        }
        // A scene's look on other screens does not depend on how it moved there.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const screen of others) {
          await showOn(page, screen);
          await expectLegible(page);
          if (scene === 'anomaly') await expectRoomInHeader(page);
        }
        if (scene === 'plan') await expectRoomForTask(page);
        else await showOn(page, first);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
      });
      await advance(page, 10 * SECOND);
    }
    expect(seen).toEqual(expect.arrayContaining(SCENES));
    expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
    const cursor = await page.evaluate(() => {
      const pointedAt = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      return pointedAt && getComputedStyle(pointedAt).cursor;
    });
    expect(cursor).toBe('none');
    expect(await page.locator('[data-sonner-toaster], dialog, [role="dialog"], button').count()).toBe(0);
    await expectClean(page);
  });

  it('calls up the sky at an AOS, complete and legible on any screen', async () => {
    const page = await openedWall();
    const contact = await toCalledUp(page, /^AOS/, 'sky');
    await still(page, async () => {
      expect(await sceneOf(page)).toBe('sky');
      expect(Object.keys(await countdowns(page))).toContain(contact.replace('AOS', 'LOS'));
      await page
        .getByRole('img', { name: /^Sky over / })
        .getByText('LOS')
        .waitFor();
      expect(await axeViolations(page)).toEqual([]);
      for (const screen of SCREENS) {
        await showOn(page, screen);
        // The satellite glides to its place on the new screen.
        await expect.poll(async () => (await readWall(page)).troubles, { interval: 250 }).toEqual([]);
        await expectLegible(page);
        const names = (await readWall(page)).texts.map(({ text }) => text);
        for (const figure of ['Elevation', 'Highest', 'Azimuth', 'Range', 'Light']) {
          expect(names, `at ${screen.join(' × ')}`).toContain(figure);
        }
      }
      await showOn(page, SCREENS[0]);
    });
  });

  it('changes its scenes under reduced motion at once, and moves nothing by itself', async () => {
    const page = await openedWall();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen = new Set<string | null>();
    for (let steps = 0; steps < 12 && seen.size < 3; steps += 1) {
      await advance(page, 10 * SECOND);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : 'unknown')),
      );
      const scene = await sceneOf(page);
      expect(moving, scene ?? '').toEqual([]);
      seen.add(scene);
    }
    expect(seen.size).toBe(3);
    expect(await page.locator('[data-pulse]').count()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expectClean(page);
  });

  it('shows current data after a day, has no memory growth, and can be left', async () => {
    const page = await openedWall();
    const nodesOfContacts = async (): Promise<number> => {
      for (let steps = 0; steps < 60 && (await sceneOf(page)) !== 'contacts'; steps += 1) {
        await advance(page, 10 * SECOND);
      }
      expect(await sceneOf(page)).toBe('contacts');
      return page.locator('*').count();
    };
    const before = await nodesOfContacts();
    // Gaps up to a day are simulated, here half an hour in all; a longer one is skipped.
    for (const hours of [1 / 6, 25, 1 / 6, 1 / 6]) await advance(page, hours * HOUR);
    expect(await nodesOfContacts()).toBeLessThan(before + 40);

    const [, ms] = await toCountdown(page, /^(AOS|LOS)/);
    expect(ms).toBeGreaterThan(0);
    const lag = () => still(page, async () => Math.abs((await shownTime(page)) - liveOf(page).now()));
    await expect.poll(lag).toBeLessThan(5 * SECOND);
    await expect.poll(() => page.getByText('Unknown', { exact: true }).count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.style.fontSize)).toBe('');
    await expectClean(page);
  });
});
