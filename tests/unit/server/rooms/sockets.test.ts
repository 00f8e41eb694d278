import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createNodeServer, listenerOf, SERVER_LIMITS } from '../../../../src/gateway/node-server.ts';
import { createRoomSockets } from '../../../../src/server/rooms/sockets.ts';
import {
  ROOM_CLOSE,
  ROOM_VERSION,
  roomPath,
  type ServerMessage,
} from '../../../../src/shared/contract/room.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { eventually } from '../../../support/eventually.ts';
import { listen } from '../../../support/loopback.ts';
import { bookmark, startRooms } from '../../../support/room-consoles.ts';

/** Serves rooms on a real socket, with a clock that the test drives. */
async function serveRooms() {
  const rooms = startRooms();
  const sockets = createRoomSockets({
    rooms: rooms.server,
    isBehindProxy: false,
    now: () => epochMs(rooms.clock.time),
  });
  const page = { fetch: () => new Response('the page') };
  const node = createNodeServer(listenerOf(page), SERVER_LIMITS, sockets.upgrade);
  const url = await listen(node.server);
  const giveUp = new AbortController();
  const stop = async () => {
    rooms.server.close();
    await node.stop(giveUp.signal);
  };
  onTestFinished(async () => {
    giveUp.abort();
    if (node.server.listening) await stop();
  });
  const tick = (ms: number): void => {
    rooms.clock.advance(ms);
    rooms.server.tick();
    sockets.tick();
  };
  const begun = await rooms.begin();
  return { rooms, sockets, url, stop, tick, giveUp, ...begun };
}

/** Opens a WebSocket, and gathers what it hears. */
function open(url: string, path: string, origin: string | undefined = url, options = {}) {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { ...options, ...(origin && { origin }) });
  onTestFinished(() => socket.terminate());
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  socket.on('error', () => undefined);
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.on('close', (code, reason) => resolve([code, String(reason)]));
  });
  return {
    socket,
    heard,
    closed,
    opened: () => once(socket, 'open'),
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    entries: () => heard.flatMap((message) => (message.type === 'log' ? message.entries : [])),
  };
}

async function enter(url: string, room: string, key: string, id: string) {
  const console = open(url, roomPath(room));
  await console.opened();
  const presence = { name: id, kind: 'desk' };
  console.say({ type: 'hello', v: ROOM_VERSION, key, console: id, presence });
  await eventually(() => expect(console.heard[0]?.type).toBe('welcome'));
  return console;
}

/** Returns status and text of the answer to an attempt to open a WebSocket. */
async function refusal(
  url: string,
  path: string,
  origin?: string,
): Promise<readonly [number | undefined, string]> {
  const { socket } = open(url, path, origin);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return [answer.statusCode, await text(answer)];
}

