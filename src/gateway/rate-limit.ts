import { expandIPv6 } from 'hono/utils/ipaddr';
import { MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { Clock } from './effects.ts';

/** Clients that are remembered; the one that was silent longest is forgotten first. */
const MOST_CLIENTS = 10_000;

export interface RateLimit {
  /** Lets a request of this client pass with 0, or says how many seconds to wait. */
  take(client: string): number;
  readonly size: number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Each client has a bucket of a minute's requests, refilled evenly. */
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

/** What stands before an IPv4 address that is written as IPv6. */
const MAPPED_IPV4 = '0000:0000:0000:0000:0000:ffff';

/** The dotted notation of two groups of four hexadecimal digits. */
const ipv4Of = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => [group.slice(0, 2), group.slice(2)])
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');

/**
 * Who is counted as one client: an IPv4 address, or an IPv6 network of 64 bits, of which one subscriber has all
 * addresses, in whichever notation it comes. A port, which some proxies write behind the address, says nothing of who it is.
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
