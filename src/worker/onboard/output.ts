import type { EpochMs } from '../../shared/kit/units.ts';
import { COUNTS_16, SEQUENCE_COUNTS } from '../../shared/packets/headers.ts';
import type { TelemetryPacket } from '../../shared/packets/table.ts';
import { encodeTelemetry } from '../../shared/packets/telemetry.ts';
import type { Counters } from './state.ts';

/** Counters that do not follow from the packets themselves. */
type Counted = Exclude<keyof Counters, 'packets' | 'messages'>;

/** Collects the packets of one instant, and counts them. */
export interface Output {
  readonly time: EpochMs;
  readonly packets: readonly Uint8Array[];
  /** As of now. */
  counters(): Counters;
  /** @param carried telecommand that the packet carries */
  send(type: TelemetryPacket, values: Readonly<Record<string, number>>, carried?: Uint8Array): void;
  count(counter: Counted, value?: number): void;
}

export function createOutput(from: Counters, time: EpochMs): Output {
  let counters = from;
  const packets: Uint8Array[] = [];
  return {
    time,
    packets,
    counters: () => counters,
    send(type, values, carried) {
      const key = `${type.service}.${type.subservice}`;
      const messageCount = counters.messages[key] ?? 0;
      const head = {
        time,
        sequenceCount: counters.packets % SEQUENCE_COUNTS,
        messageCount: messageCount % COUNTS_16,
      };
      packets.push(encodeTelemetry(type, head, values, carried));
      counters = {
        ...counters,
        packets: counters.packets + 1,
        messages: { ...counters.messages, [key]: messageCount + 1 },
      };
    },
    count(counter, value = counters[counter] + 1) {
      counters = { ...counters, [counter]: value };
    },
  };
}
