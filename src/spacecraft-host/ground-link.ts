import { isForeign } from '../shared/kit/foreign-origin.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import { idlePacket, isIdle } from '../shared/packets/frames.ts';
import { SEQUENCE_COUNTS } from '../shared/packets/headers.ts';
import { createSplitter } from '../shared/packets/splitter.ts';
import { listen, portOf } from './sockets/listen.ts';
import { createTelecommandServer } from './sockets/telecommand-server.ts';
import { createTelemetryServer } from './sockets/telemetry-server.ts';
import { isLoopback, refusalOf } from './web/access.ts';

/** Options of the ground link; each port is 0 for any free one. */
export interface GroundLinkOptions {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
}

/** Ground systems of this machine, and the page whose mission they fly. */
export interface GroundLinkServer {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  /**
   * Answers a request of the page; `undefined` for another path.
   * @param address remote address of the connection
   */
  fetch(request: Request, address: string | undefined): Promise<Response> | Response | undefined;
  /** Keeps the connection to the page open; to be called every few seconds. */
  tick(): void;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
const GROUND_LINK_PORTS = { tm: 'GROUND_LINK_TM_PORT', tc: 'GROUND_LINK_TC_PORT' } as const;
/** Octets of telemetry in a request of the page. */
const MOST_OCTETS = 1_000_000;
/** Telecommands that the page has not taken yet; others wait with their senders. */
const MOST_UNDER_WAY = 16;
/** Ticks without a request after which a page is given up: it is frozen, or its computer sleeps. */
const MOST_SILENT_TICKS = 3;
const IDLE_OCTETS = 8;

const STREAM_TYPE = 'application/octet-stream';

/** Random id of a window, which every request of its page has. */
const WINDOW = /^[0-9a-f]{16,64}$/;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const refuse = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { ...HEADERS, 'Content-Type': 'text/plain' } });

/** True for an address of this machine, also where a socket for both protocols has it. */
const isHere = (address: string | undefined): boolean => isLoopback((address ?? '').replace(/^::ffff:/, ''));

/** Returns why a request is refused; `undefined` if a page of this server on this machine has sent it. */
function whyNot({ headers }: Request, address: string | undefined): string | undefined {
  if (!isHere(address)) return 'Only a page on this machine may connect ground systems.';
  const [host, origin] = [headers.get('host'), headers.get('origin')];
  // Another page would have to ask first whether it may send the header, and gets no answer that allows it.
  if (!WINDOW.test(headers.get('ground-link') ?? '') || isForeign(origin, host)) {
    return 'Only a page of this server may connect ground systems.';
  }
  return refusalOf({ host: host ?? undefined, origin: undefined, token: undefined }, { bind: LOOPBACK });
}

/** The page that is connected. */
interface ConnectedPage {
  readonly window: string;
  readonly stream: ReadableStreamDefaultController<Uint8Array>;
  /** Telecommands sent to it, and those that it has taken. */
  sent: number;
  taken: number;
  silentTicks: number;
}

/**
 * Opens the ports for ground systems. They speak with the page that is connected. Without one there is no telemetry, and
 * a telecommand is dropped, so that none is executed long after it was sent.
 */
export async function openGroundLink(
  options: GroundLinkOptions,
  log: (line: string) => void,
): Promise<Result<GroundLinkServer>> {
  let page: ConnectedPage | undefined;
  let idleCount = 0;
  let hasToldDrop = false;

  const telemetry = createTelemetryServer(log, false);
  const telecommands = createTelecommandServer(
    {
      receive(octets) {
        if (page) {
          // Dropped: the page would take it for a sign of life, and would not count it.
          if (isIdle(octets)) return true;
          page.stream.enqueue(octets);
          page.sent += 1;
          return true;
        }
        if (!hasToldDrop) log('No page is connected to the ground link: telecommands are dropped.');
        hasToldDrop = true;
        return false;
      },
      hasRoom: () => !page || page.sent - page.taken < MOST_UNDER_WAY,
    },
    log,
  );

  /** Ends the connection of a page, unless another one has taken its place. */
  function end(one: ConnectedPage, how: string): void {
    if (one !== page) return;
    log(`The page ${how}: ground systems have no spacecraft.`);
    page = undefined;
    telecommands.resume();
  }
  /** Ends the stream of the connected page. */
  function drop(how: string): void {
    const dropped = page;
    if (!dropped) return;
    end(dropped, how);
    dropped.stream.close();
  }
  /** Sends a packet without content: a connection without traffic is closed. */
  function beat(): void {
    page?.stream.enqueue(idlePacket(IDLE_OCTETS, idleCount));
    idleCount = (idleCount + 1) % SEQUENCE_COUNTS;
  }

  function connect(window: string): Response {
    if (page && page.window !== window) {
      // No error: a browser would report it to its console.
      return refuse(200, 'Another window has connected ground systems. Disconnect them there first.');
    }
    drop('connects again');
    let own: ConnectedPage | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        own = { window, stream, sent: 0, taken: 0, silentTicks: 0 };
        page = own;
        hasToldDrop = false;
        beat();
      },
      cancel() {
        if (own) end(own, 'has closed the connection');
      },
    });
    log('A page has connected its mission to ground systems.');
    return new Response(body, { headers: { ...HEADERS, 'Content-Type': STREAM_TYPE } });
  }

  async function take(request: Request): Promise<Response> {
    const { headers } = request;
    if (Number(headers.get('content-length') ?? MOST_OCTETS + 1) > MOST_OCTETS) {
      return refuse(413, 'That is too much telemetry for one request.');
    }
    const octets = new Uint8Array(await request.arrayBuffer());
    if (!page || page.window !== headers.get('ground-link')) {
      return refuse(409, 'This page is not connected to ground systems.');
    }
    const { packets, isLost } = createSplitter()(octets);
    if (isLost || packets.reduce((sum, { length }) => sum + length, 0) !== octets.length) {
      return refuse(400, 'Telemetry consists of whole packets.');
    }
    page.silentTicks = 0;
    const taken = Number(headers.get('ground-link-taken'));
    if (taken >= page.taken && taken <= page.sent) page.taken = taken;
    telemetry.send(packets);
    telecommands.resume();
    return new Response(null, { status: 204, headers: HEADERS });
  }

  const close = (): void => {
    telemetry.close();
    telecommands.close();
    drop('is left by the server');
  };
  try {
    const endpoint = (port: number, choice: string) => ({ address: LOOPBACK, port, choice });
    await listen(telemetry.server, endpoint(options.telemetryPort, GROUND_LINK_PORTS.tm));
    await listen(telecommands.server, endpoint(options.telecommandPort, GROUND_LINK_PORTS.tc));
  } catch (error) {
    close();
    return failed((error as Error).message);
  }
  return succeeded({
    telemetryPort: portOf(telemetry.server),
    telecommandPort: portOf(telecommands.server),
    fetch(request, address) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/ground-link/')) return undefined;
      const reason = whyNot(request, address);
      if (reason !== undefined) return refuse(403, reason);
      const window = request.headers.get('ground-link') ?? '';
      if (pathname === '/ground-link/telecommands' && request.method === 'GET') return connect(window);
      if (pathname === '/ground-link/telemetry' && request.method === 'POST') return take(request);
      return refuse(404, 'There is no such path.');
    },
    tick() {
      if (page && page.silentTicks >= MOST_SILENT_TICKS) drop('does not answer');
      if (page) page.silentTicks += 1;
      beat();
    },
    close,
  });
}
