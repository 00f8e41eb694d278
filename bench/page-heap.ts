import type { Page } from 'playwright-core';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const ROUNDS = 3;
const SETTLED_AFTER_MS = 5000;

/** Heap of a page after garbage collection, in kB. */
async function collectedHeapKb(page: Page): Promise<number> {
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024;
}

/** Compares the heap of the Overview with that of an empty PixiJS stage. */
export async function measurePageHeap({ browser, appUrl, pagesUrl }: Bench): Promise<Comparison> {
  const measured: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(appUrl);
    await page.getByText('Connected to ORBITA-1').waitFor();
    measured.push(await collectedHeapKb(page));
    await page.close();

    const stage = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await stage.goto(`${pagesUrl}/empty-stage.html?width=1032&height=516&renderer=canvas`);
    await stage.waitForFunction('window.isReady');
    floor.push(await collectedHeapKb(stage));
    await stage.close();
  }
  return {
    id: 'page-heap',
    name: 'The Overview’s heap, collected',
    unit: 'kB',
    measured,
    floor,
    against: 'an empty PixiJS stage',
  };
}
