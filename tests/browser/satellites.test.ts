import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { epochMs } from '../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../src/shared/orbit/elements.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../src/shared/orbit/propagator.ts';
import { syntheticElements } from '../support/synthetic-fleet.ts';
import { GROUP_SIZE } from '../support/upstream-answers.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { readPicture } from './picture.ts';

const START = Date.UTC(2026, 10, 20, 14, 56);

const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Orbital Position' });
const mapOf = (page: Page): Locator => cardOf(page).locator('[data-frames]');
const button = (page: Page, name: string): Locator => cardOf(page).getByRole('button', { name, exact: true });
const detailsOf = (page: Page): Locator => mapOf(page).getByRole('tooltip');
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Satellites' });

async function openSatellites(page: Page): Promise<void> {
  await button(page, 'Layers').click();
  await page.getByRole('button', { name: 'Satellites', exact: true }).click();
}

/** A satellite over an empty part of the Pacific. */
const OVER_PACIFIC: OrbitalElements = {
  ...syntheticElements(7, 'geostationary'),
  OBJECT_NAME: 'PACIFIC 7',
  INCLINATION: 0.01,
};

/** Place of a satellite by SGP4, as shares of the whole plane. */
function placeOf(elements: OrbitalElements): { readonly x: number; readonly y: number } {
  const propagator = createPropagator(elements);
  const time = epochMs(START);
  const state = propagator.ok ? propagator.value.stateAt(time) : undefined;
  if (!state) throw new Error('There is no orbit.');
  const { longitude, latitude } = ecefToGeodetic(
    stateToEcef(state, greenwichSiderealTime(time)).positionEcef,
  );
  return { x: (longitude + 180) / 360, y: (90 - latitude) / 180 };
}

/** Returns elements that put a satellite over another longitude. */
function movedTo(longitude: number, elements: OrbitalElements): OrbitalElements {
  const turn = longitude - (placeOf(elements).x * 360 - 180);
  const node = (((Number(elements.RA_OF_ASC_NODE) + turn) % 360) + 360) % 360;
  return { ...elements, RA_OF_ASC_NODE: node };
}

async function pointAt(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error('There is no map.');
  await page.mouse.move(box.x + x * box.width - 1, box.y + y * box.height);
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
}

describe('added satellites', () => {
  it('are pasted by keyboard, found on the map, followed, and there again after a reload', async () => {
    const live = await startConsole({ startTime: START });
    consoles.push(live);
    const page = await openPage({ baseUrl: live.url, viewport: { width: 1280, height: 720 } });
    await button(page, 'Layers').waitFor();

    const pacific = movedTo(-140, OVER_PACIFIC);
    await button(page, 'Layers').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Satellites', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page)
      .getByLabel('Elements')
      .fill(JSON.stringify([pacific, syntheticElements(8, 'lowLeo')]));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('2 satellites added.').waitFor();
    await dialogOf(page).getByText('Elements 14 hours old').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => button(page, 'Layers').evaluate((it) => it === document.activeElement))
      .toBe(true);

    const place = placeOf(pacific);
    const find = async (): Promise<void> => {
      await expect
        .poll(async () => {
          await pointAt(page, place);
          return detailsOf(page)
            .textContent({ timeout: 500 })
            .catch(() => '');
        })
        .toMatch(/^PACIFIC 7Catalogue number50007.*Altitude357\d\d\.\d kmSpeed3\.0[78] km\/s$/);
    };
    await find();
    expect(await axeViolations(page)).toEqual([]);

    for (let press = 0; press < 2; press += 1) {
      await page.mouse.down();
      await page.mouse.up();
    }
    await dialogOf(page).getByRole('heading', { name: 'PACIFIC 7 50007' }).waitFor();
    await dialogOf(page).getByLabel('Seen from').selectOption('Madrid');
    await dialogOf(page).getByText('Never above 5° of elevation at Madrid.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'All satellites' }).click();
    await dialogOf(page).getByRole('button', { name: 'Details of TEST 8 50008' }).click();
    await dialogOf(page).getByLabel('Frequency (MHz)').fill('145.8');
    await dialogOf(page).getByText('Doppler shift', { exact: true }).waitFor();
    await dialogOf(page)
      .getByRole('table', { name: /^Passes over Madrid/ })
      .waitFor();
    await dialogOf(page)
      .getByRole('img', { name: /^Sky over Madrid: TEST 8 rises at .* sets at .* It is now / })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The ISS has a magnitude, and so the longest description of its visibility.
    await dialogOf(page).getByRole('button', { name: 'All satellites' }).click();
    await dialogOf(page).getByRole('button', { name: 'Details of ISS 25544' }).click();
    await dialogOf(page)
      .getByText(/magnitude about/)
      .first()
      .waitFor();
    const scrolled = await dialogOf(page).evaluate((dialog) =>
      [...dialog.querySelectorAll('*')]
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto')
        .map(({ className }) => className),
    );
    expect(scrolled).toEqual([]);
    await page.keyboard.press('Escape');

    await page.reload();
    await button(page, 'Layers').waitFor();
    await find();

    await openSatellites(page);
    await dialogOf(page).getByRole('button', { name: 'Follow PACIFIC 7' }).click();
    for (let step = 0; step < 3; step += 1) await button(page, 'Zoom in').click();
    await expect
      .poll(async () => {
        await pointAt(page, { x: 0.5, y: 0.5 });
        return detailsOf(page)
          .textContent({ timeout: 500 })
          .catch(() => '');
      })
      .toContain('PACIFIC 7');
    await expectClean(page);
  });
});

