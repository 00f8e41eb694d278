import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type ViewportSize,
  type Worker,
} from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { CHROMIUM_ARGS } from './chromium.ts';

export interface PageOptions {
  /** From the server's root, with its query and hash. `/` where absent. */
  readonly path?: string;
  /** Of a server that a test has started; the one that all tests share where absent. */
  readonly baseUrl?: string;
  readonly viewport?: ViewportSize;
  readonly deviceScaleFactor?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** A finger instead of a mouse: `pointer: coarse`. */
  readonly hasTouch?: boolean;
  /** The backend functions cannot be reached: the station is simulated, and glides nowhere. */
  readonly isWithoutServices?: boolean;
  /** The browser has never shown the console: it begins with the tour. */
  readonly isFirstVisit?: boolean;
  /** The service worker keeps the build. Without it a test's routes see every request of the page. */
  readonly isKeptOffline?: boolean;
  /** Runs in the page before its own scripts, on every load. */
  readonly initScript?: () => void;
  /** Done with the empty page, before it goes anywhere. */
  readonly beforeLoad?: (page: Page) => Promise<unknown>;
}

const OVERVIEW_SIZE: ViewportSize = { width: 1920, height: 1080 };

let browser: Promise<Browser> | undefined;
const contexts: BrowserContext[] = [];
const problemsByPage = new WeakMap<Page, string[]>();

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

afterAll(async () => {
  await (await browser)?.close();
});

/**
 * Opens the built app in a profile of its own and waits until it has loaded. One browser serves a test file; the pages
 * of a test are closed after it.
 */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  browser ??= chromium.launch({ executablePath: inject('chromiumPath'), args: [...CHROMIUM_ARGS] });
  const context = await (await browser).newContext({
    baseURL: options.baseUrl ?? inject('baseUrl'),
    viewport: options.viewport ?? OVERVIEW_SIZE,
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    reducedMotion: options.reducedMotion ?? 'no-preference',
    hasTouch: options.hasTouch ?? false,
  });
  contexts.push(context);
  if (!options.isFirstVisit) await context.addInitScript(forgoTour);
  if (!options.isKeptOffline) await context.addInitScript(forgoServiceWorker);
  if (options.isWithoutServices) await context.route('**/functions/v1/**', (route) => route.abort());
  const page = await context.newPage();
  await recordProblems(page);
  if (options.initScript) await page.addInitScript(options.initScript);
  await options.beforeLoad?.(page);
  await page.goto(options.path ?? '/');
  return page;
}

function forgoTour(): void {
  // A page of the browser's own, for what cannot be reached, has no storage.
  if (location.protocol.startsWith('http')) localStorage.setItem('orbita.tour-done', 'true');
}

/** As a browser on a page of plain HTTP: it has no service workers. */
function forgoServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/**
 * What went wrong in a page so far, oldest first: console errors and warnings, uncaught errors (the worker's too),
 * failed requests and violations of the Content-Security-Policy.
 */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate('0'); // what the page reported before this answer has arrived before it
  const problems = problemsByPage.get(page);
  if (!problems) throw new Error('Of a page that openPage has not opened, no problems are recorded.');
  return problems;
}

/** Fails if anything went wrong in the page so far. */
export async function expectClean(page: Page): Promise<void> {
  expect(await problemsOf(page)).toEqual([]);
}

async function recordProblems(page: Page): Promise<void> {
  const problems: string[] = [];
  problemsByPage.set(page, problems);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason === 'net::ERR_ABORTED') return; // the page moved on and let go of it
    problems.push(`request failed: ${request.url()} ${reason}`.trim());
  });
  page.on('worker', (worker) => void reportWorkerViolations(worker));
  page.on('crash', () => problems.push('the page crashed'));
  await page.exposeBinding('reportCspViolation', (_source, violation: string) =>
    problems.push(`CSP: ${violation}`),
  );
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportCspViolation } = window as unknown as { reportCspViolation(violation: string): void };
      reportCspViolation(`${violatedDirective} refused ${blockedURI}`);
    });
  });
}

/** Violations in a worker reach neither the page's document nor its console, so the worker is made to log them. */
async function reportWorkerViolations(worker: Worker): Promise<void> {
  const logViolations = () => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      console.error(`CSP in the worker: ${violatedDirective} refused ${blockedURI}`);
    });
  };
  await worker.evaluate(logViolations).catch(() => {}); // a worker may end before it is asked
}
