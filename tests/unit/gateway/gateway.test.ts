import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/gateway/effects.ts';
import { fileStore } from '../../../src/gateway/file-store.ts';
import { FUNCTION_PATHS } from '../../../src/shared/backend.ts';
import {
  ASTROS,
  composeGateway,
  type HandClock,
  handClock,
  KEY,
  N2YO_KEY,
  POSITION,
  POSITIONS,
  POSITIONS_QUERY,
  type Reading,
  read,
  type Served,
  serve,
} from '../../support/gateway.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

const S = 1000;
const MIN = 60 * S;
const H = 60 * MIN;
/** A thousand real connections, or an hour of requests, take a while on a busy machine. */
const PATIENTLY = { timeout: 30_000 };

let upstream: Upstream;
let clock: HandClock;
let served: Served | undefined;
let lines: readonly unknown[];

beforeAll(async () => {
  clock = handClock();
  upstream = await startUpstream({ now: () => clock.time });
});
beforeEach(() => {
  upstream.reset();
  clock.time = handClock().time;
});
afterEach(async () => {
  await served?.close();
  served = undefined;
});
afterAll(() => upstream.close());

async function start(env: Readonly<Record<string, string>> = {}) {
  const composed = composeGateway({ upstreamUrl: upstream.url, clock, env });
  lines = composed.lines;
  served = await serve(composed.gateway);
}

function fetchFrom(path: string, init: RequestInit = {}): Promise<Response> {
  if (!served) throw new Error('Nothing is served.');
  return fetch(served.url + path, { headers: KEY, ...init });
}

const get = async (path: string, init?: RequestInit): Promise<Reading> => read(await fetchFrom(path, init));

describe('one call serves everybody', () => {
  it.each([
    ['position', POSITION],
    ['astros', ASTROS],
    ['n2yo', POSITIONS],
  ] as const)('a thousand concurrent viewers cause one call for %s', PATIENTLY, async (kind, path) => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    const viewers = Array.from({ length: 1000 }, async () => {
      const answer = await fetchFrom(path);
      return [answer.status, (await answer.arrayBuffer()).byteLength > 100];
    });
    const answers = await Promise.all(viewers);
    expect(answers.filter(([status, isWhole]) => status === 200 && isWhole)).toHaveLength(1000);
    expect(upstream.calls(kind)).toBe(1);
    expect(upstream.calls('celestrak')).toBe(0);
  });

  it('a thousand viewers of a service that fails cause one call, too', PATIENTLY, async () => {
    await start();
    upstream.set('position', 'reset');
    const answers = await Promise.all(Array.from({ length: 1000 }, () => get(POSITION)));
    expect(answers.every(({ told }) => told.error?.startsWith('Open Notify cannot be reached'))).toBe(true);
    expect(upstream.calls('position')).toBe(1);
  });

  it('calls in an hour of viewers every ten seconds: 360, 6 and 15', PATIENTLY, async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    for (let second = 0; second < 3600; second += 10) {
      await Promise.all([get(POSITION), get(ASTROS), get(POSITIONS)]);
      clock.advance(10 * S);
    }
    expect([upstream.calls('position'), upstream.calls('astros'), upstream.calls('n2yo')]).toEqual([
      360, 6, 15,
    ]);
  });

  it('elements are fetched every two hours at most', async () => {
    await start();
    for (let minute = 0; minute < 240; minute += 5) {
      expect((await get(POSITIONS)).status).toBe(200);
      clock.advance(5 * MIN);
    }
    expect(upstream.calls('celestrak')).toBe(2);
  });
});

describe('a restart', () => {
  function restart(store: Store) {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { store } });
    return async () => read(await gateway.request(POSITIONS, { headers: KEY }));
  }

  it('does not ask for the elements again before their time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'orbita-store-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const store = () => fileStore(join(folder, 'cache'), 'elements.json');
    expect((await restart(store())()).told.gateway?.ageS).toBe(0);
    clock.advance(H);
    const { told } = await restart(store())();
    expect([told.gateway?.ageS, told.positions?.length]).toEqual([3600, 300]);
    expect(upstream.calls('celestrak')).toBe(1);
    clock.advance(H);
    expect((await restart(store())()).told.gateway?.ageS).toBe(0);
    expect(upstream.calls('celestrak')).toBe(2);
  });

  it.each([
    ['nothing', async () => undefined],
    ['half of it', async () => '{"url":'],
    ['elements from elsewhere', async () => JSON.stringify({ url: 'http://a', fetchedAt: 0, elements: [] })],
    ['a broken disk', () => Promise.reject(new Error('EIO'))],
  ])('asks for them where it finds %s', async (_what, readStore) => {
    const write = () => Promise.reject(new Error('EROFS'));
    const get = restart({ read: readStore, write });
    expect((await get()).status).toBe(200);
    expect((await get()).status).toBe(200);
    expect(upstream.calls('celestrak')).toBe(1);
  });
});

