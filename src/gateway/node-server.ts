import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';
import { clientOf } from './rate-limit.ts';

/** Client limits of the server: time, bytes and connections. */
export interface ServerLimits {
  /** Limit for a request's line and headers, from the start of the connection or the end of the previous request. */
  readonly headersMs: number;
  /** Limit for a whole request, including its body. */
  readonly requestMs: number;
  /** A connection without a request for this long is closed. A dashboard calls every 10 s. */
  readonly idleMs: number;
  /**
   * A connection without traffic for this long is closed, also in the middle of an answer that is not read.
   */
  readonly stallMs: number;
  /** Interval of these checks. */
  readonly checkMs: number;
  /** Total size of a request's line and headers. */
  readonly headerBytes: number;
  readonly connections: number;
  readonly connectionsOfOne: number;
  /** Answers in progress on one connection. Browsers do not pipeline. */
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
  connections(): number;
  /**
   * Stops accepting connections, lets running requests finish until `giveUp` aborts, and resolves when all
   * are closed. Connections that were taken over are closed by their new owners; those left over are closed with the rest.
   */
  stop(giveUp: AbortSignal): Promise<void>;
}

/** Headers of every refusal with a text. */
const PLAIN_TEXT = { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' };

/** Passes Node's requests to the app. Invalid ones (bad Host, odd URL) get a refusal with a text. */
export const listenerOf = (app: App): RequestListener =>
  getRequestListener(
    (request, { incoming }) => app.fetch(request, { address: incoming.socket.remoteAddress }),
    {
      hostname: 'localhost', // for HTTP/1.0, which has no Host; unused
      errorHandler: () =>
        new Response('Bad request\n', {
          status: 400,
          headers: PLAIN_TEXT,
        }),
    },
  );

/** Replies to Node's parse errors. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, words: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request line and headers too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request body too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
};

/**
 * Takes over the connection of a request for another protocol than HTTP.
 * @param head what has come after the request
 */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Answers on a socket without a request, and closes it. */
export function refuse(socket: Duplex, status: number, words: string, header = ''): void {
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

/** True if a request has exactly one Host, which HTTP/1.0 may omit. */
function isHostClear({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Alternating names and values, as received.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/**
 * Answers a request that offers another protocol, as HTTP lets a server do; its connection is closed then.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  server.emit('request', request, response);
}

/**
 * HTTP server that limits its clients, and stops without truncating an answer.
 * @param upgrade takes over WebSockets; without it, such a request is answered like any other
 */
export function createNodeServer(
  listener: RequestListener,
  limits: ServerLimits,
  upgrade?: UpgradeListener,
): NodeServer {
  /** All connections, with their answers in progress. */
  const running = new Map<Duplex, Set<ServerResponse>>();
  const takenOver = new Set<Duplex>();
  const connectionsOf = new Map<string, number>();
  let isStopping = false;

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false, // refused below, with a text
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
        response.end('Exactly one Host required\n');
      } else listener(request, response);
    },
  );
  // Node's own version would truncate answers that are written and not yet read.
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
    const body = 'Expectation not supported\n';
    response.writeHead(417, {
      ...PLAIN_TEXT,
      'Content-Length': body.length,
      Connection: 'close',
    });
    response.end(body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [first, second] = running.get(socket) ?? [];
    // The text must answer the unreadable request, not an earlier one, and not inside another answer.
    if (second || first?.headersSent || first?.req.complete || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, words] = UNREADABLE[error.code ?? ''] ?? [400, 'Not an HTTP request'];
    refuse(socket, status, words);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    if (running.get(socket)?.size) socket.destroy();
    else refuse(socket, 405, 'Method not allowed', 'Allow: GET, HEAD\r\n');
  });

  if (upgrade) {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => undefined);
      const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
      if (!isWebSocket && (request.method === 'GET' || request.method === 'HEAD')) {
        ignoreUpgrade(server, request, socket);
        return;
      }
      const isBusy = isStopping || !running.has(socket) || running.get(socket)?.size;
      if (isBusy) socket.destroy();
      else if (!isWebSocket) refuse(socket, 400, 'Protocol not supported');
      else if (!isHostClear(request)) refuse(socket, 400, 'Exactly one Host required');
      else {
        takenOver.add(socket);
        socket.once('close', () => takenOver.delete(socket));
        upgrade(request, socket, head);
      }
    });
  }

  return {
    server,
    connections: () => running.size,
    stop: (giveUp) =>
      new Promise((resolve) => {
        isStopping = true;
        giveUp.addEventListener('abort', () => {
          server.closeAllConnections();
          for (const socket of takenOver) socket.destroy();
        });
        server.close(() => resolve());
        for (const [socket, answers] of running) {
          if (answers.size === 0 && !takenOver.has(socket)) socket.destroy();
        }
      }),
  };
}
