import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../src/shared/orbit/frames.ts';
import { createPropagator, type OrbitalElements } from '../../src/shared/orbit/propagator.ts';
import { epochMs } from '../../src/shared/units.ts';
import { syntheticElements } from '../support/synthetic-fleet.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';

const START = Date.UTC(2026, 10, 20, 14, 56);

const consoles: LiveConsole[] = [];
afterAll(async () => {
  for (const live of consoles) await live.close();
});

const mapOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Orbital Position' }).locator('[data-frames]');
const button = (page: Page, name: string): Locator => mapOf(page).getByRole('button', { name, exact: true });
const detailsOf = (page: Page): Locator => mapOf(page).getByRole('tooltip');
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Satellites' });

/** Over the Pacific, where nothing else is. */
const OVER_PACIFIC: OrbitalElements = {
  ...syntheticElements(7, 'geostationary'),
  OBJECT_NAME: 'PACIFIC 7',
  INCLINATION: 0.01,
};

/** Where SGP4 has a satellite, as shares of the whole plane. */
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

/** A satellite over a longitude, made of one over another. */
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

const loadedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /fleet-(worker|layer)|start-fleet|FleetObjects|SatellitesDialog/.test(name)),
  );

describe('added satellites', () => {
  it('are pasted by keyboard, found on the map, followed, and there again after a reload', async () => {
    const live = await startConsole({ startTime: START });
    consoles.push(live);
    const page = await openPage({
      baseUrl: live.url,
      isAtFullRate: true,
      viewport: { width: 1280, height: 720 },
    });
    await button(page, 'Satellites').waitFor();
    expect(await loadedFiles(page)).toEqual([]);

    const pacific = movedTo(-140, OVER_PACIFIC);
    await button(page, 'Satellites').focus();
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
      .poll(() => button(page, 'Satellites').evaluate((it) => it === document.activeElement))
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
    await page.keyboard.press('Escape');

    await page.reload();
    await button(page, 'Satellites').waitFor();
    await find();

    await button(page, 'Satellites').click();
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
