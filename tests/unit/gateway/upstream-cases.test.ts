import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  readAstronauts,
  readIssPosition,
  readSatellitePositions,
} from '../../../src/shared/contract/live-answers.ts';
import {
  ASTROS,
  composeGateway,
  groupPath,
  type HandClock,
  handClock,
  KEY,
  N2YO_KEY,
  POSITION,
  POSITIONS,
  type Reading,
  read,
} from '../../support/gateway.ts';
import { type Behaviour, type Kind, startUpstream, type Upstream } from '../../support/upstream.ts';

const HOURS = 3_600_000;
/** Short enough to wait for, and long enough for a loopback answer. */
const SHORT_LIMIT_MS = 250;

const PATHS: Readonly<Record<Kind, string>> = {
  position: POSITION,
  astros: ASTROS,
  n2yo: POSITIONS,
  celestrak: POSITIONS,
  elements: groupPath('weather'),
};

let upstream: Upstream;
let clock: HandClock;

beforeAll(async () => {
  clock = handClock();
  upstream = await startUpstream({ now: () => clock.time });
});
beforeEach(() => upstream.reset());
afterAll(() => upstream.close());

/** Asks a fresh gateway, which has an N2YO key only for N2YO. */
function ask(kind: Kind, limitMs?: number) {
  const env = kind === 'n2yo' ? { N2YO_API_KEY: N2YO_KEY } : {};
  const effects = limitMs === undefined ? {} : { timeoutSignal: () => AbortSignal.timeout(limitMs) };
  const { gateway, lines } = composeGateway({ upstreamUrl: upstream.url, clock, env, effects });
  const get = async (path = PATHS[kind]): Promise<Reading> =>
    read(await gateway.request(path, { headers: KEY }));
  return { get, lines };
}

function expectWellFormed(kind: Kind, told: unknown): void {
  const reading =
    kind === 'position'
      ? readIssPosition(told)
      : kind === 'astros'
        ? readAstronauts(told)
        : readSatellitePositions(told);
  expect(reading.ok).toBe(true);
}

const READ: readonly [Kind, Behaviour][] = [
  ...(['good', 'strings', 'old-1s', 'antimeridian', 'older'] as const).map((behaviour): [Kind, Behaviour] => [
    'position',
    behaviour,
  ]),
  ...(['good', 'wrong-number', 'empty-list', 'markup', 'long-names'] as const).map(
    (behaviour): [Kind, Behaviour] => ['astros', behaviour],
  ),
  ...(['good', 'strings', 'no-eclipsed', 'one-sample', 'unordered', 'antimeridian', 'old-1s'] as const).map(
    (behaviour): [Kind, Behaviour] => ['n2yo', behaviour],
  ),
  ...(['good', 'strings'] as const).map((behaviour): [Kind, Behaviour] => ['celestrak', behaviour]),
];

describe('an unusual answer is read', () => {
  it.each(READ)('of %s: %s', async (kind, behaviour) => {
    upstream.set(kind, behaviour);
    const { get, lines } = ask(kind);
    const { status, told, headers } = await get();
    expect([status, told.error]).toEqual([200, undefined]);
    expectWellFormed(kind, told);
    expect(told.gateway).toMatchObject({ isStale: false });
    expect(headers.get('age')).toBe(String(told.gateway?.ageS));
    expect(lines).toMatchObject([{ event: 'upstream', outcome: 'ok', status: 200 }]);
  });

  it('positions come in the order of time, each second once, from the current one on', async () => {
    for (const behaviour of ['good', 'unordered', 'old-1s', 'antimeridian'] as const) {
      upstream.set('n2yo', behaviour);
      const { told } = await ask('n2yo').get();
      const times = (told.positions ?? []).map(({ timestamp }) => Number(timestamp));
      expect(times[0]).toBe(Math.floor(clock.time / 1000));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(times.length).toBeGreaterThan(290);
    }
  });

  it('latitude and longitude are texts with four decimals, numbers or not', async () => {
    upstream.set('position', 'strings');
    const { told } = await ask('position').get();
    expect(told.iss_position?.latitude).toMatch(/^-?\d+\.\d{4}$/);
    expect(told.iss_position?.longitude).toMatch(/^-?\d+\.\d{4}$/);
  });

  it('the number is that of the list, and names are plain text of bounded length', async () => {
    upstream.set('astros', 'wrong-number');
    const right = (await ask('astros').get()).told;
    expect(right.number).toBe(right.people?.length);
    upstream.set('astros', 'long-names');
    expect((await ask('astros').get()).told.people?.[0]?.name).toHaveLength(80);
    upstream.set('astros', 'markup');
    expect((await ask('astros').get()).told.people?.[0]?.name).toBe('<b onclick="alert(1)">Oleg</b>');
  });

  it('a missing eclipsed flag is computed', async () => {
    const light = async (behaviour: Behaviour) => {
      upstream.set('n2yo', behaviour);
      return (await ask('n2yo').get()).told.positions?.map(({ eclipsed }) => eclipsed);
    };
    expect(await light('no-eclipsed')).toEqual(await light('good'));
  });
});

