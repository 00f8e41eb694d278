import { FUNCTION_PATHS } from '../../shared/contract/backend.ts';
import { epochMs } from '../../shared/kit/units.ts';
import { createAdmission } from '../admission.ts';
import { buildOf } from '../build.ts';
import type { Caller, GatewayEffects } from '../effects.ts';
import { createGateway } from '../gateway.ts';
import { createMetrics } from '../metrics.ts';
import { randomId } from '../rooms/beginnings.ts';
import { createDurableHome, type ObjectStorage } from '../rooms/durable-home.ts';
import {
  createDurableRoom,
  type DurableRoom,
  type ObjectSocket,
  type ObjectState,
} from '../rooms/durable-room.ts';
import { createRoomObjects, namespaceOf } from '../rooms/room-objects.ts';
import { createRoomsApp } from '../rooms/rooms-app.ts';
import { type EnvironmentVariables, readGatewaySettings } from '../settings.ts';
import { failureReply } from '../wire.ts';

/**
 * Composition root of the gateway for platforms that call `fetch` of a module: Workers and Deno-based edge
 * runtimes. Built as one file, dist/edge/gateway.js.
 */

/** Workers pass the settings, Deno the client's address. */
type Platform = Readonly<Record<string, unknown>> | undefined;

interface ExecutionContext {
  waitUntil?(work: Promise<unknown>): void;
}

interface DenoGlobal {
  readonly env: { get(name: string): string | undefined };
}

const deno = (globalThis as { readonly Deno?: DenoGlobal }).Deno;

/** Workers have pairs of sockets, and give one of them to the client with an answer. */
declare const WebSocketPair: new () => { readonly 0: unknown; readonly 1: ObjectSocket };

/** Variables for settings.ts, from the platform. */
const environmentOf = (platform: Platform): EnvironmentVariables =>
  new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_target, name) {
        const bound = typeof name === 'string' ? platform?.[name] : undefined;
        if (typeof bound === 'string') return bound;
        return typeof name === 'string' ? deno?.env.get(name) : undefined;
      },
    },
  );

const buildHere = () => buildOf(import.meta.env.VITE_BUILD_VERSION, import.meta.env.VITE_BUILD_DIGEST);

const effects: GatewayEffects = {
  fetch: (url, init) => fetch(url, init),
  clock: { now: () => epochMs(Date.now()) },
  elapsed: () => performance.now(),
  random: () => Math.random(),
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
  log: (line) => console.log(JSON.stringify(line)),
};

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

interface App {
  fetch(request: Request, caller: Caller): Response | Promise<Response>;
}

function compose(platform: Platform): App | string {
  const read = readGatewaySettings(environmentOf(platform));
  if (!read.ok) {
    console.error(read.message);
    return read.message;
  }
  const settings = read.value;
  const build = buildHere();
  const metrics = createMetrics(build, effects);
  const admission = createAdmission(settings, effects);
  const gateway = createGateway(settings, effects, build, metrics, admission);
  const namespace = namespaceOf(platform?.ROOMS);
  const rooms = createRoomsApp({
    rooms: namespace && createRoomObjects(namespace, () => randomId(randomBytes)),
    admission,
    metrics,
    effects,
    isBehindProxy: settings.isBehindProxy,
  });
  return { fetch: (request, caller) => rooms.fetch(request, caller) ?? gateway.fetch(request, caller) };
}

function callerOf(platform: Platform, context: ExecutionContext | undefined): Caller {
  const remote = platform?.remoteAddr;
  const address =
    typeof remote === 'object' && remote !== null && 'hostname' in remote ? remote.hostname : undefined;
  return {
    ...(typeof address === 'string' && { address }),
    ...(context?.waitUntil && { keepAlive: (work: Promise<unknown>) => context.waitUntil?.(work) }),
  };
}

/** Some platforms mount a function below its name and strip the path before it. */
function fullRequest(request: Request): Request {
  const url = new URL(request.url);
  const path = Object.values(FUNCTION_PATHS).find(
    (full) => full.endsWith(url.pathname) && url.pathname !== '/',
  );
  if (path === undefined || path === url.pathname) return request;
  url.pathname = path;
  return new Request(url, request);
}

// A runtime with settings at startup reports errors in them at startup.
let gateway: App | string | undefined = deno && compose(undefined);

/** The Durable Object of a room, for platforms that bind its namespace as `ROOMS`. */
export class Room {
  readonly #room: DurableRoom;

  constructor(state: ObjectState & { readonly storage: ObjectStorage }, platform: Platform) {
    const settings = readGatewaySettings(environmentOf(platform));
    if (!settings.ok) throw new Error(settings.message);
    this.#room = createDurableRoom({
      state,
      home: createDurableHome(state.storage),
      settings: settings.value,
      build: buildHere(),
      effects: {
        ...effects,
        randomBytes,
        after: (ms, callback) => void setTimeout(callback, ms),
        openSocket() {
          const { 0: webSocket, 1: socket } = new WebSocketPair();
          return { socket, answer: new Response(null, { status: 101, webSocket } as ResponseInit) };
        },
      },
    });
  }

  fetch(request: Request): Promise<Response> {
    return this.#room.fetch(request);
  }
  webSocketMessage(socket: ObjectSocket, data: string | ArrayBuffer): void {
    this.#room.webSocketMessage(socket, data);
  }
  webSocketClose(socket: ObjectSocket): Promise<void> {
    return this.#room.webSocketClose(socket);
  }
  webSocketError(socket: ObjectSocket): Promise<void> {
    return this.#room.webSocketError(socket);
  }
  alarm(): Promise<void> {
    return this.#room.alarm();
  }
}

export default {
  async fetch(request: Request, platform?: Platform, context?: ExecutionContext): Promise<Response> {
    gateway ??= compose(platform);
    if (typeof gateway === 'string') {
      const { status, body } = failureReply(500, gateway);
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    }
    return gateway.fetch(fullRequest(request), callerOf(platform, context));
  },
};
