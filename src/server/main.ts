import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createAdmission } from '../gateway/admission.ts';
import { type App, createApp } from '../gateway/app.ts';
import { buildOf } from '../gateway/build.ts';
import type { LogLine } from '../gateway/effects.ts';
import { fileStore } from '../gateway/file-store.ts';
import { createGateway } from '../gateway/gateway.ts';
import { loadSiteWithEarlier } from '../gateway/load-site.ts';
import { createMetrics } from '../gateway/metrics.ts';
import { createNodeServer, listenerOf, type NodeServer, SERVER_LIMITS } from '../gateway/node-server.ts';
import {
  DEFAULT_PORT,
  HIGHEST_PORT,
  readBackendOrigin,
  readGatewaySettings,
  readServerSettings,
} from '../gateway/settings.ts';
import { STOP_LIMIT_MS } from '../shared/contract/time-limits.ts';
import { epochMs } from '../shared/kit/units.ts';
import { type GroundLinkServer, openGroundLink } from '../spacecraft-host/ground-link.ts';

/** As bundled, this file is dist/server/server.js, beside the client. */
const DIST = join(import.meta.dirname, '..');

/** Enough for ten browsers behind one address, whatever the number of connections. */
const LEAST_CONNECTIONS_OF_ONE = 64;

/** A connection without traffic for 20 s is closed. */
const GROUND_LINK_BEAT_MS = 5000;

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

const clock = { now: () => epochMs(Date.now()) };
const log = (line: LogLine): void => console.log(JSON.stringify(line));
const stamp = (): string => new Date(clock.now()).toISOString();

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
  };
  const metrics = createMetrics(build, effects);
  const admission = createAdmission(settings.value, effects);
  const gateway = createGateway(settings.value, effects, build, metrics, admission);
  const parts = {
    gateway,
    admission,
    metrics,
    elapsed: effects.elapsed,
    backendOrigin: backendOrigin.value,
    isBehindProxy: settings.value.isBehindProxy,
  };
  const app = await loadSiteWithEarlier(join(DIST, 'client'), join(DIST, 'earlier'))
    .then((site) => createApp({ site, ...parts }))
    .catch((error: Error) => fail(`Cannot serve the built client: ${error.message}: run npm run build`));
  if (!app) return;
  const groundLink = server.value.groundLink && (await openGroundLink(server.value.groundLink, console.log));
  if (groundLink && !groundLink.ok) return fail(groundLink.message);
  const node = createNodeServer(listenerOf(groundLink ? withGroundLink(app, groundLink.value) : app), {
    ...SERVER_LIMITS,
    connections: server.value.maxConnections,
    // Behind a proxy all connections are the proxy's.
    connectionsOfOne: settings.value.isBehindProxy
      ? server.value.maxConnections
      : Math.max(LEAST_CONNECTIONS_OF_ONE, Math.ceil(server.value.maxConnections / 4)),
  });
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
  listen(node, server.value.port, { version: build.version, build: build.digest }, groundLink?.value);
}

/** Answers the requests of pages to the ground link, beside those of the app. */
function withGroundLink(app: App, groundLink: GroundLinkServer): App {
  return {
    fetch: (request, caller) => groundLink.fetch(request, caller?.address) ?? app.fetch(request, caller),
  };
}

function listen(node: NodeServer, port: number, build: LogLine, groundLink?: GroundLinkServer): void {
  const { server } = node;
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (server.listening) log({ time: stamp(), event: 'error', error: error.code ?? error.name });
    else {
      groundLink?.close();
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
      void node.stop(AbortSignal.timeout(STOP_LIMIT_MS)).then(() => log({ time: stamp(), event: 'stopped' }));
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
  setInterval(groundLink.tick, GROUND_LINK_BEAT_MS).unref();
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
  console.error(line);
  process.exitCode = 1;
}
