import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Box } from '../../src/ui/map/geometry/label-placement.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { coloursIn, readPicture } from './picture.ts';

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Orbital Position' });
const mapOf = (page: Page): Locator => cardOf(page).locator('[data-frames]');
/** Returns a button of the map's card: an object or a tool. */
const button = (page: Page, name: string): Locator => cardOf(page).getByRole('button', { name, exact: true });

/** Canberra is on the far side of the Earth from ORBITA-1, to the east, for some minutes. */
const START = Date.UTC(2026, 10, 20, 14, 10);

const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

const openedMap = sharedPage(async () => {
  const live = await startConsole({ startTime: START });
  consoles.push(live);
  const page = await openPage({
    baseUrl: live.url,
    isAtFullRate: true,
    viewport: { width: 1920, height: 1080 },
    reducedMotion: 'no-preference',
  });
  await button(page, 'Zoom in').waitFor();
  // The near side of the globe changes within minutes, so time is paused while the tests look.
  await page.keyboard.press('Space');
  await page.getByRole('banner').getByText('PAUSED').waitFor();
  return page;
});

/** Returns the middle of an object as shares of the whole plane; the map may omit the poles. */
async function placeOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const [object, map] = [await button(page, name).boundingBox(), await mapOf(page).boundingBox()];
  if (!object || !map) throw new Error(`${name} is not on the map.`);
  return {
    x: (object.x + object.width / 2 - map.x) / map.width,
    y: 0.5 + (object.y + object.height / 2 - map.y - map.height / 2) / (map.width / 2),
  };
}

/** Returns the pixels from the top of the window at a share of the plane's height. */
const heightIn = ({ y, width, height }: Box, share: number): number =>
  y + height / 2 + ((share - 0.5) * width) / 2;

/** Width of the canvas in pixels: as drawn, and as displayed. */
const canvasWidths = (page: Page): Promise<readonly [number, number]> =>
  mapOf(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.clientWidth]);

/** Adds a style sheet to the page during an action. */
async function withStyle(page: Page, css: string, act: () => Promise<void>): Promise<void> {
  const added = await page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, css);
  try {
    await act();
  } finally {
    await added.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
  }
}

/** Runs in the page: waits for several layouts, so that everything dependent on a size is rendered. */
async function nextLayouts(): Promise<void> {
  for (let layouts = 0; layouts < 5; layouts += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/** True if the map, which is animated, draws nothing for a second of frames, as when out of view. */
const isStill = (page: Page): Promise<boolean> =>
  mapOf(page).evaluate(async (map) => {
    const before = map.dataset.frames;
    for (let frames = 0; frames < 80; frames += 1) await new Promise(requestAnimationFrame);
    return map.dataset.frames === before;
  });

async function wheel(page: Page, x: number, y: number, delta: number): Promise<void> {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error('There is no map.');
  await page.mouse.move(box.x + x * box.width, heightIn(box, y));
  await page.mouse.wheel(0, delta);
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error('There is no map.');
  await page.mouse.move(box.x + from[0] * box.width, heightIn(box, from[1]));
  await page.mouse.down();
  await page.mouse.move(box.x + to[0] * box.width, heightIn(box, to[1]), { steps: 4 });
  await page.mouse.up();
}

/** Returns the number of different colours on the map. */
const colours = async (page: Page): Promise<number> => coloursIn(readPicture(await mapOf(page).screenshot()));

const BLOCK = 16;

/** Returns the mean brightness of each block of the map: lines moved by a pixel hardly change it. */
async function blocks(page: Page): Promise<readonly number[]> {
  const { width, height, data } = readPicture(await mapOf(page).screenshot());
  const across = Math.ceil(width / BLOCK);
  const sums = new Array<number>(across * Math.ceil(height / BLOCK)).fill(0);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const block = Math.floor(y / BLOCK) * across + Math.floor(x / BLOCK);
      for (const channel of [0, 1, 2])
        sums[block] = (sums[block] ?? 0) + (data[4 * (y * width + x) + channel] ?? 0);
    }
  }
  return sums;
}

/** Returns the difference of two pictures relative to that of the second from an empty one. */
function difference(one: readonly number[], other: readonly number[]): number {
  const empty = Math.min(...other);
  const distance = other.reduce((sum, value, index) => sum + Math.abs(value - (one[index] ?? 0)), 0);
  return distance / other.reduce((sum, value) => sum + value - empty, 0);
}

