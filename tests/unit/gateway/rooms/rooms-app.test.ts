import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../../../src/gateway/admission.ts';
import { UNBUILT } from '../../../../src/gateway/build.ts';
import type { Caller } from '../../../../src/gateway/effects.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { createMetrics } from '../../../../src/gateway/metrics.ts';
import type { RoomHome } from '../../../../src/gateway/rooms/home.ts';
import { createMemoryHome } from '../../../../src/gateway/rooms/memory-home.ts';
import { createRoomsApp } from '../../../../src/gateway/rooms/rooms-app.ts';
import { type EnvironmentVariables, readGatewaySettings } from '../../../../src/gateway/settings.ts';
import { ROOM_LIMITS, snapshotPath } from '../../../../src/shared/contract/room.ts';
import { readBegunRoom, readRoomSnapshot } from '../../../../src/shared/contract/room-schema.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import {
  bookmark,
  type RoomProcess,
  roomBeginning,
  roomSnapshot,
  startRooms,
} from '../../../support/room-consoles.ts';

const HOST = 'mission.example';
const PAGE = `https://${HOST}`;
const HERE: Caller = { address: '198.51.100.7' };

interface Options {
  readonly home?: RoomHome;
  readonly env?: EnvironmentVariables;
  readonly hasRooms?: boolean;
}

function startApp({ home, env = {}, hasRooms = true }: Options = {}) {
  const rooms = startRooms({ ...(home && { home }) });
  const settings = readGatewaySettings(env);
  if (!settings.ok) throw new Error(settings.message);
  const effects = {
    fetch: () => Promise.reject(new Error('There is no network.')),
    clock: { now: () => epochMs(rooms.clock.time) },
    elapsed: () => rooms.clock.time,
    random: () => 0.5,
    timeoutSignal: (ms: number) => AbortSignal.timeout(ms),
    log: (line: RoomProcess['lines'][number]) => void rooms.lines.push(line),
    gzip: promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip),
  };
  const metrics = createMetrics(UNBUILT, effects);
  const admission = createAdmission(settings.value, effects);
  const gateway = createGateway(settings.value, effects, UNBUILT, metrics, admission, rooms.server.health);
  metrics.watch(rooms.server.meters.read);
  const { isBehindProxy } = settings.value;
  const app = createRoomsApp({
    rooms: hasRooms ? rooms.server : undefined,
    admission,
    metrics,
    effects,
    isBehindProxy,
  });

  async function ask(path: string, init: RequestInit = {}, caller = HERE): Promise<Response> {
    const headers = { host: HOST, origin: PAGE, ...(init.headers as Record<string, string>) };
    const answer = await app.fetch(new Request(PAGE + path, { ...init, headers }), caller);
    if (!answer) throw new Error('The request is not for rooms.');
    return answer;
  }
  const begin = (body: string = JSON.stringify(roomBeginning()), init: RequestInit = {}, caller = HERE) =>
    ask('/rooms', { method: 'POST', body, ...init }, caller);
  async function begun() {
    const room = readBegunRoom(await (await begin()).text());
    if (!room.ok) throw new Error(room.message);
    const { id, operatorKey } = room.value;
    const operator = await rooms.enter(id, 'anna', operatorKey);
    const { viewerKey = '', head } = await operator.hears('welcome');
    return { id, operatorKey, viewerKey, epoch: head.epoch, operator };
  }
  return { rooms, app, gateway, ask, begin, begun };
}

