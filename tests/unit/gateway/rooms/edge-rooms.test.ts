import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ClientMessage,
  ROOM_CLOSE,
  ROOM_VERSION,
  ROOMS_PATH,
  type RoomDraft,
  roomPath,
  type ServerMessage,
  snapshotPath,
} from '../../../../src/shared/contract/room.ts';
import { readBegunRoom, readRoomSnapshot } from '../../../../src/shared/contract/room-schema.ts';
import { eventually } from '../../../support/eventually.ts';
import { bookmark, roomBeginning, roomSnapshot } from '../../../support/room-consoles.ts';
import {
  bundleForEdge,
  startWorkerd,
  type Worker,
  type WorkerdOptions,
} from '../../../support/workerd-process.ts';

const script = await bundleForEdge('src/gateway/edge/main.ts');

async function endEdge(worker: Worker): Promise<void> {
  await worker.close();
  expect(worker.output()).not.toMatch(/error|exception/i);
}

async function startEdge(options: Partial<WorkerdOptions> = { roomsClass: 'Room' }): Promise<Worker> {
  const worker = await startWorkerd({ script, ...options });
  onTestFinished(() => endEdge(worker));
  return worker;
}

const post = (worker: Worker, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(worker.url + ROOMS_PATH, { method: 'POST', headers, body: JSON.stringify(roomBeginning()) });

async function begin(worker: Worker) {
  const begun = readBegunRoom(await (await post(worker)).text());
  if (!begun.ok) throw new Error(begun.message);
  return begun.value;
}

const told = async (answer: Response): Promise<readonly [number, string]> => [
  answer.status,
  ((await answer.json()) as { readonly error: string }).error,
];

/** A console at a socket of a room. */
interface EdgeConsole {
  say(message: ClientMessage): void;
  act(draft: RoomDraft): void;
  heard<K extends ServerMessage['type']>(kind: K): readonly (ServerMessage & { readonly type: K })[];
  /** Ids of the entries that it has been sent. */
  ids(): readonly string[];
  /** Names of the operators, as it was told last. */
  names(): readonly string[];
  /** Code with which its socket was closed. */
  closed(): number | undefined;
  leave(): void;
}

const open = (worker: Worker, room: string, origin = worker.url): WebSocket => {
  const socket = new WebSocket(worker.url.replace('http', 'ws') + roomPath(room), { origin });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  return socket;
};

/** Enters a room; resolves when the console is welcome, or is not admitted. */
async function enter(
  worker: Worker,
  room: string,
  key: string,
  id: string,
  known: Partial<ClientMessage & { readonly type: 'hello' }> = {},
): Promise<EdgeConsole> {
  const socket = open(worker, room);
  const messages: ServerMessage[] = [];
  let closed: number | undefined;
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as ServerMessage));
  socket.on('close', (code) => {
    closed = code;
  });
  const own: EdgeConsole = {
    say: (message) => socket.send(JSON.stringify(message)),
    act: (draft) => own.say({ type: 'act', draft }),
    heard: (kind) => messages.filter(({ type }) => type === kind) as never,
    ids: () => own.heard('log').flatMap(({ entries }) => entries.map((entry) => entry.id)),
    names: () =>
      own
        .heard('room')
        .at(-1)
        ?.consoles.map(({ name }) => name) ?? [],
    closed: () => closed,
    leave: () => socket.close(),
  };
  socket.on('open', () => {
    const presence = { name: id, kind: 'desk' as const };
    own.say({ type: 'hello', v: ROOM_VERSION, key, console: id, presence, ...known });
  });
  await eventually(() => expect(own.heard('welcome').length > 0 || closed !== undefined).toBe(true));
  return own;
}

/** Begins a room with two operators and a viewer in it. */
async function sharedMission(worker: Worker) {
  const { id, operatorKey } = await begin(worker);
  const anna = await enter(worker, id, operatorKey, 'anna');
  const [welcome] = anna.heard('welcome');
  const { viewerKey = '', head } = welcome ?? {};
  const epoch = head?.epoch ?? '';
  const bert = await enter(worker, id, operatorKey, 'bert');
  const wall = await enter(worker, id, viewerKey, 'wall');
  await eventually(() => expect(wall.names()).toEqual(['anna', 'bert']));
  return { id, operatorKey, viewerKey, epoch, anna, bert, wall, all: [anna, bert, wall] };
}

const expectIds = (consoles: readonly EdgeConsole[], ids: readonly string[]): Promise<void> =>
  eventually(() => expect(consoles.map((each) => each.ids())).toEqual(consoles.map(() => ids)));

