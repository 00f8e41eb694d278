// Not hono/cors: it doubles the CPU time of a cached answer, and answers every preflight with 204, without a limit.
import { type Context, Hono } from 'hono';
import { FUNCTION_PATHS } from '../shared/contract/backend.ts';
import { type Admission, createAdmission } from './admission.ts';
import { answerFrom, originOf, secondsSince } from './answers.ts';
import { withValue } from './at-once.ts';
import { type Build, UNBUILT } from './build.ts';
import { type CallRecord, createCallLog } from './call-log.ts';
import { celestrakSource } from './celestrak.ts';
import { createElementsAnswers } from './celestrak-answer.ts';
import { createCompression, type Sent } from './compression.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { EXPOSITION_TYPE } from './exposition.ts';
import { askedStates, type RoomsHealth, readHealth } from './health.ts';
import {
  createMetrics,
  familiesOf,
  HEALTH_PATH,
  METRICS_PATH,
  type Metrics,
  type RouteMeter,
} from './metrics.ts';
import { n2yoSource } from './n2yo.ts';
import { astronautsSource, isAgedPosition, issPositionSource } from './open-notify.ts';
import { celestrakPositions, isOutdated, n2yoPositions, type PositionService } from './positions.ts';
import { createPositionsAnswer } from './positions-answer.ts';
import {
  type Checked,
  type PositionsQuery,
  readElementsQuery,
  readOpenNotifyEndpoint,
  readPositionsQuery,
} from './query.ts';
import type { GatewaySettings } from './settings.ts';
import { watchShared } from './shared-watch.ts';
import { astronautsReply, failureReply, positionReply, type Reply, textReply } from './wire.ts';

const METHODS = 'GET, HEAD, OPTIONS';
const FUNCTIONS = '/functions/';
const PREFLIGHT_LIFE_S = '3600';

/**
 * Returns the headers of every answer: current data, never a page, never cached in transit. Written out and extended
 * by name: spreading objects costs a tenth of the time of a cached answer.
 */
const headersOf = (vary: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary,
});

/** True if a path belongs to the gateway; all others belong to the page. */
export const isGatewayPath = (path: string): boolean =>
  path.startsWith(FUNCTIONS) || path === HEALTH_PATH || path === METRICS_PATH;

export type GatewayApp = Hono<{ Bindings: Caller }>;
type GatewayContext = Context<{ Bindings: Caller }>;

/** Names of the upstreams for operators. */
const SOURCES = {
  position: 'Open Notify position',
  astronauts: 'Open Notify astronauts',
  n2yo: 'N2YO',
  celestrak: 'CelesTrak',
} as const;

function createAnswers(
  settings: GatewaySettings,
  effects: GatewayEffects,
  build: Build,
  metrics: Metrics,
  roomsHealth?: () => RoomsHealth | undefined,
) {
  const { clock, log } = effects;
  const logCall = createCallLog(log, clock);
  const shared = effects.shared && watchShared(effects.shared, clock, log);
  const calling = (source: string) => ({
    ...effects,
    shared,
    logCall: (call: CallRecord) => {
      logCall(call);
      metrics.called(call);
    },
    onLookup: metrics.lookup(source),
  });
  const position = issPositionSource(settings.openNotifyUrl, calling(SOURCES.position));
  const astronauts = astronautsSource(settings.openNotifyUrl, calling(SOURCES.astronauts));
  const n2yo = settings.n2yoKey
    ? n2yoSource(settings.n2yoUrl, settings.n2yoKey, calling(SOURCES.n2yo))
    : undefined;
  const celestrak = celestrakSource(settings.celestrakUrl, calling(SOURCES.celestrak));
  const elements = createElementsAnswers(settings.celestrakUrl, { ...effects, shared, calling });
  const states = () =>
    askedStates(
      {
        [SOURCES.position]: position.state(),
        [SOURCES.astronauts]: astronauts.state(),
        [SOURCES.n2yo]: n2yo?.state(),
        [SOURCES.celestrak]: celestrak.state(),
        ...elements.states(),
      },
      clock.now(),
    );
  const positionServices: readonly PositionService[] = [
    ...(n2yo ? [n2yoPositions(n2yo)] : []),
    celestrakPositions(celestrak),
  ];
  metrics.watch(() => familiesOf(states, effects));
  return {
    position: answerFrom(position, clock, (state, cached, now) => {
      const isStale = isOutdated(cached, state, now) || isAgedPosition(cached.value, now);
      const ageS = secondsSince(cached.value.timestamp, now);
      return positionReply(
        cached.value,
        originOf('Open Notify', ageS, isStale, state.outage?.failure.message),
      );
    }),
    astros: answerFrom(astronauts, clock, (state, cached, now) => {
      const ageS = secondsSince(cached.fetchedAt, now);
      const isStale = isOutdated(cached, state, now);
      return astronautsReply(
        cached.value,
        originOf('Open Notify', ageS, isStale, state.outage?.failure.message),
      );
    }),
    positions: createPositionsAnswer(positionServices, clock),
    elements: elements.answer,
    health: () => readHealth(states(), clock, build, roomsHealth?.(), shared?.health()),
  };
}

/**
 * Creates the backend functions of spec §7, orbital elements, `/healthz` and `/metrics` from Web standards only: the
 * same in Node, in an edge runtime and in a Worker.
 */
