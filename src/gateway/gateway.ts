import { type Context, Hono } from 'hono';
import { FUNCTION_PATHS } from '../shared/backend.ts';
import { createAdmission } from './admission.ts';
import { answerFrom, originOf, secondsSince } from './answers.ts';
import { createCallLog, createRefusalLog } from './call-log.ts';
import { celestrakSource } from './celestrak.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { readHealth } from './health.ts';
import { n2yoSource } from './n2yo.ts';
import { astronautsSource, isAgedPosition, issPositionSource } from './open-notify.ts';
import { isOutlived } from './positions.ts';
import { createPositionsAnswer } from './positions-answer.ts';
import { readOpenNotifyEndpoint, readPositionsQuery } from './query.ts';
import type { GatewaySettings } from './settings.ts';
import { astronautsReply, failureReply, positionReply, type Reply } from './wire.ts';

const HEALTH_PATH = '/healthz';
const METHODS = 'GET, HEAD, OPTIONS';
const PREFLIGHT_LIFE_S = '3600';

/** Every answer's: data of a moment, never a page, never kept by a cache on the way. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
};

export type GatewayApp = Hono<{ Bindings: Caller }>;
type GatewayContext = Context<{ Bindings: Caller }>;

/** The four things that services tell, and the answers made of them. */
function createAnswers(settings: GatewaySettings, effects: GatewayEffects) {
  const { clock, log } = effects;
  const calling = { ...effects, logCall: createCallLog(log, clock) };
  const position = issPositionSource(settings.openNotifyUrl, calling);
  const astronauts = astronautsSource(settings.openNotifyUrl, calling);
  const n2yo = settings.n2yoKey ? n2yoSource(settings.n2yoUrl, settings.n2yoKey, calling) : undefined;
  const celestrak = celestrakSource(settings.celestrakUrl, calling);
  return {
    position: answerFrom(position, clock, (state, held, now) => {
      const isStale = isOutlived(held, state, now) || isAgedPosition(held.value, now);
      const ageS = secondsSince(held.value.timestamp, now);
      return positionReply(
        held.value,
        originOf('Open Notify', ageS, isStale, state.trouble?.failure.message),
      );
    }),
    astros: answerFrom(astronauts, clock, (state, held, now) => {
      const ageS = secondsSince(held.fetchedAt, now);
      const isStale = isOutlived(held, state, now);
      return astronautsReply(
        held.value,
        originOf('Open Notify', ageS, isStale, state.trouble?.failure.message),
      );
    }),
    positions: createPositionsAnswer(n2yo, celestrak, clock),
    health: () =>
      readHealth(
        {
          'Open Notify position': position.state(),
          'Open Notify astronauts': astronauts.state(),
          N2YO: n2yo?.state(),
          CelesTrak: celestrak.state(),
        },
        clock,
      ),
  };
}

/**
 * The backend functions of spec §7 and `/healthz`, of Web standards only: the same in Node, in an edge runtime and in a
 * Worker.
 */
export function createGateway(settings: GatewaySettings, effects: GatewayEffects): GatewayApp {
  const answers = createAnswers(settings, effects);
  const admission = createAdmission(settings, effects.clock);
  const logRefusal = createRefusalLog(effects.log, effects.clock);
  const origins: ReadonlySet<string> = new Set(settings.allowedOrigins);
  const app: GatewayApp = new Hono();

  /** Headers of CORS, for the configured origins only. */
  const crossOrigin = (origin: string | undefined): Readonly<Record<string, string>> | undefined =>
    origin !== undefined && origins.has(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Age, Retry-After' }
      : undefined;

  const send = (c: GatewayContext, { status, body, ageS, retryAfterS }: Reply, more = {}): Response => {
    if (status >= 400 && status < 500) logRefusal(status);
    return new Response(body, {
      status,
      headers: {
        ...HEADERS,
        ...(ageS !== undefined && { age: String(ageS) }),
        ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
        ...crossOrigin(c.req.header('origin')),
        ...more,
      },
    });
  };

  const preflight = (c: GatewayContext): Response => {
    const allowed = crossOrigin(c.req.header('origin'));
    if (!allowed) return send(c, failureReply(403, 'Pages of this origin may not call'));
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
  ): void => {
    app.get(path, async (c) => {
      const refusal =
        admission.refuseLoad(c.req.raw, c.env ?? {}) ?? (isOpen ? undefined : admission.refuseKey(c.req.raw));
      return send(c, refusal ?? (await answer(c)));
    });
    app.options(path, preflight);
    app.all(path, (c) =>
      send(c, failureReply(405, `The method ${c.req.method} is not allowed`), { allow: METHODS }),
    );
  };

  serve(FUNCTION_PATHS.openNotify, (c) => {
    const endpoint = readOpenNotifyEndpoint((name) => c.req.query(name));
    return endpoint.ok ? answers[endpoint.value](c.env) : endpoint.reply;
  });
  serve(FUNCTION_PATHS.n2yo, (c) => {
    const query = readPositionsQuery((name) => c.req.query(name));
    return query.ok ? answers.positions(query.value, c.env ?? {}) : query.reply;
  });
  serve(
    HEALTH_PATH,
    () => ({ status: 200, body: new TextEncoder().encode(JSON.stringify(answers.health())) }),
    true,
  );
  app.all('/functions/*', (c) => send(c, failureReply(404, 'There is no such function')));
  app.onError((error, c) => {
    effects.log({ event: 'error', error: error.name });
    return send(c, failureReply(500, 'The gateway failed to answer'));
  });
  return app;
}
