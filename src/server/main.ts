import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createAdmission } from '../gateway/admission.ts';
import { type App, createApp } from '../gateway/app.ts';
import { buildOf } from '../gateway/build.ts';
import type { Caller, LogLine } from '../gateway/effects.ts';
import { fileStore } from '../gateway/file-store.ts';
import { createGateway } from '../gateway/gateway.ts';
import { loadSiteWithEarlier } from '../gateway/load-site.ts';
import { createMetrics } from '../gateway/metrics.ts';
import { createNodeServer, listenerOf, type NodeServer, SERVER_LIMITS } from '../gateway/node-server.ts';
import { createRoomServer } from '../gateway/rooms/room-server.ts';
import { createRoomsApp } from '../gateway/rooms/rooms-app.ts';
import {
  DEFAULT_PORT,
  HIGHEST_PORT,
  readBackendOrigin,
  readGatewaySettings,
  readServerSettings,
  type ServerSettings,
} from '../gateway/settings.ts';
import { STOP_LIMIT_MS } from '../shared/contract/time-limits.ts';
import { epochMs, MS_PER_S } from '../shared/kit/units.ts';
import { type GroundLinkServer, openGroundLink } from '../spacecraft-host/ground-link.ts';
import type { SharedAnswers } from './nats/shared-answers.ts';
import { openHome } from './rooms/open-home.ts';
import { createRoomSockets } from './rooms/sockets.ts';

/** As bundled, this file is dist/server/server.js, beside the client. */
const DIST = join(import.meta.dirname, '..');

/** Enough for ten browsers behind one address, whatever the number of connections. */
const LEAST_CONNECTIONS_OF_ONE = 64;

/** Of what rooms do by themselves. */
const ROOMS_BEAT_MS = MS_PER_S;

/** A connection without traffic for 20 s is closed. */
const GROUND_LINK_BEAT_MS = 5000;

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

const clock = { now: () => epochMs(Date.now()) };
const log = (line: LogLine): void => console.log(JSON.stringify(line));
const stamp = (): string => new Date(clock.now()).toISOString();

/** Does something at an interval, which does not keep the process from ending. Returns how to stop. */
function every(ms: number, action: () => void): () => void {
  const timer = setInterval(action, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** What is open until the process ends. */
let shared: SharedAnswers | undefined;

// The log's reader may leave (`npm start | head`); the server continues.
process.stdout.on('error', () => undefined);

await start();

async function start(): Promise<void> {
  const server = readServerSettings(process.env);
  const settings = readGatewaySettings(process.env);
  const backendOrigin = readBackendOrigin(import.meta.env.VITE_BACKEND_URL);
  if (!server.ok) return fail(server.message);
  if (!settings.ok) return fail(settings.message);
  if (!backendOrigin.ok) return fail(backendOrigin.message);
  const { natsUrl } = server.value;
  if (natsUrl !== undefined) {
    const { openSharedAnswers } = await import('./nats/shared-answers.ts');
    shared = openSharedAnswers(natsUrl, every);
  }
  const build = buildOf(import.meta.env.VITE_BUILD_VERSION, import.meta.env.VITE_BUILD_DIGEST);
  const effects = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    clock,
    elapsed: () => performance.now(),
    random: () => Math.random(),
    timeoutSignal: (ms: number) => AbortSignal.timeout(ms),
    gzip: promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip),
    log,
    store: (name: string) => fileStore(join(DIST, 'cache'), name),
    shared,
  };
  const { isBehindProxy } = settings.value;
  const metrics = createMetrics(build, effects);
  const admission = createAdmission(settings.value, effects);
  let rooms: Rooms | undefined;
  const roomsHealth = () => rooms?.server.health();
  const parts = {
    gateway: createGateway(settings.value, effects, build, metrics, admission, roomsHealth),
    admission,
    metrics,
    elapsed: effects.elapsed,
    backendOrigin: backendOrigin.value,
    isBehindProxy,
  };
  const pages = await loadSiteWithEarlier(join(DIST, 'client'), join(DIST, 'earlier'))
    .then((site) => createApp({ site, ...parts }))
    .catch((error: Error) => fail(`Cannot serve the built client: ${error.message}: run npm run build`));
  if (!pages) return;
  const groundLink = server.value.groundLink && (await openGroundLink(server.value.groundLink, console.log));
  if (groundLink && !groundLink.ok) return fail(groundLink.message);
  rooms = server.value.rooms && (await openRooms(server.value, isBehindProxy));
  const roomsApp = createRoomsApp({ rooms: rooms?.server, admission, metrics, effects, isBehindProxy });
  const app = beside(pages, [roomsApp, ...(groundLink ? [linkedPages(groundLink.value)] : [])]);
  const node = createNodeServer(
    listenerOf(app),
    {
      ...SERVER_LIMITS,
      connections: server.value.maxConnections,
      // Behind a proxy all connections are the proxy's.
      connectionsOfOne: isBehindProxy
        ? server.value.maxConnections
        : Math.max(LEAST_CONNECTIONS_OF_ONE, Math.ceil(server.value.maxConnections / 4)),
    },
    rooms?.sockets.upgrade,
  );
  if (rooms) metrics.watch(rooms.server.meters.read);
  metrics.watch(() => [
    {
      name: 'orbita_http_connections',
      help: 'Open connections.',
      type: 'gauge',
      samples: [{ labels: {}, value: node.connections() }],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Process memory.',
      type: 'gauge',
      samples: [{ labels: {}, value: process.memoryUsage.rss() }],
    },
  ]);
  listen(node, server.value.port, { version: build.version, build: build.digest }, groundLink?.value, rooms);
}

