import type { Page } from 'playwright-core';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const ROUNDS = 3;
const WARM_UP_MS = 3000;
const WATCHED_MS = 5000;

interface Viewport {
  readonly width: number;
  readonly height: number;
}

/**
 * CPU milliseconds, not wall-clock time: at 4K, drawing without a GPU keeps every core busy, and a waiting script does
 * no work. The wait shows in the frames and in the long tasks.
 */
interface FrameCost {
  /** Script on the main thread, milliseconds per frame. */
  readonly scriptMs: number;
  /** All work on the main thread, milliseconds per frame. */
  readonly taskMs: number;
  readonly framesPerS: number;
  /** Main-thread tasks of more than 50 ms, per minute. */
  readonly longTasksPerMin: number;
}

async function watchFrames(page: Page): Promise<FrameCost> {
  await page.evaluate(() => {
    const counter = window as unknown as { frames: number; longTasks: number };
    counter.frames = 0;
    counter.longTasks = 0;
    new PerformanceObserver((list) => {
      counter.longTasks += list.getEntries().length;
    }).observe({ type: 'longtask' });
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
    const { frames, longTasks } = await page.evaluate(() => {
      const counter = window as unknown as { frames: number; longTasks: number };
      return { frames: counter.frames, longTasks: counter.longTasks };
    });
    return {
      frames,
      longTasks,
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
    longTasksPerMin: (60 * (after.longTasks - before.longTasks)) / (after.timeS - before.timeS),
  };
}

const format = (costs: readonly FrameCost[]): string =>
  costs.map(({ taskMs, framesPerS }) => `${taskMs.toFixed(2)} ms at ${framesPerS.toFixed(0)}/s`).join(', ');

/** Screens to measure, and how to open them. */
const SCREENS = {
  Overview: '/',
  Orbital: '/?tab=orbital',
  Telemetry: '/?tab=telemetry',
  Wall: '/?display=wall',
  'Wall at 60×': '/?display=wall&rate=60',
} as const;

const viewportText = ({ width, height }: Viewport): string => `${width} × ${height}`;

/**
 * Compares the main-thread script per frame of a screen with that of an empty PixiJS stage of the size of its map, or
 * of its window.
 */
export async function measureFrames(
  { browser, appUrl, pagesUrl }: Bench,
  screen: keyof typeof SCREENS,
  viewport: Viewport,
): Promise<Comparison> {
  const whole: FrameCost[] = [];
  const empty: FrameCost[] = [];
  let renderer = '';
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${appUrl}${SCREENS[screen]}`);
    await page.getByText('Connected to ORBITA-1').waitFor();
    const map = page.locator('[data-frames]');
    if (screen !== 'Telemetry') await map.waitFor();
    whole.push(await watchFrames(page));
    const hasMap = (await map.count()) > 0;
    const box = hasMap ? await map.boundingBox() : viewport;
    renderer = (hasMap && (await map.getAttribute('data-renderer'))) || 'canvas';
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
    id: `frame-${screen.toLowerCase().replace(/ at (\d+)×/, '-$1')}-${viewport.width}`,
    name: `${screen}, script a frame at ${viewportText(viewport)} (${renderer})`,
    unit: 'ms',
    measured: whole.map(({ scriptMs }) => scriptMs),
    floor: empty.map(({ scriptMs }) => scriptMs),
    against: 'an empty PixiJS stage of the map’s size',
    notes: {
      'whole main thread': format(whole),
      'of the empty stage': format(empty),
      'long tasks a minute': whole.map(({ longTasksPerMin }) => longTasksPerMin.toFixed(0)).join(', '),
    },
  };
}

/** Highest rate of mission time, and the usual one. */
const HIGHEST_RATE = '3600×';
const USUAL_RATE = '1×';

/** Measures the Overview at a rate of mission time that no anomaly slows down. */
async function watchAtRate({ browser, appUrl }: Bench, rate: string, viewport: Viewport): Promise<FrameCost> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(() => {
    localStorage.setItem('orbita.slow-on-critical', 'false');
    localStorage.setItem('orbita.tour-done', 'true');
  });
  await page.goto(appUrl);
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.locator('[data-frames]').waitFor();
  await page.getByLabel('Rate', { exact: true }).selectOption(rate);
  const cost = await watchFrames(page);
  await page.close();
  return cost;
}

/** Script per sixtieth of a second: with fewer frames, the same script handles the updates. */
const scriptPer60th = ({ scriptMs, framesPerS }: FrameCost): number => (scriptMs * framesPerS) / 60;

/** Compares the Overview at the highest rate with the same page at 1×: main-thread script and frames. */
export async function measureRateFrames(bench: Bench, viewport: Viewport): Promise<readonly Comparison[]> {
  const fast: FrameCost[] = [];
  const usual: FrameCost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    fast.push(await watchAtRate(bench, HIGHEST_RATE, viewport));
    usual.push(await watchAtRate(bench, USUAL_RATE, viewport));
  }
  const against = `the same page at ${USUAL_RATE}`;
  return [
    {
      id: `frame-rate-${viewport.width}`,
      name: `Overview at ${HIGHEST_RATE}, script a frame of 1/60 s at ${viewportText(viewport)}`,
      unit: 'ms',
      measured: fast.map(scriptPer60th),
      floor: usual.map(scriptPer60th),
      against,
      notes: {
        'whole main thread': format(fast),
        [`at ${USUAL_RATE}`]: format(usual),
        'long tasks a minute': fast.map(({ longTasksPerMin }) => longTasksPerMin.toFixed(0)).join(', '),
      },
    },
    {
      id: `frames-rate-${viewport.width}`,
      name: `Overview at ${HIGHEST_RATE}, frames a second at ${viewportText(viewport)}`,
      unit: 'frames/s',
      measured: fast.map(({ framesPerS }) => framesPerS),
      floor: usual.map(({ framesPerS }) => framesPerS),
      against,
    },
  ];
}
