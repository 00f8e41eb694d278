import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { expectClean, openPage, type PageOptions, sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { readPicture } from './picture.ts';

const OBJECTS = ['ORBITA-1', 'ISS', 'Houston', 'Madrid', 'Canberra', 'Baikonur'];

const mapOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Orbital Position' }).locator('[data-frames]');
const objectOf = (page: Page, name: string): Locator =>
  mapOf(page).getByRole('button', { name, exact: true });
const detailsOf = (page: Page): Locator => mapOf(page).getByRole('tooltip');

/** Both satellites are over oceans then, with nothing in front of them; at other hours one may pass over a station. */
const START = Date.UTC(2026, 10, 20, 14, 56);

const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

/** Opens the map of a separate mission. */
async function openMap(options: PageOptions = {}): Promise<Page> {
  const live = await startConsole({ startTime: START });
  consoles.push(live);
  const page = await openPage({ baseUrl: live.url, ...options });
  await mapOf(page).waitFor();
  await objectOf(page, 'Houston').waitFor();
  return page;
}

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

/** True if an element lies within the map, to the pixel. */
async function isInsideMap(page: Page, element: Locator): Promise<boolean> {
  const [inner, outer] = [await element.boundingBox(), await mapOf(page).boundingBox()];
  if (!inner || !outer) return false;
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}

/** Returns the middle of an object's button, in CSS pixels of the page. */
async function middleOf(object: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await object.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

describe('the objects of the map', () => {
  const openedMap = sharedPage(() => openMap());

  it.each([
    ['a desk', 1280, 720],
    ['a phone', 390, 844],
  ] as const)(
    'the objects of the map show their details under the pointer, on %s',
    async (_, width, height) => {
      const page = await openedMap();
      await resize(page, width, height);
      for (const name of ['Houston', 'Madrid', 'Canberra', 'Baikonur']) {
        await page.mouse.move(0, 0);
        // The map may still resize, which moves the object away from under the pointer.
        const pointAt = async (): Promise<string> => {
          const { x, y } = await middleOf(objectOf(page, name));
          await page.mouse.move(x, y);
          return (await detailsOf(page).allTextContents()).join();
        };
        await expect
          .poll(pointAt)
          .toMatch(
            new RegExp(
              `${name}.*Coordinates\\d+\\.\\d\\d° [NS], \\d+\\.\\d\\d° [EW]Station(Active|Inactive).*Scheduled pass\\d\\d:\\d\\d UTC$`,
            ),
          );
        await expect.poll(() => isInsideMap(page, detailsOf(page))).toBe(true);
      }
      await page.mouse.move(0, 0);
      await detailsOf(page).waitFor({ state: 'detached' });
      await expectClean(page);
    },
  );

  it('the details of an object stay open under the pointer', async () => {
    const page = await openedMap();
    await resize(page, 1920, 1080);
    // The map may still resize, which moves the details away from under the pointer.
    const moveIntoDetails = async (): Promise<number> => {
      await objectOf(page, 'ISS').hover();
      await detailsOf(page).waitFor();
      const { x, y } = await middleOf(detailsOf(page));
      await page.mouse.move(x, y, { steps: 12 });
      return detailsOf(page).and(page.locator(':hover')).count();
    };
    await expect.poll(moveIntoDetails).toBe(1);
    await page.keyboard.press('Escape');
    await detailsOf(page).waitFor({ state: 'detached' });
  });

  it('the objects of the map are reached with the Tab key, and their details closed with Escape', async () => {
    const page = await openedMap();
    await resize(page, 1920, 1080);
    await objectOf(page, 'ORBITA-1').focus();
    for (const name of OBJECTS) {
      expect(await focusedName(page)).toBe(name);
      await detailsOf(page).getByText(name, { exact: true }).waitFor();
      const described = await objectOf(page, name).getAttribute('aria-describedby');
      expect(described).toBe(await detailsOf(page).getAttribute('id'));
      await expect.poll(() => isInsideMap(page, detailsOf(page))).toBe(true);
      await page.keyboard.press('Tab');
    }
    await detailsOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Tab');
    await detailsOf(page).getByText('Baikonur', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await detailsOf(page).waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('Baikonur');
    await expectClean(page);
  });

  it('the details of a satellite give its position as the table does', async () => {
    const page = await openedMap();
    await objectOf(page, 'ORBITA-1').focus();
    const terms = detailsOf(page).getByRole('term');
    await expect
      .poll(() => terms.allTextContents())
      .toEqual(['Latitude', 'Longitude', 'Altitude', 'Speed', 'Illumination', 'Next contact']);
    const both = () =>
      page.evaluate(() =>
        ['[role="tooltip"] dd', 'tr[data-satellite="orbita"] td'].map((values) =>
          [...document.querySelectorAll(values)].slice(0, 3).map((value) => value.textContent),
        ),
      );
    await expect.poll(async () => new Set((await both()).map((values) => values.join())).size).toBe(1);
  });

  it('the objects of the map are large enough to hit', async () => {
    const page = await openedMap();
    await resize(page, 390, 844);
    for (const name of OBJECTS) {
      const { width = 0, height = 0 } = (await objectOf(page, name).boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
  });
});

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Position of a satellite in the table, in degrees. */
async function placeOf(page: Page, id: 'orbita' | 'iss'): Promise<Place> {
  const cells = await page.locator(`tr[data-satellite="${id}"] td`).allTextContents();
  const read = (text = ''): number => Number.parseFloat(text) * (/[SW]/.test(text) ? -1 : 1);
  return { latitude: read(cells[0]), longitude: read(cells[1]) };
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rectangle of an element in a screenshot, in its pixels. */
async function pixelsOf(element: Locator, pixelRatio: number): Promise<Rectangle> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { x: x * pixelRatio, y: y * pixelRatio, width: width * pixelRatio, height: height * pixelRatio };
}

/** Largest distance of a marker's pixels, in page pixels; beyond it, its colour is that of a radio beam. */
const MARKER_REACH = 18;

/**
 * Returns the offset of a marker from its expected place, in pixels of a screenshot: the centroid of the connected area
 * in the marker's colour.
 */
function findMarker(png: Buffer, color: readonly number[], map: Rectangle, place: Place, pixelRatio: number) {
  const start = {
    x: ((place.longitude + 180) * map.width) / 360,
    y: map.height / 2 - (place.latitude * map.width) / 360, // the poles may be omitted
  };
  const { width: across, data } = readPicture(png);
  const brightness = (pixel: readonly number[]) => pixel.reduce((sum, value) => sum + value, 0);
  /** Share of a pixel that the marker covers: its rim blends into its dark halo. */
  const coverOf = (x: number, y: number): number => {
    // The map wraps around at its edges.
    const column = Math.floor(map.x) + ((((x - Math.floor(map.x)) % map.width) + map.width) % map.width);
    const index = 4 * (y * across + Math.floor(column));
    const pixel = [...data.subarray(index, index + 3)];
    const share = brightness(pixel) / brightness(color);
    const isItsHue = pixel.every((value, channel) => Math.abs(value - (color[channel] ?? 0) * share) < 20);
    return isItsHue && share > 0.4 ? Math.min(1, share) : 0;
  };
  const pending = [[Math.floor(map.x + start.x), Math.floor(map.y + start.y)]];
  const seen = new Set<string>();
  let [sumX, sumY, area] = [0, 0, 0];
  for (let pixel = pending.pop(); pixel; pixel = pending.pop()) {
    const [x = 0, y = 0] = pixel;
    const cover = coverOf(x, y);
    const isNear = Math.hypot(x - map.x - start.x, y - map.y - start.y) <= MARKER_REACH * pixelRatio;
    if (cover === 0 || !isNear || seen.has(String(pixel))) continue;
    seen.add(String(pixel));
    sumX += (x + 0.5 - map.x - start.x) * cover;
    sumY += (y + 0.5 - map.y - start.y) * cover;
    area += cover;
    pending.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  return { offX: sumX / area, offY: sumY / area, area };
}

const MARKERS = [
  { id: 'orbita', color: [0xc5, 0x8c, 0xff] },
  { id: 'iss', color: [0x6e, 0xa8, 0xfe] },
] as const;

const SIZES = [
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
] as const;

describe('a marker', () => {
  const deviceScaleFactor = 2;
  const openedMap = sharedPage(async () => {
    const page = await openMap({
      deviceScaleFactor,
      isWithoutServices: true,
      // The Sun's glow below a marker's rim would count as part of it.
      initScript: () => localStorage.setItem('orbita.map-layers', '{"bodies":false}'),
    });
    // A track has its satellite's colour and would count as part of a marker that it touches.
    for (const name of ['Trail', 'Lead']) await page.getByLabel(name).selectOption({ label: 'none' });
    // A ring that spreads when a sample arrives would count as well.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('[data-pulse] { display: none; }');
      document.adoptedStyleSheets.push(sheet);
    });
    // Picture and table then show the same instant.
    await page.getByRole('tab', { name: 'Overview' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('banner').getByText('SIM PAUSED').first().waitFor();
    return page;
  });

  it.each(SIZES)(
    'a marker is at the position of its satellite at $width × $height, with a pixel ratio of 2',
    async ({ width, height }) => {
      const page = await openedMap();
      await resize(page, width, height);
      await mapOf(page).scrollIntoViewIfNeeded();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      for (const { id, color } of MARKERS) {
        // Waits until the map is drawn in its new size.
        await expect
          .poll(async () => {
            const png = await page.screenshot();
            const map = await pixelsOf(mapOf(page), deviceScaleFactor);
            const { area, offX, offY } = findMarker(
              png,
              color,
              map,
              await placeOf(page, id),
              deviceScaleFactor,
            );
            // Allows a page pixel for objects in front of the rim, and the movement in the second by which the table
            // lags.
            const most = deviceScaleFactor + (0.15 * map.width) / 360;
            return area > 50 && Math.hypot(offX, offY) < most
              ? 'there'
              : `${area} px, off by ${offX}, ${offY}`;
          })
          .toBe('there');
      }
    },
  );
});
