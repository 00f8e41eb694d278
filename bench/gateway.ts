import { Hono } from 'hono';
import { createApp } from '../src/gateway/app.ts';
import type { Caller } from '../src/gateway/effects.ts';
import type { GatewayApp } from '../src/gateway/gateway.ts';
import { createNodeServer, listenerOf, SERVER_LIMITS } from '../src/gateway/node-server.ts';
import {
  ASTROS,
  composeGateway,
  handClock,
  KEY,
  N2YO_KEY,
  POSITION,
  POSITIONS,
  type Served,
  serve,
} from '../tests/support/gateway.ts';
import { listen, stop } from '../tests/support/loopback.ts';
import { startUpstream } from '../tests/support/upstream.ts';
import { answerOf, type Kind } from '../tests/support/upstream-answers.ts';
import { measureLoad } from './load.ts';
import { type Comparison, median } from './measure.ts';

const RUNS = 9;
const RUN_MS = 700;
const WARM_UP_MS = 700;
const CADENCE_MS = 10_000;
const HOUR_MS = 3_600_000;
const ENV = { N2YO_API_KEY: N2YO_KEY, RATE_LIMIT_PER_MIN: '1000000' };

const inMs = (values: readonly number[]): string => `${median(values).toFixed(1)} ms`;

/** Serves the gateway beside a page with the server's limits, composed as in src/server. */
async function serveWhole(gateway: GatewayApp): Promise<Served> {
  const page = { type: 'text/html', plain: { bytes: new Uint8Array(), etag: '""' }, coded: {} };
  const app = createApp({ site: new Map([['/index.html', page]]), gateway });
  const { server } = createNodeServer(listenerOf(app), SERVER_LIMITS);
  return { url: await listen(server), close: () => stop(server) };
}

/** Compares cached answers with a Hono handler that only returns the same bytes. */
async function measureCached(id: string, name: string, path: string): Promise<Comparison> {
  const upstream = await startUpstream();
  const clock = { ...handClock(), advance: () => undefined };
  Object.defineProperty(clock, 'time', { get: () => Date.now() });
  const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, env: ENV });
  const bytes = new Uint8Array(await (await gateway.request(path, { headers: KEY })).arrayBuffer());
  const bare = new Hono<{ Bindings: Caller }>();
  bare.get('*', (c) => c.body(bytes, 200, { 'content-type': 'application/json; charset=utf-8' }));

  const served = await serveWhole(gateway);
  const floorServed = await serve(bare);
  const load = (url: string, ms: number) => measureLoad(url + path, KEY, ms);
  await load(served.url, WARM_UP_MS);
  await load(floorServed.url, WARM_UP_MS);
  const measured: number[] = [];
  const floor: number[] = [];
  const p99: number[] = [];
  const floorP99: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const ours = await load(served.url, RUN_MS);
    const theirs = await load(floorServed.url, RUN_MS);
    measured.push(ours.perSecond);
    p99.push(ours.p99Ms);
    floor.push(theirs.perSecond);
    floorP99.push(theirs.p99Ms);
  }
  await Promise.all([served.close(), floorServed.close(), upstream.close()]);
  return {
    id,
    name: `Gateway, ${name}, 32 connections (more is better)`,
    unit: 'requests/s',
    measured,
    floor,
    against: `a bare Hono handler returning the same ${bytes.length} bytes`,
    notes: { 'p99 latency': `${inMs(p99)} against ${inMs(floorP99)}` },
  };
}

function kindOf(url: string): Kind {
  if (url.includes('iss-now')) return 'position';
  if (url.includes('astros')) return 'astros';
  return url.includes('/rest/') ? 'n2yo' : 'celestrak';
}

/** Counts the calls to the services in an hour, with viewers who each call every 10 s at random offsets. */
async function countCalls(viewers: number, hasKey: boolean): Promise<Readonly<Record<Kind, number>>> {
  const clock = handClock();
  const start = clock.time;
  const calls = { position: 0, astros: 0, n2yo: 0, celestrak: 0, elements: 0 };
  const { gateway } = composeGateway({
    upstreamUrl: 'http://services.test',
    clock,
    env: hasKey ? ENV : {},
    effects: {
      fetch: async (url) => {
        const kind = kindOf(url);
        calls[kind] += 1;
        return new Response(answerOf(kind, 'good', { now: clock.time, path: url, aheadDegrees: 20 }).body);
      },
    },
  });
  const requests = [POSITION, ASTROS, POSITIONS].map(
    (path) => new Request(`http://gateway.test${path}`, { headers: KEY }),
  );
  for (let round = 0; round < HOUR_MS; round += CADENCE_MS) {
    for (let viewer = 0; viewer < viewers; viewer++) {
      clock.time = start + round + (viewer * CADENCE_MS) / viewers;
      await Promise.all(requests.map((request) => gateway.fetch(request, {})));
    }
  }
  return calls;
}

/** Measures the gateway's cached path, and the load on the services for any number of viewers. */
export async function measureGateway(): Promise<Comparison[]> {
  const small = await measureCached('gateway-position', 'the position', POSITION);
  const large = await measureCached('gateway-positions', '300 positions', POSITIONS);
  const notes: Record<string, string> = {};
  for (const viewers of [1, 100, 10_000]) {
    const { position, astros, n2yo } = await countCalls(viewers, true);
    notes[`calls an hour, ${viewers.toLocaleString('en')} viewers`] =
      `position ${position}, astronauts ${astros}, N2YO ${n2yo}`;
  }
  for (const viewers of [1, 100]) {
    const { celestrak } = await countCalls(viewers, false);
    notes[`the same without a key, ${viewers} viewers`] = `CelesTrak ${celestrak}`;
  }
  return [small, { ...large, notes: { ...large.notes, ...notes } }];
}
