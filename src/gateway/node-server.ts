import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';
import { clientOf } from './rate-limit.ts';

/** What a client may take of the server: time, bytes and connections. */
export interface ServerLimits {
  /** For a request's line and headers, from the connection's beginning or the end of the request before. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** A connection on which nothing is asked for so long is closed. A dashboard asks every 10 s. */
  readonly idleMs: number;
  /** A connection on which nothing moves for so long is closed, also in the middle of an answer that nobody reads. */
  readonly stallMs: number;
  /** How often those times are looked at. */
  readonly checkMs: number;
  /** Of a request's line and headers together. */
  readonly headerBytes: number;
  readonly connections: number;
  /** So many of them may be one client's. */
  readonly connectionsOfOne: number;
  /** Answers under way on one connection. No browser sends a request before the answer to the last one. */
  readonly pipelined: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 20_000,
  stallMs: 20_000,
  checkMs: 1000,
  headerBytes: 16_384,
  connections: 4096,
  connectionsOfOne: 1024,
  pipelined: 32,
};

export interface NodeServer {
  readonly server: Server;
  /** Connections at this moment. */
  connections(): number;
  /** Takes no more connections, lets running requests finish until told to give up, and is done when all is closed. */
  stop(giveUp: AbortSignal): Promise<void>;
}

/** Of every refusal in words. */
const PLAIN_TEXT = { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' };

/** Gives the app what Node has received. What cannot be a request (a bad Host, an odd address) is refused in words. */
export const listenerOf = (app: App): RequestListener =>
  getRequestListener(
    (request, { incoming }) => app.fetch(request, { address: incoming.socket.remoteAddress }),
    {
      hostname: 'localhost', // for HTTP/1.0, which has no Host; nothing reads it
      errorHandler: () =>
        new Response('This is no request that can be answered\n', {
          status: 400,
          headers: PLAIN_TEXT,
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

/** Whether a request has one Host, which HTTP/1.0 need not have. */
function isHostClear({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values by turns, as they came.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** An HTTP server that bounds what a client may take of it, and that can be stopped without breaking an answer off. */
export function createNodeServer(listener: RequestListener, limits: ServerLimits): NodeServer {
  /** Every connection, with the answers under way on it. */
  const running = new Map<Duplex, Set<ServerResponse>>();
  const connectionsOf = new Map<string, number>();
  let isStopping = false;

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false, // refused below, in words
    },
    (request, response) => {
      const { socket } = request;
      const answers = running.get(socket);
      if (!answers || answers.size >= limits.pipelined) {
        socket.destroy();
        return;
      }
      answers.add(response);
      if (isStopping) response.setHeader('Connection', 'close');
      response.once('close', () => {
        answers.delete(response);
        if (isStopping && answers.size === 0) socket.end();
      });
      if (!isHostClear(request)) {
        response.writeHead(400, { ...PLAIN_TEXT, Connection: 'close' });
        response.end('A request has one Host\n');
      } else listener(request, response);
    },
  );
  // Node's own would break off answers that are written and not yet read.
  server.closeIdleConnections = () => undefined;
  server.maxConnections = limits.connections;
  server.timeout = limits.stallMs;
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const theirs = (connectionsOf.get(client) ?? 0) + 1;
    if (theirs > limits.connectionsOfOne) {
      socket.destroy();
      return;
    }
    connectionsOf.set(client, theirs);
    running.set(socket, new Set());
    socket.once('close', () => {
      running.delete(socket);
      const left = (connectionsOf.get(client) ?? 1) - 1;
      if (left > 0) connectionsOf.set(client, left);
      else connectionsOf.delete(client);
    });
  });
  server.on('checkExpectation', (_request, response) => {
    const body = 'An expectation that cannot be met\n';
    response.writeHead(417, {
      ...PLAIN_TEXT,
      'Content-Length': body.length,
      Connection: 'close',
    });
    response.end(body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [first, second] = running.get(socket) ?? [];
    // The words must be the answer to what cannot be read: not to a request before it, nor in the middle of an answer.
    if (second || first?.headersSent || first?.req.complete || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, words] = UNREADABLE[error.code ?? ''] ?? [400, 'This is no HTTP request'];
    refuse(socket, status, words);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    if (running.get(socket)?.size) socket.destroy();
    else refuse(socket, 405, 'Method not allowed', 'Allow: GET, HEAD\r\n');
  });

  return {
    server,
    connections: () => running.size,
    stop: (giveUp) =>
      new Promise((resolve) => {
        isStopping = true;
        giveUp.addEventListener('abort', () => server.closeAllConnections());
        server.close(() => resolve());
        for (const [socket, answers] of running) if (answers.size === 0) socket.destroy();
      }),
  };
}
