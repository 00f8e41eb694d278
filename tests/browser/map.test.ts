import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectClean, openPage, type PageOptions, problemsOf, sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { breakResizeObserver, pretendGraphicsCard, refuseWebGl } from './page-faults.ts';

const mapOf = (page: Page) =>
  page.getByRole('region', { name: 'Orbital Position' }).locator('[data-renderer]');

async function openMap(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.locator('[data-frames]').waitFor();
  return page;
}

const framesOf = (page: Page): Promise<number> =>
  page.locator('[data-frames]').evaluate((map) => Number((map as HTMLElement).dataset.frames));

/** Returns the page's problems except what software WebGL reports about a test's screenshots. */
const problemsBesideScreenshots = async (page: Page): Promise<readonly string[]> =>
  (await problemsOf(page)).filter((problem) => !problem.includes('GPU stall due to ReadPixels'));

const pixelsOf = async (page: Page): Promise<string> => (await mapOf(page).screenshot()).toString('base64');

/** Without a graphics card a map drawn by WebGL occupies a core, and a smaller one less of it. */
const SMALL_DESK = { width: 961, height: 600 } as const;

describe.each([
  ['canvas', refuseWebGl],
  ['webgl', pretendGraphicsCard],
] as const)('the map drawn by %s', (renderer, initScript) => {
  const openedMap = sharedPage(() => openMap({ initScript, deviceScaleFactor: 1.5, viewport: SMALL_DESK }));

  it(`the map is drawn by ${renderer}, moves from frame to frame and is as sharp as the screen`, async () => {
    const page = await openedMap();
    expect(await mapOf(page).getAttribute('data-renderer')).toBe(renderer);
    const blur = () =>
      mapOf(page)
        .locator('canvas')
        .evaluate((canvas) =>
          Math.abs(
            (canvas as HTMLCanvasElement).width - canvas.getBoundingClientRect().width * devicePixelRatio,
          ),
        );
    await expect.poll(blur).toBeLessThanOrEqual(2);

    const before = await pixelsOf(page);
    await expect.poll(() => pixelsOf(page), { interval: 500 }).not.toBe(before);
    const frames = await framesOf(page);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(frames + 5);
    expect(await problemsBesideScreenshots(page)).toEqual([]);
  });

  it(`the map drawn by ${renderer} follows the size of the window`, async () => {
    const page = await openedMap();
    const blur = () =>
      mapOf(page)
        .locator('canvas')
        .evaluate(
          (canvas) =>
            (canvas as HTMLCanvasElement).width - canvas.getBoundingClientRect().width * devicePixelRatio,
        );
    const before = (await mapOf(page).boundingBox())?.width ?? 0;
    await page.setViewportSize({ width: 700, height: 630 });
    await expect.poll(async () => (await mapOf(page).boundingBox())?.width).not.toBe(before);
    await expect.poll(async () => Math.abs(await blur())).toBeLessThanOrEqual(2);
    const { width: across = 0, height = 0 } = (await mapOf(page).boundingBox()) ?? {};
    expect(Math.abs(across / height - 2)).toBeLessThan(0.02);
    expect(await problemsBesideScreenshots(page)).toEqual([]);
  });

  // Only WebGL has contexts that run out and that are lost.
  if (renderer !== 'webgl') return;
  it('the map comes back with its tab, and is restored after a lost WebGL context', async () => {
    const page = await openedMap();
    await resize(page, SMALL_DESK.width, SMALL_DESK.height);
    for (let round = 0; round < 2; round++) {
      await page.getByRole('tab', { name: 'Commands' }).click();
      await mapOf(page).waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.locator('[data-frames]').waitFor();
    }
    await expect.poll(() => page.locator('canvas').count()).toBe(1); // the charts of the Overview are drawn as SVG
    // Faster than a map starts: several start at once, for a tab that is already gone.
    for (let round = 0; round < 6; round++) {
      await page.keyboard.press('4');
      await page.keyboard.press('1');
    }
    await page.locator('[data-frames]').waitFor();
    await expect.poll(() => page.locator('canvas').count()).toBe(1);

    await mapOf(page)
      .locator('canvas')
      .evaluate((canvas) => {
        (canvas as HTMLElement).dataset.generation = 'lost';
        const context = (canvas as HTMLCanvasElement).getContext('webgl2');
        context?.getExtension('WEBGL_lose_context')?.loseContext();
      });
    await page.locator('canvas[data-generation="lost"]').waitFor({ state: 'detached' });
    await mapOf(page).locator('canvas').waitFor();
    const frames = await framesOf(page);
    await expect.poll(() => framesOf(page)).not.toBe(frames);
    const before = await pixelsOf(page);
    await expect.poll(() => pixelsOf(page), { interval: 500 }).not.toBe(before);
    expect(await problemsBesideScreenshots(page)).toEqual([]);
  });
});

