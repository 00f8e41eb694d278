import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import { idlePacket } from '../shared/packets/frames.ts';
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
export const GROUND_LINK_PORTS = { tm: 'GROUND_LINK_TM_PORT', tc: 'GROUND_LINK_TC_PORT' } as const;
/** Octets of telemetry in a request of the page. */
const MOST_OCTETS = 1_000_000;
/** Telecommands that wait for the page to read them. */
const MOST_WAITING = 16;
const IDLE_OCTETS = 8;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const refuse = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: HEADERS });

/** True for an address of this machine, also where a socket for both protocols has it. */
const isHere = (address: string | undefined): boolean => isLoopback((address ?? '').replace(/^::ffff:/, ''));

/** Returns why a request is refused; `undefined` if a page of this server on this machine has sent it. */
function whyNot({ headers }: Request, address: string | undefined): string | undefined {
  if (!isHere(address)) return 'Only a page on this machine may connect ground systems.';
  // Another page would have to ask first, and gets no answer that allows it.
  if (headers.get('ground-link') !== '1') return 'Only a page of this server may connect ground systems.';
  const caller = {
    host: headers.get('host') ?? undefined,
    origin: headers.get('origin') ?? undefined,
    token: undefined,
  };
  return refusalOf(caller, { bind: LOOPBACK });
}

/**
 * Opens the ports for ground systems. They speak with the page that is connected. Without one there is no telemetry, and
 * a telecommand is dropped, so that none is executed long after it was sent.
 */
export async function openGroundLink(
  options: GroundLinkOptions,
  log: (line: string) => void,
): Promise<Result<GroundLinkServer>> {
  let page: ReadableStreamDefaultController<Uint8Array> | undefined;
  let idleCount = 0;
  let hasToldDrop = false;

  const telemetry = createTelemetryServer(log);
  const telecommands = createTelecommandServer(
    {
      receive(octets) {
        if (page) {
          page.enqueue(octets);
          return true;
        }
        if (!hasToldDrop) log('No page is connected to the ground link: telecommands are dropped.');
        hasToldDrop = true;
        return false;
      },
      hasRoom: () => !page || (page.desiredSize ?? 0) > 0,
    },
    log,
  );

  function connect(): Response {
    if (page) return refuse(409, 'Another window has connected ground systems. Disconnect them there first.');
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          page = controller;
          hasToldDrop = false;
          beat();
        },
        pull: () => telecommands.resume(),
        cancel: () => leave('has closed the connection'),
      },
      { highWaterMark: MOST_WAITING },
    );
    log('A page has connected its mission to ground systems.');
    return new Response(body, { headers: { ...HEADERS, 'Content-Type': 'application/octet-stream' } });
  }
  function leave(how: string): void {
    if (page) log(`The page ${how}: ground systems have no spacecraft.`);
    page = undefined;
    telecommands.resume();
  }
  /** Sends a packet without content: a connection without traffic is closed. */
  function beat(): void {
    page?.enqueue(idlePacket(IDLE_OCTETS, idleCount));
    idleCount = (idleCount + 1) % SEQUENCE_COUNTS;
  }

  async function take(request: Request): Promise<Response> {
    if (!page) return refuse(409, 'This page is not connected to ground systems.');
    if (Number(request.headers.get('content-length') ?? MOST_OCTETS + 1) > MOST_OCTETS) {
      return refuse(413, 'That is too much telemetry for one request.');
    }
    const { packets, isLost } = createSplitter()(new Uint8Array(await request.arrayBuffer()));
    if (isLost || packets.length === 0) return refuse(400, 'Telemetry consists of whole packets.');
    telemetry.send(packets);
    return new Response(null, { status: 204, headers: HEADERS });
  }

  const close = (): void => {
    telemetry.close();
    telecommands.close();
    page?.close();
    page = undefined;
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
      if (pathname === '/ground-link/telecommands' && request.method === 'GET') return connect();
      if (pathname === '/ground-link/telemetry' && request.method === 'POST') return take(request);
      return refuse(404, 'There is no such path.');
    },
    tick: beat,
    close,
  });
}
