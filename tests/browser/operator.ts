import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type PageOptions } from './harness.ts';

/** An operator at the console, with a keyboard. */

export type Tab = 'overview' | 'commands' | 'timeline' | 'anomalies';

/** Opens a tab of the dashboard with a running mission, and keeps what its toasts say. */
export async function openTab(tab: Tab, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ path: `/?tab=${tab}`, ...options, initScript: recordToasts });
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.evaluate(nextFrames);
  return page;
}

/** Runs in the page: Chromium drops the input that comes before it has shown the first frame. */
const nextFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** The instant of the header's clock, UTC. */
export const clockOf = async (page: Page): Promise<number> => {
  const text = (await page.getByRole('banner').first().textContent()) ?? '';
  const [, date, time] = /(\d{4}-\d\d-\d\d)\s*(\d\d:\d\d:\d\d)/.exec(text) ?? [];
  return Date.parse(`${date}T${time}Z`);
};

/** Goes to another tab of the open dashboard, by its name. */
export const clickTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click();

/** Runs in the page: keeps the text of every toast that comes. */
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

/** What every toast so far has said, oldest first. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);

/** Forgets the toasts so far: `toastsOf` starts empty. */
export const forgetToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { toasts: string[] }).toasts.length = 0;
  });

export const expectToasts = (page: Page, texts: readonly string[]): Promise<void> =>
  expect.poll(() => toastsOf(page)).toEqual(texts);

/** More presses than two rounds of the longest page take: an answer may move the focus past the element meanwhile. */
const MOST_PRESSES = 200;

/** Goes to an element as the keyboard does: forwards, or backwards with `Shift+Tab`. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Looked for once: by role this takes as long as ten presses. React may put another in its place meanwhile.
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

/** Goes to an element and presses a key on it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types an instant into a field of date and time, over what it holds. */
export async function typeTime(page: Page, field: Locator, time: Date): Promise<void> {
  const text = time.toISOString().slice(0, 16).replace('T', ' ');
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  expect(await field.inputValue()).toBe(text);
}

/** Fills in the form of a new command, for a minute of UTC such as `2026-11-20T13:00`, and presses its button. */
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