describe('positions', () => {
  it('are asked of N2YO for New York City, whoever asks', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    await get(POSITIONS);
    expect(upstream.lastPath('n2yo')).toBe(
      `/rest/v1/satellite/positions/25544/40.7128/-74.006/0/300/&apiKey=${N2YO_KEY}`,
    );
  });

  it('shrink with the window, and begin at the current second', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    for (const [waitS, left, age] of [
      [0, 300, 0],
      [1, 299, 1],
      [237, 62, 238],
      [1, 300, 0],
    ] as const) {
      clock.advance(waitS * S);
      const { told, headers } = await get(POSITIONS);
      expect(told.positions).toHaveLength(left);
      expect(told.positions?.[0]?.timestamp).toBe(Math.floor(clock.time / S));
      expect([told.gateway?.source, told.gateway?.ageS]).toEqual(['N2YO', age]);
      expect(headers.get('age')).toBe(String(age));
    }
  });

  it('agree between N2YO and our own orbit, for any observer', async () => {
    clock.advance(600); // to a whole second, so that both tell of the same instants
    const sydney = POSITIONS.replace(
      /observerLat.*Alt=0/,
      'observerLat=-33.87&observerLng=151.21&observerAlt=58',
    );
    const samples = async (env: Readonly<Record<string, string>>, path: string) => {
      await start(env);
      const { told } = await get(path);
      await served?.close();
      return told.positions ?? [];
    };
    for (const path of [POSITIONS, sydney]) {
      const n2yo = await samples({ N2YO_API_KEY: N2YO_KEY }, path);
      const own = await samples({}, path);
      expect(own).toHaveLength(300);
      expect(n2yo).toHaveLength(300);
      for (const index of [0, 150, 299]) {
        for (const field of ['satlatitude', 'satlongitude', 'elevation', 'azimuth', 'ra', 'dec'] as const) {
          expect(Math.abs(Number(n2yo[index]?.[field]) - Number(own[index]?.[field]))).toBeLessThan(0.001);
        }
      }
    }
    const [here] = await samples({}, POSITIONS);
    const [there] = await samples({}, sydney);
    expect(here?.satlatitude).toBe(there?.satlatitude);
    expect(here?.azimuth).not.toBe(there?.azimuth);
  });

  it('are computed while N2YO fails, and say why', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    await get(POSITIONS);
    upstream.set('n2yo', 'error-200');
    clock.advance(250 * S);
    const held = (await get(POSITIONS)).told;
    expect(held.gateway).toMatchObject({ source: 'N2YO', ageS: 250, isStale: true });
    expect(held.gateway?.error).toContain('exceeded the number of transactions');
    expect(held.positions).toHaveLength(50);
    clock.advance(50 * S);
    const computed = (await get(POSITIONS)).told;
    expect(computed.gateway).toMatchObject({ source: 'CelesTrak', ageS: 0, isStale: false });
    expect(computed.gateway?.error).toContain('exceeded the number of transactions');
    expect(computed.positions).toHaveLength(300);
    // The key is used up: it gets five minutes of rest.
    expect(upstream.calls('n2yo')).toBe(2);
    upstream.set('n2yo', 'good');
    clock.advance(4 * MIN + 20 * S);
    expect((await get(POSITIONS)).told.gateway?.source).toBe('N2YO');
  });
});