const told = async (answer: Response): Promise<readonly [number, string]> => [
  answer.status,
  ((await answer.json()) as { readonly error: string }).error,
];
const withKey = (key: string): RequestInit => ({ headers: { 'room-key': key } });
const put = (body: unknown, key: string): RequestInit => ({
  ...withKey(key),
  method: 'PUT',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('a mission', () => {
  it('becomes a room, whose first snapshot it is', async () => {
    const { rooms, ask, begun } = startApp();
    const { id, operatorKey, epoch } = await begun();
    const answer = await ask(snapshotPath(id), withKey(operatorKey));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const snapshot = readRoomSnapshot(await answer.text());
    const { pace, ...rest } = roomBeginning();
    const time = epochMs(rooms.clock.time);
    expect(snapshot).toEqual({
      ok: true,
      value: { ...rest, n: 0, epoch, anchor: { time, at: time, pace }, edge: time },
    });
  });

  it.each([
    ['no JSON', 'mission', 'The mission is not valid: it is not JSON'],
    [
      'no pace',
      JSON.stringify({ ...roomBeginning(), pace: undefined }),
      'The mission is not valid: pace is missing',
    ],
    [
      'an input that recordings do not have',
      JSON.stringify({
        ...roomBeginning(),
        record: {
          ...roomBeginning().record,
          entries: [{ time: 1, origin: 'A', sequence: 1, input: { kind: 'shutdown' } }],
        },
      }),
      'The mission is not valid: record.entries.0 is refused: input.kind is not an input of a mission',
    ],
  ])('is refused if it has %s', async (_what, body, message) => {
    const { rooms, begin } = startApp();
    expect(await told(await begin(body))).toEqual([400, message]);
    expect(await rooms.home.rooms()).toEqual([]);
  });

  it('is refused if it is too large, whether it says so or not', async () => {
    const { begin } = startApp();
    const text = ' '.repeat(ROOM_LIMITS.snapshotBytes + 1);
    const stream = new Blob([text]).stream();
    const bodies: readonly RequestInit[] = [{ body: text }, { body: stream, duplex: 'half' } as RequestInit];
    for (const init of bodies) {
      expect(await told(await begin('', init))).toEqual([413, 'This mission is too large to be shared.']);
    }
  });

  it('is shared by a page of this server only', async () => {
    const { begin } = startApp();
    const from = (origin: string) => begin(undefined, { headers: { origin } });
    expect(await told(await from('https://other.example'))).toEqual([
      403,
      'Only a page of this server may share missions over it.',
    ]);
    expect((await from('null')).status).toBe(403);
    expect((await from(PAGE)).status).toBe(200);
  });

  it('is shared behind a proxy by a page of the host that the proxy was asked for', async () => {
    const { begin } = startApp({ env: { TRUST_PROXY: '1' } });
    const headers = { host: '127.0.0.1:4173', 'x-forwarded-host': `other.example, ${HOST}` };
    expect((await begin(undefined, { headers })).status).toBe(200);
    const { begin: beginDirectly } = startApp();
    expect((await beginDirectly(undefined, { headers })).status).toBe(403);
  });

  it('is one of six a minute of an address, which a proxy may tell', async () => {
    const { rooms, begin } = startApp({ env: { TRUST_PROXY: '1' } });
    const from = async (address: string) =>
      (await begin(undefined, { headers: { 'x-forwarded-for': `10.0.0.1, ${address}` } })).status;
    const statuses: number[] = [];
    for (let begun = 0; begun < 7; begun++) statuses.push(await from('192.0.2.1'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await from('192.0.2.2')).toBe(200);
    rooms.clock.advance(10_000);
    expect(await from('192.0.2.1')).toBe(200);
  });

  it('cannot be shared while it cannot be stored', async () => {
    const create: RoomHome['create'] = () => Promise.reject(new Error('The disk is full.'));
    const { gateway, begin } = startApp({ home: { ...createMemoryHome(), create } });
    const answer = await begin();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const health = await (await gateway.request('/healthz')).json();
    expect(health).toMatchObject({ status: 'degraded', rooms: { state: 'failing', openRooms: 0 } });
  });

  it('cannot be shared over a server without rooms', async () => {
    const { begin } = startApp({ hasRooms: false });
    expect(await told(await begin())).toEqual([404, 'This server does not share missions.']);
  });
});

describe('the snapshot of a room', () => {
  it('is for those who have a key', async () => {
    const { ask, begun } = startApp();
    const { id, operatorKey, viewerKey } = await begun();
    const statusFor = async (key: string, room = id) => (await ask(snapshotPath(room), withKey(key))).status;
    expect(
      await Promise.all([operatorKey, viewerKey, 'A'.repeat(22), ''].map((key) => statusFor(key))),
    ).toEqual([200, 200, 404, 404]);
    expect(await statusFor(operatorKey, '0'.repeat(32))).toBe(404);
  });

  it('is compressed for those who accept it', async () => {
    const { rooms, ask, begun } = startApp();
    const { id, operatorKey, epoch, operator } = await begun();
    operator.act(bookmark('one', rooms.clock.time));
    await operator.hearsEntries(1);
    const long = { ...roomSnapshot(1, epoch), live: { text: 'x'.repeat(10_000) } };
    expect((await ask(snapshotPath(id), put(long, operatorKey))).status).toBe(200);
    const headers = { 'room-key': operatorKey, 'accept-encoding': 'gzip' };
    const answer = await ask(snapshotPath(id), { headers });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(1000);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(long);
  });

  it('is replaced by operators, by later ones with entries that the log has', async () => {
    const { rooms, ask, begun } = startApp();
    const { id, operatorKey, viewerKey, epoch, operator } = await begun();
    for (const own of ['one', 'two', 'three']) operator.act(bookmark(own, rooms.clock.time));
    await operator.hearsEntries(3);
    const send = (body: unknown, key = operatorKey) => ask(snapshotPath(id), put(body, key));
    const kept = async () => {
      const read = readRoomSnapshot(await (await ask(snapshotPath(id), withKey(viewerKey))).text());
      return read.ok && read.value.n;
    };
    expect((await send(roomSnapshot(2, epoch))).status).toBe(200);
    expect(await kept()).toBe(2);
    expect(await told(await send(roomSnapshot(4, epoch)))).toEqual([
      409,
      'The snapshot has entries that the log does not have.',
    ]);
    expect((await send(roomSnapshot(3, 'another'))).status).toBe(409);
    expect((await send(roomSnapshot(3, epoch), viewerKey)).status).toBe(403);
    expect((await send({ ...roomSnapshot(3, epoch), record: {} })).status).toBe(400);
    expect((await send(roomSnapshot(1, epoch))).status).toBe(200);
    expect(await kept()).toBe(2);
    const again = await send(roomSnapshot(3, epoch));
    expect([again.status, await kept()]).toEqual([200, 3]);
  });

  it('is replaced six times a minute at most', async () => {
    const { rooms, ask, begun } = startApp();
    const { id, operatorKey, epoch } = await begun();
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent++) {
      statuses.push((await ask(snapshotPath(id), put(roomSnapshot(0, epoch), operatorKey))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    rooms.clock.advance(10_000);
    expect((await ask(snapshotPath(id), put(roomSnapshot(0, epoch), operatorKey))).status).toBe(200);
  });
});

describe('the paths of rooms', () => {
  it('have their methods, and no others', async () => {
    const { ask } = startApp();
    const room = '0'.repeat(32);
    const statusOf = async (method: string, path: string) => {
      const { status, headers } = await ask(path, { method });
      return [status, headers.get('allow')];
    };
    expect(await statusOf('GET', '/rooms')).toEqual([405, 'POST']);
    expect(await statusOf('DELETE', snapshotPath(room))).toEqual([405, 'GET, PUT']);
    expect(await statusOf('GET', `/rooms/${room}`)).toEqual([404, null]);
    expect(await statusOf('GET', '/rooms/../../etc/passwd/snapshot').catch(() => 'another path')).toBe(
      'another path',
    );
    expect(await statusOf('GET', '/rooms/x/snapshot')).toEqual([404, null]);
  });

  it('leave all others to the page', () => {
    const { app } = startApp();
    for (const path of ['/', '/roomservice', '/?mission=1']) {
      expect(app.fetch(new Request(PAGE + path), HERE)).toBeUndefined();
    }
  });

  it('are counted, and so is what happens in rooms', async () => {
    const { rooms, gateway, begun } = startApp();
    const { operator } = await begun();
    operator.act(bookmark('one', rooms.clock.time));
    await operator.hearsEntries(1);
    const metrics = await (await gateway.request('/metrics')).text();
    expect(metrics).toContain('orbita_http_requests_total{route="rooms",status="200"} 1\n');
    expect(metrics).toContain('orbita_room_consoles{role="operator"} 1\n');
    expect(metrics).toContain('orbita_room_acts_total{outcome="appended"} 1\n');
    expect(metrics).toMatch(/orbita_room_deliveries_total [1-9]/);
  });
});
