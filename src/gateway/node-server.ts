import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';

/** What a client may take of the server: time, bytes and connections. */
export interface ServerLimits {
  /** For a request's line and headers, from the connection's beginning or the end of the request before. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** A connection on which nothing is asked for so long is closed. A dashboard asks every 10 s. */
  readonly idleMs: number;
  /** How often those times are looked at. */
  readonly checkMs: number;
  /** Of a request's line and headers together. */
  readonly headerBytes: number;
  readonly connections: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 20_000,
  checkMs: 1000,
  headerBytes: 16_384,
  connections: 4096,
};

export interface NodeServer {
  readonly server: Server;
  /** Connections at this moment. */
  connections(): number;
  /** Takes no more connections, lets running requests finish until told to give up, and is done when all is closed. */
  stop(giveUp: AbortSignal): Promise<void>;
}

/** Gives the app what Node has received. What cannot be a request (a bad Host, an odd address) is refused in words. */
export const listenerOf = (app: App): RequestListener =>
  getRequestListener(
    (request, { incoming }) => app.fetch(request, { address: incoming.socket.remoteAddress }),
    {
      errorHandler: () =>
        new Response('This is no request that can be answered\n', {
          status: 400,
          headers: { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' },
        }),
    },
  );

/** What Node says of a request that it could not read. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, words: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request body is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** Answers on a socket that no request came from, and closes it. */
function refuse(socket: Duplex, status: number, words: string, header = ''): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${words}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `X-Content-Type-Options: nosniff\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** Names and values by turns, as they came. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** An HTTP server that bounds what a client may take of it, and that can be stopped without breaking an answer off. */
export function createNodeServer(listener: RequestListener, limits: ServerLimits): NodeServer {
  /** Every connection, with the answers under way on it. */
  const running = new Map<Duplex, number>();
  let isStopping = false;

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
    },
    (request, response) => {
      const { socket } = request;
      running.set(socket, (running.get(socket) ?? 0) + 1);
      if (isStopping) response.setHeader('Connection', 'close');
      response.once('close', () => {
        const left = (running.get(socket) ?? 1) - 1;
        if (running.has(socket)) running.set(socket, left);
        if (isStopping && left === 0) socket.end();
      });
      if (hasSeveralHosts(request.rawHeaders)) {
        response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' });
        response.end('A request has one Host\n');
      } else listener(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer that has begun cannot be followed by another one in the middle of it.
    if ((running.get(socket) ?? 0) > 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, words] = UNREADABLE[error.code ?? ''] ?? [400, 'This is no HTTP request'];
    refuse(socket, status, words);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    refuse(socket, 405, 'Method not allowed', 'Allow: GET, HEAD\r\n');
  });

  return {
    server,
    connections: () => running.size,
    stop: (giveUp) =>
      new Promise((resolve) => {
        isStopping = true;
        giveUp.addEventListener('abort', () => server.closeAllConnections());
        server.close(() => resolve());
        for (const [socket, answers] of running) if (answers === 0) socket.destroy();
      }),
  };
}
