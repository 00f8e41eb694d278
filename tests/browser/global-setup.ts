import type { TestProject } from 'vitest/node';
import { startUpstream } from '../support/upstream.ts';
import { ensureChromium } from './chromium.ts';
import { type EnginePaths, findFirefox, findWebKit, HOW_TO_GET } from './engines/find-engines.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import { copyQuietly } from './quiet-product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the built app, without a trailing slash. */
    baseUrl: string;
    /** URL of the same app with missions that draw no fault. */
    quietUrl: string;
    /** Folder of that app's client. */
    quietClient: string;
    /** Ports for ground systems that fly a mission of that app. */
    groundPorts: { readonly telemetry: number; readonly telecommands: number };
    /** URL of the simulated outside services; `setUpstream` (tests/support/upstream.ts) changes them. */
    upstreamUrl: string;
    chromiumPath: string;
    /** Installed engines. */
    engines: EnginePaths;
  }
}

/**
 * Runs what `npm start` runs, and a copy whose missions draw no fault, on free ports and loopback services, while the
 * browser tests run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engines = findEngines();
  project.provide('chromiumPath', engines.chromium);
  project.provide('engines', engines);
  const upstream = await startUpstream();
  project.provide('upstreamUrl', upstream.url);
  const env = {
    PORT: '0',
    OPEN_NOTIFY_URL: upstream.url,
    N2YO_URL: upstream.url,
    CELESTRAK_URL: upstream.url,
    RATE_LIMIT_PER_MIN: '0',
    ROOMS: '1',
    // Ignores the machine's settings: the positions come from the elements.
    N2YO_API_KEY: '',
    BACKEND_ANON_KEY: '',
    ALLOWED_ORIGINS: '',
    TRUST_PROXY: '',
  };
  const server = startNode('scripts/start.mjs', env);
  project.provide('baseUrl', await urlOf(server)); // the build to be copied exists from here on
  const quiet = await copyQuietly();
  const ground = { GROUND_LINK: '1', GROUND_LINK_TM_PORT: '0', GROUND_LINK_TC_PORT: '0' };
  const quietServer = startNode(quiet.server, { ...env, ...ground });
  project.provide('quietUrl', await urlOf(quietServer));
  const [, telemetry, telecommands] = await quietServer.waitForOutput(
    /telemetry TCP \S+:(\d+), telecommands TCP \S+:(\d+)\n/,
  );
  project.provide('groundPorts', { telemetry: Number(telemetry), telecommands: Number(telecommands) });
  project.provide('quietClient', quiet.client);
  return async () => {
    for (const started of [server, quietServer]) started.kill('SIGTERM');
    await Promise.all([server.ended, quietServer.ended]);
    await quiet.remove();
    await upstream.close();
  };
}

async function urlOf(server: NodeProcess): Promise<string> {
  const [, url = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
  return url;
}

/** @throws Error if an engine is missing and `REQUIRE_ENGINES=1` is set, as in CI */
function findEngines(): EnginePaths {
  const engines = { chromium: ensureChromium(), firefox: findFirefox(), webkit: findWebKit() };
  for (const name of ['firefox', 'webkit'] as const) {
    if (engines[name]) continue;
    if (process.env.REQUIRE_ENGINES === '1') throw new Error(HOW_TO_GET[name]);
    console.warn(HOW_TO_GET[name]);
  }
  return engines;
}
