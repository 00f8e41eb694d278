import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GatewayEffects, TextStore } from '../../../src/gateway/effects.ts';
import { fileStore } from '../../../src/gateway/file-store.ts';
import { CATALOGUE, ELEMENT_GROUPS, readElementsAnswer } from '../../../src/shared/contract/celestrak.ts';
import { eventually } from '../../support/eventually.ts';
import { readExposition } from '../../support/exposition.ts';
import { composeGateway, groupPath, KEY, read, satellitePath, searchPath } from '../../support/gateway.ts';
import type { Behaviour } from '../../support/upstream.ts';
import { CATALOGUE_SIZE, GROUP_SIZE } from '../../support/upstream-answers.ts';
import { clock, fetchFrom, get, H, lines, MIN, S, serveEachTest, start, upstream } from './running.ts';

serveEachTest();

/** CelesTrak is called two hours after the last call at the earliest, plus ten seconds of margin for its clock. */
const DUE = 2 * H + 10 * S;
const WEATHER = groupPath('weather');

const names = (elements: readonly Readonly<Record<string, unknown>>[] = []) =>
  elements.map(({ OBJECT_NAME: name }) => name);

/** Creates a gateway with its files in its own folder; each call of the returned function is a restart. */
async function restartable(effects: Partial<GatewayEffects> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-elements-'));
  const writes: Promise<void>[] = [];
  let isRemoved = false;
  onTestFinished(async () => {
    isRemoved = true; // a hanging call fails when its service closes, and would write its file again
    await Promise.all(writes);
    await rm(folder, { recursive: true });
  });
  const store = (name: string): TextStore => {
    const file = fileStore(folder, name);
    const write = async (text: string) => {
      if (isRemoved) return;
      const writing = file.write(text);
      writes.push(writing);
      await writing;
    };
    return { read: file.read, write };
  };
  const restart = () => {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { store, ...effects } });
    return async (path: string) => read(await gateway.request(path, { headers: KEY }));
  };
  return { folder, restart };
}

describe('a group', () => {
  it.each(Object.keys(ELEMENT_GROUPS))(
    '%s comes with its elements, their age and their source',
    async (group) => {
      await start();
      const { status, told, headers } = await get(groupPath(group));
      expect(status).toBe(200);
      expect(told).toMatchObject({ leftOut: 0, gateway: { source: 'CelesTrak', ageS: 0, isStale: false } });
      expect(told.elements).toHaveLength(group === CATALOGUE ? CATALOGUE_SIZE : GROUP_SIZE);
      expect(headers.get('age')).toBe('0');
      expect(upstream.lastPath('elements')).toBe(`/NORAD/elements/gp.php?GROUP=${group}&FORMAT=JSON`);
    },
  );

  it('is read by the page as it was sent', async () => {
    await start();
    const answer = readElementsAnswer((await get(WEATHER)).told);
    expect(answer.ok && answer.value.elements).toHaveLength(GROUP_SIZE);
    expect(answer.ok && answer.value.elements[3]).toMatchObject({
      OBJECT_NAME: 'TEST 2',
      NORAD_CAT_ID: 50_002,
      MEAN_MOTION: 14.6,
      CENTER_NAME: 'EARTH',
      EPHEMERIS_TYPE: 0,
    });
  });

  it('of all active satellites may have more than a megabyte, but not without end', async () => {
    await start();
    expect(JSON.stringify((await get(groupPath(CATALOGUE))).told.elements).length).toBeGreaterThan(1_000_000);
    clock.advance(DUE);
    upstream.set('elements', 'huge');
    expect((await get(groupPath(CATALOGUE))).told).toMatchObject({
      gateway: { isStale: true, error: expect.stringContaining('more than 10 MB') },
    });
  });

  it('is called once for everyone, and again two hours later', async () => {
    await start();
    const replies = await Promise.all(Array.from({ length: 40 }, () => get(WEATHER)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(DUE - S);
    expect((await get(WEATHER)).told.gateway).toMatchObject({ isStale: false });
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(S);
    expect((await get(WEATHER)).told.gateway?.ageS).toBe(0);
    expect(upstream.calls('elements')).toBe(2);
  });

  it('is sent compressed, and the same bytes for a minute', async () => {
    const gzipBytes = vi.fn(promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip));
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { gzip: gzipBytes } });
    const ask = async () => {
      const headers = { ...KEY, 'accept-encoding': 'gzip' };
      const answer = await gateway.request(WEATHER, { headers });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      return JSON.parse(String(gunzipSync(Buffer.from(await answer.arrayBuffer()))));
    };
    expect((await ask()).elements).toHaveLength(GROUP_SIZE);
    clock.advance(30 * S);
    await ask();
    expect(gzipBytes).toHaveBeenCalledTimes(1);
    clock.advance(MIN);
    expect((await ask()).gateway.ageS).toBe(90);
    expect(gzipBytes).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['nan', 'a damaged entry', GROUP_SIZE - 1, 1],
    ['long-names', 'a name without end', GROUP_SIZE - 1, 1],
    ['too-many-samples', 'more than 1,000 satellites', 1200, 0],
    ['strings', 'numbers as texts', GROUP_SIZE, 0],
  ] as const)(
    'with %s (%s) has the others, and counts what is left out',
    async (behaviour, _what, kept, out) => {
      upstream.set('elements', behaviour);
      await start();
      const { told } = await get(WEATHER);
      expect([told.elements?.length, told.leftOut]).toEqual([kept, out]);
    },
  );
});

