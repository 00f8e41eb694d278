import { getPath } from 'hono/utils/url';
import { isMissionId, type MissionId } from '../../shared/contract/consoles.ts';
import { ROOM_LIMITS, ROOMS_PATH, roomPath, snapshotPath } from '../../shared/contract/room.ts';
import { readRoomBeginning, readRoomSnapshot } from '../../shared/contract/room-schema.ts';
import { joinOctets } from '../../shared/kit/octets.ts';
import { type Admission, tooMany } from '../admission.ts';
import { createCompression } from '../compression.ts';
import type { Caller, GatewayEffects } from '../effects.ts';
import type { Metrics } from '../metrics.ts';
import { failureReply, type Reply, textReply } from '../wire.ts';
import type { StoredSnapshot } from './home.ts';
import { LATER } from './open-rooms.ts';
import { isFromOtherPage } from './own-page.ts';
import type { RoomServer } from './room-server.ts';

export interface RoomsAppParts {
  /** Absent if the server has no rooms. */
  readonly rooms?: RoomServer | RoomObjects | undefined;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly effects: Pick<GatewayEffects, 'elapsed' | 'gzip'>;
  readonly isBehindProxy: boolean;
}

/** Rooms that run elsewhere, each in an object of the platform with an app of its own. */
export interface RoomObjects {
  /** Passes a request on to a room; without an id to one that is to begin. */
  pass(request: Request, id?: MissionId): Promise<Response>;
}

/** Answers the requests to rooms, beside those of the app. */
export interface RoomsApp {
  /** Returns `undefined` for another path. */
  fetch(request: Request, caller?: Caller): Promise<Response> | undefined;
}

/** Header with the key of a room. */
export const ROOM_KEY_HEADER = 'room-key';

const RETRY_S = 5;
/** Answers with snapshots that are kept, so that each is compressed once for all who join. */
const MOST_KEPT = 8;

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const OFF = 'This server does not share missions.';
const OTHER_PAGE = 'Only a page of this server may share missions over it.';
const NO_ROOM = 'There is no such shared mission, or its link has been replaced.';
const TOO_LARGE = 'This mission is too large to be shared.';

/** Reads the text of a request; `undefined` if it has more bytes than allowed. */
async function readText({ headers, body }: Request, mostBytes: number): Promise<string | undefined> {
  if (Number(headers.get('content-length') ?? 0) > mostBytes) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > mostBytes) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(joinOctets(parts));
}

/** Returns the room whose snapshot a path is. */
function snapshotOf(path: string): MissionId | undefined {
  const id = path.split('/')[2] ?? '';
  return isMissionId(id) && path === snapshotPath(id) ? id : undefined;
}

/** Returns the room that a request is to be connected with by a WebSocket. */
export function socketRoomOf(path: string, { method, headers }: Request): MissionId | undefined {
  const id = path.split('/')[2] ?? '';
  const isUpgrade = method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
  return isUpgrade && isMissionId(id) && path === roomPath(id) ? id : undefined;
}

