import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type ViewportSize,
  type Worker,
} from 'playwright-core';
import { afterAll, expect, inject, onTestFailed } from 'vitest';
import { CHROMIUM_ARGS } from './chromium.ts';
import { isLasting } from './lasting-address.ts';
import { pauseEndlessAnimations, saveData, slowLoops } from './little-work.ts';

export interface PageOptions {
  /** Path from the server's root, with query and hash; `/` if absent. */
  readonly path?: string;
  /** URL of a server that a test started; by default the shared one, whose missions draw no fault. */
  readonly baseUrl?: string;
  readonly viewport?: ViewportSize;
  readonly deviceScaleFactor?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Emulates touch instead of a mouse: `pointer: coarse`. */
  readonly hasTouch?: boolean;
  /**
   * Draws the map at the screen's rate, runs endless animations and prefetches other tabs, as in production. If absent,
   * most processor time is saved: few map frames without relief, endless animations paused, tabs fetched when opened.
   */
  readonly isAtFullRate?: boolean;
  /** Blocks the backend functions: the station is simulated and makes no orbit transition. */
  readonly isWithoutServices?: boolean;
  /** True if the browser has never shown the console, which then starts with the tour. */
  readonly isFirstVisit?: boolean;
  /** Enables the service worker. Without it a test's routes see every request of the page. */
  readonly isKeptOffline?: boolean;
  /** Uses a profile that no other page shares: for a cold cache, or for a test that changes the profile. */
  readonly hasOwnProfile?: boolean;
  /** Runs in the page before its own scripts, on every load. */
  readonly initScript?: () => void;
  /** Called with the empty page before it navigates. */
  readonly beforeLoad?: (page: Page) => Promise<unknown>;
}

const OVERVIEW_SIZE: ViewportSize = { width: 1920, height: 1080 };

/** As for values that are polled (`vitest.config.ts`): finds what hangs, not a slow machine. */
const LONGEST_WAIT_MS = 120_000;

/** Options that are fixed when a profile is created. */
type ProfileOptions = Required<Pick<PageOptions, 'baseUrl' | 'deviceScaleFactor' | 'hasTouch'>>;

/** A profile with its pages. Its storage is cleared between uses; loaded and compiled files are kept. */
interface Profile {
  readonly context: BrowserContext;
  /** Absent if the profile is used only once. */
  readonly reuse?: {
    /** Equal for interchangeable profiles. */
    readonly kind: string;
    /** Empty page that stays open to keep the process of the profile's pages, and its compiled code. */
    readonly keeper: Page;
  };
}

/**
 * Features to disable in Chromium, which honours only the last such list: Playwright's list for tests, and the address
 * bar's menu, for which every new profile would start two more processes.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
] as const;

let browser: Promise<Browser> | undefined;
/** Profiles in use by the running test. */
const lent: Profile[] = [];
/** Profiles that are free for the next page of the same kind. */
const free: Profile[] = [];
const problemsByPage = new WeakMap<Page, string[]>();

/** Closes the pages of the test that has ended. */
export async function endPages(): Promise<void> {
  await Promise.all(lent.splice(0).map(giveBack));
}

/**
 * Opens the built app in its own page with empty storage, and waits until it has loaded. One browser serves all test
 * files of a process and ends with it; a test's pages close after it. Later tests reuse the profile: a new one costs
 * more, because nothing is loaded or compiled yet.
 */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const profile = await borrowProfile(options);
  lent.push(profile);
  return openPageIn(profile, options);
}

/** Opens another window of a page's browser, with the same storage. It closes with that page. */
export const openBeside = (page: Page, options: PageOptions = {}): Promise<Page> =>
  openPageIn({ context: page.context() }, options);

/**
 * Shares one page among tests that tolerate each other's effects on the mission; the first request opens it. It is
 * closed after the suite that calls this, and after a failed test, which may leave it in any state.
 */
export function sharedPage(open: () => Promise<Page>): () => Promise<Page> {
  let page: Page | undefined;
  let profiles: Profile[] = [];
  const end = async () => {
    page = undefined;
    await Promise.all(profiles.splice(0).map(giveBack));
  };
  afterAll(end);
  return async () => {
    onTestFailed(end);
    if (page) return page;
    const others = lent.splice(0);
    try {
      page = await open();
    } finally {
      profiles = lent.splice(0, lent.length, ...others);
    }
    return page;
  };
}

