import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { BEHAVIOURS, KINDS } from '../support/upstream-answers.ts';
import type { LiveConsole } from './live-console.ts';
import { inWorker, setHidden, WORKER_FAULTS } from './page-faults.ts';

/** Random numbers from 0 (inclusive) to 1 (exclusive) of a seed, and choices made with them. */
export interface Chance {
  next(): number;
  pick<T>(choices: readonly [T, ...T[]] | readonly T[]): T;
}

/** Uses mulberry32: a test's random numbers must be the same on every machine. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(choices) {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('There is nothing to choose from.');
      return choice;
    },
  };
}

export interface Scene {
  readonly page: Page;
  readonly live: LiveConsole;
  readonly chance: Chance;
}

/** A fault to inject. Returns how to repair it, unless it recovers by itself. */
export type Mishap = (scene: Scene) => Promise<(() => Promise<void>) | undefined>;

/** Without a graphics card a map drawn by WebGL occupies a core, and a smaller one less of it. */
export const SMALL_DESK = { width: 961, height: 600 };

const HOUR_MS = 3_600_000;
const SIZES = [
  [320, 568],
  [3840, 2160],
  [844, 390],
  [1280, 720],
  [641, 2000],
  [1920, 1080],
] as const;

/** Buttons that change what is counted afterwards, or leave the page. */
const LEFT_ALONE =
  /^(Queue Command|Add Event|Cancel|Start|Complete|Undo|Put back|Execute.*|Export.*|Full screen.*|.*[Ww]all.*|.*about this console)$/;

export const MISHAPS: Readonly<Record<string, Mishap>> = {
  'the worker is killed': ({ page }) => inWorker(page, WORKER_FAULTS['is terminated']),
  'the worker hangs': ({ page }) => inWorker(page, WORKER_FAULTS.hangs),
  'the worker throws': ({ page }) => inWorker(page, WORKER_FAULTS.throws),
  'the WebGL context is lost': async ({ page }) => {
    await page.evaluate(() => {
      for (const canvas of document.querySelectorAll('canvas')) {
        if (!canvas.closest('[data-renderer="webgl"]')) continue; // querying another context type would create it
        canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
      }
    });
    return undefined;
  },
  'the network is cut': async ({ page }) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  'the services are slow': async ({ live }) => {
    for (const kind of KINDS) live.upstream.set(kind, 'slow-12s');
    return async () => live.upstream.reset();
  },
  'the services answer nonsense': async ({ live, chance }) => {
    for (const kind of KINDS) live.upstream.set(kind, chance.pick(BEHAVIOURS));
    return async () => live.upstream.reset();
  },
  'the gateway is restarted': async ({ live }) => {
    live.restartGateway();
    return undefined;
  },
  'the tab is hidden': async ({ page }) => {
    await setHidden(page, true);
    return () => setHidden(page, false);
  },
  'the machine sleeps': async ({ page, live, chance }) => {
    await live.advance(page, Math.round((0.1 + 12 * chance.next()) * HOUR_MS));
    return undefined;
  },
  'the clock moves back': async ({ page, live, chance }) => {
    await live.advance(page, -Math.round((0.1 + 3 * chance.next()) * HOUR_MS));
    return undefined;
  },
  'the window is resized wildly': async ({ page, chance }) => {
    for (let times = 0; times < 6; times += 1) {
      const [width, height] = chance.pick(SIZES);
      await page.setViewportSize({ width, height });
    }
    await page.setViewportSize(SMALL_DESK);
    return undefined;
  },
  'everything is clicked': async ({ page, chance }) => {
    const names = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).innerText.trim()));
    const name = chance.pick(names.filter((text) => text !== 'Commands'));
    await page.getByRole('tab', { name }).first().click();
    const clicked = await page.evaluate((leftAlone) => {
      const isLeft = new RegExp(leftAlone);
      const labels: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(
        'main button, main summary, footer button',
      )) {
        const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
        if (isLeft.test(label)) continue;
        element.click();
        labels.push(label);
      }
      return labels;
    }, LEFT_ALONE.source);
    // Dialogs load on demand and appear later, in any order: Escape closes the top one.
    const dialogs = ['Places', 'Satellites']
      .filter((label) => clicked.includes(label))
      .map((label) => page.getByRole('dialog', { name: label }));
    for (const dialog of dialogs) await dialog.waitFor();
    const open = page.locator('dialog[open]');
    for (let count = await open.count(); count > 0; count -= 1) {
      await page.keyboard.press('Escape');
      await expect.poll(() => open.count()).toBeLessThan(count);
    }
    return undefined;
  },
};
