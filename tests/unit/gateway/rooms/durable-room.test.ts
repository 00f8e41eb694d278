import { describe, expect, it } from 'vitest';
import { UNBUILT } from '../../../../src/gateway/build.ts';
import {
  createDurableRoom,
  type DurableRoom,
  type ObjectSocket,
} from '../../../../src/gateway/rooms/durable-room.ts';
import { createMemoryHome } from '../../../../src/gateway/rooms/memory-home.ts';
import { readGatewaySettings } from '../../../../src/gateway/settings.ts';
import {
  type ClientMessage,
  ROOM_CLOSE,
  ROOM_LIMITS,
  ROOM_VERSION,
  roomPath,
  type ServerMessage,
  snapshotPath,
} from '../../../../src/shared/contract/room.ts';
import { readBegunRoom } from '../../../../src/shared/contract/room-schema.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { eventually } from '../../../support/eventually.ts';
import { handClock } from '../../../support/gateway.ts';
import { octetsOf, roomBeginning } from '../../../support/room-consoles.ts';

const ID = 'a'.repeat(32);
const URL_OF_OBJECT = 'https://mission.example';
const DAY_MS = 24 * 3_600_000;

interface PlayedSocket extends ObjectSocket {
  readonly heard: ServerMessage[];
  closed?: number;
}

function createSocket(): PlayedSocket {
  let attachment: unknown = null;
  const socket: PlayedSocket = {
    heard: [],
    send: (text) => void socket.heard.push(JSON.parse(text)),
    close(code) {
      socket.closed ??= code;
    },
    serializeAttachment(value) {
      attachment = structuredClone(value);
    },
    deserializeAttachment: () => attachment,
  };
  return socket;
}

/** Plays the platform to the object of a room. */
async function startObject() {
  const clock = handClock();
  const home = createMemoryHome();
  const settings = readGatewaySettings({});
  if (!settings.ok) throw new Error(settings.message);
  const sockets: PlayedSocket[] = [];
  const timers: (() => void)[] = [];
  let alarm: number | null = null;
  let room: DurableRoom;

  /** Creates the object, as at its first request, and after it was removed from memory. */
  async function create(): Promise<void> {
    timers.length = 0;
    let isReady: Promise<void> = Promise.resolve();
    room = createDurableRoom({
      state: {
        storage: {
          getAlarm: async () => alarm,
          async setAlarm(at) {
            alarm = at;
          },
        },
        acceptWebSocket: (socket) => void sockets.push(socket as PlayedSocket),
        getWebSockets: () => sockets.toReversed(),
        blockConcurrencyWhile(task) {
          isReady = task();
          return isReady;
        },
      },
      home,
      settings: settings.ok ? settings.value : (undefined as never),
      build: UNBUILT,
      effects: {
        clock: { now: () => epochMs(clock.time) },
        elapsed: () => clock.time,
        log: () => undefined,
        randomBytes: octetsOf,
        after: (_ms, callback) => void timers.push(callback),
        openSocket: () => ({ socket: createSocket(), answer: new Response('connected') }),
      },
    });
    await isReady;
  }

  await create();
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    room.fetch(new Request(URL_OF_OBJECT + path, init));
  const begun = readBegunRoom(
    await (await ask(roomPath(ID), { method: 'POST', body: JSON.stringify(roomBeginning()) })).text(),
  );
  if (!begun.ok) throw new Error(begun.message);
  const { operatorKey } = begun.value;

  function say(socket: PlayedSocket, message: ClientMessage): void {
    room.webSocketMessage(socket, JSON.stringify(message));
  }

  async function open(): Promise<PlayedSocket> {
    await ask(roomPath(ID), { headers: { upgrade: 'websocket' } });
    const socket = sockets.at(-1);
    if (!socket) throw new Error('No socket was opened.');
    return socket;
  }

  async function connect(id: string): Promise<PlayedSocket> {
    const socket = await open();
    const presence = { name: id, kind: 'desk' as const };
    say(socket, { type: 'hello', v: ROOM_VERSION, key: operatorKey, console: id, presence });
    await eventually(() => expect(socket.heard.length > 0 || socket.closed !== undefined).toBe(true));
    return socket;
  }

  async function leave(socket: PlayedSocket): Promise<void> {
    sockets.splice(sockets.indexOf(socket), 1);
    await room.webSocketClose(socket);
  }

  /** Lets a second pass, with what the object does then. */
  function beat(): void {
    clock.advance(1000);
    for (const timer of timers.splice(0)) timer();
  }

  return {
    begun: begun.value,
    clock,
    timers,
    alarm: () => alarm,
    create,
    say,
    open,
    connect,
    leave,
    beat,
    /** The object ends with all its sockets. */
    async crash() {
      sockets.length = 0;
      await create();
    },
    /** Lets the time of the alarm come. */
    async awaitAlarm() {
      clock.time = epochMs(alarm ?? 0);
      alarm = null;
      await room.alarm();
    },
    snapshotStatus: async () =>
      (await ask(snapshotPath(ID), { headers: { 'room-key': operatorKey } })).status,
  };
}

