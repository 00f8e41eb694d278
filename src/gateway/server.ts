import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { epochMs } from '../shared/units.ts';
import { createApp } from './app.ts';
import { fileStore } from './file-store.ts';
import { createGateway } from './gateway.ts';
import { loadSite } from './load-site.ts';
import {
  DEFAULT_PORT,
  HIGHEST_PORT,
  readBackendOrigin,
  readGatewaySettings,
  readServerSettings,
} from './settings.ts';

/** How long answers under way may take to finish once the server is told to stop. */
const STOP_GRACE_MS = 500;

/** As bundled, this file is dist/server/server.js; the client is beside it. */
const DIST = join(import.meta.dirname, '..');

// Whoever read the log may leave (`npm start | head`); the server stays.
process.stdout.on('error', () => undefined);

await start();

async function start(): Promise<void> {
  const server = readServerSettings(process.env);
  const settings = readGatewaySettings(process.env);
  const backendOrigin = readBackendOrigin(import.meta.env.VITE_BACKEND_URL);
  if (!server.ok) return fail(server.message);
  if (!settings.ok) return fail(settings.message);
  if (!backendOrigin.ok) return fail(backendOrigin.message);
  const gateway = createGateway(settings.value, {
    fetch: (url, init) => fetch(url, init),
    clock: { now: () => epochMs(Date.now()) },
    random: () => Math.random(),
    timeoutSignal: (ms) => AbortSignal.timeout(ms),
    log: (line) => console.log(JSON.stringify(line)),
    store: fileStore(join(DIST, 'cache'), 'elements.json'),
  });
  const site = await loadSite(join(DIST, 'client'));
  listen(createApp({ site, gateway, backendOrigin: backendOrigin.value }), server.value.port);
}

function listen(app: ReturnType<typeof createApp>, port: number): void {
  const server = createServer(
    getRequestListener((request, { incoming }) =>
      app.fetch(request, { address: incoming.socket.remoteAddress }),
    ),
  );
  server.on('error', (error: NodeJS.ErrnoException) => fail(explainListenError(error, port)));
  server.listen(port, () => {
    const address = server.address() as AddressInfo;
    console.log(`ORBITA-1 mission control at http://localhost:${address.port}`);
  });

  const stop = () => {
    server.close();
    setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS).unref();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function explainListenError({ code, message }: NodeJS.ErrnoException, port: number): string {
  const choose = (other: number) => `choose another port: PORT=${other} npm start`;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program or ${choose(port < HIGHEST_PORT ? port + 1 : DEFAULT_PORT)}`;
  }
  if (code === 'EACCES') return `Port ${port} is not open to this user, so ${choose(DEFAULT_PORT)}`;
  return `Cannot listen on port ${port}: ${message}`;
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
