import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { loadSite } from './load-site.ts';

const DEFAULT_PORT = 4173;
const HIGHEST_PORT = 65_535;

/** How long answers under way may take to finish once the server is told to stop. */
const STOP_GRACE_MS = 500;

await start();

async function start(): Promise<void> {
  const { PORT } = process.env;
  const port = parsePort(PORT);
  if (port === undefined) {
    fail(`PORT must be a number from 0 (any free port) to ${HIGHEST_PORT}, not "${PORT}".`);
    return;
  }
  // As bundled, this file is dist/server/server.js, and the client is beside it.
  const site = await loadSite(join(import.meta.dirname, '..', 'client'));
  const server = createServer(getRequestListener(createApp({ site }).fetch));
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

function parsePort(text: string | undefined): number | undefined {
  if (!text) return DEFAULT_PORT;
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return port <= HIGHEST_PORT ? port : undefined;
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
