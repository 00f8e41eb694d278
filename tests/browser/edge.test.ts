import { afterEach, beforeEach, expect, it } from 'vitest';
import { readIssPosition, readSatellitePositions } from '../../src/shared/contract/live-answers.ts';
import { ASTROS, KEY, N2YO_KEY, POSITION, POSITIONS, type Reading, read } from '../support/gateway.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import type { Worker } from '../support/workerd-process.ts';
import { startWorker } from './workerd.ts';

let upstream: Upstream;
let worker: Worker | undefined;

beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
  await upstream.close();
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  worker = await startWorker({
    OPEN_NOTIFY_URL: upstream.url,
    N2YO_URL: upstream.url,
    CELESTRAK_URL: upstream.url,
    ...settings,
  });
}

async function get(path: string, headers: Record<string, string> = KEY): Promise<Reading> {
  return read(await fetch(`${worker?.url}${path}`, { headers }));
}

it('the edge bundle runs in workerd and answers as it does in Node', async () => {
  await start({ ALLOWED_ORIGINS: 'https://mission.example' });
  expect((await get('/healthz', {})).told).toMatchObject({ status: 'ok' });
  const refused = await get(POSITION, {});
  expect([refused.status, refused.told.error]).toEqual([
    401,
    expect.stringContaining('Missing anonymous key'),
  ]);
  expect((await get(POSITION, { apikey: 'foreign' })).status).toBe(401);

  const position = await get(POSITION, { ...KEY, origin: 'https://mission.example' });
  expect([position.status, position.told.gateway?.source]).toEqual([200, 'Open Notify']);
  expect(readIssPosition(position.told).ok).toBe(true);
  expect(position.headers.get('access-control-allow-origin')).toBe('https://mission.example');

  const positions = await get(POSITIONS);
  expect([positions.status, positions.told.gateway?.source]).toEqual([200, 'CelesTrak']);
  expect(positions.told.positions).toHaveLength(300);
  expect(readSatellitePositions(positions.told).ok).toBe(true);

  expect((await get('/open-notify?endpoint=astros')).told.number).toBe(6); // some platforms cut the path
  expect((await get(`${POSITIONS}1`)).status).toBe(400);
});

it('a hundred concurrent viewers cause one upstream call on the edge', async () => {
  await start({ N2YO_API_KEY: N2YO_KEY });
  for (const [kind, path] of [
    ['position', POSITION],
    ['astros', ASTROS],
    ['n2yo', POSITIONS],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(path)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    expect(upstream.calls(kind)).toBe(1);
  }
});

it('a viewer that disconnects does not block the others', async () => {
  const slow = await startUpstream({ slowMs: 300 });
  slow.set('position', 'slow-12s');
  await start({ OPEN_NOTIFY_URL: slow.url });
  const leaving = new AbortController();
  const left = fetch(`${worker?.url}${POSITION}`, { headers: KEY, signal: leaving.signal });
  const gone = expect(left).rejects.toThrow();
  await expect.poll(() => slow.calls('position')).toBe(1);
  const others = Promise.all(Array.from({ length: 10 }, () => get(POSITION)));
  leaving.abort();
  await gone;
  expect((await others).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  await slow.close();
});

it('redirects are not followed and oversized responses are not read on the edge', async () => {
  await start();
  upstream.set('position', 'redirect');
  upstream.set('astros', 'huge');
  expect((await get(POSITION)).told.error).toContain('redirects to another address');
  expect((await get(ASTROS)).told.error).toContain('more than 1 MB');
  expect(upstream.redirected()).toBe(0);
});

it('reports an invalid setting', async () => {
  await start({ TRUST_PROXY: 'perhaps' });
  const { status, told } = await get(POSITION);
  expect([status, told.error]).toEqual([
    500,
    'TRUST_PROXY must be 1 behind a proxy, otherwise 0, not "perhaps".',
  ]);
});
