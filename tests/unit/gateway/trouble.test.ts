import { describe, expect, it } from 'vitest';
import { readExposition } from '../../support/exposition.ts';
import { ASTROS, N2YO_KEY, POSITION, POSITIONS } from '../../support/gateway.ts';
import {
  clock,
  DAY,
  fetchFrom,
  get,
  H,
  lines,
  MIN,
  S,
  serveEachTest,
  start,
  stop,
  upstream,
} from './running.ts';

serveEachTest();

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

  it('it is called again within ten seconds, and recovers with the next round', async () => {
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

  it('CelesTrak is not called for two hours after a bad response, and its elements are kept', async () => {
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

  it('CelesTrak gets fewer than 50 calls in two hours of being unreachable', async () => {
    await start();
    upstream.set('celestrak', 'reset');
    for (let second = 0; second < 7200; second += 10) {
      await get(POSITIONS);
      clock.advance(10 * S);
    }
    expect(upstream.calls('celestrak')).toBeLessThan(40);
    expect(upstream.calls('celestrak')).toBeGreaterThan(20);
  });

  it('a clock that moves back does not extend the life of a response', async () => {
    await start();
    await get(POSITION);
    clock.advance(-H);
    expect((await get(POSITION)).told.gateway?.ageS).toBe(0);
    expect(upstream.calls('position')).toBe(2);
  });
});

describe('after the clock moved back by a day', () => {
  it('positions of the next day are not served while the services fail', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    await get(POSITION);
    await get(POSITIONS);
    clock.advance(-DAY);
    upstream.set('position', 'reset');
    upstream.set('n2yo', 'reset');
    expect((await get(POSITION)).status).toBe(502);
    const { told } = await get(POSITIONS);
    expect(told.gateway).toMatchObject({ source: 'CelesTrak', isStale: false });
    expect(told.positions?.[0]?.timestamp).toBe(Math.floor(clock.time / S));
  });

  it('the crew and the elements are served as stale while the services fail', async () => {
    await start();
    await get(ASTROS);
    await get(POSITIONS);
    clock.advance(-DAY);
    upstream.set('astros', 'reset');
    upstream.set('celestrak', '403-text');
    expect((await get(ASTROS)).told).toMatchObject({ number: 6, gateway: { isStale: true } });
    const { told } = await get(POSITIONS);
    expect(told.gateway).toMatchObject({ source: 'CelesTrak', isStale: true });
    expect(told.positions?.[0]?.timestamp).toBe(Math.floor(clock.time / S));
  });

  it('no age is reported for a response from the future', async () => {
    await start();
    await get(POSITION);
    clock.advance(-DAY);
    const health = await (await fetchFrom('/healthz')).json();
    expect(health.upstreams['Open Notify position']).toEqual({
      state: 'ok',
      lastSuccess: new Date(clock.time + DAY).toISOString(),
    });
    const metrics = readExposition(await (await fetchFrom('/metrics')).text());
    expect(metrics.get('orbita_cached_answer_age_seconds')?.samples).toEqual([]);
  });
});

describe('health and log', () => {
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
        N2YO: { state: 'backing off', lastError: expect.stringContaining('text hidden') },
        CelesTrak: { state: 'ok' },
      },
    });
    expect(JSON.stringify([degraded, lines])).not.toContain(N2YO_KEY.slice(0, 6));
    clock.advance(MIN);
    expect(await health()).toMatchObject({ upstreams: { N2YO: { state: 'failing' } } });
    await stop();
    await start();
    expect(await health()).toMatchObject({ upstreams: { N2YO: { state: 'not configured' } } });
  });

  it('forgets a failure that nobody has asked about since its next try was due', async () => {
    await start();
    await get(POSITION);
    upstream.set('position', 'reset');
    clock.advance(10 * S);
    await get(POSITION);
    clock.advance(MIN);
    expect(await health()).toMatchObject({
      status: 'degraded',
      upstreams: { 'Open Notify position': { state: 'failing' } },
    });
    clock.advance(10 * S);
    expect(await health()).toMatchObject({
      status: 'ok',
      upstreams: { 'Open Notify position': { state: 'ok', ageS: 80 } },
    });
    const metrics = readExposition(await (await fetchFrom('/metrics')).text());
    const failures = metrics.get('orbita_source_failures_in_a_row')?.samples ?? [];
    expect(failures.filter(({ value }) => value > 0)).toEqual([]);
  });

  it('one line per call, one for a lasting failure, and one at its end', async () => {
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
