import type { Caller, Clock } from './effects.ts';
import { clientOf, createRateLimit } from './rate-limit.ts';
import { isSameKey } from './secrets.ts';
import type { GatewaySettings } from './settings.ts';
import { failureReply, type Reply } from './wire.ts';

/** The functions are called without a body (spec §7); this much is let pass unread. */
const LARGEST_BODY_BYTES = 4096;

/** Who may call what: undefined lets the request pass. */
export interface Admission {
  /** Too many requests, or too large ones. */
  refuseLoad(request: Request, caller: Caller): Reply | undefined;
  /** Without the anonymous key. */
  refuseKey(request: Request): Reply | undefined;
}

function bearer(authorization: string | null): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}

function addressOf(request: Request, { address }: Caller, isBehindProxy: boolean): string | undefined {
  if (!isBehindProxy) return address;
  // A client can write what it likes into this header; the last entry is the proxy's own.
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || address;
}

export function createAdmission(
  { anonKey, rateLimitPerMin, isBehindProxy }: GatewaySettings,
  clock: Clock,
): Admission {
  const limit = createRateLimit(rateLimitPerMin, clock);
  return {
    refuseLoad(request, caller) {
      const address = addressOf(request, caller, isBehindProxy);
      // Where the platform does not tell who asks, the platform's own limits hold.
      const waitS = address === undefined ? 0 : limit.take(clientOf(address));
      if (waitS > 0) return failureReply(429, `Too many requests: try again in ${waitS} s`, waitS);
      const length = Number(request.headers.get('content-length') ?? 0);
      return length <= LARGEST_BODY_BYTES
        ? undefined
        : failureReply(413, 'The request has a body, and the functions take none');
    },
    refuseKey({ headers }) {
      const shown = headers.get('apikey') ?? bearer(headers.get('authorization'));
      if (shown === null) return failureReply(401, 'The anonymous key is missing (header apikey)');
      return isSameKey(shown, anonKey) ? undefined : failureReply(401, 'This is not the anonymous key');
    },
  };
}