export function createRoomsApp({
  rooms,
  admission,
  metrics,
  effects,
  isBehindProxy,
}: RoomsAppParts): RoomsApp {
  const compressed = createCompression(effects.gzip);
  const meter = metrics.route(ROOMS_PATH);
  const kept = new Map<string, Reply>();

  function snapshotReply(id: MissionId, { n, bytes }: StoredSnapshot): Reply {
    // A later one may have the same entries.
    const key = `${id} ${n} ${bytes.length}`;
    const known = kept.get(key);
    if (known) return known;
    const reply = { status: 200, body: bytes as Uint8Array<ArrayBuffer> };
    kept.set(key, reply);
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return reply;
  }

  async function begin(
    server: RoomServer | RoomObjects,
    request: Request,
    caller: Caller,
  ): Promise<Reply | Response> {
    const limited = admission.refuseBeginning(request, caller);
    if (limited) return limited;
    if ('pass' in server) return server.pass(request);
    const text = await readText(request, ROOM_LIMITS.snapshotBytes);
    if (text === undefined) return failureReply(413, TOO_LARGE);
    const beginning = readRoomBeginning(text);
    if (!beginning.ok) return failureReply(400, `The mission is not valid: ${beginning.message}`);
    const begun = await server.begin(beginning.value, admission.clientOf(request, caller));
    return begun.ok ? textReply(JSON.stringify(begun.value)) : failureReply(503, begun.message);
  }

  async function keep(server: RoomServer, id: MissionId, request: Request): Promise<Reply> {
    const waitS = server.snapshotWaitS(id);
    if (waitS > 0) return failureReply(429, tooMany(waitS, 'snapshots'), waitS);
    const text = await readText(request, ROOM_LIMITS.snapshotBytes);
    if (text === undefined) return failureReply(413, TOO_LARGE);
    const snapshot = readRoomSnapshot(text);
    if (!snapshot.ok) return failureReply(400, `The snapshot is not valid: ${snapshot.message}`);
    const isKept = await server.keepSnapshot(id, snapshot.value);
    return isKept.ok ? textReply('{}') : failureReply(409, isKept.message);
  }

  async function answerSnapshot(server: RoomServer, id: MissionId, request: Request): Promise<Reply> {
    const role = await server.roleOf(id, request.headers.get(ROOM_KEY_HEADER) ?? '');
    if (!role) return failureReply(404, NO_ROOM);
    if (request.method === 'PUT') {
      return role === 'operator' ? keep(server, id, request) : failureReply(403, 'This link is for viewers.');
    }
    const snapshot = await server.snapshot(id);
    return snapshot ? snapshotReply(id, snapshot) : failureReply(404, NO_ROOM);
  }

  type Answer = Reply | Promise<Reply | Response>;
  function answer(path: string, request: Request, caller: Caller): Answer {
    const { method, headers } = request;
    const limited = admission.refuseRate(request, caller);
    if (limited) return limited;
    if (!rooms) return failureReply(404, OFF);
    if (isFromOtherPage((name) => headers.get(name), isBehindProxy)) return failureReply(403, OTHER_PAGE);
    const id = snapshotOf(path);
    if (path === ROOMS_PATH) {
      return method === 'POST'
        ? begin(rooms, request, caller)
        : failureReply(405, `Method ${method} not allowed`);
    }
    const socketId = socketRoomOf(path, request);
    if (socketId !== undefined && 'pass' in rooms) return rooms.pass(request, socketId);
    if (id === undefined) return failureReply(404, 'There is no such path.');
    if (method === 'GET' || method === 'PUT') {
      return 'pass' in rooms ? rooms.pass(request, id) : answerSnapshot(rooms, id, request);
    }
    return failureReply(405, `Method ${method} not allowed`);
  }

  async function respond(path: string, request: Request, caller: Caller): Promise<Response> {
    const begunAt = effects.elapsed();
    const reply = await (async () => answer(path, request, caller))().catch(() =>
      failureReply(503, LATER, RETRY_S),
    );
    if (reply instanceof Response) {
      meter.answered(reply.status);
      return reply;
    }
    const { status, retryAfterS } = reply;
    const { body, coding, vary } = await compressed(reply, request);
    meter.answered(status);
    meter.took(effects.elapsed() - begunAt);
    if (status >= 400 && status < 500) admission.logRefusal(status);
    return new Response(body, {
      status,
      headers: {
        ...HEADERS,
        vary,
        ...(coding !== undefined && { 'content-encoding': coding }),
        ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
        ...(status === 405 && { allow: path === ROOMS_PATH ? 'POST' : 'GET, PUT' }),
      },
    });
  }

  return {
    fetch(request, caller = {}) {
      const path = getPath(request);
      const isOurs = path === ROOMS_PATH || path.startsWith(`${ROOMS_PATH}/`);
      return isOurs ? respond(path, request, caller) : undefined;
    },
  };
}
