import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { createApp } from '../../../src/gateway/app.ts';
import { createMetrics } from '../../../src/gateway/metrics.ts';
import { createMemoryHome } from '../../../src/gateway/rooms/memory-home.ts';
import { createRoomServer } from '../../../src/gateway/rooms/room-server.ts';
import { createRoomsApp } from '../../../src/gateway/rooms/rooms-app.ts';
import { createRoomSockets } from '../../../src/server/rooms/sockets.ts';
import { openGroundLink } from '../../../src/spacecraft-host/ground-link.ts';
import { composeGateway, type HandClock, serve } from '../../support/gateway.ts';
import { startUpstream } from '../../support/upstream.ts';
import { builtSite } from '../built-site.ts';
import { PROJECT_ROOT } from '../node-process.ts';
import { findUsualStart } from '../quiet-product.ts';

/** ORBITA-1 is sunlit and linked over the relay for half an hour; the first fault is an antenna off pointing. */
const START_TIME = findUsualStart(Date.UTC(2026, 10, 20, 12, 34));
/** The same, as the wall's map scene starts. */
export const MAP_SCENE_TIME = findUsualStart(Date.UTC(2026, 10, 20, 12, 35));

/** Paths of the page's tools and of axe. */
const TOOLS_PATH = '/page-tools.js';
export const AXE_PATH = '/axe.js';
/** Channel over which the page moves its worker's clock. */
export const CLOCK_CHANNEL = 'test-clock';

/** The served product on loopback services, with time controlled by the test, for any browser. */
export interface EngineConsole {
  readonly url: string;
  /** Ports for ground systems that fly a mission of this page. */
  readonly groundPorts: { readonly telemetry: number; readonly telecommands: number };
  /** Advances the services and the gateway; the page advances its worker. */
  advance(ms: number): void;
  close(): Promise<void>;
}

/**
 * Script before the worker's code: its time starts at `startTime`, or is shared by all windows, and jumps by each
 * posted amount. WebKit runs the script again when a chunk imports from it.
 */
const workerPrelude = (startTime: number, isOneClock: boolean): string => `if (!globalThis.hasTestClock) {
  globalThis.hasTestClock = true;
  let born, ahead = ${startTime};
  const now = ${isOneClock ? `((now) => () => now() - ${Date.now()})(Date.now.bind(Date))` : '() => Math.round(performance.now() - (born ??= performance.now()))'};
  Date.now = () => ahead + now();
  new BroadcastChannel('${CLOCK_CHANNEL}').onmessage = ({ data }) => {
    ahead += data;
    dispatchEvent(new Event('online')); // wakes the mission
  };
};`;

let tools: Promise<string> | undefined;

async function buildTools(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'page-tools.ts'),
        formats: ['iife'],
        name: 'pageTools',
        fileName: 'page-tools',
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The tools of the page were not built.');
  return chunk.code;
}

/**
 * @param isAsBuilt without the tools and on real time: a service worker keeps only files with the digests of the build
 * @param isOneClock windows share one time, in which a mission starts some seconds after `startTime`
 */
export async function startEngineConsole({
  isAsBuilt = false,
  isOneClock = false,
  startTime = START_TIME,
} = {}): Promise<EngineConsole> {
  const prelude = workerPrelude(startTime, isOneClock);
  let aheadMs = isAsBuilt ? 0 : startTime - Date.now();
  const clock: HandClock = {
    get time() {
      return Date.now() + aheadMs;
    },
    advance(ms) {
      aheadMs += ms;
    },
  };
  const upstream = await startUpstream({ now: () => clock.time });
  const { gateway, admission, platform } = composeGateway({ upstreamUrl: upstream.url, clock });
  const app = createApp({ site: await builtSite(join(PROJECT_ROOT, 'dist/client')), gateway });
  const ground = await openGroundLink({ telemetryPort: 0, telecommandPort: 0 }, () => undefined);
  if (!ground.ok) throw new Error(ground.message);
  const { now } = platform.clock;
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const rooms = createRoomServer({ home: createMemoryHome(), clock: { now }, randomBytes, log: () => {} });
  const sockets = createRoomSockets({ rooms, isBehindProxy: false, now });
  const metrics = createMetrics({ version: '', digest: '' }, platform);
  const roomsApp = createRoomsApp({ rooms, admission, metrics, effects: platform, isBehindProxy: false });
  const beat = setInterval(rooms.tick, 1000);
  tools ??= buildTools();
  const scripts = new Map([
    [TOOLS_PATH, await tools],
    [AXE_PATH, await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')],
  ]);
  const served = await serve(
    {
      async fetch(request: Request, ...rest: never[]) {
        if (isAsBuilt) return app.fetch(request, ...rest);
        const linked = ground.value.fetch(request, '127.0.0.1') ?? roomsApp.fetch(request);
        if (linked) return linked;
        const { pathname } = new URL(request.url);
        const script = scripts.get(pathname);
        const headers = new Headers(request.headers);
        headers.delete('accept-encoding');
        if (script !== undefined)
          return new Response(script, { headers: { 'content-type': 'text/javascript' } });
        const isWorker = pathname.startsWith('/assets/worker-');
        const isPage = headers.get('accept')?.includes('text/html');
        if (!isWorker && !isPage) return app.fetch(request, ...rest);
        const answer = await app.fetch(new Request(request.url, { headers }), ...rest);
        const text = await answer.text();
        const sent = new Headers(answer.headers);
        sent.delete('content-length');
        const changed = isWorker
          ? `${prelude}${text}`
          : text.replace('<head>', `<head><script src="${TOOLS_PATH}"></script>`);
        return new Response(changed, { status: answer.status, headers: sent });
      },
    },
    sockets.upgrade,
  );
  return {
    url: served.url,
    groundPorts: { telemetry: ground.value.telemetryPort, telecommands: ground.value.telecommandPort },
    advance: (ms) => clock.advance(ms),
    async close() {
      ground.value.close();
      clearInterval(beat);
      rooms.close();
      await served.close();
      await upstream.close();
    },
  };
}
