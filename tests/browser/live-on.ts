import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { LiveConsole } from './live-console.ts';

/** Mission time as the header shows it, rounded down to a second. */
export const shownTime = (page: Page): Promise<number> =>
  page.evaluate(() => Date.parse(document.querySelector<HTMLTimeElement>('header time')?.dateTime ?? ''));

/** Advances by more than 2 s, and waits until the page shows it. */
export async function liveOn(live: LiveConsole, page: Page, ms: number): Promise<void> {
  const before = await shownTime(page);
  await live.advance(page, ms);
  await expect.poll(() => shownTime(page), { interval: 20 }).toBeGreaterThanOrEqual(before + ms);
}
