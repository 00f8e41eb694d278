import type { Page } from 'playwright-core';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const ROUNDS = 3;
const WARM_UP_MS = 3000;
const WATCHED_MS = 5000;

interface FrameCost {
  /** Script on the main thread, milliseconds a frame. */
  readonly scriptMs: number;
  /** Everything on the main thread, milliseconds a frame. */
  readonly taskMs: number;
  readonly framesPerS: number;
}

async function watchFrames(page: Page): Promise<FrameCost> {
  await page.evaluate(() => {
    const counter = window as unknown as { frames: number };
    counter.frames = 0;
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
    const frames = await page.evaluate(() => (window as unknown as { frames: number }).frames);
    return {
      frames,
      scriptS: metric('ScriptDuration'),
      taskS: metric('TaskDuration'),
      timeS: metric('Timestamp'),
    };
  };
  await page.waitForTimeout(WARM_UP_MS);
  const before = await read();
  await page.waitForTimeout(WATCHED_MS);
  const after = await read();
  const frames = after.frames - before.frames;
  return {
    scriptMs: (1000 * (after.scriptS - before.scriptS)) / frames,
    taskMs: (1000 * (after.taskS - before.taskS)) / frames,
    framesPerS: frames / (after.timeS - before.timeS),
  };
}

const format = (costs: readonly FrameCost[]): string =>
  costs.map(({ taskMs, framesPerS }) => `${taskMs.toFixed(2)} ms at ${framesPerS.toFixed(0)}/s`).join(', ');

/** Script on the main thread for each frame of a tab, against an empty PixiJS stage as large as its map. */
export async function measureFrames(
  { browser, appUrl, pagesUrl }: Bench,
  tab: 'Overview' | 'Orbital',
  viewport: { readonly width: number; readonly height: number },
): Promise<Comparison> {
  const whole: FrameCost[] = [];
  const empty: FrameCost[] = [];
  let renderer = '';
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${appUrl}/?tab=${tab.toLowerCase()}`);
    const map = page.locator('[data-frames]');
    await map.waitFor();
    whole.push(await watchFrames(page));
    const box = await map.boundingBox();
    renderer = (await map.getAttribute('data-renderer')) ?? '';
    await page.close();

    const stage = await browser.newPage({ viewport });
    await stage.goto(
      `${pagesUrl}/empty-stage.html?width=${box?.width}&height=${box?.height}&renderer=${renderer}`,
    );
    await stage.waitForFunction('window.isReady');
    empty.push(await watchFrames(stage));
    await stage.close();
  }
  return {
    name: `${tab}, script a frame at ${viewport.width} × ${viewport.height} (${renderer})`,
    unit: 'ms',
    measured: whole.map(({ scriptMs }) => scriptMs),
    floor: empty.map(({ scriptMs }) => scriptMs),
    against: 'an empty PixiJS stage of the map’s size',
    notes: { 'whole main thread': format(whole), 'of the empty stage': format(empty) },
  };
}
