import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SATELLITES_KEY } from '../../src/ui/mission/fleet/atoms.ts';
import { syntheticElements } from '../support/synthetic-fleet.ts';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';
import { resize } from './layout.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

const passes = (page: Page) => page.getByRole('region', { name: 'Passes', exact: true });

/** For tests that each go to their sub-tab. */
const openedOrbital = sharedPage(async () => {
  const page = await openPage({ path: '/?tab=orbital' });
  await page.locator('[data-frames]').waitFor();
  return page;
});

async function onSatellite(name: string): Promise<Page> {
  const page = await openedOrbital();
  await resize(page, 1920, 1080);
  await page.getByRole('tab', { name, exact: true }).click();
  await region(page, `${name} Tracking`).waitFor();
  return page;
}

describe('the orbital tab', () => {
  it('the orbital tab starts with the ISS, and keeps the chosen satellite in the URL', async () => {
    const page = await openedOrbital();
    await region(page, 'ISS Tracking').waitFor();
    await page.getByRole('tab', { name: 'ORBITA-1', exact: true }).click();
    await region(page, 'ORBITA-1 Tracking').waitFor();
    await page.reload();
    await region(page, 'ORBITA-1 Tracking').waitFor();
    await page.goBack();
    await region(page, 'ISS Tracking').waitFor();
    await expectClean(page);
  });
});

describe.each([
  ['ISS', 'New York City', '7.66 km/s'],
  ['ORBITA-1', 'London', '7.58 km/s'],
] as const)('the sub-tab %s', (name, observer, velocity) => {
  it(`the sub-tab ${name} shows map, tracking, sky and ground stations with data, and updates them`, async () => {
    const page = await onSatellite(name);
    const tracking = region(page, `${name} Tracking`);
    await tracking.getByText(/^(VISIBLE|BELOW HORIZON)$/).waitFor();
    await tracking.getByText(/^(ECLIPSED|SUNLIT)$/).waitFor();
    const text = (await tracking.textContent()) ?? '';
    expect(text).toContain(`Velocity${velocity}`);
    expect(text).toMatch(/Azimuth\d+\.\d°/);
    expect(text).toMatch(/Range rate[−\d.]+ km\/s/);
    await region(page, `Sky over ${observer}`)
      .getByRole('img', { name: /^Sky over/ })
      .waitFor();
    const stations = region(page, 'Ground Stations');
    for (const station of ['Houston', 'Madrid', 'Canberra', 'Baikonur']) {
      await stations.getByRole('rowheader', { name: station }).waitFor();
    }
    const sentence = region(page, 'Orbital Position')
      .getByText(new RegExp(`^${name} over .+\\.$`))
      .first();
    expect(await sentence.textContent()).toMatch(
      /,\s\d+\.\d°\s[NS]\s\d+\.\d°\s[EW],\s(sunlit|in\spenumbra|in\seclipse);\s/,
    );
    const before = await tracking.innerText();
    await expect.poll(() => tracking.innerText()).not.toBe(before);
    await expectClean(page);
  });

  it(`the sub-tab ${name} passes axe`, async () => {
    const page = await onSatellite(name);
    await region(page, 'Ground Stations').getByRole('table').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('the sub-tab Passes', () => {
  it('the sub-tab Passes lists the passes of tonight, shows one in the sky, passes axe and is kept in the URL', async () => {
    const page = await openedOrbital();
    await page.getByRole('tab', { name: 'Passes', exact: true }).click();
    await passes(page)
      .getByText(/^Tonight over New York City/)
      .waitFor();
    await passes(page).getByLabel('Period').waitFor({ state: 'hidden' });
    await passes(page).getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Period').selectOption('Next 3 days');
    await passes(page)
      .getByRole('button', { name: /^ISS at / })
      .first()
      .click();
    await region(page, 'Chosen pass')
      .getByRole('img', { name: /^Sky over New York City: ISS / })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await passes(page).waitFor();
    await expectClean(page);
  });

  it('the orbital tab starts with the passes where the user has satellites of their own', async () => {
    const kept = JSON.stringify({ satellites: [{ elements: syntheticElements(1, 'sunSynchronous') }] });
    const page = await openPage({
      beforeLoad: (empty) =>
        empty.addInitScript(([key, text]) => localStorage.setItem(key, text), [
          SATELLITES_KEY,
          kept,
        ] as const),
    });
    await page.getByRole('tab', { name: 'Orbital' }).click();
    await page.getByRole('tab', { name: 'Passes', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'ISS', exact: true }).click();
    await region(page, 'ISS Tracking').waitFor();
    await expectClean(page);
  });
});

describe('the sub-tab of a satellite', () => {
  it('the map of the orbital tab draws the selected length of track', async () => {
    const page = await onSatellite('ISS');
    const map = page.locator('[data-renderer] canvas');
    const before = (await map.screenshot()).toString('base64');
    const [lead, trail] = [page.getByLabel('Lead'), page.getByLabel('Trail')];
    const lengths = [await lead.inputValue(), await trail.inputValue()] as const;
    await lead.selectOption('none');
    await trail.selectOption('1 orbit');
    await expect.poll(async () => (await map.screenshot()).toString('base64') !== before).toBe(true);
    await lead.selectOption(lengths[0]);
    await trail.selectOption(lengths[1]);
    await expectClean(page);
  });

  it('the same instant is marked on the elevation chart, the sky plot and the map', async () => {
    const page = await onSatellite('ISS');
    const sky = region(page, 'Sky over New York City');
    const chart = sky.getByRole('img', { name: /^Elevation over the pass: from / });
    await chart.hover();
    await sky.locator('svg [class*="pointed"]').waitFor();
    await page.locator('[data-cursor-mark]').waitFor();
    await page.getByRole('heading', { level: 1 }).hover();
    await sky.locator('svg [class*="pointed"]').waitFor({ state: 'detached' });
    await page.locator('[data-cursor-mark]').waitFor({ state: 'detached' });
  });
});