describe('the sockets of rooms', () => {
  it('deliver the acts of two operators to all, refuse those of a viewer, and leave no key in the log', async () => {
    const { rooms, url, id, operatorKey } = await serveRooms();
    const now = rooms.clock.time;
    const anna = await enter(url, id, operatorKey, 'anna');
    const [welcome] = anna.heard;
    const viewerKey = (welcome?.type === 'welcome' && welcome.viewerKey) || '';
    const bert = await enter(url, id, operatorKey, 'bert');
    const viewer = await enter(url, id, viewerKey, 'wall');
    viewer.say({ type: 'act', draft: bookmark('of-the-viewer', now) });
    await eventually(() => expect(viewer.heard.some(({ type }) => type === 'nak')).toBe(true));
    for (const own of ['1', '2', '3']) {
      anna.say({ type: 'act', draft: bookmark(`anna-${own}`, now) });
      bert.say({ type: 'act', draft: bookmark(`bert-${own}`, now) });
    }
    await eventually(() => {
      for (const console of [anna, bert, viewer]) expect(console.entries()).toHaveLength(6);
    });
    expect(anna.entries().map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(bert.entries()).toEqual(anna.entries());
    expect(viewer.entries()).toEqual(anna.entries());
    expect(anna.entries().filter(({ by }) => by === 'bert')).toHaveLength(3);
    for (const key of [operatorKey, viewerKey]) expect(JSON.stringify(rooms.lines)).not.toContain(key);
  });

  it('deliver a long log whole', async () => {
    const { rooms, url, id, operatorKey } = await serveRooms();
    const time = epochMs(rooms.clock.time);
    const text = 'Übung '.repeat(160);
    for (let n = 1; n <= 300; n++) {
      const act = { kind: 'input' as const, input: { kind: 'bookmark' as const, text: `${text}${n}` } };
      await rooms.home.append(id, { id: `entry-${n}`, time, act, by: 'bert', at: time });
    }
    const anna = await enter(url, id, operatorKey, 'anna');
    await eventually(() => expect(anna.entries()).toHaveLength(300));
    expect(anna.entries()).toEqual(await rooms.home.since(id, 0));
    anna.say({ type: 'time', sent: 7 });
    await eventually(() => expect(anna.heard.at(-1)).toMatchObject({ type: 'time', sent: 7 }));
  });

  it('are for pages of this server', async () => {
    const { url, id, sockets } = await serveRooms();
    expect(await refusal(url, roomPath(id), 'https://other.example')).toEqual([
      403,
      'Only a page of this server may enter its shared missions.\n',
    ]);
    expect(sockets.count()).toBe(0);
    const program = open(url, roomPath(id), '');
    await program.opened();
    expect(sockets.count()).toBe(1);
  });

  it.each([
    '/',
    '/rooms',
    '/rooms/abc',
    `/rooms/${'0'.repeat(32)}/snapshot`,
    `/rooms/${'0'.repeat(32)}?key=1`,
  ])('are not at %s', async (path) => {
    const { url } = await serveRooms();
    expect(await refusal(url, path, url)).toEqual([404, 'There is no WebSocket at this path.\n']);
  });

  it('leave an offer of another protocol to the page', async () => {
    const { url } = await serveRooms();
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
    const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([200, 'the page']);
  });

  it('of a host that is not clear are refused', async () => {
    const { url, id } = await serveRooms();
    const { port, host } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `GET ${roomPath(id)} HTTP/1.1\r\nHost: ${host}\r\nHost: other.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('that say no hello in time are closed', async () => {
    const { url, id, tick } = await serveRooms();
    const silent = open(url, roomPath(id));
    await silent.opened();
    tick(5000);
    expect(await silent.closed).toEqual([ROOM_CLOSE.late, 'This console has not said hello.']);
  });

  it('that send too long a message, or octets, are closed, and the others stay', async () => {
    const { url, id, operatorKey } = await serveRooms();
    const [long, octets, other] = [
      await enter(url, id, operatorKey, 'long'),
      await enter(url, id, operatorKey, 'octets'),
      await enter(url, id, operatorKey, 'other'),
    ];
    long.say({ type: 'time', sent: 1, padding: 'x'.repeat(20_000) });
    expect((await long.closed)[0]).toBe(1009);
    octets.socket.send(Buffer.from('{"type":"time","sent":1}'));
    expect((await octets.closed)[0]).toBe(ROOM_CLOSE.malformed);
    other.say({ type: 'time', sent: 1 });
    await eventually(() => expect(other.heard.some(({ type }) => type === 'time')).toBe(true));
  });

  it('are pinged, and closed if they do not answer', async () => {
    const { url, id, operatorKey, tick, sockets } = await serveRooms();
    const alive = await enter(url, id, operatorKey, 'alive');
    const frozen = open(url, roomPath(id), url, { autoPong: false });
    await frozen.opened();
    frozen.say({
      type: 'hello',
      v: ROOM_VERSION,
      key: operatorKey,
      console: 'frozen',
      presence: { name: 'F', kind: 'desk' },
    });
    await eventually(() => expect(frozen.heard.length).toBeGreaterThan(0));
    const pinged = Promise.all([alive, frozen].map(({ socket }) => once(socket, 'ping')));
    tick(20_000);
    await pinged;
    // An answer to a message shows that the answer to the ping has come before it.
    alive.say({ type: 'time', sent: 1 });
    await eventually(() => expect(alive.heard.some(({ type }) => type === 'time')).toBe(true));
    tick(10_000);
    expect((await frozen.closed)[0]).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
    await eventually(() => expect(sockets.count()).toBe(1));
  });

  it('are told to try again when the server stops, which waits for none that does not answer', async () => {
    const { url, id, operatorKey, stop, giveUp } = await serveRooms();
    const consoles = await Promise.all(['anna', 'bert'].map((own) => enter(url, id, operatorKey, own)));
    const deaf = open(url, roomPath(id));
    await deaf.opened();
    deaf.socket.pause();
    const stopped = stop();
    for (const { closed } of consoles) expect((await closed)[0]).toBe(ROOM_CLOSE.later);
    giveUp.abort();
    await stopped;
  });
});
