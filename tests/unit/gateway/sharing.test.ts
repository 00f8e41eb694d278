import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TextStore } from '../../../src/gateway/effects.ts';
import { fileStore } from '../../../src/gateway/file-store.ts';
import { ASTROS, composeGateway, KEY, N2YO_KEY, POSITION, POSITIONS, read } from '../../support/gateway.ts';
import { clock, fetchFrom, get, H, MIN, S, serveEachTest, start, upstream } from './running.ts';

serveEachTest();

describe('one call serves all clients', () => {
  it.each([
    [1000, 'position', POSITION],
    [100, 'astros', ASTROS],
    [100, 'n2yo', POSITIONS],
  ] as const)('%i concurrent viewers cause one call for %s', async (count, kind, path) => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    const viewers = Array.from({ length: count }, async () => {
      const answer = await fetchFrom(path);
      return [answer.status, (await answer.arrayBuffer()).byteLength > 100];
    });
    const answers = await Promise.all(viewers);
    expect(answers.filter(([status, isWhole]) => status === 200 && isWhole)).toHaveLength(count);
    expect(upstream.calls(kind)).toBe(1);
    expect(upstream.calls('celestrak')).toBe(0);
  });

  it('a hundred viewers of a failing service cause one call', async () => {
    await start();
    upstream.set('position', 'reset');
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(POSITION)));
    expect(answers.every(({ told }) => told.error?.startsWith('Open Notify cannot be reached'))).toBe(true);
    expect(upstream.calls('position')).toBe(1);
  });

  it('calls in an hour of viewers every ten seconds: 360, 6 and 15', async () => {
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
  function restart(store: TextStore) {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { store: () => store } });
    return async () => read(await gateway.request(POSITIONS, { headers: KEY }));
  }

  it('does not request the elements again before they are due', async () => {
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
  ])('requests the elements if it finds %s', async (_what, readStore) => {
    const write = () => Promise.reject(new Error('EROFS'));
    const get = restart({ read: readStore, write });
    expect((await get()).status).toBe(200);
    expect((await get()).status).toBe(200);
    expect(upstream.calls('celestrak')).toBe(1);
  });
});