export function createGateway(
  settings: GatewaySettings,
  effects: GatewayEffects,
  build: Build = UNBUILT,
  metrics: Metrics = createMetrics(build, effects),
  admission: Admission = createAdmission(settings, effects),
  roomsHealth?: () => RoomsHealth | undefined,
): GatewayApp {
  const answers = createAnswers(settings, effects, build, metrics, roomsHealth);
  const compressed = createCompression(effects.gzip);
  const origins: ReadonlySet<string> = new Set(settings.allowedOrigins);
  const app: GatewayApp = new Hono();

  const crossOrigin = (origin: string | undefined): Readonly<Record<string, string>> | undefined =>
    origin !== undefined && origins.has(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Age, Retry-After' }
      : undefined;

  const send = (
    c: GatewayContext,
    meter: RouteMeter,
    { status, body, ageS, retryAfterS, isStale }: Reply,
    more?: Readonly<Record<string, string>>,
    sent: Sent = { body, vary: 'Origin' },
  ): Response => {
    meter.answered(status, isStale);
    if (status >= 400 && status < 500) admission.logRefusal(status);
    const headers = headersOf(sent.vary);
    if (sent.coding !== undefined) headers['content-encoding'] = sent.coding;
    if (ageS !== undefined) headers.age = String(ageS);
    if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
    if (origins.size > 0) Object.assign(headers, crossOrigin(c.req.header('origin')));
    if (more) Object.assign(headers, more);
    return new Response(sent.body, { status, headers });
  };

  const preflight = (c: GatewayContext, meter: RouteMeter): Response => {
    const allowed = crossOrigin(c.req.header('origin'));
    if (!allowed) return send(c, meter, failureReply(403, 'Origin not allowed'));
    meter.answered(204);
    return new Response(null, {
      status: 204,
      headers: {
        vary: 'Origin',
        ...allowed,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': 'apikey, authorization, content-type, x-client-info',
        'access-control-max-age': PREFLIGHT_LIFE_S,
      },
    });
  };

  const serve = (
    path: string,
    answer: (c: GatewayContext) => Promise<Reply> | Reply,
    isOpen = false,
    more?: Readonly<Record<string, string>>,
  ): void => {
    const meter = metrics.route(path);
    const get = (c: GatewayContext, begunAt: number): Response | Promise<Response> => {
      const { raw } = c.req;
      const refusal = admission.refuseBody(raw) ?? (isOpen ? undefined : admission.refuseKey(raw));
      return withValue(refusal ?? answer(c), (reply) =>
        withValue(compressed(reply, raw), (sent) => {
          meter.took(effects.elapsed() - begunAt);
          return send(c, meter, reply, reply.status === 200 ? more : undefined, sent);
        }),
      );
    };
    // One handler for all methods: with several matches, Hono builds a chain of promises.
    app.all(path, (c) => {
      const { method, raw } = c.req;
      const begunAt = effects.elapsed();
      const limited = admission.refuseRate(raw, c.env ?? {});
      if (limited) {
        meter.took(effects.elapsed() - begunAt);
        return send(c, meter, limited);
      }
      if (method === 'GET' || method === 'HEAD') return get(c, begunAt);
      if (method === 'OPTIONS') return preflight(c, meter);
      return send(c, meter, failureReply(405, `Method ${method} not allowed`), { allow: METHODS });
    });
  };

  serve(FUNCTION_PATHS.openNotify, (c) => {
    const endpoint = readOpenNotifyEndpoint((name) => c.req.query(name));
    return endpoint.ok ? answers[endpoint.value](c.env) : endpoint.reply;
  });
  // All dashboards request the same URL, which is parsed once.
  let asked: { readonly url: string; readonly query: Checked<PositionsQuery> } | undefined;
  serve(FUNCTION_PATHS.n2yo, (c) => {
    const { url } = c.req;
    if (asked?.url !== url) asked = { url, query: readPositionsQuery((name) => c.req.query(name)) };
    const { query } = asked;
    if (!query.ok) return query.reply;
    const caller = c.env ?? {};
    return answers.positions(query.value, caller, () => admission.refuseRendering(c.req.raw, caller));
  });
  serve(FUNCTION_PATHS.celestrak, (c) => {
    const query = readElementsQuery((name) => c.req.query(name));
    return query.ok ? answers.elements(query.value, c.env ?? {}) : query.reply;
  });
  serve(HEALTH_PATH, () => textReply(JSON.stringify(answers.health())), true);
  if (settings.hasMetrics) {
    serve(METRICS_PATH, () => textReply(metrics.render()), true, { 'content-type': EXPOSITION_TYPE });
  }
  app.notFound((c) => {
    const isMetrics = c.req.path === METRICS_PATH;
    const reply = failureReply(404, isMetrics ? 'Metrics are disabled' : 'Unknown function');
    const limited = admission.refuseRate(c.req.raw, c.env ?? {});
    return send(c, metrics.route(isMetrics ? METRICS_PATH : FUNCTIONS), limited ?? reply);
  });
  app.onError((error, c) => {
    effects.log({
      time: new Date(effects.clock.now()).toISOString(),
      event: 'error',
      error: error.name,
    });
    return send(c, metrics.route(c.req.path), failureReply(500, 'Internal gateway error'));
  });
  return app;
}