describe('satellites from CelesTrak', () => {
  /** Returns the smallest RGB distance between a colour and the pixels around a place of the map. */
  async function distanceAt(
    page: Page,
    { x, y }: { readonly x: number; readonly y: number },
    colour: string,
  ) {
    const box = await mapOf(page).boundingBox();
    if (!box) throw new Error('There is no map.');
    const [left, top] = [box.x + x * box.width - 4, box.y + y * box.height - 4];
    const { data } = readPicture(await page.screenshot({ clip: { x: left, y: top, width: 9, height: 9 } }));
    const [red = 0, green = 0, blue = 0] = Buffer.from(colour.slice(1), 'hex');
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      least = Math.min(least, Math.hypot(r - red, g - green, b - blue));
    }
    return least;
  }

  const ADDED = GROUP_SIZE - 1;

  it('are listed, added with their group and updated; a group has its colour on the map', async () => {
    const live = await startConsole({ startTime: START });
    consoles.push(live);
    const page = await openPage({ baseUrl: live.url, viewport: { width: 1280, height: 720 } });
    await openSatellites(page);
    const dialog = dialogOf(page);
    await dialog.getByLabel('Group', { exact: true }).selectOption('Weather');
    await dialog.getByRole('button', { name: 'List group' }).click();
    await dialog.getByText(`${GROUP_SIZE} satellites, fetched from CelesTrak`).waitFor();
    // A group starts with the ISS, which belongs to the mission.
    await dialog.getByText('Of the mission', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Add all ${ADDED}` }).click();
    await dialog.getByRole('button', { name: `Weather ${ADDED}` }).waitFor();
    await dialog.getByRole('button', { name: 'Update elements' }).click();
    await dialog.getByText(`0 updated, ${ADDED} already the newest.`).waitFor();
    expect(live.upstream.calls('elements')).toBe(1);

    live.upstream.set('elements', '403-text');
    await dialog.getByLabel('Group', { exact: true }).selectOption('Science');
    await dialog.getByRole('button', { name: 'List group' }).click();
    await dialog
      .getByText(/CelesTrak is asked again from 16:5\d UTC on\. You can paste elements below/)
      .waitFor();

    const pacific = { ...movedTo(-140, OVER_PACIFIC), NORAD_CAT_ID: 70_007 };
    await dialog.getByLabel('Group of the satellites').fill('Mine');
    await dialog.getByLabel('Elements', { exact: true }).fill(JSON.stringify(pacific));
    await dialog.getByRole('button', { name: 'Add satellite' }).click();
    await dialog.getByRole('button', { name: 'Mine 1' }).waitFor();
    await page.keyboard.press('Escape');
    // The second group has the second colour. The edge of such a small dot is soft.
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--map-fleet', ...[1, 2, 3, 4, 5, 6].map((group) => `--group-${group}`)].map((name) =>
        style.getPropertyValue(name).trim(),
      );
    });
    const expectColour = (index: number): Promise<void> =>
      expect
        .poll(async () => {
          const distances: number[] = [];
          for (const colour of colours) distances.push(await distanceAt(page, placeOf(pacific), colour));
          return distances.indexOf(Math.min(...distances));
        })
        .toBe(index);
    await expectColour(2);

    live.upstream.set('elements', 'good');
    await openSatellites(page);
    await dialog.getByLabel('Group', { exact: true }).selectOption('All active');
    await dialog.getByRole('button', { name: 'List group' }).click();
    await dialog.getByRole('button', { name: 'Add all 2,999' }).click();
    await dialog.getByText('3,000 of 3,000').waitFor();
    // Active satellites are coloured by orbit; GEO has the fifth colour.
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Colour by orbit').check();
    await dialog.getByRole('button', { name: /^GEO / }).waitFor();
    await page.keyboard.press('Escape');
    await expectColour(5);
    await page.reload();
    await expectColour(5);
    await expectClean(page);
  });
});
