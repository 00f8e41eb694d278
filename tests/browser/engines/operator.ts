import type { AxeResults } from 'axe-core';
import { expect } from 'vitest';
import { AXE_TAGS, comeToRest, countedViolations, type Violations } from '../axe.ts';
import { readPicture } from '../picture.ts';
import type { EnginePage } from './engine.ts';
import { AXE_PATH, CLOCK_CHANNEL, type EngineConsole } from './engine-console.ts';
import type { PageTools, Target } from './page-tools.ts';

/** An operator at the console in any browser, with a mouse and a keyboard. */

/** Polls rarely: a browser beside others on two cores is slow, and each poll makes it slower. */
const PATIENCE = { interval: 200 };

/** Expects a value to become what is expected of it. */
export const eventually = <Value>(read: () => Value | Promise<Value>, message = '') =>
  expect.poll(read, { ...PATIENCE, message });

type WithTools = { readonly tools: PageTools };

/** Returns the texts of all visible elements that match. */
export const textsOf = (page: EnginePage, target: Target): Promise<readonly string[]> =>
  page.evaluate((sought) => (window as unknown as WithTools).tools.textOf(sought), target);

export const countOf = async (page: EnginePage, target: Target): Promise<number> =>
  (await textsOf(page, target)).length;

export const problemsOf = (page: EnginePage): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as WithTools).tools.problems);

const describeTarget = (target: Target): string => JSON.stringify(target);

export async function waitFor(page: EnginePage, target: Target): Promise<void> {
  await eventually(() => countOf(page, target), describeTarget(target)).toBeGreaterThan(0);
}

export async function waitForNone(page: EnginePage, target: Target): Promise<void> {
  await eventually(() => countOf(page, target), describeTarget(target)).toBe(0);
}

/** Presses an element once it stops moving and nothing covers it, again if the page has moved it away meanwhile. */
export async function press(page: EnginePage, target: Target): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const point = await page.evaluate(
      async (sought) => (await (window as unknown as WithTools).tools.pointOf(sought)) ?? null,
      target,
    );
    if (!point) return false;
    await page.click(point.x, point.y);
    // A page that it has left cannot answer.
    return page.evaluate(() => (window as unknown as WithTools).tools.hasHit()).catch(() => true);
  };
  await eventually(isDone, describeTarget(target)).toBe(true);
}

/** Activates a control wherever it is, for tests that are not about pressing on a page that moves. */
export async function activate(page: EnginePage, target: Target): Promise<void> {
  const isDone = () =>
    page.evaluate((sought) => (window as unknown as WithTools).tools.activate(sought), target);
  await eventually(isDone, describeTarget(target)).toBe(true);
}

/** Opens a path of the console and waits until its mission runs. */
export async function openConsole(page: EnginePage, served: EngineConsole, path: string): Promise<void> {
  await page.goto(`${served.url}${path}`);
  await isConnected(page);
}

export async function isConnected(page: EnginePage): Promise<void> {
  await eventually(() => page.evaluate(() => /Connected\s+to ORBITA-1/.test(document.body.textContent))).toBe(
    true,
  );
}

/** Mission time that the header shows. */
const shownTime = (page: EnginePage): Promise<number> =>
  page.evaluate(() =>
    Date.parse(document.querySelector<HTMLTimeElement>('header time[datetime]')?.dateTime ?? ''),
  );

/** Advances mission, services and gateway, and waits until the page shows it. */
export async function advance(page: EnginePage, served: EngineConsole, ms: number): Promise<void> {
  const before = await shownTime(page);
  await page.evaluate(
    ([channel, later]) => {
      const clock = new BroadcastChannel(channel);
      clock.postMessage(later);
      clock.close();
    },
    [CLOCK_CHANNEL, ms] as const,
  );
  served.advance(ms);
  await eventually(() => shownTime(page)).toBeGreaterThanOrEqual(before + ms);
}

