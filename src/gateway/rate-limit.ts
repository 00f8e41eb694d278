// Not hono-rate-limiter: it keeps every client (257 MB for a million), and its timer fails at the start of a Worker.
import { expandIPv6 } from 'hono/utils/ipaddr';
import type { Clock } from '../shared/kit/clock.ts';
import { MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';

/** Cap on remembered clients; the least recently active one is dropped first. */
const MOST_CLIENTS = 10_000;

export interface RateLimit {
  /** Returns 0 to let a request of this client pass, or the seconds to wait. */
  take(client: string): number;
  readonly size: number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Token bucket per client: one minute's requests, refilled evenly. */
export function createRateLimit(perMin: number, clock: Clock): RateLimit {
  const buckets = new Map<string, Bucket>();
  let newest: string | undefined;
  const refillMs = MS_PER_MIN / perMin;
  return {
    take(client) {
      if (perMin === 0) return 0;
      const now = clock.now();
      const bucket = buckets.get(client) ?? { tokens: perMin, filledAt: now };
      bucket.tokens = Math.min(perMin, bucket.tokens + Math.max(0, now - bucket.filledAt) / refillMs);
      bucket.filledAt = now;
      if (client !== newest) {
        newest = client;
        buckets.delete(client);
        buckets.set(client, bucket);
        const [oldest] = buckets.size > MOST_CLIENTS ? buckets.keys() : [];
        if (oldest !== undefined) buckets.delete(oldest);
      }
      if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * refillMs) / MS_PER_S));
      bucket.tokens -= 1;
      return 0;
    },
    get size() {
      return buckets.size;
    },
  };
}

/** Prefix of an IPv4 address mapped to IPv6. */
const MAPPED_IPV4 = '0000:0000:0000:0000:0000:ffff';

/** Dotted notation of two groups of four hexadecimal digits. */
const ipv4Of = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => [group.slice(0, 2), group.slice(2)])
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');

/**
 * Identity of a client: an IPv4 address, or an IPv6 /64 network, which belongs to one subscriber, in any
 * notation. A port, which some proxies append to the address, is ignored.
 */
export function clientOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(address)?.[1];
  if (ipv4) return ipv4;
  const bare = (/^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address).replace(/%.*$/, '');
  const url = `http://[${bare}]/`;
  if (!URL.canParse(url)) return address.slice(0, 64).toLowerCase();
  const groups = expandIPv6(new URL(url).hostname.slice(1, -1)).split(':');
  if (groups.slice(0, 6).join(':') === MAPPED_IPV4) return ipv4Of(groups.slice(6));
  return groups.slice(0, 4).join(':');
}
