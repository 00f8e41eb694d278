import { createRefusalLog } from './call-log.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { clientOf, createRateLimit, type RateLimit } from './rate-limit.ts';
import { isSameKey } from './secrets.ts';
import type { GatewaySettings } from './settings.ts';
import { failureReply, type Reply } from './wire.ts';

/** The functions are called without a body (spec §7); a body up to this size is ignored. */
const LARGEST_BODY_BYTES = 4096;

/**
 * Separate limit for the page and its files, so that many first visits at once do not block live data: a first visit
 * takes about 60 requests, and a file in memory costs little.
 */
const FILES_PER_REQUEST = 5;

/**
 * Positions for another observer or duration are rendered for one caller alone, about 2 ms of CPU time each. Twenty
 * of them every 10 s, as dashboards request, are within this limit.
 */
const RENDERINGS_PER_MIN = 120;

/** To begin a shared mission, the server reads megabytes of a caller and keeps them. */
const BEGINNINGS_PER_MIN = 6;

/** Access control: `undefined` lets the request pass. */
export interface Admission {
  /** Rate limit of functions, health and metrics, for any method and path. */
  refuseRate(request: Request, caller: Caller): Reply | undefined;
  /** Rate limit of the page and its files: seconds to wait, 0 for none. */
  fileWaitS(request: Request, caller: Caller): number;
  /** Rate limit of answers rendered for this caller alone. */
  refuseRendering(request: Request, caller: Caller): Reply | undefined;
  /** Rate limit of the beginnings of rooms. */
  refuseBeginning(request: Request, caller: Caller): Reply | undefined;
  /** Returns the identity of the client of a request, if its address is known. */
  clientOf(request: Request, caller: Caller): string | undefined;
  refuseBody(request: Request): Reply | undefined;
  /** Refuses a request without the anonymous key. */
  refuseKey(request: Request): Reply | undefined;
  logRefusal(status: number): void;
}

export const tooMany = (waitS: number, what = 'requests'): string =>
  `Too many ${what}: try again in ${waitS} s`;

function bearer(authorization: string | null): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}

function addressOf(request: Request, { address }: Caller, isBehindProxy: boolean): string | undefined {
  if (!isBehindProxy) return address;
  // A client can forge this header; the last entry is the proxy's own.
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || address;
}

export function createAdmission(
  { anonKey, rateLimitPerMin, isBehindProxy }: GatewaySettings,
  { clock, log }: Pick<GatewayEffects, 'clock' | 'log'>,
): Admission {
  const requests = createRateLimit(rateLimitPerMin, clock);
  const renderings = createRateLimit(rateLimitPerMin === 0 ? 0 : RENDERINGS_PER_MIN, clock);
  const beginnings = createRateLimit(rateLimitPerMin === 0 ? 0 : BEGINNINGS_PER_MIN, clock);
  const files = createRateLimit(FILES_PER_REQUEST * rateLimitPerMin, clock);
  const clientOfRequest = (request: Request, caller: Caller): string | undefined => {
    const address = addressOf(request, caller, isBehindProxy);
    return address === undefined ? undefined : clientOf(address);
  };
  const waitS = (limit: RateLimit, request: Request, caller: Caller): number => {
    const client = clientOfRequest(request, caller);
    // Without a client address only the platform's own limits apply.
    return client === undefined ? 0 : limit.take(client);
  };
  const refuseBeyond = (
    limit: RateLimit,
    request: Request,
    caller: Caller,
    what?: string,
  ): Reply | undefined => {
    const wait = waitS(limit, request, caller);
    return wait > 0 ? failureReply(429, tooMany(wait, what), wait) : undefined;
  };
  return {
    refuseRate: (request, caller) => refuseBeyond(requests, request, caller),
    refuseRendering: (request, caller) =>
      refuseBeyond(renderings, request, caller, 'requests for other observers or durations'),
    refuseBeginning: (request, caller) => refuseBeyond(beginnings, request, caller, 'shared missions'),
    clientOf: clientOfRequest,
    fileWaitS: (request, caller) => waitS(files, request, caller),
    logRefusal: createRefusalLog(log, clock),
    refuseBody(request) {
      const length = Number(request.headers.get('content-length') ?? 0);
      return length <= LARGEST_BODY_BYTES
        ? undefined
        : failureReply(413, 'The functions take no request body');
    },
    refuseKey({ headers }) {
      const shown = headers.get('apikey') ?? bearer(headers.get('authorization'));
      if (shown === null) return failureReply(401, 'Missing anonymous key: header apikey');
      return isSameKey(shown, anonKey) ? undefined : failureReply(401, 'Invalid anonymous key');
    },
  };
}
