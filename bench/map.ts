import type { CDPSession, Page } from 'playwright-core';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const ROUNDS = 3;
const COUNTS = [1, 10, 100, 1000] as const;

interface MapPage {
  measureSatellites(count: number): Promise<number>;
  measureChart(): Promise<number>;
  measureEmpty(): Promise<number>;
}

/** Measures how a frame's cost grows with the number of satellites, and the cost of redrawing the base map, at 4K. */
export async function measureMap({ browser, pagesUrl }: Bench): Promise<readonly Comparison[]> {
  const page = await browser.newPage();
  await page.goto(`${pagesUrl}/map.html`);
  await page.waitForFunction('window.measureEmpty');
  const samples = await page.evaluate(
    async ({ rounds, counts }) => {
      const { measureSatellites, measureEmpty, measureChart } = window as unknown as MapPage;
      const empty: number[] = [];
      const chart: number[] = [];
      const costs = counts.map((): number[] => []);
      for (let round = 0; round < rounds; round++) {
        empty.push(await measureEmpty());
        chart.push(await measureChart());
        for (const [index, count] of counts.entries()) costs[index]?.push(await measureSatellites(count));
      }
      return { empty, costs, chart };
    },
    { rounds: ROUNDS, counts: COUNTS },
  );
  await page.close();
  const against = 'a frame of an empty stage';
  return [
    ...COUNTS.map((count, index) => ({
      id: `map-${count}`,
      name: `Map at 3840 × 1920 with ${count} satellites, script a rendered frame (canvas)`,
      unit: 'ms',
      measured: samples.costs[index] ?? [],
      floor: samples.empty,
      against,
    })),
    {
      id: 'map-chart',
      name: 'Map at 3840 × 1920, everything below the satellites redrawn',
      unit: 'ms',
      measured: samples.chart,
      floor: samples.empty,
      against,
    },
  ];
}

const VIEWS = [
  { id: 'lit', view: 'lit' },
  { id: 'lit-rate', view: 'lit at 3600×' },
  { id: 'zoomed', view: 'zoomed' },
  { id: 'zoomed-moving', view: 'zoomed, moving' },
  { id: 'globe', view: 'globe' },
  { id: 'globe-turning', view: 'globe, turning' },
] as const;
const WIDTHS = [1920, 3840] as const;

interface MapViewsPage {
  readonly FRAMES: number;
  openView(view: string, width: number): Promise<void>;
  drawEmpty(): Promise<void>;
  drawFrames(): Promise<void>;
  closeView(): void;
}

interface ViewCosts {
  readonly measured: number[];
  readonly floor: number[];
}

/**
 * Measures the main-thread CPU time per frame of a view and of the empty stage. The browser paints a canvas after the
 * script, on the same thread.
 */
async function measureView(page: Page, session: CDPSession, view: string, width: number): Promise<ViewCosts> {
  const costs: ViewCosts = { measured: [], floor: [] };
  const readMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const count = await page.evaluate(() => (window as unknown as MapViewsPage).FRAMES);
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate((given) => (window as unknown as MapViewsPage).openView(given.view, given.width), {
      view,
      width,
    });
    const start = await readMs();
    await page.evaluate(() => (window as unknown as MapViewsPage).drawEmpty());
    costs.floor.push(((await readMs()) - start) / count);
    // Warm-up: the first frames draw everything.
    await page.evaluate(() => (window as unknown as MapViewsPage).drawFrames());
    const drawn = await readMs();
    await page.evaluate(() => (window as unknown as MapViewsPage).drawFrames());
    costs.measured.push(((await readMs()) - drawn) / count);
    await page.evaluate(() => (window as unknown as MapViewsPage).closeView());
  }
  return costs;
}

/** Measures frames of the lit map as whole plane, zoomed and as a globe, at rest and moving. */
export async function* measureMapViews({ browser, pagesUrl }: Bench): AsyncGenerator<Comparison> {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: width / 2 } });
    await page.goto(`${pagesUrl}/map-views.html`);
    await page.waitForFunction('window.openView');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const { id, view } of VIEWS) {
      const { measured, floor } = await measureView(page, session, view, width);
      const text = (costs: readonly number[]): string => costs.map((ms) => ms.toFixed(1)).join(', ');
      yield {
        id: `map-${id}-${width}`,
        name: `Map at ${width} × ${width / 2}, ${view}, main thread a frame (canvas)`,
        unit: 'ms',
        measured,
        floor,
        against: 'a frame of an empty stage',
        notes: { 'ms of each run': text(measured), 'of the empty stage': text(floor) },
      };
    }
    await page.close();
  }
}
