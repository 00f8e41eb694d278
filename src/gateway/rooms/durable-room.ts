import { getPath } from 'hono/utils/url';
import { isMissionId, type MissionId } from '../../shared/contract/consoles.ts';
import { ROOMS_PATH, roomPath } from '../../shared/contract/room.ts';
import { addMs } from '../../shared/kit/units.ts';
import { createAdmission } from '../admission.ts';
import type { Build } from '../build.ts';
import type { GatewayEffects } from '../effects.ts';
import { createMetrics } from '../metrics.ts';
import type { GatewaySettings } from '../settings.ts';
import { shortened } from './close-reason.ts';
import type { RoomHome } from './home.ts';
import { SERVER_ROOM_LIMITS } from './limits.ts';
import type { KeptMember, RoomConnection } from './live-room.ts';
import { createRoomServer, type RoomSocket } from './room-server.ts';
import { createRoomsApp, socketRoomOf } from './rooms-app.ts';

/** A WebSocket of a Durable Object, which outlasts the object's memory. */
export interface ObjectSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Keeps a value with the socket. */
  serializeAttachment(value: unknown): void;
  deserializeAttachment(): unknown;
}

/** What the platform gives to a Durable Object. */
export interface ObjectState {
  readonly storage: {
    getAlarm(): Promise<number | null>;
    /** Plans a call of `alarm`, instead of the one that is planned. */
    setAlarm(at: number): Promise<void>;
  };
  /** Accepts a socket whose messages wake the object. */
  acceptWebSocket(socket: ObjectSocket): void;
  getWebSockets(): readonly ObjectSocket[];
  /** Lets everything else that the object is to do wait for a task. */
  blockConcurrencyWhile(task: () => Promise<void>): Promise<void>;
}

export interface DurableRoomParts {
  readonly state: ObjectState;
  readonly home: RoomHome;
  readonly settings: GatewaySettings;
  readonly build: Build;
  readonly effects: Pick<GatewayEffects, 'clock' | 'elapsed' | 'log' | 'gzip'> & {
    readonly randomBytes: (count: number) => Uint8Array;
    /** Calls back once after some milliseconds. */
    after(ms: number, callback: () => void): void;
    /** Returns a new socket, and the answer that gives its other end to a client. */
    openSocket(): { readonly socket: ObjectSocket; readonly answer: Response };
  };
}

/** What the platform calls. */
export interface DurableRoom {
  fetch(request: Request): Promise<Response>;
  webSocketMessage(socket: ObjectSocket, data: string | ArrayBuffer): void;
  webSocketClose(socket: ObjectSocket): Promise<void>;
  webSocketError(socket: ObjectSocket): Promise<void>;
  alarm(): Promise<void>;
}

/** What a socket keeps. */
interface Attachment {
  /** Larger for sockets that were opened later. */
  readonly order: number;
  readonly member: KeptMember;
}

const BEAT_MS = 1000;
/** Code of a close frame. */
const NORMAL = 1000;

/** Uses a socket, which throws if it has ended; the platform reports its end afterwards. */
function unlessEnded(use: () => void): void {
  try {
    use();
  } catch {
    // Nobody is there to be told.
  }
}

/**
 * Runs one room in a Durable Object. The platform removes the object from memory while nothing happens, with its sockets
 * open, and creates it again for the next message: it then goes on with the members that the sockets have kept.
 */
