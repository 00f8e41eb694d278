import { describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { expectClean, openPage, problemsOf, sharedPage } from './harness.ts';
import { layoutOf, resize } from './layout.ts';
import { clickTab } from './operator.ts';

describe('the dashboard', () => {
  /** Opens the Overview, at any size. */
  const openedPage = sharedPage(async () => {
    const page = await openPage();
    await page.getByText('Connected to ORBITA-1').waitFor();
    return page;
  });

  it('the dashboard opens on the overview with header, tabs, cards and footer, and a clean console', async () => {
    const page = await openedPage();
    expect(await page.title()).toMatch(/ORBITA-1 Mission Control$/); // after the most urgent anomaly
    expect(await page.getByText('OPERATIONAL').isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('ORBITA-1');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Overview',
      'Telemetry',
      'Orbital',
      'Commands',
      'Timeline',
      'Anomalies',
    ]);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Overview');
    await page.getByRole('region', { name: 'Telemetry' }).getByRole('listitem').nth(4).waitFor();
    await page.getByRole('region', { name: 'Orbital Position' }).getByRole('table').waitFor();
    await page.getByRole('region', { name: 'Anomaly Detection' }).waitFor();
    await page.getByRole('region', { name: 'Mission Performance' }).waitFor();
    expect(await page.getByRole('contentinfo').textContent()).toContain('©');
    await expectClean(page);
  });

  it('the header shows the UTC time of this machine, and a mission start 7 days ago', async () => {
    const page = await openedPage();
    const shown = page.getByRole('banner').locator('time');
    await shown.waitFor();
    // Measured at one instant; on a busy machine the page may lag for a while.
    const behindMs = () =>
      page.evaluate(
        () => Date.now() - Date.parse(document.querySelector<HTMLTimeElement>('header time')?.dateTime ?? ''),
      );
    await expect.poll(async () => Math.abs(await behindMs())).toBeLessThan(2000);
    expect(await page.getByRole('banner').textContent()).toMatch(/MET7d 00:\d\d:\d\d/);
    const before = await shown.getAttribute('datetime');
    await expect.poll(() => shown.getAttribute('datetime')).not.toBe(before);
  });

  it('an upright screen gives its height to the anomalies, and leaves no card half empty', async () => {
    const page = await openedPage();
    await resize(page, 1080, 1920);
    const voidBelow = (name: string): Promise<number> =>
      page.getByRole('region', { name, exact: true }).evaluate((card) => {
        const leaves = [...card.querySelectorAll('*')].filter(({ children }) => children.length === 0);
        const bottoms = leaves.map((leaf) => leaf.getBoundingClientRect().bottom);
        return card.getBoundingClientRect().bottom - Math.max(...bottoms);
      });
    expect(await voidBelow('Orbital Position')).toBeLessThan(60);
    expect(await voidBelow('Mission Performance')).toBeLessThan(60);
    const list = await page.getByRole('region', { name: 'Anomaly Detection' }).boundingBox();
    expect(list?.height).toBeGreaterThan(500);
    await resize(page, 1280, 720);
  });

  it('a tab opens by a click, stays over a reload, and is left by going back', async () => {
    const page = await openedPage();
    await clickTab(page, 'Orbital');
    const tracking = page.getByRole('tabpanel', { name: 'Orbital' }).getByText('ISS Tracking').first();
    await tracking.waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('orbital');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload();
    await tracking.waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Orbital Position' }).waitFor();
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await expectClean(page);
  });

  it('the arrow keys move through the tabs', async () => {
    const page = await openedPage();
    await page.getByRole('tab', { name: 'Overview' }).focus();
    for (const name of ['Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies', 'Overview']) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name, selected: true }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
  });

  it.each([
    { width: 1024, height: 768 },
    { width: 1280, height: 720 },
    { width: 1366, height: 768 },
  ])('the overview’s map has the whole width of its card at $width px', async ({ width, height }) => {
    const page = await openedPage();
    await resize(page, width, height);
    const card = page.getByRole('region', { name: 'Orbital Position' });
    const map = card.locator('[data-frames]');
    await map.waitFor();
    const [whole, shown] = [await card.boundingBox(), await map.boundingBox()];
    expect(shown?.width).toBeGreaterThan(0.98 * (whole?.width ?? Number.NaN));
    expect((await layoutOf(page)).overflowY).toBeLessThanOrEqual(0);
  });

  it('the map takes what its card has left, also while the page says that its data are simulated', async () => {
    const page = await openPage({ isWithoutServices: true });
    await page.getByText('Using simulated data').waitFor();
    const card = page.getByRole('region', { name: 'Orbital Position' });
    await card.locator('[data-frames]').waitFor();
    for (const { width, height } of [
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await resize(page, width, height);
      const [whole, map] = [
        await card.boundingBox(),
        await card.locator('[data-frames]').locator('xpath=..').boundingBox(),
      ];
      // The rest is the heading, the positions and the sentence.
      expect((whole?.height ?? 0) - (map?.height ?? 0), `${width} × ${height}`).toBeLessThan(140);
    }
  });

  it.each([390, 1280])(
    'the telemetry tab has room for its charts and for the spacecraft’s values at %i px',
    async (width) => {
      const page = await openedPage();
      await clickTab(page, 'Telemetry');
      const telemetry = page.getByRole('region', { name: 'Telemetry' });
      await telemetry.getByRole('button', { name: 'Charts' }).click();
      await telemetry.getByRole('img').nth(4).waitFor();
      await resize(page, width, 844);
      for (const chart of await telemetry.getByRole('img').all()) {
        expect((await chart.boundingBox())?.width).toBeGreaterThan(150);
      }
      await telemetry.getByRole('button', { name: 'Diagram' }).click();
      await page.locator('[data-part]').first().waitFor();
      const outside = await page.locator('[data-part]').evaluateAll((parts) =>
        parts.flatMap((part) => {
          const box = part.querySelector('rect')?.getBoundingClientRect() ?? new DOMRect();
          const texts = [...part.querySelectorAll('text')].map(
            (text) => [text, text.getBoundingClientRect()] as const,
          );
          const inside = texts.filter(([, { top }]) => top < box.bottom - 4); // text below the box names a fault
          return inside.filter(([, { right }]) => right > box.right - 2).map(([text]) => text.textContent);
        }),
      );
      expect(outside).toEqual([]);
      await expectClean(page);
    },
  );

  /** The share of the window: with the diagram alone, and beside the charts. */
  it.each([
    [1280, 720, 0.5],
    [1920, 1080, 0.5],
    [2560, 1440, 0.35],
    [3840, 2160, 0.35],
  ])(
    'the telemetry tab shows the diagram without scrolling, with its values on demand, at %i × %i',
    async (width, height, share) => {
      const page = await openedPage();
      await clickTab(page, 'Telemetry');
      await resize(page, width, height);
      const card = page.getByRole('region', { name: 'Telemetry' });
      const toDiagram = card.getByRole('button', { name: 'Diagram' });
      const isAlone = width < 2200;
      await expect.poll(() => toDiagram.count()).toBe(isAlone ? 1 : 0);
      if (isAlone) await toDiagram.click();
      const spacecraft = page.getByRole('region', { name: 'Spacecraft' });
      await spacecraft.getByRole('list', { name: 'Faults' }).waitFor();
      expect(
        await spacecraft.evaluate((section) =>
          [...section.querySelectorAll('*')].some(
            (box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto',
          ),
        ),
      ).toBe(false);
      const diagram = await spacecraft.getByRole('img').first().boundingBox();
      expect((diagram?.width ?? 0) / width).toBeGreaterThan(share);
      if (!isAlone) await card.getByRole('img').first().waitFor();
    },
  );

  // orbital.test.ts, console.test.ts and assistive.test.ts check the other tabs, at the same size.
  it.each(['Overview', 'Telemetry'])('%s passes axe', async (name) => {
    const page = await openedPage();
    await resize(page, 1920, 1080);
    await clickTab(page, name);
    await page.getByRole('tabpanel', { name }).getByRole('region').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('the not-found page (spec §2)', () => {
  it('the not-found page is shown for any other path, passes axe, logs the visit and links home', async () => {
    const page = await openPage({ path: '/no/such/page' });
    await page.getByText('Oops! Page not found').waitFor();
    expect(await page.getByText('404', { exact: true }).isVisible()).toBe(true);
    const logged = (await page.consoleMessages()).map((message) => [message.type(), message.text()]);
    expect(logged).toEqual([['info', '404: no page at /no/such/page']]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByText('Connected to ORBITA-1').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await problemsOf(page)).toEqual([]);
  });
});