/** Returns the findings that persist once the page has settled; transient ones are ignored. */
export async function lasting<Finding>(look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  let found: readonly Finding[] = [];
  await expect
    .poll(
      async () => {
        found = await look();
        return found.length;
      },
      { ...PATIENCE, timeout: 60_000 },
    )
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** Returns axe's findings in a part of the page, given as a selector, like `axeViolations`. */
export async function violationsOn(page: EnginePage, within = 'html'): Promise<Violations> {
  await page.evaluate(async (path) => {
    if ('axe' in window) return;
    const script = document.createElement('script');
    script.src = path;
    document.head.append(script);
    await new Promise((resolve) => script.addEventListener('load', resolve, { once: true }));
  }, AXE_PATH);
  await page.evaluate(comeToRest, undefined);
  const results = await page.evaluate(
    async ([part, tags]) => {
      const { axe } = window as unknown as {
        axe: { run(part: string, options: object): Promise<AxeResults> };
      };
      const { violations } = await axe.run(part, { runOnly: tags, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    [within, AXE_TAGS] as const,
  );
  return countedViolations({ violations: results as unknown as AxeResults['violations'] });
}

/** Shape of the displayed map. */
export interface MapShape {
  /** Ratio of its width to that of its card. */
  readonly share: number;
  /** Ratio of its width to the largest that fits its frame at the widest aspect ratio. */
  readonly fit: number;
  /** Ratio of width to height. */
  readonly ratio: number;
}

export interface ShownMap extends MapShape {
  /** Number of its colours, quantized to 64 by 32 by 8. */
  readonly colors: number;
}

/** Scrolls the map into view, and measures it; `null` if there is none. */
const placedMap = (page: EnginePage) =>
  page.evaluate(() => {
    const canvas = document.querySelector('[data-frames] canvas');
    const card = canvas?.closest('section');
    const frame = canvas?.closest('[class*="mapFrame"]');
    if (!canvas || !card || !frame) return null;
    canvas.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom, width, height } = canvas.getBoundingClientRect();
    const widest = Number.parseFloat(getComputedStyle(frame.firstElementChild ?? frame).aspectRatio);
    return {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, innerWidth),
      bottom: Math.min(bottom, innerHeight),
      share: width / card.clientWidth,
      fit: width / Math.min(frame.clientWidth, widest * frame.clientHeight),
      ratio: width / height,
      windowWidth: innerWidth,
    };
  });

/** Measures the map without a picture of it; `null` if there is none. */
export const shapeOfMap = (page: EnginePage): Promise<MapShape | null> => placedMap(page);

/** Measures the map in a screenshot; `undefined` if there is none. */
export async function shownMap(page: EnginePage): Promise<ShownMap | undefined> {
  const found = await placedMap(page);
  if (!found) return undefined;
  const picture = readPicture(await page.screenshot());
  const scale = picture.width / found.windowWidth;
  const colors = new Set<number>();
  for (let y = Math.ceil(found.top * scale); y < Math.floor(found.bottom * scale); y += 2) {
    for (let x = Math.ceil(found.left * scale); x < Math.floor(found.right * scale); x += 2) {
      const at = 4 * (y * picture.width + x);
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(at, at + 3);
      colors.add(((red >> 2) << 10) | ((green >> 3) << 3) | (blue >> 5));
    }
  }
  return { share: found.share, fit: found.fit, ratio: found.ratio, colors: colors.size };
}

/** Returns for each visible chart whether it is drawn; an empty canvas has one colour. */
export const drawnCharts = (page: EnginePage): Promise<readonly boolean[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.uplot canvas')]
      .filter((canvas) => canvas.checkVisibility())
      .map((canvas) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const colors = new Set<string>();
        for (let at = 0; at < pixels.length && colors.size <= 3; at += 4 * 7)
          colors.add(String(pixels.slice(at, at + 4)));
        return colors.size > 3;
      }),
  );
