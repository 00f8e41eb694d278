import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS } from '../chromium.ts';
import type { Engine, EnginePage } from './engine.ts';

/** Starts Chromium through Playwright. */
export async function startChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'], // users' Chromium has one
  });
  const context = await browser.newContext();
  const newPage = async (): Promise<EnginePage> => pageOf(await context.newPage());
  return {
    version: `chromium/${browser.version()}`,
    page: await newPage(),
    newPage,
    close: () => browser.close(),
  };
}

function pageOf(page: Page): EnginePage {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    click: (x, y) => page.mouse.click(x, y),
    async drag(x, y, by) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y, { steps: 4 });
      await page.mouse.up();
    },
    press: (key, isWithControl = false) => page.keyboard.press(isWithControl ? `Control+${key}` : key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}