export function createDurableRoom({ state, home, settings, build, effects }: DurableRoomParts): DurableRoom {
  const { clock, randomBytes, log, after } = effects;
  const { storage } = state;
  /** Id of the room that begins: the one that the object has as its name. */
  let beginning: MissionId = '';
  const rooms = createRoomServer({ home, clock, randomBytes, newId: () => beginning, log });
  // The worker that passes the requests on has limited their rate.
  const admission = createAdmission({ ...settings, rateLimitPerMin: 0 }, effects);
  const metrics = createMetrics(build, effects);
  const app = createRoomsApp({ rooms, admission, metrics, effects, isBehindProxy: settings.isBehindProxy });
  const sockets = new Map<ObjectSocket, RoomSocket>();
  /** Order of the newest socket. */
  let opened = 0;

  const connectionOf = (socket: ObjectSocket, order: number): RoomConnection => ({
    send: (text) => unlessEnded(() => socket.send(text)),
    close: (code, reason) => unlessEnded(() => socket.close(code, shortened(reason))),
    // The platform does not tell.
    unread: () => 0,
    keep: (member) => socket.serializeAttachment({ order, member } satisfies Attachment),
  });

  let isBeating = false;
  /** Beats only while there is something to do: a planned beat would keep the object in memory. */
  function beat(): void {
    if (isBeating || rooms.isAtRest()) return;
    isBeating = true;
    after(BEAT_MS, () => {
      isBeating = false;
      rooms.tick();
      beat();
    });
  }

  async function headOfRoom() {
    const [id] = await home.rooms();
    return id === undefined ? undefined : home.head(id);
  }

  /** Plans the end of the room: at its greatest age, or when nobody has been here for long. */
  async function planEnd(): Promise<void> {
    const head = await headOfRoom();
    if (!head) return;
    const { longestMs, emptyMs } = SERVER_ROOM_LIMITS;
    const oldest = addMs(head.startedAt, longestMs);
    const at = sockets.size > 0 ? oldest : Math.min(oldest, addMs(clock.now(), emptyMs));
    await storage.setAlarm(at);
  }

  async function wake(): Promise<void> {
    const [id] = await home.rooms();
    if (id === undefined) return;
    const kept = state
      .getWebSockets()
      .map((socket) => ({ socket, attachment: socket.deserializeAttachment() as Attachment | null }))
      .flatMap(({ socket, attachment }) => (attachment ? [{ socket, ...attachment }] : []))
      .sort((a, b) => a.order - b.order);
    const consoles = kept.map(({ socket, order, member }) => ({
      connection: connectionOf(socket, order),
      kept: member,
    }));
    opened = kept.at(-1)?.order ?? 0;
    const resumed = await rooms.resume(id, consoles);
    for (const [index, { socket }] of kept.entries()) {
      const room = resumed[index];
      if (room) sockets.set(socket, room);
    }
    if (sockets.size > 0) return;
    // Sockets that ended with the object, as in a crash, have not been reported.
    const planned = (await storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    if (planned > addMs(clock.now(), SERVER_ROOM_LIMITS.emptyMs)) await planEnd();
  }

  const ask = async (request: Request): Promise<Response> =>
    (await app.fetch(request)) ?? new Response(null, { status: 404 });

  async function begin(id: MissionId, request: Request): Promise<Response> {
    beginning = id;
    const answer = await ask(new Request(new URL(ROOMS_PATH, request.url), request));
    await planEnd();
    return answer;
  }

  async function connect(id: MissionId): Promise<Response> {
    const { socket, answer } = effects.openSocket();
    state.acceptWebSocket(socket);
    opened += 1;
    sockets.set(socket, rooms.connect(id, connectionOf(socket, opened)));
    beat();
    if (sockets.size === 1) await planEnd();
    return answer;
  }

  async function closed(socket: ObjectSocket): Promise<void> {
    const room = sockets.get(socket);
    if (!room) return;
    room.closed();
    sockets.delete(socket);
    beat();
    if (sockets.size === 0) await planEnd();
  }

  void state.blockConcurrencyWhile(wake);
  return {
    async fetch(request) {
      const path = getPath(request);
      const socketId = socketRoomOf(path, request);
      if (socketId !== undefined) return connect(socketId);
      const id = path.split('/')[2] ?? '';
      if (request.method === 'POST' && isMissionId(id) && path === roomPath(id)) return begin(id, request);
      return ask(request);
    },
    webSocketMessage(socket, data) {
      sockets.get(socket)?.received(typeof data === 'string' ? data : undefined);
      beat();
    },
    webSocketClose(socket) {
      // The client waits for an answer, which the platform does not give.
      unlessEnded(() => socket.close(NORMAL, ''));
      return closed(socket);
    },
    webSocketError: closed,
    async alarm() {
      const head = await headOfRoom();
      if (!head) return;
      const isOld = clock.now() >= addMs(head.startedAt, SERVER_ROOM_LIMITS.longestMs);
      if (isOld || sockets.size === 0) await rooms.end(head.id);
      else await planEnd();
    },
  };
}
