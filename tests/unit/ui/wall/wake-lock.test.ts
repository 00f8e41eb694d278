import { afterEach, describe, expect, it } from 'vitest';
import { ASK_AGAIN_MS, keepAwake, type WakeLock } from '../../../../src/ui/wall/wake-lock.ts';
import { eventually } from '../../../support/eventually.ts';

/** Fakes a browser with one screen, and timers that the test triggers. */
function fakeBrowser({ isRefusing = false } = {}) {
  const released: (() => void)[] = [];
  let held = 0;
  let asked = 0;
  const timers: { readonly delayMs: number; readonly callback: () => void }[] = [];
  return {
    get held() {
      return held;
    },
    get asked() {
      return asked;
    },
    timers,
    takeBack: () => {
      for (const tell of released.splice(0)) tell();
    },
    effects: {
      async requestWakeLock(): Promise<WakeLock> {
        asked += 1;
        if (isRefusing) throw new Error('refused');
        held += 1;
        return {
          async release() {
            held -= 1;
          },
          addEventListener: (_type, listener) => {
            released.push(() => {
              held -= 1;
              listener();
            });
          },
        };
      },
      after(delayMs: number, callback: () => void) {
        const timer = { delayMs, callback };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      },
    },
  };
}

const settle = () => eventually(() => Promise.resolve());
let isHidden = false;
const page = Object.defineProperty(new EventTarget(), 'hidden', { get: () => isHidden }) as Document;
const show = (hidden: boolean) => {
  isHidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => {
  isHidden = false;
});

describe('the screen of a wall', () => {
  it('is kept on once, from the start to the end', async () => {
    const browser = fakeBrowser();
    const stop = keepAwake(page, browser.effects);
    show(false);
    await eventually(() => expect(browser.held).toBe(1));
    expect(browser.asked).toBe(1);
    stop();
    await eventually(() => expect(browser.held).toBe(0));
    show(false);
    await settle();
    expect(browser.asked).toBe(1);
  });

  it('is requested again when the page becomes visible', async () => {
    const browser = fakeBrowser();
    const stop = keepAwake(page, browser.effects);
    await eventually(() => expect(browser.held).toBe(1));
    await settle();
    isHidden = true;
    browser.takeBack();
    expect(browser.held).toBe(0);
    show(false);
    await eventually(() => expect(browser.held).toBe(1));
    stop();
  });

  it('is requested again some time after release or refusal, without errors', async () => {
    const browser = fakeBrowser({ isRefusing: true });
    const stop = keepAwake(page, browser.effects);
    await eventually(() => expect(browser.timers).toHaveLength(1));
    expect(browser.timers[0]?.delayMs).toBe(ASK_AGAIN_MS);
    await settle();
    browser.timers.splice(0)[0]?.callback();
    await eventually(() => expect(browser.timers).toHaveLength(1));
    expect(browser.asked).toBe(2);
    stop();
    expect(browser.timers).toHaveLength(0);
  });

  it('is released if it is granted after the end', async () => {
    const browser = fakeBrowser();
    keepAwake(page, browser.effects)();
    await eventually(() => expect(browser.asked).toBe(1));
    await eventually(() => expect(browser.held).toBe(0));
  });
});
