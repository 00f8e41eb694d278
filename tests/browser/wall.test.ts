import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { GROUND_STATIONS, STATION_MASK } from '../../src/shared/entities/stations.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { siteOf } from '../../src/shared/orbit/observer.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import { findPasses } from '../support/passes.ts';
import { axeViolations, comeToRest, contrastViolations } from './axe.ts';
import { expectClean, openPage, type PageOptions, sharedPage } from './harness.ts';
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
/** Consoles of the running test. */
const consoles: LiveConsole[] = [];
afterEach(async () => {
  for (const live of consoles.splice(0)) await live.close();
});

async function openWall(options: PageOptions = {}): Promise<Page> {
  const live = await startConsole({ startTime: START });
  consoles.push(live);
  const page = await openPage({
    baseUrl: live.url,
    path: '/?display=wall',
    initScript: recordDrawnTexts,
    beforeLoad: (empty) => empty.addInitScript(holdableTime),
    ...options,
  });
  consoleOf.set(page, live);
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.locator('[data-frames]').waitFor();
  return page;
}

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

/** Checks axe's rules in both themes and in forced colours. */
async function expectAccessible(page: Page, scene: string): Promise<void> {
  const turn = (theme: string): Promise<string> =>
    page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
  expect(await axeViolations(page), scene).toEqual([]);
  await turn('light');
  expect(await contrastViolations(page), `${scene}, light`).toEqual([]);
  await turn('dark');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await contrastViolations(page), `${scene} in forced colours`).toEqual([]);
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

