import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../tests/browser/chromium.ts';
import { startNode } from '../../tests/browser/node-process.ts';
import { pretendGraphicsCard, refuseWebGl } from '../../tests/browser/page-faults.ts';
import { startUpstream } from '../../tests/support/upstream.ts';
import { readMemory } from './devtools.ts';
import { installProbe, readProbe } from './probe.ts';
import type { Reading } from './slope.ts';
import { MOST_HEAP_PER_H, type Watched } from './verdict.ts';

export interface PageSoak {
  readonly minutes: number;
  readonly renderer: 'canvas' | 'webgl';
  readonly display: 'desk' | 'wall';
  /** Rate of mission time. Above 1× nobody works at the desk, and growth is per hour of mission. */
  readonly rate: number;
}

const READ_EVERY_MS = 15_000;
/** Share of the time, at most 5 min, before measurements count, while code is compiled, tabs load and lists fill up. */
const SETTLING_SHARE = 0.25;
const SETTLING_AT_MOST_MS = 5 * 60_000;

/** The product refuses software WebGL as slow; here it is needed, for its allocations. */
const RENDERERS = { canvas: refuseWebGl, webgl: pretendGraphicsCard } as const;

const TABS = ['Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies', 'Overview'];

/** Shortest desk run that yields a reading to judge. */
export const LEAST_DESK_MINUTES = (2 * TABS.length * READ_EVERY_MS) / 60_000;

const openTab = (page: Page, round: number): Promise<void> =>
  page.getByRole('tab', { name: TABS[round % TABS.length] ?? 'Overview', exact: true }).click();

/** Returns the mission time in hours since the epoch. */
async function readMissionHours(page: Page): Promise<number> {
  const time = await page.locator('header time').first().getAttribute('datetime');
  return Date.parse(time ?? '') / 3_600_000;
}

/** Simulates a quarter of a minute of operator work: opens the next tab and uses its buttons. */
async function work(page: Page, round: number): Promise<void> {
  await openTab(page, round);
  const tab = TABS[round % TABS.length];
  if (tab === 'Orbital') {
    await page.getByRole('tab', { name: 'ORBITA-1', exact: true }).click();
  } else if (tab === 'Commands') {
    const opener = page.getByRole('button', { name: 'New Command' });
    await opener.or(page.locator('select[name="name"]')).first().waitFor();
    if (await opener.isVisible()) await opener.click();
    await page.locator('select[name="name"]').selectOption({ index: 1 + (round % 8) });
    await page.getByRole('button', { name: '+5 min' }).click();
    await page.getByRole('button', { name: 'Queue Command' }).click();
    await page.getByRole('button', { name: 'Execute' }).last().click();
  } else if (tab === 'Anomalies') {
    const acknowledge = page.getByRole('button', { name: 'Acknowledge' }).first();
    if (await acknowledge.isVisible()) await acknowledge.click();
  }
}