describe('the object of a room', () => {
  it('begins the room that it is named after', async () => {
    const object = await startObject();
    expect(object.begun.id).toBe(ID);
    expect(await object.snapshotStatus()).toBe(200);
  });

  it('ends a day after the last console has left, and not before', async () => {
    const object = await startObject();
    expect(object.alarm()).toBe(object.clock.time + ROOM_LIMITS.emptyMs);
    const anna = await object.connect('anna');
    const bert = await object.connect('bert');
    object.clock.advance(2 * DAY_MS);
    await object.leave(anna);
    expect(object.alarm()).toBe(object.clock.time + 5 * DAY_MS);
    await object.leave(bert);
    expect(object.alarm()).toBe(object.clock.time + ROOM_LIMITS.emptyMs);
    await object.create();
    expect(await object.snapshotStatus()).toBe(200);
    await object.awaitAlarm();
    expect(await object.snapshotStatus()).toBe(404);
    expect((await object.connect('carl')).closed).toBe(ROOM_CLOSE.refused);
  });

  it('ends at its greatest age, also while consoles are there', async () => {
    const object = await startObject();
    const anna = await object.connect('anna');
    expect(object.alarm()).toBe(object.clock.time + ROOM_LIMITS.longestMs);
    await object.create();
    await object.awaitAlarm();
    expect(anna.closed).toBe(ROOM_CLOSE.ended);
    expect(await object.snapshotStatus()).toBe(404);
  });

  it('ends a day after its consoles were lost in a crash', async () => {
    const object = await startObject();
    await object.connect('anna');
    object.clock.advance(DAY_MS);
    await object.crash();
    expect(object.alarm()).toBe(object.clock.time + ROOM_LIMITS.emptyMs);
    object.clock.advance(3_600_000);
    const planned = object.alarm();
    await object.create();
    expect(object.alarm()).toBe(planned);
  });

  it('has no timer while there is nothing to do, so that the platform can remove it from memory', async () => {
    const object = await startObject();
    const anna = await object.connect('anna');
    const bert = await object.connect('bert');
    for (let second = 0; second < 3; second++) object.beat();
    expect(anna.heard.at(-1)).toMatchObject({ type: 'room', consoles: [{ id: 'anna' }, { id: 'bert' }] });
    object.say(anna, { type: 'time', sent: 0 });
    expect(anna.heard.at(-1)?.type).toBe('time');
    expect(object.timers).toEqual([]);
    await object.create();
    expect(object.timers).toEqual([]);
    object.clock.advance(DAY_MS);
    for (const name of ['Anna', 'Anne']) {
      object.say(anna, { type: 'presence', presence: { name, kind: 'desk' } });
    }
    expect(bert.heard.at(-1)).toMatchObject({ consoles: [{ name: 'Anna' }, { name: 'bert' }], lead: 'anna' });
    object.beat();
    expect(bert.heard.at(-1)).toMatchObject({ consoles: [{ name: 'Anne' }, { name: 'bert' }] });
    expect(object.timers).toEqual([]);
  });

  it('goes on for the others when a socket has ended', async () => {
    const object = await startObject();
    const anna = await object.connect('anna');
    const bert = await object.connect('bert');
    object.beat();
    const fail = () => {
      throw new TypeError('The socket has ended.');
    };
    Object.assign(anna, { send: fail, close: fail });
    object.clock.advance(1000);
    object.say(bert, { type: 'presence', presence: { name: 'Bert', kind: 'desk' } });
    expect(bert.heard.at(-1)).toMatchObject({ consoles: [{ name: 'anna' }, { name: 'Bert' }] });
    object.clock.advance(1000);
    await object.leave(anna);
    expect(bert.heard.at(-1)).toMatchObject({ consoles: [{ name: 'Bert' }] });
  });

  it('closes a socket that says nothing', async () => {
    const object = await startObject();
    const silent = await object.open();
    for (let second = 0; second < 4; second++) object.beat();
    expect(silent.closed).toBeUndefined();
    object.beat();
    expect(silent.closed).toBe(ROOM_CLOSE.late);
    expect(object.timers).toEqual([]);
  });
});
