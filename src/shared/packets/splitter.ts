import { joinOctets } from '../kit/octets.ts';
import { LONGEST_PACKET, PRIMARY_HEADER_OCTETS } from './headers.ts';

/** What a chunk of a stream has completed. */
export interface Split {
  readonly packets: readonly Uint8Array[];
  /** True if the stream announces a packet that is too long: where the next one begins is then unknown. */
  readonly isLost: boolean;
}

/**
 * Returns a function that splits a stream of octets into Space Packets by the lengths in their headers. It holds at most
 * one packet that is incomplete.
 */
export function createSplitter(): (chunk: Uint8Array) => Split {
  let held = new Uint8Array();
  let isLost = false;
  return (chunk) => {
    const packets: Uint8Array[] = [];
    if (isLost) return { packets, isLost };
    const octets = joinOctets([held, chunk]);
    let at = 0;
    while (octets.length - at >= PRIMARY_HEADER_OCTETS) {
      const length =
        PRIMARY_HEADER_OCTETS + 1 + 256 * (octets[at + 4] as number) + (octets[at + 5] as number);
      isLost = length > LONGEST_PACKET;
      if (isLost || octets.length - at < length) break;
      packets.push(octets.slice(at, at + length));
      at += length;
    }
    held = isLost ? new Uint8Array() : octets.slice(at);
    return { packets, isLost };
  };
}