describe('a wall', () => {
  it('shows every scene of the wall in turn, complete and legible from five metres on any screen, without pop-ups', async () => {
    const [first, ...others] = SCREENS;
    const page = await openWall({ viewport: { width: first[0], height: first[1] } });
    const seen: string[] = [];
    const canvas = await page.locator('canvas').elementHandle();
    for (let steps = 0; steps < 60 && !SCENES.every((scene) => seen.includes(scene)); steps += 1) {
      await still(page, async () => {
        const scene = (await sceneOf(page)) ?? '';
        if (seen.includes(scene)) return;
        seen.push(scene);
        await expectLegible(page);
        await expectAccessible(page, scene);
        // A scene's look on other screens does not depend on how it moved there.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const screen of others) {
          await showOn(page, screen);
          await expectLegible(page);
        }
        await showOn(page, first);
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
});

/** For tests that put longer texts into the page than it has. */
const openedWall = sharedPage(() => openWall());

/**
 * Runs in the page: gives the header an anomaly with the longest name, and returns the parts of clock and mode that are
 * cut off.
 */
function cutOffBesideLongestAnomaly(banner: Element): readonly string[] {
  const rollUp = banner.querySelector('p[data-level]');
  const [, what, count] = rollUp?.children ?? [];
  if (!rollUp || !what) throw new Error('No anomaly is shown.');
  what.textContent = 'Temperature';
  const more = count ?? rollUp.appendChild(document.createElement('span'));
  more.textContent = '+3';
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

describe('the header of a wall', () => {
  it('shows the whole clock and mode beside the longest anomaly on a wall of any size', async () => {
    const page = await openedWall();
    const header = page.getByRole('banner');
    await header.locator('[data-level] > span').nth(1).waitFor();
    await still(page, async () => {
      for (const screen of SCREENS) {
        await showOn(page, screen);
        await page.evaluate(comeToRest);
        expect(await header.evaluate(cutOffBesideLongestAnomaly), `at ${screen.join(' × ')}`).toEqual([]);
        expect((await readWall(page)).troubles, `at ${screen.join(' × ')}`).toEqual([]);
      }
    });
  });
});

describe('the duty crew', () => {
  it('shows the longest task of the duty crew, whole, on a wall of any size', async () => {
    const page = await openedWall();
    const task = page.locator('dt:text-is("Duty crew") + dd');
    const isFound = () =>
      still(page, async () => {
        if ((await sceneOf(page)) !== 'plan' || (await task.textContent()) === 'Monitors') return false;
        const longest = 'Verifies recovery from the Temperature anomaly';
        await task.evaluate((element, text) => (element.textContent = text), longest);
        for (const screen of [LARGE_SCREEN, SCREENS[0]]) {
          await showOn(page, screen);
          await page.evaluate(comeToRest);
          const { texts, troubles } = await readWall(page);
          expect(texts.map(({ text }) => text)).toContain(longest);
          expect(troubles).toEqual([]);
        }
        return true;
      });
    let steps = 0;
    // Advances by half a scene at a time.
    for (; !(await isFound()); steps += 1) {
      expect(steps, 'scenes without the plan of a crew at work').toBeLessThan(60);
      await advance(page, 10 * SECOND);
    }
  });
});

describe('a wall left alone', () => {
  it('calls up the scene of an AOS, an eclipse and an anomaly', async () => {
    const page = await openWall();
    // The mission starts with an anomaly of this minute.
    expect(await sceneOf(page)).toBe('anomaly');

    const contact = await toCalledUp(page, /^AOS/, 'sky');
    await still(page, async () => {
      expect(await sceneOf(page)).toBe('sky');
      expect(Object.keys(await countdowns(page))).toContain(contact.replace('AOS', 'LOS'));
      await page
        .getByRole('img', { name: /^Sky over / })
        .getByText('LOS')
        .waitFor();
      await expectAccessible(page, 'sky');
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
    await toCalledUp(page, /Eclipse|Sunrise/, 'orbit');
  });

  it('says that the worker is lost, shows no unknown values, and recovers', async () => {
    const page = await openWall();
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const status = document.querySelector('main [data-link]');
      const note = () =>
        said.push(
          `${status?.textContent}: ${document.body.innerText.match(/Nominal|\d\.\d+ [V%W]/g) ?? 'unknown'}`,
        );
      if (status)
        new MutationObserver(note).observe(status, { characterData: true, subtree: true, childList: true });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    await page
      .workers()[0]
      ?.evaluate(() => close())
      .catch(() => undefined);
    await expect.poll(said).toContain('Link to the simulation lost: unknown');
    await expect.poll(async () => (await said()).at(-1)).toMatch(/^Connected to ORBITA-1: /);
    await page.getByText('Nominal').first().waitFor();
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  it('shows current data after a day, has no memory growth, and can be left', async () => {
    const page = await openWall();
    await advance(page, HOUR);
    await toCountdown(page, /^(AOS|LOS)/);
    const nodesOfScene = () =>
      page.evaluate(
        () =>
          [
            document.querySelector('[data-scene]')?.getAttribute('data-scene'),
            document.querySelectorAll('*').length,
          ] as const,
      );
    const sceneNodes = new Map([await nodesOfScene()]);
    // Gaps up to a day are simulated, here two hours in all; a longer one is skipped.
    for (const hours of [1 / 6, 1 / 6, 1 / 6, 25, 1 / 6, 1 / 6, 1 / 6]) {
      await advance(page, hours * HOUR);
      const [scene, nodes] = await nodesOfScene();
      const before = sceneNodes.get(scene);
      if (before === undefined) sceneNodes.set(scene, nodes);
      else expect(nodes).toBeLessThan(before + 40);
    }

    await toCountdown(page, /^(AOS|LOS)/);
    const [shown, now] = await still(page, async () => {
      const time = await shownTime(page);
      expect(Math.abs(time - liveOf(page).now())).toBeLessThan(5 * SECOND);
      return [await countdowns(page), time] as const;
    });
    const { orbita } = createPropagators();
    if (!orbita.ok) throw new Error(orbita.message);
    const passes = GROUND_STATIONS.filter(({ active }) => active).flatMap(({ name, lat, lng }) =>
      findPasses(orbita.value, siteOf({ latitude: lat, longitude: lng, altitudeKm: 0 }), {
        from: epochMs(now - HOUR),
        to: epochMs(now + 24 * HOUR),
        minElevation: STATION_MASK,
      }).map((pass) => ({ name, ...pass })),
    );
    const current = passes
      .filter(({ aos, los }) => aos <= now && now < los)
      .toSorted((a, b) => b.los - a.los)[0];
    const next = passes.filter(({ aos }) => aos > now).toSorted((a, b) => a.aos - b.aos)[0];
    const [name, time] = current ? [`LOS ${current.name}`, current.los] : [`AOS ${next?.name}`, next?.aos];
    expect(Object.keys(shown)).toContain(name);
    expect(Math.abs((shown[name] ?? 0) - ((time ?? 0) - now))).toBeLessThan(3 * SECOND);
    await expect.poll(() => page.getByText('Unknown', { exact: true }).count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.style.fontSize)).toBe('');
    await expectClean(page);
  });
});

describe('a wall under reduced motion', () => {
  it('changes the scenes of a wall under reduced motion at once, and moves nothing by itself', async () => {
    const page = await openWall({ reducedMotion: 'reduce' });
    const seen = new Set<string | null>();
    for (let steps = 0; steps < 12; steps += 1) {
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : 'unknown')),
      );
      const scene = await sceneOf(page);
      expect(moving, scene ?? '').toEqual([]);
      seen.add(scene);
      await advance(page, 10 * SECOND);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    expect(await page.locator('[data-pulse]').count()).toBe(0);
    await expectClean(page);
  });
});
