import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

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
