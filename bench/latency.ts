import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

/** Compares the latency from a tick in the worker to the changed atom on the page with a bare `postMessage` echo. */
export async function measureLatency({ browser, pagesUrl }: Bench): Promise<Comparison> {
  const page = await browser.newPage();
  await page.goto(`${pagesUrl}/latency.html`);
  await page.waitForFunction('window.measureLatency');
  const { measured, floor } = await page.evaluate(() =>
    (
      window as unknown as { measureLatency(): Promise<{ measured: number[]; floor: number[] }> }
    ).measureLatency(),
  );
  await page.close();
  return {
    id: 'tick-to-atom',
    name: 'Tick to atom, one telemetry sample',
    unit: 'ms',
    measured,
    floor,
    against: 'a postMessage echo',
  };
}