const FAULTS: readonly [Behaviour, RegExp][] = [
  ['error-200', /has not updated/],
  ['error-4xx', /answered 429/],
  ['503-json', /503: Service temporarily unavailable/],
  ['403-text', /answered 403 with "GP data has not updated/],
  ['403-blocked', /refuses requests from this server/],
  ['200-text', /GP data has not updated/],
  ['html', /a web page instead of data/],
  ['empty', /with nothing/],
  ['cut-json', /truncated or invalid JSON/],
  ['no-samples', /No GP data found/],
  ['empty-list', /no usable elements/],
  ['wrong-number', /no list of elements/],
  ['latitude-400', /no usable elements: Entry 1: .*INCLINATION is 400/],
  ['huge', /more than 1 MB/],
  ['redirect', /redirects to another address/],
  ['reset', /cannot be reached/],
];

describe('a call for a group that fails', () => {
  it.each(FAULTS)(
    '(%s) says why and from when on it is repeated, which is two hours later',
    async (fault, words) => {
      await start();
      upstream.set('elements', fault);
      const failed = await get(WEATHER);
      expect(failed.status).toBe(502);
      expect(failed.told.error).toMatch(words);
      expect(failed.told.error).toMatch(/CelesTrak is asked again from 14:00 UTC on$/);
      upstream.set('elements', 'good');
      clock.advance(2 * H - S);
      const waiting = await get(WEATHER);
      expect(waiting.status).toBe(503);
      expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(upstream.calls('elements')).toBe(1);
      clock.advance(DUE);
      expect((await get(WEATHER)).status).toBe(200);
      expect(upstream.calls('elements')).toBe(2);
    },
  );

  it.each(['hang', 'slow-12s'] as const)('(%s) ends at its time limit', async (fault) => {
    upstream.set('elements', fault);
    const limits: number[] = [];
    const timeoutSignal = (ms: number): AbortSignal => {
      limits.push(ms);
      return AbortSignal.timeout(200);
    };
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, effects: { timeoutSignal } });
    const { status, told } = await read(await gateway.request(WEATHER, { headers: KEY }));
    expect([status, told.error]).toEqual([504, expect.stringMatching(/did not answer within 6 s/)]);
    expect(limits).toEqual([6000]);
  });

  it('leaves the last good elements, with their age and the failure', async () => {
    await start();
    await get(WEATHER);
    upstream.set('elements', '503-json');
    clock.advance(3 * H);
    const { status, told, headers } = await get(WEATHER);
    expect([status, told.elements?.length, headers.get('age')]).toEqual([200, GROUP_SIZE, '10800']);
    expect(told.gateway).toMatchObject({
      isStale: true,
      ageS: 10_800,
      error: 'CelesTrak answered 503: Service temporarily unavailable',
    });
    clock.advance(14 * 24 * H);
    expect((await get(WEATHER)).status).toBe(502);
  });

  it('stops the calls for other groups and searches as well where CelesTrak refuses the address', async () => {
    await start();
    upstream.set('elements', '403-blocked');
    await get(WEATHER);
    upstream.set('elements', 'good');
    clock.advance(H);
    for (const path of [groupPath('science'), searchPath('TEST'), satellitePath(50_001)]) {
      const { told } = await get(path);
      expect(told.error).toMatch(/has refused requests from this server.*from 14:00 UTC on/);
    }
    expect(upstream.calls('elements')).toBe(1);
    clock.advance(H + S);
    expect((await get(groupPath('science'))).status).toBe(200);
    expect((await get(searchPath('TEST'))).status).toBe(200);
  });

  it('does not affect other groups otherwise', async () => {
    await start();
    upstream.set('elements', '403-text');
    await get(WEATHER);
    upstream.set('elements', 'good');
    expect((await get(groupPath('science'))).status).toBe(200);
  });
});