/** Opens the rooms. Without their store, the page is served nevertheless. */
async function openRooms({ rooms, natsUrl }: ServerSettings, isBehindProxy: boolean) {
  const folder = rooms?.folder ?? join(DIST, 'cache', 'rooms');
  const opened = await openHome(natsUrl, folder, every);
  if (!opened.ok) {
    console.error(`Missions cannot be shared over this server. ${opened.message}`);
    return undefined;
  }
  const { home, exchange } = opened.value;
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const server = createRoomServer({ home, exchange, clock, randomBytes, log });
  const sockets = createRoomSockets({ rooms: server, isBehindProxy, now: clock.now });
  every(ROOMS_BEAT_MS, () => {
    server.tick();
    sockets.tick();
  });
  return { server, sockets, home };
}

type Rooms = NonNullable<Awaited<ReturnType<typeof openRooms>>>;

/** Answers some requests; `undefined` for others. */
interface PartialApp {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response | undefined;
}

/** Asks others before the app. */
function beside(app: App, others: readonly PartialApp[]): App {
  return {
    fetch(request, caller) {
      for (const other of others) {
        const answer = other.fetch(request, caller);
        if (answer) return answer;
      }
      return app.fetch(request, caller);
    },
  };
}

/** Returns the answers of the ground link to pages. */
function linkedPages(groundLink: GroundLinkServer): PartialApp {
  return { fetch: (request, caller) => groundLink.fetch(request, caller?.address) };
}

function listen(
  node: NodeServer,
  port: number,
  build: LogLine,
  groundLink?: GroundLinkServer,
  rooms?: Rooms,
): void {
  const { server } = node;
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (server.listening) log({ time: stamp(), event: 'error', error: error.code ?? error.name });
    else {
      groundLink?.close();
      void rooms?.home.close();
      fail(explainListenError(error, port));
    }
  });
  server.listen(port, () => {
    const address = server.address() as AddressInfo;
    console.log(`ORBITA-1 mission control at http://localhost:${address.port}`);
    log({ time: stamp(), event: 'start', port: address.port, ...build });
    if (groundLink) startGroundLink(groundLink, address.port);
  });

  let isStopping = false;
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      // A second signal stops at once, with the status that shells give a signal.
      if (isStopping) process.exit(128 + number);
      isStopping = true;
      log({ time: stamp(), event: 'stop', signal, connections: node.connections() });
      groundLink?.close();
      rooms?.server.close();
      void node
        .stop(AbortSignal.timeout(STOP_LIMIT_MS))
        .then(() => Promise.all([rooms?.home.close(), shared?.close()]))
        .then(() => log({ time: stamp(), event: 'stopped' }));
    });
  }
}

/** Tells the ports, and the address of the page that connects its mission. */
function startGroundLink(groundLink: GroundLinkServer, port: number): void {
  const { telemetryPort, telecommandPort } = groundLink;
  console.log(
    `Ground systems: telemetry TCP 127.0.0.1:${telemetryPort}, telecommands TCP 127.0.0.1:${telecommandPort}`,
  );
  console.log(`Connect a mission to them at http://localhost:${port}/?ground-link`);
  every(GROUND_LINK_BEAT_MS, groundLink.tick);
}

function explainListenError({ code, message }: NodeJS.ErrnoException, port: number): string {
  const choose = (other: number) => `choose another port: PORT=${other} npm start`;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program or ${choose(port < HIGHEST_PORT ? port + 1 : DEFAULT_PORT)}`;
  }
  if (code === 'EACCES') return `Port ${port} is not open to this user, so ${choose(DEFAULT_PORT)}`;
  return `Cannot listen on port ${port}: ${message}`;
}

function fail(line: string): undefined {
  void shared?.close();
  console.error(line);
  process.exitCode = 1;
}
