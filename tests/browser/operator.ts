import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBeside, openPage, type PageOptions } from './harness.ts';

/** An operator at the console, with a keyboard. */

export type Tab = 'overview' | 'commands' | 'timeline' | 'anomalies';

/** Opens a dashboard tab with a running mission, and records its toasts. */
export async function openTab(tab: Tab, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ path: `/?tab=${tab}`, ...options, initScript: recordToasts });
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.evaluate(nextFrames);
  return page;
}

/** Runs in the page: Chromium drops input that arrives before the first frame is shown. */
const nextFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Returns the instant of the header's clock, UTC. */
export const clockOf = async (page: Page): Promise<number> => {
  const text = (await page.getByRole('banner').first().textContent()) ?? '';
  const [, date, time] = /(\d{4}-\d\d-\d\d)\s*(\d\d:\d\d:\d\d)/.exec(text) ?? [];
  return Date.parse(`${date}T${time}Z`);
};

/** Goes to another tab of the open dashboard, by its name. */
export const clickTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click();

/** Runs in the page: records the text of every new toast. */
function recordToasts(): void {
  const toasts: string[] = [];
  Object.assign(window, { toasts });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      const added = node.matches('[data-sonner-toast]')
        ? [node]
        : node.querySelectorAll('[data-sonner-toast]');
      for (const toast of added) toasts.push(toast.querySelector('[data-title]')?.textContent ?? '');
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Returns the texts of all toasts so far, oldest first. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);

/** Clears the record of toasts: `toastsOf` starts empty. */
export const forgetToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { toasts: string[] }).toasts.length = 0;
  });

export const expectToasts = (page: Page, texts: readonly string[]): Promise<void> =>
  expect.poll(() => toastsOf(page)).toEqual(texts);

/** More presses than two rounds of the longest page: an update may move the focus past the element meanwhile. */
const MOST_PRESSES = 200;

/** Moves the focus to an element as the keyboard does: forwards, or backwards with `Shift+Tab`. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Found once: by role this takes as long as ten presses. React may replace it meanwhile.
  let element = await target.elementHandle();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const [isConnected, isFocused] = await page.evaluate(
      (sought) => [sought?.isConnected, sought === document.activeElement],
      element,
    );
    if (!isConnected) element = await target.elementHandle();
    else if (isFocused) return;
    else await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types an instant into a date and time field, replacing its value. */
export async function typeTime(page: Page, field: Locator, time: Date): Promise<void> {
  const text = time.toISOString().slice(0, 16).replace('T', ' ');
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  expect(await field.inputValue()).toBe(text);
}

/** Fills in the form of a new command for a UTC minute such as `2026-11-20T13:00`, and presses its button. */
export async function queueCommand(page: Page, name: string, minute: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'New Command', exact: true });
  await opener.or(page.locator('select[name="name"]')).first().waitFor();
  if (await opener.isVisible()) await opener.click();
  await page.locator('select[name="name"]').selectOption(name);
  await page.getByLabel('Scheduled Time', { exact: false }).and(page.locator('input')).fill(minute);
  await page.getByRole('button', { name: 'Queue Command', exact: true }).click();
}

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

/** Runs in the page: records the windows that it opens instead of opening them. */
function noteWindows(): void {
  window.open = (url) => {
    Object.assign(window, { openedUrl: String(url) });
    return window;
  };
}

/** Opens the wall display from the palette, in another window of the same browser. */
export async function openWallFrom(desk: Page): Promise<Page> {
  await desk.evaluate(noteWindows);
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox', { name: 'Find an action' }).fill('Open wall display');
  await desk.keyboard.press('Enter');
  const path = await desk.evaluate(() => (window as unknown as { openedUrl?: string }).openedUrl ?? '');
  expect(path).toMatch(/[?&]mission=[0-9a-f]{32}/);
  const wall = await openBeside(desk, { path });
  await wall.getByText('Connected to ORBITA-1').waitFor();
  return wall;
}
