import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { CHROMIUM_ARGS } from '../chromium.ts';
import type { Engine, EnginePage } from './engine.ts';

/** Firefox ESR 140 does not know this one command of those with which Puppeteer sets a size; the others act. */
const UNKNOWN_TO_OLD_FIREFOX = /setScreenOrientationOverride/;

/** Chromium over its DevTools protocol, or Firefox over WebDriver BiDi. */
export async function startPuppeteer(name: 'chrome' | 'firefox', executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    args: name === 'chrome' ? [...CHROMIUM_ARGS] : [],
    defaultViewport: null,
  });
  const newPage = async (): Promise<EnginePage> => pageOf(await browser.newPage());
  return {
    version: await browser.version(),
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
    async press(key, isWithControl = false) {
      if (isWithControl) await page.keyboard.down('Control');
      await page.keyboard.press(key as KeyInput);
      if (isWithControl) await page.keyboard.up('Control');
    },
    type: (text) => page.keyboard.type(text),
    async resize(width, height) {
      await page.setViewport({ width, height }).catch((error: Error) => {
        if (!UNKNOWN_TO_OLD_FIREFOX.test(error.message)) throw error;
      });
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}