async function borrowProfile({
  baseUrl = inject('quietUrl'),
  deviceScaleFactor = 1,
  hasTouch = false,
  isKeptOffline = false,
  hasOwnProfile = false,
}: PageOptions): Promise<Profile> {
  const options: ProfileOptions = { baseUrl, deviceScaleFactor, hasTouch };
  const kind = JSON.stringify(options);
  // Addresses of servers started by tests are not reused, except lasting ones.
  const isForOnce = hasOwnProfile || isKeptOffline || !(baseUrl === inject('quietUrl') || isLasting(baseUrl));
  const place = isForOnce ? -1 : free.findIndex(({ reuse }) => reuse?.kind === kind);
  const [found] = place < 0 ? [] : free.splice(place, 1);
  if (found) return found;
  browser ??= chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [
      ...CHROMIUM_ARGS,
      '--process-per-site',
      // Otherwise a load spends a sixth of its time in threads that compile in advance what the test soon leaves.
      '--js-flags=--single-threaded',
      `--disable-features=${FEATURES_OFF.join()}`,
    ],
  });
  const context = await (await browser).newContext({
    baseURL: baseUrl,
    viewport: OVERVIEW_SIZE,
    deviceScaleFactor,
    reducedMotion: 'no-preference',
    hasTouch,
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  if (isForOnce) return { context };
  const keeper = await context.newPage();
  // Uses the page's policies (`Cross-Origin-Embedder-Policy`): with others, a document gets another process.
  await keeper.goto('/start.js');
  return { context, reuse: { kind, keeper } };
}

/** Closes the pages of a profile, and the profile too unless it is reusable. */
async function giveBack(profile: Profile): Promise<void> {
  const { context, reuse } = profile;
  if (!reuse) return context.close();
  const pages = context.pages().filter((page) => page !== reuse.keeper);
  await Promise.all(pages.map((page) => page.close()));
  free.push(profile);
}

async function openPageIn({ context, reuse }: Profile, options: PageOptions): Promise<Page> {
  const page = await context.newPage();
  if (reuse) await emptyStorage(page, options.baseUrl ?? inject('quietUrl'));
  if (options.viewport) await page.setViewportSize(options.viewport);
  if (options.reducedMotion) await page.emulateMedia({ reducedMotion: options.reducedMotion });
  await recordProblems(page);
  if (!options.isFirstVisit) await page.addInitScript(forgoTour);
  if (!options.isKeptOffline) await page.addInitScript(forgoServiceWorker);
  if (options.isWithoutServices) await page.route('**/functions/v1/**', (route) => route.abort());
  if (!options.isAtFullRate) {
    await page.addInitScript(slowLoops);
    await page.addInitScript(saveData);
    await page.addInitScript(pauseEndlessAnimations);
  }
  if (options.initScript) await page.addInitScript(options.initScript);
  await options.beforeLoad?.(page);
  await page.goto(options.path ?? '/');
  return page;
}

/** Clears everything that earlier pages have stored. */
async function emptyStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}

function forgoTour(): void {
  // The browser's own error pages have no storage.
  if (location.protocol.startsWith('http')) localStorage.setItem('orbita.tour-done', 'true');
}

/** Emulates a browser on plain HTTP, which has no service workers. */
function forgoServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/**
 * Returns what went wrong in a page so far, oldest first: console errors and warnings, uncaught errors (the worker's
 * too), failed requests and violations of the Content-Security-Policy.
 */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate('0'); // anything reported earlier arrives before this answer
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
    if (reason === 'net::ERR_ABORTED') return; // the page navigated and aborted it
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

/** Makes a worker log its violations, which reach neither the page's document nor its console. */
async function reportWorkerViolations(worker: Worker): Promise<void> {
  const logViolations = () => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      console.error(`CSP in the worker: ${violatedDirective} refused ${blockedURI}`);
    });
  };
  await worker.evaluate(logViolations).catch(() => {}); // a worker may end first
}