/** Returns the map's picture during a drag to and fro by a pixel, which never lets it rest. */
async function blocksWhileDragged(page: Page): Promise<readonly number[]> {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 40, y);
  await page.mouse.down();
  let isTaken = false;
  const dragging = (async () => {
    for (let step = 1; !isTaken; step = 1 - step) await page.mouse.move(x + step, y);
  })();
  const taken = await blocks(page);
  isTaken = true;
  await dragging;
  await page.mouse.move(x, y);
  await page.mouse.up();
  return taken;
}

/** Place of Madrid on the whole plane. */
const MADRID = { x: (180 - 3.7) / 360, y: (90 - 40.4) / 180 };

const expectWhole = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await placeOf(page, 'Madrid')).x).toBeCloseTo(MADRID.x, 2);
  await expect.poll(async () => (await placeOf(page, 'Madrid')).y).toBeCloseTo(MADRID.y, 2);
};

const expectInMiddle = async (page: Page, name: string): Promise<void> => {
  await expect.poll(async () => (await placeOf(page, name)).x).toBeCloseTo(0.5, 1);
  await expect.poll(async () => (await placeOf(page, name)).y).toBeCloseTo(0.5, 1);
};

describe('the map', () => {
  beforeEach(async () => {
    const page = await openedMap();
    if (await button(page, 'Plane').count()) await button(page, 'Plane').click();
    // In one evaluation: while the map still moves back, the button may disappear at any moment.
    await page
      .getByRole('button', { name: 'Reset view', includeHidden: true })
      .evaluate((reset: HTMLButtonElement) => reset.click());
    await expectWhole(page);
  });

  it('keeps its picture in a box that is too narrow for one, as it may be while the page is laid out', async () => {
    const page = await openedMap();
    const widths = await canvasWidths(page);
    await withStyle(page, '[data-renderer] { width: 16px !important }', async () => {
      await expect.poll(async () => (await canvasWidths(page))[1]).toBe(16);
      await page.evaluate(nextLayouts);
      expect(await canvasWidths(page)).toEqual([widths[0], 16]);
    });
    await expect.poll(() => canvasWidths(page)).toEqual(widths);
  });

  it('hides a picture of another size until it is drawn again in sight', async () => {
    const page = await openedMap();
    const widths = await canvasWidths(page);
    const visibility = () =>
      mapOf(page)
        .locator('canvas')
        .evaluate((canvas) => getComputedStyle(canvas).visibility);
    await withStyle(page, '[data-renderer] { translate: 0 -300vh }', async () => {
      await expect.poll(() => isStill(page)).toBe(true);
      await withStyle(page, '[data-renderer] { width: 300px !important }', async () => {
        await expect.poll(visibility).toBe('hidden');
      });
    });
    await expect.poll(visibility).toBe('visible');
    expect(await canvasWidths(page)).toEqual(widths);
  });

  it('zooms by the wheel about the pointer, moves with a drag, and goes back on a double click', async () => {
    const page = await openedMap();
    await wheel(page, MADRID.x, MADRID.y, -500);
    await expect.poll(() => button(page, 'Houston').count()).toBe(0);
    const zoomed = await placeOf(page, 'Madrid');
    expect(zoomed.x).toBeCloseTo(MADRID.x, 2);
    expect(zoomed.y).toBeCloseTo(MADRID.y, 2);

    await drag(page, [0.5, 0.6], [0.6, 0.7]);
    await expect.poll(async () => (await placeOf(page, 'Madrid')).x).toBeCloseTo(MADRID.x + 0.1, 1);
    await expect.poll(async () => (await placeOf(page, 'Madrid')).y).toBeCloseTo(MADRID.y + 0.1, 1);

    await mapOf(page).dblclick({ position: { x: 40, y: 120 } });
    await expectWhole(page);
    await expectClean(page);
  });

  it('zooms and pans by keys and buttons, which are off the map, and whose head keeps its height', async () => {
    const page = await openedMap();
    const map = await mapOf(page).boundingBox();
    const head = () => cardOf(page).locator('header').boundingBox();
    const before = await head();
    expect(await button(page, 'Zoom out').count()).toBe(0);
    await button(page, 'Zoom in').click();
    await button(page, 'Reset view').waitFor();
    expect(await head()).toEqual(before);
    for (const name of ['Reset view', 'Zoom out', 'Zoom in', 'Globe', 'Layers']) {
      const tool = await button(page, name).boundingBox();
      if (!tool || !map) throw new Error(`There is no ${name}.`);
      expect(tool.y + tool.height, name).toBeLessThanOrEqual(map.y);
    }
    await expect.poll(async () => (await placeOf(page, 'Madrid')).y).toBeLessThan(MADRID.y - 0.1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await placeOf(page, 'Madrid')).x).toBeGreaterThan(MADRID.x + 0.03);
    await page.keyboard.press('-');
    await page.keyboard.press('0');
    await expectWhole(page);
  });

  it('shows a globe from above ORBITA-1, turned by dragging, whose far side has no objects', async () => {
    const page = await openedMap();
    const edgeColour = async () => {
      const { width, height, data } = readPicture(await mapOf(page).screenshot());
      const at = 4 * (Math.round(height / 2) * width + 6);
      return [...data.subarray(at, at + 3)];
    };
    const ocean = await edgeColour();
    await button(page, 'Globe').click();
    await button(page, 'Plane').waitFor();
    await expect.poll(() => button(page, 'Canberra').count()).toBe(0);
    // Space surrounds the globe.
    await expect.poll(edgeColour).not.toEqual(ocean);
    await expectInMiddle(page, 'ORBITA-1');
    await drag(page, [0.7, 0.5], [0.35, 0.35]);
    await drag(page, [0.7, 0.5], [0.35, 0.35]);
    await button(page, 'Canberra').waitFor();
    await button(page, 'Reset view').click();
    await expectInMiddle(page, 'ORBITA-1');
    await button(page, 'Plane').click();
    await expectWhole(page);
    await expect.poll(() => button(page, 'Reset view').count()).toBe(0);
    await expectClean(page);
  });

  it('fades from the plane to the globe, and not where the user prefers less motion', async () => {
    const page = await openedMap();
    /** Returns the fade durations, in milliseconds, of the pictures that overlay the map during an action. */
    const fadesDuring = async (act: () => Promise<void>): Promise<readonly unknown[]> => {
      const fades = await mapOf(page).evaluateHandle((map) => {
        const found: unknown[] = [];
        new MutationObserver(() => {
          for (const animation of map.querySelectorAll('canvas').item(1)?.getAnimations() ?? []) {
            found.push(animation.effect?.getTiming().duration);
          }
        }).observe(map, { childList: true, subtree: true });
        return found;
      });
      await act();
      await expect.poll(() => mapOf(page).locator('canvas').count()).toBe(1);
      return fades.jsonValue();
    };
    const turn = async (): Promise<void> => {
      await button(page, 'Globe').click();
      await expect.poll(() => button(page, 'Canberra').count()).toBe(0);
      await button(page, 'Plane').click();
      await button(page, 'Canberra').waitFor();
    };
    expect(new Set(await fadesDuring(turn))).toEqual(new Set([500]));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await fadesDuring(turn)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('shows the globe while it is dragged as at rest', async () => {
    const page = await openedMap();
    await page.locator('[data-detail="awaited"]').waitFor({ state: 'detached' });
    await button(page, 'Globe').click();
    await button(page, 'Plane').waitFor();
    await expect.poll(() => button(page, 'Canberra').count()).toBe(0);
    // The map is at rest.
    await expect.poll(async () => difference(await blocks(page), await blocks(page))).toBeLessThan(0.002);
    const dragged = await blocksWhileDragged(page);
    await expect.poll(async () => difference(dragged, await blocks(page))).toBeLessThan(0.05);
  });

  it('follows a satellite from the menu of layers', async () => {
    const page = await openedMap();
    await button(page, 'Zoom in').click();
    await button(page, 'Layers').click();
    const menu = page.getByRole('dialog', { name: 'Layers' });
    expect(await axeViolations(page)).toEqual([]);
    await menu.getByRole('radio', { name: 'ISS' }).check();
    await expect.poll(async () => (await placeOf(page, 'ISS')).x).toBeCloseTo(0.5, 1);
    await menu.getByRole('radio', { name: 'None' }).check();
    await page.keyboard.press('Escape');
  });

  it('shows the chosen layers on the map, on the next visit too', async () => {
    const page = await openedMap();
    await button(page, 'Layers').click();
    const menu = page.getByRole('dialog', { name: 'Layers' });
    const relief = menu.getByRole('checkbox', { name: 'Relief and city lights' });
    await relief.setChecked(false);
    const plain = await colours(page);
    await relief.check();
    await menu.getByRole('checkbox', { name: 'South Atlantic Anomaly' }).check();
    // Relief has many more colours than plain land and sea.
    await expect.poll(() => colours(page)).toBeGreaterThan(2 * plain);
    await page.reload();
    await expect.poll(() => colours(page)).toBeGreaterThan(2 * plain);
    await button(page, 'Layers').click();
    expect(await relief.isChecked()).toBe(true);
  });
});