describe('a mission that is shared over a Worker', () => {
  /** For tests that leave it as it is: it begins six rooms a minute at most. */
  let worker: Worker;
  beforeAll(async () => {
    worker = await startWorkerd({ script, roomsClass: 'Room' });
  });
  afterAll(() => endEdge(worker));

  it('has one log for all, and takes no acts of a viewer', async () => {
    const { anna, bert, wall, all } = await sharedMission(worker);
    anna.act(bookmark('one', Date.now()));
    await expectIds(all, ['one']);
    bert.act(bookmark('two', Date.now()));
    bert.act(bookmark('one', Date.now()));
    wall.act(bookmark('three', Date.now()));
    await expectIds(all, ['one', 'two']);
    await eventually(() => expect(wall.heard('nak').map(({ id }) => id)).toEqual(['three']));
    await eventually(() => expect(bert.heard('ack').map(({ n }) => n)).toEqual([2, 1]));
    anna.leave();
    await eventually(() => expect(bert.names()).toEqual(['bert']));
    await eventually(() => expect(anna.closed()).toBe(1000));
  });

  it('is in an object of its own', async () => {
    const { id, operatorKey, anna } = await sharedMission(worker);
    const other = await begin(worker);
    const carl = await enter(worker, other.id, other.operatorKey, 'carl');
    anna.act(bookmark('one', Date.now()));
    await expectIds([anna], ['one']);
    carl.act(bookmark('two', Date.now()));
    await expectIds([carl], ['two']);
    expect((await enter(worker, other.id, operatorKey, 'dora')).closed()).toBe(ROOM_CLOSE.refused);
    expect((await enter(worker, '0'.repeat(32), operatorKey, 'dora')).closed()).toBe(ROOM_CLOSE.refused);
    expect(other.id).not.toBe(id);
  });

  it('gives its snapshot to those with a key, and takes a newer one of an operator', async () => {
    const { id, operatorKey, viewerKey, epoch, anna } = await sharedMission(worker);
    const url = worker.url + snapshotPath(id);
    const ask = (key: string, init: RequestInit = {}) =>
      fetch(url, { headers: { 'room-key': key }, ...init });
    const numberOf = async (key: string): Promise<number | string> => {
      const read = readRoomSnapshot(await (await ask(key)).text());
      return read.ok ? read.value.n : read.message;
    };
    anna.act(bookmark('one', Date.now()));
    await expectIds([anna], ['one']);
    expect(await numberOf(viewerKey)).toBe(0);
    const body = JSON.stringify(roomSnapshot(1, epoch));
    expect((await ask(viewerKey, { method: 'PUT', body })).status).toBe(403);
    expect((await ask(operatorKey, { method: 'PUT', body })).status).toBe(200);
    expect(await numberOf(viewerKey)).toBe(1);
    expect((await ask('x'.repeat(22))).status).toBe(404);
  });

  it('goes on with its members after its object was removed from memory', async () => {
    const edge = await startEdge();
    const { id, operatorKey, anna, bert, wall, all } = await sharedMission(edge);
    anna.act(bookmark('one', Date.now()));
    await expectIds(all, ['one']);
    await edge.evict();
    bert.act(bookmark('two', Date.now()));
    await expectIds(all, ['one', 'two']);
    wall.act(bookmark('three', Date.now()));
    await eventually(() => expect(wall.heard('nak').map(({ id: draft }) => draft)).toEqual(['three']));
    bert.say({ type: 'presence', presence: { name: 'Bert', kind: 'desk' } });
    await eventually(() => expect(anna.names()).toEqual(['anna', 'Bert']));
    await edge.evict();
    anna.leave();
    await eventually(() => expect(wall.names()).toEqual(['Bert']));
    await eventually(() => expect(anna.closed()).toBe(1000));
    expect(bert.heard('room').at(-1)?.lead).toBe('bert');
    await edge.evict();
    bert.say({ type: 'renew', operatorKey: 'n'.repeat(22) });
    await eventually(() => expect(wall.closed()).toBe(ROOM_CLOSE.renewed));
    await eventually(() => expect(bert.heard('renewed')).toHaveLength(1));
    const { operatorKey: renewed = '' } = bert.heard('renewed')[0] ?? {};
    await edge.evict();
    expect((await enter(edge, id, operatorKey, 'anna')).closed()).toBe(ROOM_CLOSE.refused);
    const again = await enter(edge, id, renewed, 'anna');
    expect(again.heard('welcome')[0]?.role).toBe('operator');
    bert.act(bookmark('four', Date.now()));
    await expectIds([again], ['one', 'two', 'four']);
  });

  it('is as it was after its process was killed', async () => {
    const edge = await startEdge();
    const { id, operatorKey, epoch, anna, bert, all } = await sharedMission(edge);
    anna.act(bookmark('one', Date.now()));
    bert.act(bookmark('two', Date.now()));
    await eventually(() => expect([...anna.ids()].sort()).toEqual(['one', 'two']));
    const ids = anna.ids();
    await edge.restart();
    await eventually(() => expect(all.map((each) => each.closed())).toEqual([1006, 1006, 1006]));
    const again = await enter(edge, id, operatorKey, 'anna', { since: 1, epoch });
    again.act(bookmark('one', Date.now()));
    again.act(bookmark('three', Date.now()));
    await expectIds([again], [...ids, 'three']);
    await eventually(() => expect(again.heard('ack')).toHaveLength(2));
    const [first, second] = again.heard('ack').map(({ n }) => n);
    expect([first, second]).toEqual([ids.indexOf('one') + 1, 3]);
  });

  it('is closed to pages of other servers', async () => {
    const refused = [403, 'Only a page of this server may share missions over it.'];
    expect(await told(await post(worker, { origin: 'https://other.example' }))).toEqual(refused);
    const { id } = await begin(worker);
    const socket = open(worker, id, 'https://other.example');
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    });
    expect(status).toBe(403);
  });

  it('begins a limited number of times for one client', async () => {
    const edge = await startEdge({ roomsClass: 'Room', settings: { TRUST_PROXY: '1' } });
    const from = async (address: string): Promise<number> =>
      (await post(edge, { 'x-forwarded-for': address })).status;
    const statuses = [];
    for (let count = 0; count < 7; count++) statuses.push(await from('198.51.100.7'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await from('198.51.100.8')).toBe(200);
  });
});

it('a platform without Durable Objects does not share missions', async () => {
  const worker = await startEdge({});
  expect(await told(await post(worker))).toEqual([404, 'This server does not share missions.']);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
});
