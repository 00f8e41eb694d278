import type { TestProject } from 'vitest/node';
import { ensureChromium } from './chromium.ts';
import { startNode } from './node-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built app is served, without a trailing slash. */
    baseUrl: string;
    chromiumPath: string;
  }
}

/** Runs what `npm start` runs, on a free port, for as long as the browser tests run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromiumPath', ensureChromium());
  const server = startNode('scripts/start.mjs', { PORT: '0' });
  const [, baseUrl = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
  project.provide('baseUrl', baseUrl);
  return async () => {
    server.kill('SIGTERM');
    await server.ended;
  };
}