const REFUSED: readonly Behaviour[] = [
  'error-200',
  'error-4xx',
  '503-json',
  '403-text',
  '200-text',
  'html',
  'empty',
  'cut-json',
  'nan',
  'latitude-400',
  'reset',
  'redirect',
  'huge',
];

describe.each(['position', 'astros', 'n2yo', 'celestrak'] as const)('a bad answer for %s', (kind) => {
  const faults = [
    ...REFUSED.filter((behaviour) => kind !== 'astros' || behaviour !== 'latitude-400'),
    ...(kind === 'position' ? (['old-10min', 'future', 'markup'] as const) : []),
    ...(kind === 'n2yo'
      ? ([
          'no-samples',
          'unknown-satellite',
          'old-10min',
          'future',
          'far-samples',
          'missing-second',
          'too-many-samples',
          'echo-key',
        ] as const)
      : []),
    ...(kind === 'celestrak'
      ? (['no-samples', 'unknown-satellite', 'old-10min', 'long-names'] as const)
      : []),
  ];

  it.each(faults)('(%s) is reported with a message, and the next good one is served', async (behaviour) => {
    upstream.set(kind, behaviour);
    if (kind === 'n2yo') upstream.set('celestrak', 'reset'); // otherwise CelesTrak steps in
    const { get, lines } = ask(kind);
    const failed = await get();
    expect(failed.status).toBe(502);
    expect(failed.told.error).toMatch(/^(Open Notify|N2YO|CelesTrak)/);
    expect(failed.told.error?.length).toBeLessThan(620);
    expect(JSON.stringify([failed.told, lines])).not.toMatch(/Z9QX7K|52WVMA|<script|undefined/);
    expect(upstream.redirected()).toBe(0);
    expect(upstream.hugeBytes()).toBeLessThan(25_000_000); // aborted after 1 MB; the rest is socket buffers

    const calls = upstream.calls(kind);
    clock.advance(1);
    const waiting = await get();
    expect([waiting.status, waiting.told.error]).toEqual([503, failed.told.error]);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.calls(kind)).toBe(calls);

    upstream.set(kind, 'good');
    clock.advance(2 * HOURS);
    const well = await get();
    expect([well.status, well.told.gateway?.isStale]).toEqual([200, false]);
    expectWellFormed(kind, well.told);
  });

  it.each(['hang', 'slow-12s'] as const)('(%s) ends at the time limit', async (behaviour) => {
    upstream.set(kind, behaviour);
    if (kind === 'n2yo') upstream.set('celestrak', 'reset');
    const { get } = ask(kind, SHORT_LIMIT_MS);
    const { status, told } = await get();
    expect([status, told.error]).toEqual([504, expect.stringContaining('did not answer within 3 s')]);
    upstream.set(kind, 'good');
    clock.advance(60_000);
    expect((await get()).status).toBe(200);
  });
});

it('one service fails while the others succeed', async () => {
  upstream.set('position', 'reset');
  const { get } = ask('n2yo');
  expect((await get(POSITION)).status).toBe(502);
  expect((await get(ASTROS)).status).toBe(200);
  expect((await get(POSITIONS)).status).toBe(200);
});

it('a response older than the last one does not move the ISS back', async () => {
  const { get } = ask('position');
  const { told: first } = await get();
  upstream.set('position', 'older');
  clock.advance(10_000);
  const { told: second } = await get();
  expect(second.timestamp).toBe(first.timestamp);
  expect(upstream.calls('position')).toBe(2);
});

it('passes on the messages of the services, with its own where they have none', async () => {
  const said = async (kind: Kind, behaviour: Behaviour) => {
    upstream.set(kind, behaviour);
    if (kind === 'n2yo') upstream.set('celestrak', 'html');
    return (await ask(kind).get()).told.error;
  };
  expect(await said('position', '503-json')).toBe(
    'Open Notify answered 503: Service temporarily unavailable',
  );
  expect(await said('position', 'cut-json')).toBe('Open Notify answered with truncated or invalid JSON');
  expect(await said('position', 'empty')).toBe('Open Notify answered with nothing');
  expect(await said('position', 'latitude-400')).toBe(
    'Open Notify: The response contains no position: iss_position.latitude is above 90',
  );
  expect(await said('position', 'markup')).toBe(
    'Open Notify: The response contains no position: iss_position.longitude is not a number',
  );
  expect(await said('position', 'reset')).toMatch(/^Open Notify cannot be reached: \w+$/);
  expect(await said('position', 'old-10min')).toBe('Open Notify sent a position 10 min old');
  expect(await said('position', 'huge')).toBe('Open Notify answered with more than 1 MB');
  expect(await said('celestrak', '403-text')).toBe(
    'CelesTrak answered 403 with "GP data has not updated since your last successful download of GROUP=stations at 12:00 UTC."',
  );
  expect(await said('n2yo', 'error-200')).toBe(
    'N2YO answered: You exceeded the number of transactions allowed per hour; CelesTrak answered with a web page instead of data',
  );
  expect(await said('n2yo', 'far-samples')).toMatch(/^N2YO sent positions not one second apart;/);
  expect(await said('n2yo', 'too-many-samples')).toMatch(/^N2YO sent positions beyond the requested 300 s;/);
  expect(await said('n2yo', 'echo-key')).toMatch(
    /^N2YO answered with an error that repeats the key; text hidden;/,
  );
});
