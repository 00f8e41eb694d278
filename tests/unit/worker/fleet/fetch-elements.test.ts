import { expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/shared/contract/celestrak.ts';
import { CALL_LIMIT_MS, CATALOGUE_CALL_LIMIT_MS } from '../../../../src/shared/contract/time-limits.ts';
import { createFetchElements } from '../../../../src/worker/fleet/fetch-elements.ts';
import { createGatewayCall } from '../../../../src/worker/session/live-data/gateway-call.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

const GOOD = {
  elements: [syntheticElements(1), { ...syntheticElements(2), ECCENTRICITY: 1.5 }],
  leftOut: 3,
  gateway: { source: 'CelesTrak', ageS: 60, isStale: false },
};

/** Fakes a page whose network gives one answer. */
function page(answer: (url: string, init: RequestInit) => Promise<Response>, isOnline = true) {
  const urls: string[] = [];
  const limit = new AbortController();
  const limits: number[] = [];
  const fetchElements = createFetchElements({
    call: createGatewayCall({
      baseUrl: 'https://gateway.example',
      key: 'public-key',
      fetch(url, init) {
        urls.push(url);
        return answer(url, init);
      },
    }),
    timeoutSignal(ms) {
      limits.push(ms);
      return limit.signal;
    },
    isOnline: () => isOnline,
  });
  return { fetchElements, urls, limit, limits };
}

const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const hang = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const never = new AbortController().signal;

it.each([
  [{ kind: 'group', group: 'last-30-days' }, 'endpoint=group&group=last-30-days'],
  [{ kind: 'number', noradId: 25_544 }, 'endpoint=satellite&noradId=25544'],
  [{ kind: 'name', name: 'A&B #1' }, 'endpoint=search&name=A%26B%20%231'],
] as const)('%j is asked of the gateway', async (query, parameters) => {
  const { fetchElements, urls } = page(json(GOOD));
  const answer = await fetchElements(query, never);
  expect(urls).toEqual([`https://gateway.example/functions/v1/celestrak?${parameters}`]);
  expect(answer.ok && answer.value.elements.map(({ OBJECT_NAME: name }) => name)).toEqual(['TEST 1']);
  expect(answer.ok && answer.value.leftOut).toBe(4);
  expect(answer.ok && answer.value.origin).toMatchObject({ ageS: 60, isStale: false });
});

it.each([
  ['a refusal', json({ error: 'CelesTrak cannot be reached' }, 502), 'CelesTrak cannot be reached'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Cannot reach the gateway.'],
  [
    'a web page',
    async () => new Response('<html>', { status: 404 }),
    'The gateway answered with status 404.',
  ],
  ['another shape', json({ elements: {} }), 'The response contains no list of elements.'],
  ['no origin', json({ elements: [], leftOut: 0 }), 'The response contains no list of elements.'],
  ['a flood', async () => new Response('x'.repeat(1_000_001)), 'The gateway response is too long.'],
])('%s is told in words', async (_what, answer, message) => {
  const { fetchElements } = page(answer);
  expect(await fetchElements({ kind: 'group', group: 'gnss' }, never)).toEqual({ ok: false, message });
});

it('all active satellites may have ten times as much, and more time', async () => {
  const long = { ...GOOD, more: 'x'.repeat(1_000_001) };
  const { fetchElements, limits } = page(json(long));
  const answer = await fetchElements({ kind: 'group', group: CATALOGUE }, never);
  expect(answer.ok && answer.value.elements).toHaveLength(1);
  expect(limits).toEqual([CATALOGUE_CALL_LIMIT_MS]);
  const flood = page(async () => new Response('x'.repeat(10_000_001)));
  expect(await flood.fetchElements({ kind: 'group', group: CATALOGUE }, never)).toEqual({
    ok: false,
    message: 'The gateway response is too long.',
  });
});

it('an offline browser makes no call', async () => {
  const { fetchElements, urls } = page(json(GOOD), false);
  expect(await fetchElements({ kind: 'group', group: 'gnss' }, never)).toEqual({
    ok: false,
    message: 'This browser is offline.',
  });
  expect(urls).toEqual([]);
});

it('a gateway that does not answer is told at the time limit of a call', async () => {
  const { fetchElements, limit, limits } = page(hang);
  const answer = fetchElements({ kind: 'group', group: 'gnss' }, never);
  limit.abort();
  expect(await answer).toEqual({ ok: false, message: 'The gateway did not answer within 8 s.' });
  expect(limits).toEqual([CALL_LIMIT_MS]);
});

it('a fetch that is cancelled ends the call', async () => {
  const cancelling = new AbortController();
  let signal: AbortSignal | null | undefined;
  const { fetchElements } = page((url, init) => {
    signal = init.signal;
    return hang(url, init);
  });
  const answer = fetchElements({ kind: 'group', group: 'gnss' }, cancelling.signal);
  cancelling.abort();
  await answer;
  expect(signal?.aborted).toBe(true);
});
