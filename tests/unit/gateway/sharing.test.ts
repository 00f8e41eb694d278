import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TextStore } from '../../../src/gateway/effects.ts';
import { fileStore } from '../../../src/gateway/file-store.ts';
import { eventually } from '../../support/eventually.ts';
import { ASTROS, composeGateway, KEY, N2YO_KEY, POSITION, POSITIONS, read } from '../../support/gateway.ts';
import { clock, DAY, fetchFrom, get, H, MIN, S, serveEachTest, start, upstream } from './running.ts';

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

  /** A store in memory. */
  function memoryStore() {
    let kept: string | undefined;
    return {
      read: async () => kept,
      async write(text: string) {
        kept = text;
      },
      text: () => kept,
    };
  }

  it('does not request the elements for two hours after a call that has failed', async () => {
    const store = memoryStore();
    expect((await restart(store)()).status).toBe(200);
    clock.advance(2 * H);
    upstream.set('celestrak', '403-text');
    await restart(store)();
    clock.advance(H);
    upstream.set('celestrak', 'good');
    const { told } = await restart(store)();
    expect(told.positions).toHaveLength(300);
    expect(told.gateway?.error).toContain('has not updated since your last successful download');
    expect(upstream.calls('celestrak')).toBe(2);
    clock.advance(H);
    expect((await restart(store)()).told.gateway?.error).toBeUndefined();
    expect(upstream.calls('celestrak')).toBe(3);
  });

  it('does not request them either after the server has stopped during a call', async () => {
    const store = memoryStore();
    upstream.set('celestrak', 'hang');
    const never = restart(store)();
    never.catch(() => undefined);
    await eventually(() => expect(upstream.calls('celestrak')).toBe(1));
    const kept = store.text();
    clock.advance(H);
    const { status, told } = await restart({ read: async () => kept, write: async () => undefined })();
    expect([status, told.error]).toEqual([503, 'The server stopped during its last call']);
    expect(upstream.calls('celestrak')).toBe(1);
  });

  it('requests the elements again after a call without an answer', async () => {
    const store = memoryStore();
    upstream.set('celestrak', 'reset');
    expect((await restart(store)()).status).toBe(502);
    upstream.set('celestrak', 'good');
    expect((await restart(store)()).status).toBe(200);
  });

  it('serves the elements as stale after its clock has moved back, while the service fails', async () => {
    const store = memoryStore();
    await restart(store)();
    upstream.set('celestrak', 'reset');
    clock.advance(-24 * H);
    const { told } = await restart(store)();
    expect([told.positions?.length, told.gateway?.isStale]).toEqual([300, true]);
    expect(told.positions?.[0]?.timestamp).toBe(Math.floor(clock.time / S));
    clock.advance(25 * H);
    expect((await restart(store)()).told.gateway).toMatchObject({ ageS: 3600, isStale: false });
  });

  it('keeps the elements while its clock is long before them, as on a machine that has not learned the time yet', async () => {
    const store = memoryStore();
    await restart(store)();
    upstream.set('celestrak', 'reset');
    clock.advance(-30 * DAY);
    expect((await restart(store)()).status).toBe(502);
    clock.advance(30 * DAY + H);
    expect((await restart(store)()).told.gateway?.ageS).toBe(3600);
  });

  it('goes on with the elements in a file of an earlier build', async () => {
    const store = memoryStore();
    await restart(store)();
    const { url, fetchedAt, elements } = JSON.parse(store.text() ?? '');
    await store.write(JSON.stringify({ url, fetchedAt, elements }));
    clock.advance(H);
    expect((await restart(store)()).told.gateway?.ageS).toBe(3600);
    expect(upstream.calls('celestrak')).toBe(1);
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
