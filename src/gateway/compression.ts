import type { GatewayEffects } from './effects.ts';
import type { Reply } from './wire.ts';

/** Below a network packet's worth, compression saves nothing. */
const SMALLEST_BYTES = 1024;
/** `gzip` among the accepted codings, not with weight 0. */
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** What is sent of an answer, and the headers that say so. */
export interface Sent {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends large answers in their smaller form to those who take it; it is made once, however many get the same answer. */
export function createCompression(
  gzip: GatewayEffects['gzip'],
): (reply: Reply, accepted: string | undefined) => Promise<Sent> | Sent {
  const made = new WeakMap<Reply, Promise<Uint8Array<ArrayBuffer>>>();
  return (reply, accepted) => {
    const { body } = reply;
    if (!gzip || body.length < SMALLEST_BYTES) return { body, headers: { vary: 'Origin' } };
    const vary = 'Origin, Accept-Encoding';
    if (accepted === undefined || !ACCEPTS_GZIP.test(accepted)) return { body, headers: { vary } };
    const smaller = made.get(reply) ?? gzip(body);
    made.set(reply, smaller);
    return smaller.then(
      (bytes) => ({ body: bytes, headers: { vary, 'content-encoding': 'gzip' } }),
      () => ({ body, headers: { vary } }),
    );
  };
}
