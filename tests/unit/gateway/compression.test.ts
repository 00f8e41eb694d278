import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { composeGateway, KEY, POSITION, POSITIONS } from '../../support/gateway.ts';
import { clock, serveEachTest, upstream } from './running.ts';

serveEachTest();

const compress = promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip);

function compose(gzipBytes: typeof compress | undefined) {
  const effects = gzipBytes ? { gzip: gzipBytes } : {};
  const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects });
  return async (path: string, accepted?: string) => {
    const headers = { ...KEY, ...(accepted !== undefined && { 'accept-encoding': accepted }) };
    const answer = await gateway.request(path, { headers });
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
}

it('a large response is compressed for clients that accept it, once for all', async () => {
  const gzipBytes = vi.fn(compress);
  const ask = compose(gzipBytes);
  const plain = await ask(POSITIONS);
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(POSITIONS, 'gzip, deflate, br')));
  for (const { headers, bytes } of all) {
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      'gzip',
      'Origin, Accept-Encoding',
    ]);
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  }
  expect(plain.headers.get('vary')).toBe('Origin, Accept-Encoding');
  expect(gzipBytes).toHaveBeenCalledTimes(1);
  clock.advance(1000);
  await ask(POSITIONS, 'gzip');
  expect(gzipBytes).toHaveBeenCalledTimes(2);
});

it.each([
  ['gzip', 'gzip'],
  ['br;q=1, GZIP ; q=0.1', 'gzip'],
  ['gzip;q=1.0', 'gzip'],
  ['gzip;q=0', null],
  ['br, gzip;q=0.000', null],
  ['x-gzip', null],
  ['gzipped', null],
  ['identity', null],
  ['', null],
])('%j is answered with the coding %s', async (accepted, coding) => {
  const answer = await compose(compress)(POSITIONS, accepted);
  expect(answer.headers.get('content-encoding')).toBe(coding);
});

it('a small response, one on a platform that compresses, and an incompressible one are not compressed', async () => {
  const failing = compose(() => Promise.reject(new Error('no memory')));
  const whole = [
    await compose(compress)(POSITION, 'gzip'),
    await compose(undefined)(POSITIONS, 'gzip'),
    await failing(POSITIONS, 'gzip'),
  ];
  for (const { headers, bytes } of whole) {
    expect(headers.get('content-encoding')).toBeNull();
    expect(JSON.parse(bytes.toString())).toHaveProperty('gateway');
  }
});
