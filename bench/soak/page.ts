import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../tests/browser/chromium.ts';
import { startNode } from '../../tests/browser/node-process.ts';
import { pretendGraphicsCard, refuseWebGl } from '../../tests/browser/page-faults.ts';
import { startUpstream } from '../../tests/support/upstream.ts';
import { readMemory } from './devtools.ts';
import { installProbe, readProbe } from './probe.ts';
import type { Reading } from './slope.ts';
import type { Watched } from './verdict.ts';

export interface PageSoak {
  readonly minutes: number;
  readonly renderer: 'canvas' | 'webgl';
  readonly display: 'desk' | 'wall';
}

const READ_EVERY_MS = 15_000;
/**
 * Share of the time, at most 5 min, before measurements count: code is compiled, tabs are loaded and lists
 * fill up.
 */
const SETTLING_SHARE = 0.25;
const SETTLING_AT_MOST_MS = 5 * 60_000;

/** The product refuses software WebGL as slow; here it is needed, for its allocations. */
const RENDERERS = { canvas: refuseWebGl, webgl: pretendGraphicsCard } as const;

const TABS = ['Telemetry', 'Orbital', 'Commands', 'Timeline', 'Anomalies', 'Overview'];

/** Shortest desk run with a reading to judge. */
export const LEAST_DESK_MINUTES = (2 * TABS.length * READ_EVERY_MS) / 60_000;

/** Work of an operator in a quarter of a minute: the next tab, and its buttons. */
async function work(page: Page, round: number): Promise<void> {
  const tab = TABS[round % TABS.length] ?? 'Overview';
  await page.getByRole('tab', { name: tab, exact: true }).click();
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

/** The page in Chromium, in use (or, on the wall, idle), for a given real time. */
export async function soakPage({ minutes, renderer, display }: PageSoak): Promise<readonly Watched[]> {
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
    return await watch(browser, url, { minutes, renderer, display });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await server.ended;
    await upstream.close();
  }
}

async function watch(browser: Browser, url: string, options: PageSoak): Promise<readonly Watched[]> {
  const { minutes, renderer, display } = options;
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
  await page.addInitScript(() => localStorage.setItem('orbita.tour-done', 'true'));
  await page.addInitScript(RENDERERS[renderer]);
  await page.addInitScript(installProbe);
  await page.goto(display === 'wall' ? `${url}/?display=wall` : url);
  await page.getByText('Connected to ORBITA-1').waitFor();
  await page.locator('[data-frames]').waitFor();
  const drawn = await page.locator('[data-renderer]').getAttribute('data-renderer');
  if (drawn !== renderer) throw new Error(`The map is drawn with ${drawn}, not with ${renderer}.`);
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
  const totalMs = minutes * 60_000;
  const transitionMs = Math.min(SETTLING_SHARE * totalMs, SETTLING_AT_MOST_MS);
  let before = await page.evaluate(readProbe);
  for (let round = 0; performance.now() - started < totalMs; round++) {
    if (display === 'desk') await work(page, round);
    await page.waitForTimeout(READ_EVERY_MS);
    // Every tab has its own elements: the desk is measured on its first tab, after opening all others.
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
    const hours = elapsedMs / 3_600_000;
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
  const name = (what: string): string => `The ${display} in Chromium (${renderer}): ${what}`;
  return [
    { name: name('heap, collected'), unit: 'kB', readings: kept.heap, maxPerHour: 4096 },
    { name: name('worker’s heap, collected'), unit: 'kB', readings: kept.worker, maxPerHour: 2048 },
    { name: name('DOM nodes'), unit: 'nodes', readings: kept.nodes, maxPerHour: 2000 },
    { name: name('listeners'), unit: 'listeners', readings: kept.listeners, maxPerHour: 200 },
    { name: name('GPU resources'), unit: 'objects', readings: kept.resources, maxPerHour: 40 },
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
