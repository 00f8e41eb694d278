import type { Page } from 'playwright-core';

export interface Layout {
  /** By how much the page is wider and higher than the window, in CSS pixels; not positive where all fits. */
  readonly overflowX: number;
  readonly overflowY: number;
  /** The texts that are wider than the element they stand in. */
  readonly clipped: readonly (string | null)[];
}

/** How the page fits its window. */
export const layoutOf = (page: Page): Promise<Layout> =>
  page.evaluate(() => ({
    overflowX: document.documentElement.scrollWidth - innerWidth,
    overflowY: document.documentElement.scrollHeight - innerHeight,
    clipped: [...document.querySelectorAll('h1, h2, h3, p, td, th, dt, dd, a, [role="tab"]')]
      .filter((element) => !element.closest('[class*="visually"]'))
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  }));