describe('while a service fails', () => {
  it('the last position is served with its age, and dropped after ten minutes', async () => {
    await start();
    await get(POSITION);
    upstream.set('position', '503-json');
    clock.advance(10 * S);
    const { status, told, headers } = await get(POSITION);
    expect([status, headers.get('age')]).toEqual([200, '10']);
    expect(told.gateway).toEqual({
      source: 'Open Notify',
      ageS: 10,
      isStale: true,
      error: 'Open Notify answered 503: Service temporarily unavailable',
    });
    clock.advance(10 * MIN);
    expect((await get(POSITION)).status).toBe(502);
  });

  it('it is asked again within ten seconds, and is back with the next round', async () => {
    await start();
    upstream.set('position', 'reset');
    for (let round = 0; round < 20; round++) {
      await get(POSITION);
      clock.advance(10 * S);
    }
    expect(upstream.calls('position')).toBe(20);
    upstream.set('position', 'good');
    expect((await get(POSITION)).status).toBe(200);
  });

  it('CelesTrak is left alone for two hours after an answer that is not good, and its elements are kept', async () => {
    await start();
    await get(POSITIONS);
    upstream.set('celestrak', '403-text');
    clock.advance(2 * H);
    for (let minute = 0; minute < 115; minute += 5) {
      const { told } = await get(POSITIONS);
      expect(told.positions).toHaveLength(300);
      expect(told.gateway?.error).toContain('has not updated since your last successful download');
      clock.advance(5 * MIN);
    }
    expect(upstream.calls('celestrak')).toBe(2);
    clock.advance(3 * H);
    expect((await get(POSITIONS)).told.gateway?.isStale).toBe(true);
    clock.advance(14 * 24 * H);
    expect((await get(POSITIONS)).status).toBe(502);
  });

  it('CelesTrak gets fewer than 50 calls in two hours in which it cannot be reached', PATIENTLY, async () => {
    await start();
    upstream.set('celestrak', 'reset');
    for (let second = 0; second < 7200; second += 10) {
      await get(POSITIONS);
      clock.advance(10 * S);
    }
    expect(upstream.calls('celestrak')).toBeLessThan(40);
    expect(upstream.calls('celestrak')).toBeGreaterThan(20);
  });

  it('a clock that is set back does not make an answer last longer', async () => {
    await start();
    await get(POSITION);
    clock.advance(-H);
    expect((await get(POSITION)).told.gateway?.ageS).toBe(0);
    expect(upstream.calls('position')).toBe(2);
  });
});

