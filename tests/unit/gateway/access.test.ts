import { describe, expect, it } from 'vitest';
import { FUNCTION_PATHS } from '../../../src/shared/contract/backend.ts';
import { composeGateway, KEY, POSITION, POSITIONS, POSITIONS_QUERY } from '../../support/gateway.ts';
import { clock, fetchFrom, get, S, serveEachTest, start, upstream } from './running.ts';

serveEachTest();

describe('access to the functions', () => {
  const N2YO = FUNCTION_PATHS.n2yo;
  const changed = (from: string, to: string) => `${N2YO}?${POSITIONS_QUERY.replace(from, to)}`;

  it.each([
    [400, `${POSITION}?endpoint=people`, 'Unknown endpoint "people"'],
    [400, N2YO, 'Unknown endpoint ""'],
    [400, `${N2YO}?endpoint=tle`, 'Unknown endpoint "tle"'],
    [400, changed('noradId=25544', ''), 'noradId is missing'],
    [400, changed('25544', 'ISS'), 'noradId must be'],
    [404, changed('25544', '48274'), 'Only the ISS'],
    [400, changed('40.7128', '90.1'), 'observerLat must be -90 to 90 degrees, not "90.1"'],
    [400, changed('40.7128', 'NaN'), 'observerLat must be'],
    [400, changed('40.7128', '1e1'), 'observerLat must be'],
    [400, changed('-74.006', '-181'), 'observerLng must be'],
    [400, changed('Alt=0', 'Alt=10001'), 'observerAlt must be'],
    [400, changed('seconds=300', 'seconds=301'), 'seconds must be 1 to 300, not "301"'],
    [400, changed('seconds=300', 'seconds=0'), 'seconds must be'],
    [400, changed('seconds=300', 'seconds=1.5'), 'seconds must be a whole number'],
    [404, '/functions/v1/weather', 'Unknown function'],
  ])('is refused with %i for %s', async (status, path, words) => {
    await start();
    const answer = await get(path);
    expect([answer.status, answer.told.error]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('needs the key, as a header or a bearer token', async () => {
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

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('is refused with the method %s', async (method) => {
    await start();
    for (const path of [POSITION, POSITIONS, '/healthz']) {
      const answer = await fetchFrom(path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await answer.json()).toEqual({ error: `Method ${method} not allowed` });
    }
  });

  it('HEAD gets the headers of GET', async () => {
    await start();
    const head = await fetchFrom(POSITION, { method: 'HEAD' });
    expect([head.status, head.headers.get('age'), await head.text()]).toEqual([200, '0', '']);
  });

  it('no request with a body is accepted', async () => {
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
