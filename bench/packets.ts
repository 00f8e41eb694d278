import { addMs, epochMs, MS_PER_H } from '../src/shared/kit/units.ts';
import { crc16 } from '../src/shared/packets/crc.ts';
import {
  decodeTelemetry,
  encodeTelemetry,
  octetsOf,
  type ReadTelemetry,
} from '../src/shared/packets/telemetry.ts';
import { createMission } from '../src/worker/mission/mission.ts';
import type { Comparison } from './measure.ts';
import { timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FLOWN_MS = 24 * MS_PER_H;
const RUNS = 24;

/** Returns the packets of a day. */
function flyDay(): readonly ReadTelemetry[] {
  const mission = createMission({ seed: 1, startTime: T0, profile: 'none' });
  const packets = [...mission.apply({ kind: 'packets' }).packets];
  mission.advanceTo(addMs(T0, FLOWN_MS), ({ packets: news }) => {
    packets.push(...(news ?? []));
    return false;
  });
  return packets.flatMap((packet) => decodeTelemetry(packet) ?? []);
}

/** Writes the values of a packet one after the other, as plainly as can be, with its CRC. */
function writePlainly(values: readonly number[], octets: number): number {
  const packet = new Uint8Array(octets);
  const view = new DataView(packet.buffer);
  let at = 0;
  for (const value of values) {
    view.setFloat32(at, value);
    at = Math.min(at + 4, octets - 4);
  }
  return crc16(packet);
}

/** Compares the encoding of a day's packets with plain writes of their values. */
export function measurePackets(): Comparison {
  const packets = flyDay().map(({ type, values, ...head }) => ({
    type,
    head,
    values,
    plain: Object.values(values),
    octets: octetsOf(type),
  }));
  const measured: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    measured.push(
      timed(() => {
        for (const { type, head, values } of packets) encodeTelemetry(type, head, values);
      }),
    );
    floor.push(
      timed(() => {
        for (const { plain, octets } of packets) writePlainly(plain, octets);
      }),
    );
  }
  return {
    id: 'packets-day',
    name: `The ${packets.length.toLocaleString('en')} telemetry packets of a day`,
    unit: 'ms',
    measured,
    floor,
    against: 'a plain write of each value, and the CRC',
  };
}
