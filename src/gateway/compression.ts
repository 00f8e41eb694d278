import type { GatewayEffects } from './effects.ts';
import type { Reply } from './wire.ts';

/** Below the size of a network packet, compression saves nothing. */
const SMALLEST_BYTES = 1024;
/** `gzip` among the accepted codings, without weight 0. */
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** Transmitted form of an answer. */
export interface Sent {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Request headers that it depends on. */
  readonly vary: string;
  /** Content coding, if compressed. */
  readonly coding?: string;
}

/** Compresses large answers for clients that accept it, once per answer. */
export function createCompression(
  gzip: GatewayEffects['gzip'],
): (reply: Reply, request: Request) => Promise<Sent> | Sent {
  const made = new WeakMap<Reply, Promise<Sent> | Sent>();
  return (reply, request) => {
    const { body } = reply;
    if (!gzip || body.length < SMALLEST_BYTES) return { body, vary: 'Origin' };
    const vary = 'Origin, Accept-Encoding';
    const accepted = request.headers.get('accept-encoding');
    const whole = { body, vary };
    if (accepted === null || !ACCEPTS_GZIP.test(accepted)) return whole;
    const known = made.get(reply);
    if (known) return known;
    const making = gzip(body).then(
      (bytes): Sent => ({ body: bytes, vary, coding: 'gzip' }),
      () => whole,
    );
    made.set(reply, making);
    void making.then((sent) => made.set(reply, sent));
    return making;
  };
}