describe('who may ask for what', () => {
  const N2YO = FUNCTION_PATHS.n2yo;
  const changed = (from: string, to: string) => `${N2YO}?${POSITIONS_QUERY.replace(from, to)}`;

  it.each([
    [400, `${POSITION}?endpoint=people`, 'Unknown endpoint "people"'],
    [400, N2YO, 'Unknown endpoint ""'],
    [400, `${N2YO}?endpoint=tle`, 'Unknown endpoint "tle"'],
    [400, changed('noradId=25544', ''), 'noradId is missing'],
    [400, changed('25544', 'ISS'), 'noradId must be'],
    [404, changed('25544', '48274'), 'Only the space station'],
    [400, changed('40.7128', '90.1'), 'observerLat must be -90 to 90 degrees, not "90.1"'],
    [400, changed('40.7128', 'NaN'), 'observerLat must be'],
    [400, changed('40.7128', '1e1'), 'observerLat must be'],
    [400, changed('-74.006', '-181'), 'observerLng must be'],
    [400, changed('Alt=0', 'Alt=10001'), 'observerAlt must be'],
    [400, changed('seconds=300', 'seconds=301'), 'seconds must be 1 to 300, not "301"'],
    [400, changed('seconds=300', 'seconds=0'), 'seconds must be'],
    [400, changed('seconds=300', 'seconds=1.5'), 'seconds must be a whole number'],
    [404, '/functions/v1/weather', 'There is no such function'],
  ])('%i for %s', async (status, path, words) => {
    await start();
    const answer = await get(path);
    expect([answer.status, answer.told.error]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('only who shows the key, as a header or as a bearer', async () => {
    await start({ BACKEND_ANON_KEY: 'public.key-of_test' });
    const status = async (headers: Record<string, string>) => (await get(POSITION, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ apikey: '' })).toBe(401);
    expect(await status({ apikey: 'public.key-of_tesT' })).toBe(401);
    expect(await status({ apikey: 'public.key-of_test2' })).toBe(401);
    expect(await status({ authorization: 'Bearer other' })).toBe(401);
    expect(await status({ authorization: 'Basic public.key-of_test' })).toBe(401);
    expect(upstream.calls('position')).toBe(0);
    expect(await status({ apikey: 'public.key-of_test' })).toBe(200);
    expect(await status({ authorization: 'Bearer public.key-of_test' })).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('not with %s', async (method) => {
    await start();
    for (const path of [POSITION, POSITIONS, '/healthz']) {
      const answer = await fetchFrom(path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await answer.json()).toEqual({ error: `The method ${method} is not allowed` });
    }
  });

  it('HEAD gets the headers of GET', async () => {
    await start();
    const head = await fetchFrom(POSITION, { method: 'HEAD' });
    expect([head.status, head.headers.get('age'), await head.text()]).toEqual([200, '0', '']);
  });

  it('nobody sends a body', async () => {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock });
    const headers = { ...KEY, 'content-length': '5000' };
    expect((await gateway.request(POSITION, { headers })).status).toBe(413);
  });

  it('pages of the configured origins, and of no others', async () => {
    await start({ ALLOWED_ORIGINS: 'https://mission.example, http://localhost:5173' });
    const ask = (origin: string, method = 'GET') =>
      fetchFrom(POSITION, { method, headers: { ...KEY, origin } });

    const preflight = await ask('https://mission.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://mission.example');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
    const allowed = await ask('http://localhost:5173');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Age');

    for (const origin of ['https://evil.example', 'null', 'https://mission.example.evil.example']) {
      expect((await ask(origin, 'OPTIONS')).status).toBe(403);
      const answer = await ask(origin);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  it('each client as often as the limit allows', async () => {
    await start({ RATE_LIMIT_PER_MIN: '60' });
    for (let i = 0; i < 60; i++) expect((await get(POSITION)).status).toBe(200);
    const refused = await get(POSITION);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    clock.advance(S);
    expect((await get(POSITION)).status).toBe(200);
    expect((await get(POSITION)).status).toBe(429);
  });
});

describe('what it tells of itself', () => {
  const health = async () => (await (await fetchFrom('/healthz', { headers: {} })).json()) as unknown;

  it('the state of each service, without a key', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    expect(await health()).toMatchObject({
      status: 'ok',
      upstreams: { 'Open Notify position': { state: 'idle' }, N2YO: { state: 'idle' } },
    });
    await get(POSITION);
    upstream.set('n2yo', 'echo-key');
    await get(POSITIONS);
    clock.advance(3 * S);
    const degraded = await health();
    expect(degraded).toMatchObject({
      status: 'degraded',
      upstreams: {
        'Open Notify position': { state: 'ok', ageS: 3, lastSuccess: expect.any(String) },
        'Open Notify astronauts': { state: 'idle' },
        N2YO: { state: 'backing off', lastError: expect.stringContaining('not shown') },
        CelesTrak: { state: 'ok' },
      },
    });
    expect(JSON.stringify([degraded, lines])).not.toContain(N2YO_KEY.slice(0, 6));
    clock.advance(MIN);
    expect(await health()).toMatchObject({ upstreams: { N2YO: { state: 'failing' } } });
    await served?.close();
    await start();
    expect(await health()).toMatchObject({ upstreams: { N2YO: { state: 'not configured' } } });
  });

  it('a line for a call, one for a failure that lasts, and one when it is over', async () => {
    await start();
    await get(POSITION);
    upstream.set('position', '503-json');
    for (let round = 0; round < 30; round++) {
      clock.advance(10 * S);
      await get(POSITION);
    }
    upstream.set('position', 'good');
    clock.advance(10 * S);
    await get(POSITION);
    const line = { event: 'upstream', upstream: 'Open Notify', what: 'position', ms: 0 };
    expect(lines).toEqual([
      { ...line, time: expect.any(String), outcome: 'ok', status: 200, bytes: expect.any(Number) },
      {
        ...line,
        time: expect.any(String),
        outcome: 'refused',
        status: 503,
        bytes: 62,
        error: 'Open Notify answered 503: Service temporarily unavailable',
      },
      {
        ...line,
        time: expect.any(String),
        outcome: 'ok',
        status: 200,
        bytes: expect.any(Number),
        failedBefore: 29,
      },
    ]);
  });

  it('refused requests once a minute, counted', async () => {
    await start();
    const headers = { apikey: 'foreign' };
    for (let i = 0; i < 50; i++) await get(POSITION, { headers });
    clock.advance(MIN);
    await get('/functions/v1/weather');
    expect(lines).toMatchObject([
      { event: 'refused', counts: { 401: 1 } },
      { event: 'refused', counts: { 401: 49, 404: 1 } },
    ]);
  });
});
