import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { LogLine } from '../../../src/gateway/effects.ts';
import {
  composeGateway,
  type HandClock,
  handClock,
  KEY,
  type Reading,
  read,
  type Served,
  serve,
} from '../../support/gateway.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

export const S = 1000;
export const MIN = 60 * S;
export const H = 60 * MIN;
export const DAY = 24 * H;

export const clock: HandClock = handClock();
export let upstream: Upstream;
/** Log of the gateway that was started last. */
export let lines: readonly LogLine[] = [];

let served: Served | undefined;

/** Serves a gateway on a real socket with loopback services, one for each test of the calling file. */
export function serveEachTest(): void {
  beforeAll(async () => {
    upstream = await startUpstream({ now: () => clock.time });
  });
  beforeEach(() => {
    upstream.reset();
    clock.time = handClock().time;
  });
  afterEach(() => stop());
  afterAll(() => upstream.close());
}

export async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const composed = composeGateway({ upstreamUrl: upstream.url, clock, env });
  lines = composed.lines;
  served = await serve(composed.gateway);
}

export async function stop(): Promise<void> {
  await served?.close();
  served = undefined;
}

export function fetchFrom(path: string, init: RequestInit = {}): Promise<Response> {
  if (!served) throw new Error('Nothing is served.');
  return fetch(served.url + path, { headers: KEY, ...init });
}

export const get = async (path: string, init?: RequestInit): Promise<Reading> =>
  read(await fetchFrom(path, init));
