import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contrastViolations } from './axe.ts';
import { expectClean, openPage, sharedPage } from './harness.ts';

const TABS = ['overview', 'telemetry', 'orbital', 'commands', 'timeline', 'anomalies'] as const;

/** Runs in the page before its own scripts: chooses the light theme, and records that of the first frame. */
function inLight(): void {
  localStorage.setItem('orbita.theme', '"light"');
  // State of the page when the browser may first paint it: at the end of its head, before its script.
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    Object.assign(window, { themeAtBody: document.documentElement.dataset.theme });
  }).observe(document, { childList: true, subtree: true });
}

const ready = (page: Page) => page.getByText('Connected to ORBITA-1').waitFor();

const openTab = (page: Page, tab: string) => page.locator(`[data-tab="${tab}"]`).click();

/** Font sizes in each card, in CSS pixels, without drawings, whose text scales with them. */
const sizesOfCards = (page: Page) =>
  page.getByRole('region').evaluateAll((cards) =>
    cards.map((card) => {
      const sizes = new Set<string>();
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node;
        if (!parentElement || parentElement.closest('svg') || node.textContent?.trim() === '') continue;
        sizes.add(getComputedStyle(parentElement).fontSize);
      }
      return { card: card.querySelector('h2')?.textContent, sizes: [...sizes].sort() };
    }),
  );

/** Returns the displayed colour of a page's pixel. */
async function pixelAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, png.toString('base64'));
}

const lightness = (color: readonly number[]): number => color.reduce((sum, part) => sum + part, 0) / 3;

describe('the appearance', () => {
  const openedLight = sharedPage(async () => {
    const page = await openPage({ initScript: inLight });
    await ready(page);
    return page;
  });

  it('every card has at most three type sizes and enough contrast in the light theme, and the focus ring is shown for keyboard focus only', async () => {
    const page = await openedLight();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    const first = await page.evaluate(() => (window as unknown as { themeAtBody: string }).themeAtBody);
    expect(first, 'the theme of the first frame').toBe('light');
    for (const tab of TABS) {
      await openTab(page, tab);
      await page.getByRole('region').first().waitFor();
      const focused = page.locator('[role="tab"]:focus');
      expect(await focused.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none');
      for (const { card, sizes } of await sizesOfCards(page)) {
        expect(sizes.length, `${tab}: ${card} has ${sizes.join()}`).toBeLessThanOrEqual(3);
      }
      expect(await contrastViolations(page), `${tab} in the light theme`).toEqual([]);
    }
    // The keyboard makes it appear.
    await page.keyboard.press('ArrowLeft');
    const reached = page.locator('[data-tab="timeline"]:focus');
    await reached.waitFor();
    expect(await reached.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    await expectClean(page);
  });

  it('map and charts change with the machine’s theme, and the page stays readable in forced colours', async () => {
    const page = await openPage({ initScript: () => localStorage.setItem('orbita.theme', '"system"') });
    await page.emulateMedia({ colorScheme: 'dark' });
    await ready(page);
    const map = page.locator('[data-frames]');
    await map.waitFor();
    const box = await map.boundingBox();
    if (!box) throw new Error('The map has no place on the page.');
    // A place in the Southern Ocean without tracks and stations.
    const spot = [box.x + 0.12 * box.width, box.y + 0.86 * box.height] as const;
    const line = page
      .getByRole('region', { name: 'Telemetry' })
      .locator('[data-spark] path:not([data-ahead])')
      .first();
    const lineColour = () => line.evaluate((path) => getComputedStyle(path).stroke);
    await expect.poll(async () => lightness(await pixelAt(page, ...spot))).toBeLessThan(100);
    const darkLine = await lineColour();

    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(async () => lightness(await pixelAt(page, ...spot))).toBeGreaterThan(150);
    await expect.poll(lineColour).not.toBe(darkLine);

    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    for (const tab of ['timeline', 'overview']) {
      await openTab(page, tab);
      await page.getByRole('region').first().waitFor();
      expect(await contrastViolations(page), `${tab} in forced colours`).toEqual([]);
    }
    await expectClean(page);
  });

  it('only animations of the compositor are repeated, and nothing moves under reduced motion', async () => {
    const page = await openedLight();
    await openTab(page, 'telemetry');
    await page.getByRole('button', { name: 'Diagram' }).click();
    await page.getByRole('region', { name: 'Spacecraft' }).getByRole('img').first().waitFor();
    const moved = () =>
      page.evaluate(() => {
        const repeating = document
          .getAnimations()
          .flatMap(({ effect }) =>
            effect instanceof KeyframeEffect && effect.getTiming().iterations === Infinity ? [effect] : [],
          );
        const own = ['offset', 'computedOffset', 'easing', 'composite'];
        const names = repeating.flatMap((effect) => effect.getKeyframes().flatMap(Object.keys));
        return [...new Set(names)].filter((name) => !own.includes(name)).sort();
      });
    await expect.poll(moved).toEqual(['opacity', 'transform']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('the product is built without the component gallery', () => {
    const built = readdirSync('dist/client', { recursive: true, encoding: 'utf8' });
    expect(built).toContain('index.html');
    expect(built.filter((path) => /components/i.test(path))).toEqual([]);
  });
});
