import { once } from 'node:events';
import { WebSocket } from 'ws';
import {
  ROOM_VERSION,
  type RoomEntry,
  roomPath,
  type ServerMessage,
} from '../../src/shared/contract/room.ts';
import { anchorOf, roomTimeAt } from '../../src/shared/contract/room-time.ts';

/** A console of a room without a mission, played by a test over a real socket. */
export interface HandConsole {
  /** Entries of the log so far. */
  entries(): readonly RoomEntry[];
  /** Orders a command for an instant, to be queued at the present mission time of the room. */
  queue(name: string, scheduledTime: string): void;
  leave(): void;
}

/** @param address of the page that shows the shared mission */
export async function enterByHand(address: string): Promise<HandConsole> {
  const { origin, searchParams, hash } = new URL(address);
  const path = roomPath(searchParams.get('mission') ?? '');
  const socket = new WebSocket(origin.replace('http', 'ws') + path, { origin });
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  const say = (message: unknown): void => socket.send(JSON.stringify(message));
  const presence = { name: 'By hand', kind: 'desk' };
  const key = hash.replace('#key=', '');
  say({ type: 'hello', v: ROOM_VERSION, key, console: 'by-hand', presence, since: 0 });
  await once(socket, 'message');
  const [welcome] = heard;
  if (welcome?.type !== 'welcome') throw new Error('The room does not admit this console.');
  const anchor = anchorOf(welcome.head);
  return {
    entries: () => heard.flatMap((message) => (message.type === 'log' ? message.entries : [])),
    queue(name, scheduledTime) {
      const input = { kind: 'operation', name: 'queueCommand', input: { name, scheduledTime } };
      const time = roomTimeAt(anchor, welcome.now);
      say({
        type: 'act',
        draft: { id: `by-hand-${name}`.replaceAll(' ', '-'), time, act: { kind: 'input', input } },
      });
    },
    leave: () => socket.terminate(),
  };
}