describe('over restarts', () => {
  it('a group is called every two hours at most, good or not', async () => {
    const { restart } = await restartable();
    const faults: readonly Behaviour[] = ['good', '403-text', 'good', 'reset', '503-json', 'good'];
    let step = 0;
    for (const fault of faults) {
      upstream.set('elements', fault);
      for (let begun = 0; begun < 4; begun++) {
        await restart()(WEATHER);
        await restart()(WEATHER);
        clock.advance(30 * MIN);
      }
      clock.advance(10 * S);
      step += 1;
      expect(upstream.calls('elements')).toBe(step);
    }
  });

  it('the last good elements are served with their age, and with the failure since', async () => {
    const { restart } = await restartable();
    await restart()(WEATHER);
    clock.advance(H);
    expect((await restart()(WEATHER)).told.gateway).toEqual({
      source: 'CelesTrak',
      ageS: 3600,
      isStale: false,
    });
    upstream.set('elements', '503-json');
    clock.advance(2 * H);
    await restart()(WEATHER);
    clock.advance(H);
    const { told } = await restart()(WEATHER);
    expect(told.elements).toHaveLength(GROUP_SIZE);
    expect(told.gateway).toEqual({
      source: 'CelesTrak',
      ageS: 4 * 3600,
      isStale: true,
      error: 'CelesTrak answered 503: Service temporarily unavailable',
    });
    expect(upstream.calls('elements')).toBe(2);
  });

  it('a call counts that was under way when the server stopped', async () => {
    const { restart, folder } = await restartable();
    upstream.set('elements', 'hang');
    const never = restart()(WEATHER);
    never.catch(() => undefined);
    await eventually(async () => expect(await readdir(folder)).toContain('celestrak-weather.json'));
    await eventually(() => expect(upstream.calls('elements')).toBe(1));
    clock.advance(H);
    const { status, told } = await restart()(WEATHER);
    expect([status, told.error]).toEqual([
      503,
      expect.stringContaining('The server stopped during its last call'),
    ]);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('the number of searches in an hour, and a refusal of the address, still count', async () => {
    const { restart } = await restartable();
    for (let search = 0; search < 15; search++) await restart()(searchPath(`TEST ${search}`));
    expect((await restart()(searchPath('TEST 20'))).status).toBe(429);
    clock.advance(H);
    upstream.set('elements', '403-blocked');
    await restart()(WEATHER);
    upstream.set('elements', 'good');
    await restart()(groupPath('science'));
    expect(upstream.calls('elements')).toBe(16);
  });

  it.each([
    ['half of it', '{"url":'],
    ['another source', JSON.stringify({ url: 'http://a', calledAt: 0, elements: [] })],
    ['another shape', '[1, 2]'],
  ])('a group is called if its file holds %s', async (_what, text) => {
    const { restart, folder } = await restartable();
    await writeFile(join(folder, 'celestrak-weather.json'), text);
    await writeFile(join(folder, 'celestrak-calls.json'), text);
    expect((await restart()(WEATHER)).status).toBe(200);
    expect(JSON.parse(await readFile(join(folder, 'celestrak-weather.json'), 'utf8')).elements).toHaveLength(
      GROUP_SIZE,
    );
  });

  it('a disk that cannot be written costs only the memory beyond the process', async () => {
    const { restart } = await restartable({
      store: () => ({
        read: () => Promise.reject(new Error('EIO')),
        write: () => Promise.reject(new Error('EROFS')),
      }),
    });
    const ask = restart();
    expect((await ask(WEATHER)).status).toBe(200);
    expect((await ask(WEATHER)).status).toBe(200);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('a clock that moves back a little causes no call', async () => {
    const { restart } = await restartable();
    await restart()(WEATHER);
    clock.advance(-H);
    const { status, told } = await restart()(WEATHER);
    expect([status, told.elements?.length, told.gateway?.isStale]).toEqual([200, GROUP_SIZE, true]);
    expect(upstream.calls('elements')).toBe(1);
  });
});

describe('a search over a restart', () => {
  it('causes no call for two hours, whatever the case, and one after that', async () => {
    const { restart } = await restartable();
    await restart()(searchPath('Test 1'));
    await restart()(satellitePath(50_007));
    clock.advance(H);
    const { told } = await restart()(searchPath('TEST 1'));
    expect(names(told.elements)).toContain('TEST 12');
    expect(told.gateway).toMatchObject({ ageS: 3600, isStale: false });
    expect(names((await restart()(satellitePath(50_007))).told.elements)).toEqual(['TEST 7']);
    expect(upstream.calls('elements')).toBe(2);
    clock.advance(DUE - H);
    expect((await restart()(searchPath('test 1'))).told.gateway?.ageS).toBe(0);
    expect(upstream.calls('elements')).toBe(3);
  });

  it('that found nothing is not repeated', async () => {
    const { restart } = await restartable();
    await restart()(searchPath('NO SUCH'));
    const { status, told } = await restart()(searchPath('NO SUCH'));
    expect([status, told.elements]).toEqual([200, []]);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('is answered also when all searches of the hour are used up', async () => {
    const { restart } = await restartable();
    for (let search = 0; search < 15; search++) await restart()(searchPath(`TEST ${search}`));
    const ask = restart();
    expect((await ask(searchPath('TEST 99'))).status).toBe(429);
    expect((await ask(searchPath('TEST 3'))).status).toBe(200);
    expect(upstream.calls('elements')).toBe(15);
  });

  it('keeps the last good answer with its age while the service fails', async () => {
    const { restart } = await restartable();
    await restart()(searchPath('TEST'));
    clock.advance(DUE);
    upstream.set('elements', '503-json');
    await restart()(searchPath('TEST'));
    const { status, told } = await restart()(searchPath('TEST'));
    expect([status, told.gateway?.isStale, told.gateway?.ageS]).toEqual([200, true, DUE / S]);
    expect(told.gateway?.error).toContain('CelesTrak answered 503');
    expect(upstream.calls('elements')).toBe(2);
  });

  it('that had no answer is tried again by the next process', async () => {
    const { restart } = await restartable();
    upstream.set('elements', 'reset');
    expect((await restart()(searchPath('TEST'))).status).toBe(502);
    upstream.set('elements', 'good');
    expect((await restart()(searchPath('TEST'))).status).toBe(200);
  });

  it('during which the server stopped counts', async () => {
    const { restart, folder } = await restartable();
    upstream.set('elements', 'hang');
    const never = restart()(searchPath('TEST'));
    never.catch(() => undefined);
    await eventually(async () => expect(await readdir(folder)).toContain('celestrak-search-0.json'));
    await eventually(() => expect(upstream.calls('elements')).toBe(1));
    clock.advance(MIN);
    const { status, told } = await restart()(searchPath('TEST'));
    expect([status, told.error]).toEqual([
      503,
      expect.stringContaining('The server stopped during its last call'),
    ]);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('is kept in 32 files at most, and the one used longest ago gives way', async () => {
    const { restart, folder } = await restartable();
    for (let search = 0; search < 33; search++) {
      await restart()(searchPath(`TEST ${search}`));
      clock.advance(5 * MIN);
      if (search === 15) await restart()(searchPath('TEST 0'));
    }
    const files = (await readdir(folder)).filter((name) => name.startsWith('celestrak-search-'));
    expect(files).toHaveLength(32);
    const calls = upstream.calls('elements');
    await restart()(searchPath('TEST 30'));
    expect(upstream.calls('elements')).toBe(calls);
  });

  it('is forgotten after two weeks', async () => {
    const { restart, folder } = await restartable();
    await restart()(searchPath('TEST 1'));
    clock.advance(14 * 24 * H);
    await restart()(searchPath('TEST 2'));
    expect((await readdir(folder)).filter((name) => name.startsWith('celestrak-search-'))).toHaveLength(1);
    upstream.set('elements', '503-json');
    expect((await restart()(searchPath('TEST 1'))).status).toBe(502);
  });

  it.each([
    ['half of it', '{"url":'],
    ['another shape', '[1, 2]'],
    ['elements that are none', JSON.stringify({ url: 'x', calledAt: 'now', elements: 7 })],
  ])('is called if its file holds %s', async (_what, text) => {
    const { restart, folder } = await restartable();
    await writeFile(join(folder, 'celestrak-search-0.json'), text);
    expect((await restart()(searchPath('TEST'))).status).toBe(200);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('on a disk that fails costs only the memory beyond the process', async () => {
    const { restart } = await restartable({
      store: () => ({
        read: () => Promise.reject(new Error('EIO')),
        write: () => Promise.reject(new Error('EROFS')),
      }),
    });
    const ask = restart();
    expect((await ask(searchPath('TEST'))).status).toBe(200);
    expect((await ask(searchPath('TEST'))).status).toBe(200);
    expect(upstream.calls('elements')).toBe(1);
  });
});

describe('a search', () => {
  it('by name gives the satellites with this part of their names, whatever the case', async () => {
    await start();
    const { told } = await get(searchPath('test 1'));
    expect(names(told.elements)).toEqual([
      'TEST 1',
      ...Array.from({ length: 10 }, (_, i) => `TEST ${10 + i}`),
    ]);
    expect(upstream.lastPath('elements')).toBe('/NORAD/elements/gp.php?NAME=test+1&FORMAT=JSON');
    await get(searchPath(' TEST   1 '));
    expect(upstream.calls('elements')).toBe(1);
  });

  it('by number gives one satellite', async () => {
    await start();
    expect(names((await get(satellitePath(50_007))).told.elements)).toEqual(['TEST 7']);
  });

  it('that finds nothing says so, and is not repeated for two hours', async () => {
    await start();
    for (const path of [satellitePath(99_999), searchPath('NO SUCH')]) {
      const { status, told } = await get(path);
      expect([status, told.elements]).toEqual([200, []]);
      expect((await get(path)).told.elements).toEqual([]);
    }
    expect(upstream.calls('elements')).toBe(2);
  });

  it('by a number of a group at hand costs no call', async () => {
    await start();
    await get(WEATHER);
    clock.advance(H);
    const { told } = await get(satellitePath(50_003));
    expect([names(told.elements), told.gateway?.ageS]).toEqual([['TEST 3'], 3600]);
    expect(upstream.calls('elements')).toBe(1);
  });

  it('for the ISS takes it from its group, because its elements serve the positions as well', async () => {
    await start();
    const { told } = await get(satellitePath(25_544));
    expect(told.elements).toMatchObject([{ NORAD_CAT_ID: 25_544 }]);
    expect(upstream.lastPath('elements')).toContain('GROUP=stations');
    expect(upstream.calls('celestrak')).toBe(0);
  });

  it('is called once for everyone', async () => {
    await start();
    await Promise.all(Array.from({ length: 20 }, () => get(searchPath('TEST'))));
    expect(upstream.calls('elements')).toBe(1);
  });

  it('is refused in words beyond fifteen different ones an hour; groups and known ones are not', async () => {
    await start();
    for (let search = 0; search < 15; search++) await get(searchPath(`TEST ${search}`));
    clock.advance(10 * MIN);
    const { status, told, headers } = await get(searchPath('TEST 20'));
    expect([status, headers.get('retry-after')]).toEqual([429, '3000']);
    expect(told.error).toBe(
      '15 searches an hour are passed on to CelesTrak, and all are used up: choose a group, or try again in 50 min',
    );
    expect((await get(searchPath('TEST 3'))).status).toBe(200);
    expect((await get(WEATHER)).status).toBe(200);
    expect(upstream.calls('elements')).toBe(16);
    clock.advance(50 * MIN);
    expect((await get(searchPath('TEST 20'))).status).toBe(200);
  });

  it('of which the answer has expired is refused in the same words while all are used up', async () => {
    await start();
    await get(searchPath('TEST 3'));
    clock.advance(14 * 24 * H);
    for (let search = 20; search < 35; search++) await get(searchPath(`TEST ${search}`));
    clock.advance(10 * MIN);
    for (const waitS of [3000, 2400]) {
      const { status, told, headers } = await get(searchPath('TEST 3'));
      expect([status, headers.get('retry-after')]).toEqual([429, String(waitS)]);
      expect(told.error).toContain(`choose a group, or try again in ${waitS / 60} min`);
      clock.advance(10 * MIN);
    }
    expect(upstream.calls('elements')).toBe(16);
  });

  it('stays below the fifty errors in two hours for which CelesTrak blocks an address', async () => {
    await start();
    upstream.set('elements', '200-text');
    for (let minute = 0; minute < 120; minute += 3) {
      for (const group of Object.keys(ELEMENT_GROUPS)) await get(groupPath(group));
      await get(searchPath(`NAME ${minute}`));
      clock.advance(3 * MIN);
    }
    expect(upstream.calls('elements')).toBe(Object.keys(ELEMENT_GROUPS).length + 2 * 15);
  });

  it('is repeated a minute after there was no answer', async () => {
    await start();
    upstream.set('elements', 'reset');
    expect((await get(searchPath('TEST'))).status).toBe(502);
    upstream.set('elements', 'good');
    clock.advance(MIN);
    expect((await get(searchPath('TEST'))).status).toBe(200);
  });

  it('that finds too many says to search for more of the name', async () => {
    await start();
    upstream.set('elements', 'huge');
    expect((await get(searchPath('STARLINK'))).told.error).toContain(
      'finds too many satellites: search for more of the name',
    );
  });

  it('refuses elements of another satellite', async () => {
    await start();
    upstream.set('elements', 'unknown-satellite');
    expect((await get(satellitePath(50_001))).told.error).toContain('elements of another satellite');
  });
});

describe('what is not one of the three forms', () => {
  it.each([
    ['', 'Unknown endpoint ""'],
    ['endpoint=gp', 'Unknown endpoint "gp"'],
    ['endpoint=group', 'Unknown group ""'],
    ['endpoint=group&group=debris', 'Unknown group "debris"'],
    ['endpoint=group&group=toString', 'Unknown group "toString"'],
    ['endpoint=group&group=weather%26FORMAT%3DTLE', 'Unknown group'],
    ['endpoint=satellite', 'noradId is missing'],
    ['endpoint=satellite&noradId=0', 'noradId must be 1 to 999999999'],
    ['endpoint=satellite&noradId=25544.5', 'noradId must be a whole number'],
    ['endpoint=satellite&noradId=25544%26NAME', 'noradId must be 1 to'],
    ['endpoint=search', 'name must have 3 to 40 printable ASCII characters'],
    ['endpoint=search&name=AB', 'name must have 3 to 40'],
    [`endpoint=search&name=${'A'.repeat(41)}`, 'name must have 3 to 40'],
    ['endpoint=search&name=%D0%9C%D0%9A%D0%A1', 'name must have 3 to 40'],
    ['endpoint=search&name=ISS%0D%0AHost', 'name must have 3 to 40'],
  ])('(%s) is refused in words without a call', async (query, words) => {
    await start();
    const { status, told } = await get(`/functions/v1/celestrak?${query}`);
    expect([status, told.error]).toEqual([400, expect.stringContaining(words)]);
    expect(upstream.calls('elements')).toBe(0);
  });

  it('a name cannot add to the query of CelesTrak', async () => {
    await start();
    await get(searchPath('A&GROUP=active#'));
    expect(upstream.lastPath('elements')).toBe(
      '/NORAD/elements/gp.php?NAME=A%26GROUP%3Dactive%23&FORMAT=JSON',
    );
  });

  it('the key is required', async () => {
    await start();
    expect((await fetchFrom(WEATHER, { headers: {} })).status).toBe(401);
    expect(upstream.calls('elements')).toBe(0);
  });
});

describe('health, metrics and log', () => {
  it('report groups by name, and searches without what was typed', async () => {
    await start();
    await get(WEATHER);
    await get(searchPath('SECRET NAME'));
    upstream.set('elements', '503-json');
    await get(groupPath('science'));
    const { upstreams } = await (await fetchFrom('/healthz')).json();
    expect(upstreams).toMatchObject({
      'CelesTrak weather': { state: 'ok' },
      'CelesTrak science': { state: 'backing off', lastError: expect.stringContaining('503') },
    });
    const text = await (await fetchFrom('/metrics')).text();
    const calls = readExposition(text).get('orbita_upstream_calls_total')?.samples;
    expect(calls?.map(({ labels, value }) => [labels.what, labels.outcome, value])).toEqual([
      ['group weather', 'ok', 1],
      ['search by name', 'ok', 1],
      ['group science', 'refused', 1],
    ]);
    expect(lines).toMatchObject([
      { event: 'upstream', upstream: 'CelesTrak', what: 'group weather', outcome: 'ok' },
      { event: 'upstream', upstream: 'CelesTrak', what: 'search by name', outcome: 'ok' },
      { event: 'upstream', upstream: 'CelesTrak', what: 'group science', outcome: 'refused' },
    ]);
    expect(JSON.stringify([upstreams, lines]) + text).not.toContain('SECRET');
  });

  it.each<[string, (query: string) => Response]>([
    [
      'in a refusal',
      (query) => new Response(`Invalid query: "${query}" (NAME is not allowed)`, { status: 400 }),
    ],
    ['in a refusal of the address', (query) => new Response(`403: ${query}`, { status: 403 })],
    ['in a text without a failing status', (query) => new Response(query)],
    ['in an error of JSON', (query) => Response.json({ error: query }, { status: 500 })],
    ['in an error of N2YO’s kind', (query) => Response.json({ message: 'error', reason: query })],
    ['in a bad satellite', (query) => Response.json([{ OBJECT_NAME: query, NORAD_CAT_ID: query }])],
  ])(
    'log nothing of a search that CelesTrak repeats %s, and say that there was a failure',
    async (_, echo) => {
      const { gateway, lines } = composeGateway({
        upstreamUrl: 'http://celestrak.test',
        clock,
        effects: { fetch: async (url) => echo(decodeURIComponent(new URL(url).search)) },
      });
      const ask = async (path: string) => read(await gateway.request(path, { headers: KEY }));
      for (const path of [searchPath('MY SPYSAT'), satellitePath(424_242_424)]) {
        expect((await ask(path)).status).toBeGreaterThanOrEqual(500);
      }
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatchObject({ event: 'upstream', error: expect.any(String) });
      const shown = await Promise.all(
        ['/healthz', '/metrics'].map(async (path) => (await gateway.request(path, { headers: KEY })).text()),
      );
      expect(JSON.stringify(lines) + shown.join('')).not.toMatch(/spysat|424242424/i);
    },
  );

  it('a failure that nobody has asked about for two hours does not leave the gateway degraded', async () => {
    await start();
    upstream.set('elements', '503-json');
    await get(WEATHER);
    const status = async () => (await (await fetchFrom('/healthz')).json()).status;
    clock.advance(DUE);
    expect(await status()).toBe('degraded');
    clock.advance(MIN);
    expect(await status()).toBe('ok');
  });
});
