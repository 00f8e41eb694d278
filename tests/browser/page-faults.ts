import type { Page } from 'playwright-core';

/** Faults to inject into a page and its worker. */

/** Faults of a worker; each runs inside it. */
export const WORKER_FAULTS = {
  'is terminated': () => close(),
  // Does not respond, like an endless loop, but without taking a core from other tests.
  hangs: () => {
    setTimeout(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
  },
  throws: () => {
    setTimeout(() => {
      throw new Error('boom');
    });
  },
} as const satisfies Readonly<Record<string, () => void>>;

/** Runs a fault inside the page's newest worker, which may not live to answer. */
export async function inWorker(page: Page, fault: () => void): Promise<undefined> {
  const worker = page.workers().at(-1);
  if (!worker) throw new Error('The page has no worker.');
  await worker.evaluate(fault).catch(() => undefined);
}

/** Hides or shows the page as the browser does when switching tabs. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/**
 * Runs in the page: gives software WebGL the name of a graphics card, so that the map draws with it and has a context
 * to lose even without a card.
 */
export function pretendGraphicsCard(): void {
  const original = WebGL2RenderingContext.prototype.getParameter;
  WebGL2RenderingContext.prototype.getParameter = function (this: WebGL2RenderingContext, name: number) {
    return name === this.RENDERER ? 'A graphics card' : Reflect.apply(original, this, [name]);
  };
}

/** Runs in the page: emulates a browser without WebGL. */
export function refuseWebGl(): void {
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    type: string,
    ...rest: unknown[]
  ) {
    return type.startsWith('webgl') ? null : Reflect.apply(original, this, [type, ...rest]);
  } as typeof original;
}

/** Runs in the page: emulates an extension whose `ResizeObserver` throws. */
export function breakResizeObserver(): void {
  window.ResizeObserver = class {
    constructor() {
      throw new Error('ResizeObserver is blocked.');
    }
  } as unknown as typeof ResizeObserver;
}
