import { describe, expect, it } from 'vitest';
import { renderExposition } from '../../../src/gateway/exposition.ts';
import { createCounter, createHistogram } from '../../../src/gateway/meters.ts';
import { type ReadFamily, readExposition } from '../../support/exposition.ts';
import { ASTROS, composeGateway, KEY, N2YO_KEY, POSITION, POSITIONS } from '../../support/gateway.ts';
import { clock, fetchFrom, get, S, serveEachTest, start, upstream } from './running.ts';

serveEachTest();

async function scrape(): Promise<ReadonlyMap<string, ReadFamily>> {
  const answer = await fetchFrom('/metrics', { headers: {} });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return readExposition(await answer.text());
}

/** Returns the value under a name and labels; `undefined` if it is missing. */
const valueIn = (
  families: ReadonlyMap<string, ReadFamily>,
  family: string,
  labels: Readonly<Record<string, string>> = {},
  name = family,
): number | undefined =>
  families
    .get(family)
    ?.samples.find(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;

describe('the metrics', () => {
  it('count requests by route and status, and say why some were refused', async () => {
    await start({ RATE_LIMIT_PER_MIN: '8' });
    await get(POSITION);
    await get(POSITION);
    await get(POSITION, { headers: { apikey: 'foreign' } });
    await get(POSITION, { method: 'POST' });
    await get('/functions/v1/<script>"\n\\');
    const before = await scrape(); // the sixth call that counts towards the limit
    await get('/healthz');
    await get(ASTROS);
    await get(ASTROS);
    clock.advance(60 * S);
    const families = await scrape();

    const requests = (route: string, status: string) =>
      valueIn(families, 'orbita_http_requests_total', { route, status });
    expect(requests('open-notify', '200')).toBe(3);
    expect(requests('open-notify', '401')).toBe(1);
    expect(requests('open-notify', '405')).toBe(1);
    expect(requests('open-notify', '429')).toBe(1);
    expect(requests('unknown', '404')).toBe(1);
    expect(requests('metrics', '200')).toBe(1); // the previous one; an answer is counted once it has been made
    const refused = (reason: string) => valueIn(families, 'orbita_http_requests_refused_total', { reason });
    expect([refused('key'), refused('rate_limit'), refused('body')]).toEqual([1, 1, undefined]);
    expect(valueIn(before, 'orbita_http_requests_refused_total', { reason: 'rate_limit' })).toBeUndefined();
    const name = 'orbita_http_request_duration_seconds';
    expect(valueIn(families, name, { route: 'open-notify' }, `${name}_count`)).toBe(5);
  });

  it('report the outcome of upstream calls, and the result of lookups', async () => {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock });
    const ask = (path: string) => gateway.request(path, { headers: KEY });
    upstream.set('astros', 'reset');
    await Promise.all([ask(POSITION), ask(POSITION), ask(POSITION)]);
    await ask(POSITION);
    await ask(ASTROS);
    await ask(ASTROS);
    const families = readExposition(await (await ask('/metrics')).text());
    const calls = (labels: Record<string, string>) =>
      valueIn(families, 'orbita_upstream_calls_total', labels);
    expect(calls({ service: 'Open Notify', what: 'position', outcome: 'ok' })).toBe(1);
    expect(calls({ service: 'Open Notify', what: 'astronauts', outcome: 'unreachable' })).toBe(1);
    const name = 'orbita_upstream_call_duration_seconds';
    expect(valueIn(families, name, { service: 'Open Notify' }, `${name}_count`)).toBe(2);
    const lookups = (source: string, result: string) =>
      valueIn(families, 'orbita_source_lookups_total', { source, result });
    expect(lookups('Open Notify position', 'miss')).toBe(1);
    expect(lookups('Open Notify position', 'coalesced')).toBe(2);
    expect(lookups('Open Notify position', 'hit')).toBe(1);
    expect(lookups('Open Notify astronauts', 'backing off')).toBe(1);
  });

  it('report the age of cached responses, and stale ones', async () => {
    await start();
    await get(POSITION);
    upstream.set('position', 'reset');
    clock.advance(40 * S);
    expect((await get(POSITION)).told.gateway?.isStale).toBe(true);
    const families = await scrape();
    const source = 'Open Notify position';
    expect(valueIn(families, 'orbita_cached_answer_age_seconds', { source })).toBe(40);
    expect(valueIn(families, 'orbita_source_failures_in_a_row', { source })).toBe(1);
    expect(valueIn(families, 'orbita_http_stale_answers_total', { route: 'open-notify' })).toBe(1);
    expect(valueIn(families, 'orbita_cached_answer_age_seconds', { source: 'CelesTrak' })).toBeUndefined();
  });

  it('report the build and the start time, and no secret', async () => {
    await start({ N2YO_API_KEY: N2YO_KEY, BACKEND_ANON_KEY: 'public.key-of_test' });
    upstream.set('n2yo', 'echo-key');
    await get(POSITIONS, { headers: { apikey: 'public.key-of_test' } });
    const families = await scrape();
    expect(valueIn(families, 'orbita_build_info')).toBe(1);
    expect(valueIn(families, 'process_start_time_seconds')).toBe(clock.time / 1000);
    const text = await (await fetchFrom('/metrics')).text();
    expect(text).toContain('service="N2YO"');
    for (const secret of [N2YO_KEY, N2YO_KEY.slice(0, 6), 'public.key', upstream.url])
      expect(text).not.toContain(secret);
  });

  it('are turned off by a setting', async () => {
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, env: { METRICS: '0' } });
    const answer = await gateway.request('/metrics', { headers: KEY });
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'Metrics are disabled' }]);
  });
});

describe('the format', () => {
  it('escapes unusual texts', () => {
    const odd = 'a "quoted" \\ back\nslash';
    const family = {
      name: 'odd',
      help: odd,
      type: 'gauge',
      samples: [{ labels: { text: odd }, value: 0.1 }],
    } as const;
    expect(readExposition(renderExposition([family])).get('odd')?.samples).toEqual([
      { name: 'odd', labels: { text: odd }, value: 0.1 },
    ]);
  });

  it('counts a value on a bound in the bucket of the bound', () => {
    const histogram = createHistogram('h', 'help', ['route'], [0.1, 1]);
    for (const seconds of [0.1, 0.11, 1, 7]) histogram.of('a').observe(seconds);
    const families = readExposition(renderExposition([histogram.read()]));
    const bucket = (le: string) => valueIn(families, 'h', { le }, 'h_bucket');
    expect([bucket('0.1'), bucket('1'), bucket('+Inf')]).toEqual([1, 3, 4]);
    expect(valueIn(families, 'h', {}, 'h_sum')).toBeCloseTo(8.21, 9);
  });

  it('keeps a bounded number of series for any input', () => {
    const counter = createCounter('c_total', 'help', ['path']);
    for (let i = 0; i < 10_000; i++) counter.of(`/${i}`).count += 1;
    const samples = counter.read().samples;
    expect(samples.length).toBeLessThanOrEqual(201);
    expect(samples.reduce((sum, { value }) => sum + value, 0)).toBe(10_000);
  });
});
