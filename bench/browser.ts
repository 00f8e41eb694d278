import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { CHROMIUM_ARGS, ensureChromium } from '../tests/browser/chromium.ts';
import { startNode } from '../tests/browser/node-process.ts';

/** Environment of the browser benchmarks. */
export interface Bench {
  readonly browser: Browser;
  /** URL of the product, as served by `npm start`. */
  readonly appUrl: string;
  /** URL of the baseline pages. */
  readonly pagesUrl: string;
}

const pagesRoot = fileURLToPath(new URL('pages', import.meta.url));
const pagesOut = fileURLToPath(new URL('results/pages', import.meta.url));

async function servePages() {
  await build({
    root: pagesRoot,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: pagesOut,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: [
          'latency.html',
          'empty-stage.html',
          'map.html',
          'map-views.html',
          'fleet.html',
          'lists.html',
          'charts.html',
        ].map((page) => `${pagesRoot}/${page}`),
      },
    },
  });
  return preview({ root: pagesRoot, build: { outDir: pagesOut }, preview: { port: 0 }, logLevel: 'error' });
}

/** Starts everything, runs `task`, and stops everything. */
export async function withBench<T>(task: (bench: Bench) => Promise<T>): Promise<T> {
  const server = startNode('scripts/start.mjs', { PORT: '0' });
  const pages = await servePages();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
  try {
    const [, appUrl = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
    const pagesUrl = (pages.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
    return await task({ browser, appUrl, pagesUrl });
  } finally {
    await browser.close();
    await pages.close();
    server.kill('SIGTERM');
    await server.ended;
  }
}
