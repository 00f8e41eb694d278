import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { expectClean, openPage } from './harness.ts';

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Orbital Position' });
const mapOf = (page: Page): Locator => cardOf(page).locator('[data-frames]');
const layersButton = (page: Page): Locator =>
  cardOf(page).getByRole('button', { name: 'Layers', exact: true });

async function openPlaces(page: Page): Promise<void> {
  await layersButton(page).click();
  await page.getByRole('button', { name: 'Places', exact: true }).click();
}
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Places' });

describe('places of a user', () => {
  it('places of a user are picked on the map by keyboard and pointer, searched, and there again after a reload', async () => {
    const page = await openPage({ viewport: { width: 1280, height: 720 } });
    await layersButton(page).waitFor();

    await layersButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Places', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'Add place' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Add place' }).click();
    await dialogOf(page).getByLabel('Name').fill('Camp');
    await dialogOf(page).getByRole('button', { name: 'Use my location' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Pick on the map' }).click();
    const layer = mapOf(page).getByRole('button', { name: /^Pick a place on the map/ });
    await layer.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await mapOf(page).getByRole('button', { name: 'Pick a place on the map: 0.00° N, 7.20° E' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialogOf(page).getByLabel('Longitude').inputValue()).toBe('7.2');
    await expect.poll(() => dialogOf(page).getByLabel('Name').inputValue()).toBe('Camp');

    await dialogOf(page).getByRole('button', { name: 'Pick on the map' }).click();
    const box = await layer.boundingBox();
    if (!box) throw new Error('There is no map.');
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2 + box.width / 8);
    const latitude = async () => Number(await dialogOf(page).getByLabel('Latitude').inputValue());
    await expect.poll(async () => Math.abs((await latitude()) + 45)).toBeLessThan(1);
    await dialogOf(page).getByRole('button', { name: 'Add place' }).click();

    await dialogOf(page).getByRole('button', { name: 'Add place' }).click();
    await dialogOf(page).getByLabel('Search cities and stations').fill('tromso ksat');
    await dialogOf(page)
      .getByRole('button', { name: /^Tromsø/ })
      .click();
    await dialogOf(page).getByRole('button', { name: 'Add place' }).click();
    await dialogOf(page).getByLabel('Seen from').selectOption('Camp');
    expect(await axeViolations(page)).toEqual([]);

    await page.reload();
    await openPlaces(page);
    await dialogOf(page).getByLabel('Show Tromsø').waitFor();
    const seenFrom = dialogOf(page).getByLabel('Seen from').locator(':checked');
    await expect.poll(() => seenFrom.textContent()).toBe('Camp');
    await expectClean(page);
  });
});
