import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { refuse, type UpgradeListener } from '../../gateway/node-server.ts';
import { shortened } from '../../gateway/rooms/close-reason.ts';
import type { RoomConnection } from '../../gateway/rooms/live-room.ts';
import { isFromOtherPage } from '../../gateway/rooms/own-page.ts';
import type { RoomServer, RoomSocket } from '../../gateway/rooms/room-server.ts';
import { isMissionId, type MissionId } from '../../shared/contract/consoles.ts';
import { ROOM_LIMITS, roomPath } from '../../shared/contract/room.ts';
import type { EpochMs } from '../../shared/kit/units.ts';

/** The WebSockets of rooms. */
export interface RoomSockets {
  readonly upgrade: UpgradeListener;
  /** Pings, and closes sockets that do not answer; to be called once a second. */
  tick(): void;
  count(): number;
}

export interface RoomSocketsParts {
  readonly rooms: RoomServer;
  readonly isBehindProxy: boolean;
  readonly now: () => EpochMs;
}

const PING_MS = 20_000;
/** A socket that has said nothing for this long, not even in answer to a ping, is closed. */
const SILENT_MS = 30_000;
/** After a longer message, the room is told when the socket can take more. */
const LONG = 16_384;

interface OpenSocket {
  readonly socket: WebSocket;
  heardAt: EpochMs;
  pingedAt: EpochMs;
}

/** First octet of a frame that is a whole text message. */
const TEXT_FRAME = 0x81;
/** In the second octet: the length follows in 2, or in 8 octets. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Returns the frame of a text message, as a server sends it (RFC 6455, section 5.2). */
function frameOf(text: string): Buffer {
  const data = Buffer.from(text);
  const { length } = data;
  const header = Buffer.alloc(length < LENGTH_16 ? 2 : length <= 0xffff ? 4 : 10);
  header[0] = TEXT_FRAME;
  if (length < LENGTH_16) header[1] = length;
  else if (length <= 0xffff) {
    header[1] = LENGTH_16;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = LENGTH_64;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, data]);
}

/** Returns the room that the path of a request names. */
function roomOf({ url = '' }: IncomingMessage): MissionId | undefined {
  const id = url.split('/')[2] ?? '';
  return isMissionId(id) && url === roomPath(id) ? id : undefined;
}

const textOf = (data: RawData, isBinary: boolean): string | undefined =>
  isBinary || !Buffer.isBuffer(data) ? undefined : data.toString();

export function createRoomSockets({ rooms, isBehindProxy, now }: RoomSocketsParts): RoomSockets {
  const open = new Set<OpenSocket>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: ROOM_LIMITS.messageBytes,
    autoPong: false,
  });

  // All sockets of a room get the same texts, each of which becomes a frame once.
  let text = '';
  let frame = frameOf(text);
  const framed = (next: string): Buffer => {
    if (next !== text) {
      text = next;
      frame = frameOf(next);
    }
    return frame;
  };

  const connectionOf = (socket: WebSocket, stream: Duplex, flushed: () => void): RoomConnection => ({
    send(next) {
      if (socket.readyState !== WebSocket.OPEN) return;
      const data = framed(next);
      // `ws` would frame it again for each socket, and write it in two parts.
      if (data.length > LONG) stream.write(data, flushed);
      else stream.write(data);
    },
    close: (code, reason) => socket.close(code, shortened(reason)),
    unread: () => socket.bufferedAmount,
  });

  function serve(id: MissionId, socket: WebSocket, stream: Duplex): void {
    const one: OpenSocket = { socket, heardAt: now(), pingedAt: now() };
    open.add(one);
    const room: RoomSocket = rooms.connect(
      id,
      connectionOf(socket, stream, () => room.flushed()),
    );
    const heard = (): void => {
      one.heardAt = now();
    };
    socket.on('message', (data, isBinary) => {
      heard();
      room.received(textOf(data, isBinary));
    });
    socket.on('pong', heard);
    socket.on('ping', (data) => {
      if (socket.bufferedAmount > ROOM_LIMITS.messageBytes) socket.terminate();
      else socket.pong(data);
    });
    // A message that is too long, or no WebSocket frame: `ws` closes the socket.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(one);
      room.closed();
    });
  }

  function beat({ socket, heardAt, pingedAt }: OpenSocket, at: EpochMs): boolean {
    if (at - heardAt >= SILENT_MS) socket.terminate();
    if (at - pingedAt < PING_MS) return false;
    socket.ping();
    return true;
  }

  return {
    upgrade(request, socket, head) {
      const { headers } = request;
      const id = roomOf(request);
      const header = (name: string): string | null => {
        const value = headers[name];
        return typeof value === 'string' ? value : null;
      };
      if (id === undefined) refuse(socket, 404, 'There is no WebSocket at this path.');
      else if (isFromOtherPage(header, isBehindProxy)) {
        refuse(socket, 403, 'Only a page of this server may enter its shared missions.');
      } else server.handleUpgrade(request, socket, head, (accepted) => serve(id, accepted, socket));
    },
    tick() {
      const at = now();
      for (const one of open) if (beat(one, at)) one.pingedAt = at;
    },
    count: () => open.size,
  };
}
