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
  /** From the server's root, with its query and hash. `/` where absent. */
  readonly path?: string;
  /** Of a server that a test has started; where absent, the one that all tests share, whose missions draw no fault. */
  readonly baseUrl?: string;
  readonly viewport?: ViewportSize;
  readonly deviceScaleFactor?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** A finger instead of a mouse: `pointer: coarse`. */
  readonly hasTouch?: boolean;
  /**
   * The map is drawn as often as the screen is, what moves without an end does so, and what other tabs need is fetched
   * ahead, as in use. Where absent, the map is drawn on few frames, without relief, the rest stands still, and a tab is
   * fetched when it is opened: most of a page's processor time.
   */
  readonly isAtFullRate?: boolean;
  /** The backend functions cannot be reached: the station is simulated, and glides nowhere. */
  readonly isWithoutServices?: boolean;
  /** The browser has never shown the console: it begins with the tour. */
  readonly isFirstVisit?: boolean;
  /** The service worker keeps the build. Without it a test's routes see every request of the page. */
  readonly isKeptOffline?: boolean;
  /** A profile that no other page has used or will use: for a cold cache, or for a test that changes the profile. */
  readonly hasOwnProfile?: boolean;
  /** Runs in the page before its own scripts, on every load. */
  readonly initScript?: () => void;
  /** Done with the empty page, before it goes anywhere. */
  readonly beforeLoad?: (page: Page) => Promise<unknown>;
}

const OVERVIEW_SIZE: ViewportSize = { width: 1920, height: 1080 };

/** What a profile is made with and keeps. */
type ProfileOptions = Required<Pick<PageOptions, 'baseUrl' | 'deviceScaleFactor' | 'hasTouch'>>;

/** A profile with its pages. Storage is emptied between two uses; what the browser has loaded and compiled is kept. */
interface Profile {
  readonly context: BrowserContext;
  /** Absent where the profile serves only once. */
  readonly reuse?: {
    /** Equal where one profile serves as well as the other. */
    readonly kind: string;
    /** Holds nothing and stays open: with it the process of the profile's pages, and what that has compiled. */
    readonly keeper: Page;
  };
}

/**
 * What Chromium is to do without. It takes only the last such list: to what Playwright switches off for tests, this one
 * adds the menu of the address bar, for which every new profile would start two more processes.
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
/** In use by the pages of the running test. */
const lent: Profile[] = [];
/** Free for the next page of the same kind. */
const free: Profile[] = [];
const problemsByPage = new WeakMap<Page, string[]>();

/** Ends the pages of the test that has ended. */
export async function endPages(): Promise<void> {
  await Promise.all(lent.splice(0).map(giveBack));
}

/**
 * Opens the built app in a page of its own, with an empty storage, and waits until it has loaded. One browser serves all
 * test files of a process and ends with it; the pages of a test are closed after it. A profile is used again by later tests: a page in a new one costs
 * more, because nothing is loaded or compiled yet.
 */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const profile = await borrowProfile(options);
  lent.push(profile);
  return openPageIn(profile, options);
}

/** Opens another window of the browser that a page is in, with the same storage. It is closed with that page. */
export const openBeside = (page: Page, options: PageOptions = {}): Promise<Page> =>
  openPageIn({ context: page.context() }, options);

/**
 * One page for several tests, which leave the mission as it is or mind what it has become: the first that asks opens it.
 * It is closed after the suite that this is called in, and after a test that fails, which may leave it anywhere.
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
  // The address of a server that a test has started is not used again, but for those that are lent.
  const isForOnce = hasOwnProfile || isKeptOffline || !(baseUrl === inject('quietUrl') || isLasting(baseUrl));
  const place = isForOnce ? -1 : free.findIndex(({ reuse }) => reuse?.kind === kind);
  const [found] = place < 0 ? [] : free.splice(place, 1);
  if (found) return found;
  browser ??= chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS, '--process-per-site', `--disable-features=${FEATURES_OFF.join()}`],
  });
  const context = await (await browser).newContext({
    baseURL: baseUrl,
    viewport: OVERVIEW_SIZE,
    deviceScaleFactor,
    reducedMotion: 'no-preference',
    hasTouch,
  });
  if (isForOnce) return { context };
  const keeper = await context.newPage();
  // Under the same policies as the page (`Cross-Origin-Embedder-Policy`): a document under others gets another process.
  await keeper.goto('/start.js');
  return { context, reuse: { kind, keeper } };
}

/** Ends the pages of a profile, and the profile too unless it serves again. */
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

/** Leaves nothing of what pages before this one have stored. */
async function emptyStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
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
