import { log } from '../../shared/kit/math.ts';
import { PRIMARY_HEADER_OCTETS } from '../../shared/packets/headers.ts';
import type { Random } from '../kit/random.ts';

/**
 * Returns a packet as a link with bit errors delivers it. The errors are independent of each other, and spare the
 * primary header: receivers split a stream of packets by it, and a link has frames below them for that.
 * @param rate probability that a bit is wrong
 */
export function withBitErrors(packet: Uint8Array, rate: number, random: Random): Uint8Array {
  if (rate <= 0) return packet;
  const received = packet.slice();
  /** Correct bits before the next error: a geometric distribution. */
  const distance = (): number => Math.floor(log(1 - random.next()) / log(1 - rate));
  const end = 8 * packet.length;
  for (let bit = 8 * PRIMARY_HEADER_OCTETS + distance(); bit < end; bit += 1 + distance()) {
    const at = bit >>> 3;
    received[at] = (received[at] as number) ^ (0x80 >>> (bit & 7));
  }
  return received;
}
