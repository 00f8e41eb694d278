import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';
import type { ViewCost } from './pages/map-views.ts';

const ROUNDS = 3;
const COUNTS = [1, 10, 100, 1000] as const;

interface MapPage {
  measureSatellites(count: number): Promise<number>;
  measureChart(): Promise<number>;
  measureEmpty(): Promise<number>;
}

/** Growth of a frame's cost with the number of satellites, and cost of redrawing the base map, at 4K. */
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
  measureView(view: string, width: number): Promise<ViewCost>;
}

/** Script a frame of the lit map, as the whole plane, zoomed and as a globe, at rest and moving. */
export async function* measureMapViews({ browser, pagesUrl }: Bench): AsyncGenerator<Comparison> {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: width / 2 } });
    await page.goto(`${pagesUrl}/map-views.html`);
    await page.waitForFunction('window.measureView');
    for (const { id, view } of VIEWS) {
      const costs: ViewCost[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        costs.push(
          await page.evaluate(
            (given) => (window as unknown as MapViewsPage).measureView(given.view, given.width),
            { view, width },
          ),
        );
      }
      yield {
        id: `map-${id}-${width}`,
        name: `Map at ${width} × ${width / 2}, ${view}, script a frame (canvas)`,
        unit: 'ms',
        measured: costs.map(({ scriptMs }) => scriptMs),
        floor: costs.map(({ emptyMs }) => emptyMs),
        against: 'a frame of an empty stage',
        notes: { 'longest frame': costs.map(({ longestMs }) => longestMs.toFixed(1)).join(', ') },
      };
    }
    await page.close();
  }
}