/** Observes the page in Chromium, in use (or idle, on the wall), for a given real time. */
export async function soakPage(options: PageSoak): Promise<readonly Watched[]> {
  const upstream = await startUpstream();
  const server = startNode('scripts/start.mjs', {
    PORT: '0',
    OPEN_NOTIFY_URL: upstream.url,
    N2YO_URL: upstream.url,
    CELESTRAK_URL: upstream.url,
    N2YO_API_KEY: '',
  });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
  try {
    const [, url = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
    return await watch(browser, url, options);
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await server.ended;
    await upstream.close();
  }
}

async function watch(browser: Browser, url: string, options: PageSoak): Promise<readonly Watched[]> {
  const { minutes, renderer, display, rate } = options;
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // The driver of software WebGL itself warns that reading pixels back is slow.
    if (/GL Driver Message .* GPU stall/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('crash', () => problems.push('the page crashed'));
  await page.addInitScript(() => {
    localStorage.setItem('orbita.tour-done', 'true');
    localStorage.setItem('orbita.slow-on-critical', 'false');
  });
  await page.addInitScript(RENDERERS[renderer]);
  await page.addInitScript(installProbe);
  await page.goto(display === 'wall' ? `${url}/?display=wall&rate=${rate}` : url);
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.locator('[data-frames]').waitFor();
  const drawn = await page.locator('[data-renderer]').getAttribute('data-renderer');
  if (drawn !== renderer) throw new Error(`The map is drawn with ${drawn}, not with ${renderer}.`);
  if (display === 'desk' && rate !== 1) {
    await page.getByLabel('Rate', { exact: true }).selectOption(`${rate}×`);
  }
  const memory = await readMemory(page);

  const kept = {
    heap: [] as Reading[],
    worker: [] as Reading[],
    nodes: [] as Reading[],
    listeners: [] as Reading[],
    resources: [] as Reading[],
    dropped: [] as Reading[],
    toasts: [] as Reading[],
  };
  const started = performance.now();
  const missionStart = await readMissionHours(page);
  const totalMs = minutes * 60_000;
  const transitionMs = Math.min(SETTLING_SHARE * totalMs, SETTLING_AT_MOST_MS);
  let before = await page.evaluate(readProbe);
  for (let round = 0; performance.now() - started < totalMs; round++) {
    if (display === 'desk') await (rate === 1 ? work : openTab)(page, round);
    await page.waitForTimeout(READ_EVERY_MS);
    // Each tab has its own elements: the desk is measured on its first tab, after all others were opened.
    if (display === 'desk' && (round + 1) % TABS.length !== 0) continue;
    const probe = await page.evaluate(readProbe);
    const frames = probe.frames - before.frames;
    const dropped = probe.dropped - before.dropped;
    before = probe;
    const read = await memory.read();
    const elapsedMs = performance.now() - started;
    console.log(
      `${(elapsedMs / 60_000).toFixed(1)} min: heap ${read.heapKb.toFixed(0)} kB, worker ${read.workerHeapKb.toFixed(0)} kB, ${read.nodes} nodes, ${read.listeners} listeners, ${probe.resources} GPU resources, ${frames} frames, ${dropped} dropped`,
    );
    if (elapsedMs < transitionMs) continue;
    const hours = rate === 1 ? elapsedMs / 3_600_000 : (await readMissionHours(page)) - missionStart;
    kept.heap.push({ hours, value: read.heapKb });
    kept.worker.push({ hours, value: read.workerHeapKb });
    kept.nodes.push({ hours, value: read.nodes });
    kept.listeners.push({ hours, value: read.listeners });
    kept.resources.push({ hours, value: probe.resources });
    kept.dropped.push({ hours, value: (100 * dropped) / (frames + dropped) });
    kept.toasts.push({ hours, value: await page.locator('[data-sonner-toast]').count() });
  }
  await context.close();
  if (problems.length > 0) console.log(`The console held:\n${[...new Set(problems)].join('\n')}`);
  const name = (what: string): string =>
    `The ${display} in Chromium (${renderer}${rate === 1 ? '' : `, ${rate}×`}): ${what}`;
  // Bounds are per hour at 1×, where the archive hardly counts, and per mission hour at a high rate.
  const most = (atOnce: number, inMission: number): number => (rate === 1 ? atOnce : inMission);
  return [
    {
      name: name('heap, collected'),
      unit: 'kB',
      readings: kept.heap,
      maxPerHour: most(4096, MOST_HEAP_PER_H),
    },
    {
      name: name('worker’s heap, collected'),
      unit: 'kB',
      readings: kept.worker,
      maxPerHour: most(2048, MOST_HEAP_PER_H),
    },
    { name: name('DOM nodes'), unit: 'nodes', readings: kept.nodes, maxPerHour: most(2000, 10) },
    { name: name('listeners'), unit: 'listeners', readings: kept.listeners, maxPerHour: most(200, 1) },
    { name: name('GPU resources'), unit: 'objects', readings: kept.resources, maxPerHour: most(40, 1) },
    { name: name('frames dropped'), unit: '%', readings: kept.dropped },
    { name: name('toasts on the page'), unit: 'toasts', readings: kept.toasts, max: 8 },
    {
      name: name('console problems'),
      unit: 'lines',
      readings: [{ hours: 0, value: problems.length }],
      max: 0,
    },
  ];
}
