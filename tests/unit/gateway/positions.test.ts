import { describe, expect, it } from 'vitest';
import { N2YO_KEY, POSITIONS } from '../../support/gateway.ts';
import { clock, get, MIN, S, start, stop, upstream } from './running.ts';

const SYDNEY = POSITIONS.replace(
  /observerLat.*Alt=0/,
  'observerLat=-33.87&observerLng=151.21&observerAlt=58',
);

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

  it('are the own ones of each who asks, and a refusal is of nobody else', async () => {
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
