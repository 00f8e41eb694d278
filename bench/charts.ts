import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../src/shared/kit/units.ts';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const HOUR = MS_PER_H;
const WEEK = 7 * MS_PER_DAY;
/** Spans that the range buttons and the zoom select. */
const SPANS_MS = [2 * MS_PER_MIN, 10 * MS_PER_MIN, HOUR, 6 * HOUR, MS_PER_DAY, WEEK];
const ROUNDS = 40;
const WARM_UP = 5;

interface ChartsPage {
  prepare(lengthMs: number, back: number): Promise<void>;
  redraw(): Promise<void>;
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN;

/**
 * Compares the script time of redrawing the five charts over a week, and at any zoom, with that over an hour. Counts
 * CPU milliseconds of the main thread, since waiting for another process does no work.
 */
export async function measureCharts({ browser, pagesUrl }: Bench): Promise<readonly Comparison[]> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${pagesUrl}/charts.html`);
  await page.waitForFunction('window.redraw');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  };
  const taken: number[][] = SPANS_MS.map(() => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [index, span] of SPANS_MS.entries()) {
      await page.evaluate(([length, back]) => (window as unknown as ChartsPage).prepare(length, back), [
        span,
        round,
      ] as const);
      const before = await scriptMs();
      await page.evaluate(() => (window as unknown as ChartsPage).redraw());
      taken[index]?.push((await scriptMs()) - before);
    }
  }
  await page.close();
  const of = (span: number): readonly number[] => taken[SPANS_MS.indexOf(span)]?.slice(WARM_UP) ?? [];
  const worst = SPANS_MS.map((span) => p95(of(span)));
  return [
    {
      id: 'charts-week',
      name: 'Redraw of the five charts over 7 days',
      unit: 'ms',
      measured: of(WEEK),
      floor: of(HOUR),
      against: 'over an hour',
    },
    {
      id: 'charts-zoom',
      name: 'Redraw of the five charts at the slowest zoom, p95',
      unit: 'ms',
      measured: [Math.max(...worst)],
      floor: of(HOUR),
      against: 'over an hour, median',
      notes: {
        'p95 of each zoom': SPANS_MS.map(
          (span, index) => `${span / MS_PER_MIN} min: ${worst[index]?.toFixed(1)} ms`,
        ).join(', '),
      },
    },
  ];
}