it('a browser whose ResizeObserver throws shows every card, and charts and map follow the window', async () => {
  const page = await openMap({ initScript: breakResizeObserver, viewport: { width: 1280, height: 720 } });
  const canvases = page.locator('canvas');
  await expect.poll(() => canvases.count()).toBe(1); // the charts of the Overview are drawn as SVG
  const widths = () =>
    canvases.evaluateAll((all) =>
      all.map((canvas) => [
        (canvas as HTMLCanvasElement).width,
        Math.round(canvas.getBoundingClientRect().width),
      ]),
    );
  const before = await widths();
  await page.setViewportSize({ width: 1700, height: 900 });
  await expect
    .poll(async () =>
      (await widths()).every(
        ([drawn = 0, shown = 0], index) =>
          Math.abs(drawn - shown) <= 1 && shown > (before[index]?.[1] ?? 0) + 10,
      ),
    )
    .toBe(true);
  for (const tab of ['Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel').getByRole('region').first().waitFor();
  }
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  expect(await page.getByText(/failed|Try again/i).count()).toBe(0);
  await expectClean(page);
});

describe('a map that fails', () => {
  it('a map reports a script or a renderer that fails to load, and a frame that fails to draw, and can be retried', async () => {
    let cut: RegExp | undefined = /\/MapCanvas-[^/]*\.js$/;
    const page = await openPage({
      initScript: refuseWebGl,
      beforeLoad: async (empty) => {
        await empty.route(/\.js$/, (route) =>
          cut?.test(route.request().url()) ? route.abort() : route.continue(),
        );
      },
    });
    const card = page.getByRole('region', { name: 'Orbital Position' });
    const again = card.getByRole('button', { name: 'Try again' });
    await card.getByText(/^The map failed/).waitFor();
    await card.getByRole('row', { name: /ISS/ }).waitFor();
    await again.click(); // this fails as well
    await again.waitFor();
    cut = /CanvasRenderer-.*\.js/;
    await again.click();
    await again.waitFor();
    cut = undefined;
    await again.click();
    await page.locator('[data-frames]').waitFor();
    expect(await again.count()).toBe(0);
    const problems = (await problemsOf(page)).filter(
      (problem) =>
        !/net::ERR_FAILED|ChunkError: the server cannot be reached|dynamically imported module/.test(problem),
    );
    expect(problems).toEqual([]);
    await page.evaluate(() => {
      CanvasRenderingContext2D.prototype.drawImage = () => {
        throw new Error('out of paint');
      };
    });
    await card.getByText('The map failed: out of paint').waitFor();
    await card.getByRole('row', { name: /ISS/ }).waitFor();
  });
});

it('the map ignores errors of other parts of the page while it starts', async () => {
  const page = await openPage({
    initScript: () => {
      addEventListener('DOMContentLoaded', () => {
        void Promise.reject(new TypeError('of another part'));
      });
    },
  });
  await page.locator('[data-frames]').waitFor();
  expect(await page.getByText(/^The map failed/).count()).toBe(0);
  expect(await problemsOf(page)).toEqual(['uncaught: of another part']);
});

/** Runs in the page without affecting styles: waits for this many clock changes. */
const clockTicks = (ticks: number): Promise<void> =>
  new Promise((resolve) => {
    let seen = 0;
    const clock = document.querySelector('header time');
    if (!clock) throw new Error('There is no clock.');
    new MutationObserver((_, observer) => {
      seen += 1;
      if (seen < ticks) return;
      observer.disconnect();
      resolve();
    }).observe(clock, { attributeFilter: ['datetime'] });
  });

it('a page at rest is styled for far fewer than all frames of the screen, and reduced motion slows the map to one a second and stops the footer animation', async () => {
  const page = await openPage({ isAtFullRate: true });
  await page.locator('[data-frames]').waitFor();
  await page.getByText('Connected to ORBITA-1').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const styled = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? Number.NaN;
  };
  const styledInTicks = async (ticks: number) => {
    const before = await styled();
    await page.evaluate(clockTicks, ticks);
    return (await styled()) - before;
  };
  // Content after the first view loads and draws first, for longer on a slower machine. A spreading ring and a pulsing
  // light are animated between the frames of the map.
  await expect.poll(() => styledInTicks(3)).toBeLessThan(90);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const framesInTick = async () => {
    const before = await framesOf(page);
    await page.evaluate(clockTicks, 1);
    return (await framesOf(page)) - before;
  };
  await expect.poll(framesInTick).toBeLessThan(10);
  const animation = await page
    .getByRole('contentinfo')
    .locator('[data-link] > [aria-hidden="true"]')
    .evaluate((indicator) => getComputedStyle(indicator).animationName);
  expect(animation).toBe('none');
  await expectClean(page);
});
