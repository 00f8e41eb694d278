import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type WebSocket, WebSocketServer } from 'ws';
import { LONGEST_PACKET } from '../../shared/packets/headers.ts';
import { KEEP_ALIVE, limitConnections } from '../sockets/listen.ts';
import { MOST_UNREAD } from '../sockets/unread.ts';
import { type AccessRules, refusalOf } from './access.ts';
import { createHistory, packetsKept } from './history.ts';
import { createHistoryApi } from './history-api.ts';
import { createReaders } from './readers.ts';
import { createRealtime, type MissionClock } from './realtime.ts';
import { createSenders } from './senders.ts';

/** Telemetry and telecommands for pages: packets over WebSocket, samples in JSON, and their history over HTTP. */
export interface WebServer {
  readonly server: Server;
  /** Keeps packets, and sends them at the end of the tick. */
  send(packets: readonly Uint8Array[]): void;
  /** Ends a tick of the spacecraft: sends what has come, and reads on from senders that were stopped. */
  tick(): void;
  /** Mission time has gone back to an instant: the history of what came after it is forgotten. */
  restored(utc: number): void;
  close(): void;
}

export interface WebServerOptions {
  readonly access: AccessRules;
  /** Spacecraft of this process, which share the bound of the history. */
  readonly count: number;
  readonly clock: () => MissionClock;
  readonly receive: (octets: Uint8Array) => boolean;
  readonly hasRoom: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Connections at once, of both kinds; others are refused. */
const MOST_CONNECTIONS = 32;
/** Octets of a message that subscribes to every parameter, several times over. */
const LONGEST_REQUEST = 65_536;

/** Returns a server of WebSockets that closes a connection whose message is longer. */
const socketsOf = (maxPayload: number): WebSocketServer =>
  new WebSocketServer({ noServer: true, clientTracking: true, maxPayload, autoPong: false });

/** Answers pings, unless the one who sends them leaves the answers unread. */
function answerPings(socket: WebSocket): void {
  socket.on('ping', (data) => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
    else socket.pong(data);
  });
}

export function createWebServer(options: WebServerOptions): WebServer {
  const { access, count, clock, receive, hasRoom, now, log } = options;
  const history = createHistory(packetsKept(count));
  const readers = createReaders<undefined>(log);
  const senders = createSenders({ receive, hasRoom });
  const realtime = createRealtime({ clock, now, log });
  let pending: Uint8Array[] = [];

  const app = createHistoryApi({ history, refusal: (caller) => refusalOf(caller, access) });
  const server = createServer(KEEP_ALIVE, getRequestListener(app.fetch, { hostname: 'localhost' }));
  limitConnections(server, MOST_CONNECTIONS, 'connections of the web port', log);

  interface Channel {
    readonly sockets: WebSocketServer;
    readonly add: (socket: WebSocket) => void;
  }
  const channels: ReadonlyMap<string, Channel> = new Map([
    // A reader has nothing to say.
    ['/tm', { sockets: socketsOf(1), add: (socket) => readers.add(socket, undefined) }],
    ['/tc', { sockets: socketsOf(LONGEST_PACKET), add: senders.add }],
    ['/realtime', { sockets: socketsOf(LONGEST_REQUEST), add: realtime.add }],
  ]);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const { host, origin } = request.headers;
    const [path = '', query] = (request.url ?? '').split('?');
    const token = new URLSearchParams(query).get('token') ?? undefined;
    const refusal = refusalOf({ host, origin, token }, access);
    const channel = channels.get(path);
    if (refusal !== undefined || !channel) {
      const status = refusal === undefined ? '404 Not Found' : '403 Forbidden';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    channel.sockets.handleUpgrade(request, socket, head, (opened) => {
      answerPings(opened);
      channel.add(opened);
    });
  });

  return {
    server,
    send(packets) {
      history.keep(packets);
      pending.push(...packets);
    },
    tick() {
      const packets = pending;
      pending = [];
      readers.send(() => packets);
      realtime.send(packets);
      senders.resume();
    },
    restored: history.forgetAfter,
    close() {
      for (const { sockets } of channels.values()) for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
