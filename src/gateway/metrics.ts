import { FUNCTION_PATHS } from '../shared/contract/backend.ts';
import { ROOMS_PATH } from '../shared/contract/room.ts';
import { MS_PER_S } from '../shared/kit/units.ts';
import type { Build } from './build.ts';
import type { UpstreamState } from './cached-answer.ts';
import type { CallRecord } from './call-log.ts';
import type { GatewayEffects } from './effects.ts';
import { type Family, renderExposition } from './exposition.ts';
import { createCounter, createHistogram, type Observer } from './meters.ts';
import type { Lookup } from './source.ts';

export const METRICS_PATH = '/metrics';
export const HEALTH_PATH = '/healthz';

/** Cached answers take microseconds, awaited ones up to ANSWER_LIMIT_MS. */
const REQUEST_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 5, 7.5];
const CALL_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3];

/** Paths counted under their own names. All others share three, so that clients cannot create new ones. */
const ROUTES: Readonly<Record<string, string>> = {
  [FUNCTION_PATHS.openNotify]: 'open-notify',
  [FUNCTION_PATHS.n2yo]: 'n2yo',
  [FUNCTION_PATHS.celestrak]: 'celestrak',
  [HEALTH_PATH]: 'healthz',
  [METRICS_PATH]: 'metrics',
  [ROOMS_PATH]: 'rooms',
};

const routeOf = (path: string): string =>
  ROUTES[path] ??
  (path.startsWith('/assets/') ? 'asset' : path.startsWith('/functions/') ? 'unknown' : 'page');

/** Memoizes by key, for keys of closed sets. */
function remember<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Reasons for refusals, for the statuses that indicate abuse. */
const REFUSALS: Readonly<Record<number, string>> = { 401: 'key', 413: 'body', 429: 'rate_limit' };

/** States of the upstreams, read with the metrics. */
export type States = () => Readonly<Record<string, UpstreamState<unknown> | undefined>>;

export interface RouteMeter {
  answered(status: number, isStale?: boolean): void;
  /** Records the duration of a served request, in milliseconds. */
  took(ms: number): void;
}

export interface Metrics {
  route(path: string): RouteMeter;
  called(call: CallRecord): void;
  /** Returns the counter of an upstream's cache lookups. */
  lookup(source: string): (how: Lookup) => void;
  /** Registers families that are read with the metrics. */
  watch(read: () => readonly Family[]): void;
  render(): string;
}

/** Returns the metrics of each upstream's age and failures. */
export function familiesOf(states: States, { clock }: Pick<GatewayEffects, 'clock'>): readonly Family[] {
  const now = clock.now();
  const known = Object.entries(states()).flatMap(([source, state]) => (state ? [{ source, state }] : []));
  const aged = known.flatMap(({ source, state: { cached } }) =>
    cached && cached.fetchedAt <= now
      ? [{ labels: { source }, value: (now - cached.fetchedAt) / MS_PER_S }]
      : [],
  );
  return [
    {
      name: 'orbita_cached_answer_age_seconds',
      help: 'Age of the cached response of a source.',
      type: 'gauge',
      samples: aged,
    },
    {
      name: 'orbita_source_failures_in_a_row',
      help: 'Failed calls since the last good one.',
      type: 'gauge',
      samples: known.map(({ source, state }) => ({
        labels: { source },
        value: state.outage?.failures ?? 0,
      })),
    },
  ];
}

/** Counts the gateway's work. Labels have values from closed sets only, never from client input. */
export function createMetrics(build: Build, { clock }: Pick<GatewayEffects, 'clock'>): Metrics {
  const startedAt = clock.now();
  const requests = createCounter('orbita_http_requests_total', 'Answered requests.', ['route', 'status']);
  const refused = createCounter('orbita_http_requests_refused_total', 'Rejected requests, by reason.', [
    'reason',
  ]);
  const stale = createCounter(
    'orbita_http_stale_answers_total',
    'Stale responses served because a service failed.',
    ['route'],
  );
  const durations = createHistogram(
    'orbita_http_request_duration_seconds',
    'Request duration, upstream calls included.',
    ['route'],
    REQUEST_BOUNDS,
  );
  const lookups = createCounter(
    'orbita_source_lookups_total',
    'Lookups by result: cached response, new call, call in progress, answer of another server, or back-off after a failure.',
    ['source', 'result'],
  );
  const calls = createCounter('orbita_upstream_calls_total', 'Upstream calls, by outcome.', [
    'service',
    'what',
    'outcome',
  ]);
  const latencies = createHistogram(
    'orbita_upstream_call_duration_seconds',
    'Upstream call duration.',
    ['service'],
    CALL_BOUNDS,
  );
  const meterOf = remember((route: string): RouteMeter => {
    const answersOf = remember((status: number) => requests.of(route, String(status)));
    let duration: Observer | undefined;
    return {
      answered(status, isStale = false) {
        answersOf(status).count += 1;
        const reason = REFUSALS[status];
        if (reason !== undefined) refused.of(reason).count += 1;
        if (isStale) stale.of(route).count += 1;
      },
      took(ms) {
        duration ??= durations.of(route);
        duration.observe(Math.max(0, ms) / MS_PER_S);
      },
    };
  });
  const watched: (() => readonly Family[])[] = [];
  const fixed: readonly Family[] = [
    {
      name: 'orbita_build_info',
      help: 'Build information; always 1.',
      type: 'gauge',
      samples: [{ labels: { version: build.version, digest: build.digest }, value: 1 }],
    },
    {
      name: 'process_start_time_seconds',
      help: 'Process start, in Unix time.',
      type: 'gauge',
      samples: [{ labels: {}, value: startedAt / MS_PER_S }],
    },
  ];

  return {
    route: (path) => meterOf(routeOf(path)),
    called({ upstream, what, outcome, ms }) {
      calls.of(upstream, what, outcome).count += 1;
      latencies.of(upstream).observe(ms / MS_PER_S);
    },
    lookup: (source) => {
      const lookupsOf = remember((how: Lookup) => lookups.of(source, how));
      return (how) => {
        lookupsOf(how).count += 1;
      };
    },
    watch: (read) => void watched.push(read),
    render: () =>
      renderExposition([
        ...fixed,
        ...[requests, durations, refused, stale, lookups, calls, latencies].map((meter) => meter.read()),
        ...watched.flatMap((read) => read()),
      ]),
  };
}
