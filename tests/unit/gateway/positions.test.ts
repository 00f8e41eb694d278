import { describe, expect, it } from 'vitest';
import { composeGateway, KEY, N2YO_KEY, POSITIONS, read } from '../../support/gateway.ts';
import { clock, get, MIN, S, serveEachTest, start, stop, upstream } from './running.ts';

serveEachTest();

const SYDNEY = POSITIONS.replace(
  /observerLat.*Alt=0/,
  'observerLat=-33.87&observerLng=151.21&observerAlt=58',
);

/** Returns the n-th observer on the equator. */
const observer = (n: number): string =>
  POSITIONS.replace(/observerLat=.*Alt=0/, `observerLat=0&observerLng=${n / 100}&observerAlt=0`);

describe('positions for other observers and durations', () => {
  function compose(env: Readonly<Record<string, string>> = {}) {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, env });
    return async (path: string, address = '192.0.2.7') =>
      read(await gateway.fetch(new Request(`http://localhost${path}`, { headers: KEY }), { address }));
  }

  it.each([
    ['CelesTrak', {}],
    ['N2YO', { N2YO_API_KEY: N2YO_KEY }],
  ])('are computed 120 times a minute for one address, from %s', async (source, env) => {
    const ask = compose(env);
    for (let n = 0; n < 119; n++) expect((await ask(observer(n))).told.gateway?.source).toBe(source);
    expect((await ask(POSITIONS.replace('seconds=300', 'seconds=299'))).status).toBe(200);
    const refused = await ask(observer(119));
    expect([refused.status, refused.told.error, refused.headers.get('retry-after')]).toEqual([
      429,
      'Too many requests for other observers or durations: try again in 1 s',
      '1',
    ]);
    expect((await ask(POSITIONS)).told.positions).toHaveLength(300);
    expect((await ask(observer(119), '192.0.2.8')).status).toBe(200);
    clock.advance(S);
    const later = [await ask(observer(120)), await ask(observer(121)), await ask(observer(122))];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('are computed once a second for all who ask for the same', async () => {
    const ask = compose();
    const first = await ask(observer(1));
    for (let n = 0; n < 200; n++) expect((await ask(observer(1))).told).toEqual(first.told);
    clock.advance(S);
    expect((await ask(observer(1))).told.positions?.[0]).toEqual(first.told.positions?.[1]);
  });

  it('are not limited where the rate limit is turned off', async () => {
    const ask = compose({ RATE_LIMIT_PER_MIN: '0' });
    for (let n = 0; n < 200; n++) expect((await ask(observer(n))).status).toBe(200);
  });
});

describe('positions', () => {
  it('are requested from N2YO for New York City, whoever asks', async () => {
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
    clock.advance(600); // to a whole second, so that both report the same instants
    const samples = async (env: Readonly<Record<string, string>>, path: string) => {
      await start(env);
      const { told } = await get(path);
      await stop();
      return told.positions ?? [];
    };
    for (const path of [POSITIONS, SYDNEY]) {
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
    const [there] = await samples({}, SYDNEY);
    expect(here?.satlatitude).toBe(there?.satlatitude);
    expect(here?.azimuth).not.toBe(there?.azimuth);
  });

  it('are separate for each observer, and a refusal affects no other', async () => {
    await start();
    const azimuthFrom = async (path: string) => (await get(path)).told.positions?.[0]?.azimuth;
    const [here, there] = [await azimuthFrom(POSITIONS), await azimuthFrom(SYDNEY)];
    expect(here).not.toBe(there);
    expect((await get(POSITIONS.replace('40.7128', '99'))).status).toBe(400);
    expect([await azimuthFrom(POSITIONS), await azimuthFrom(SYDNEY)]).toEqual([here, there]);
  });

  it('are computed while N2YO fails, and say why', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    await get(POSITIONS);
    upstream.set('n2yo', 'error-200');
    clock.advance(250 * S);
    const cached = (await get(POSITIONS)).told;
    expect(cached.gateway).toMatchObject({ source: 'N2YO', ageS: 250, isStale: true });
    expect(cached.gateway?.error).toContain('exceeded the number of transactions');
    expect(cached.positions).toHaveLength(50);
    clock.advance(50 * S);
    const computed = (await get(POSITIONS)).told;
    expect(computed.gateway).toMatchObject({ source: 'CelesTrak', ageS: 0, isStale: false });
    expect(computed.gateway?.error).toContain('exceeded the number of transactions');
    expect(computed.positions).toHaveLength(300);
    // The key is exhausted, and paused for five minutes.
    expect(upstream.calls('n2yo')).toBe(2);
    upstream.set('n2yo', 'good');
    clock.advance(4 * MIN + 20 * S);
    expect((await get(POSITIONS)).told.gateway?.source).toBe('N2YO');
  });

  it('are computed after an answer of N2YO with dates of 2099, and N2YO is asked again', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY });
    upstream.set('n2yo', 'far-samples');
    const computed = (await get(POSITIONS)).told;
    expect([computed.gateway?.source, computed.positions?.length]).toEqual(['CelesTrak', 300]);
    upstream.set('n2yo', 'good');
    clock.advance(10 * S);
    const asked = (await get(POSITIONS)).told;
    expect([asked.gateway?.source, asked.positions?.length]).toEqual(['N2YO', 300]);
  });
});
