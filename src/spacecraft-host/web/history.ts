import { readField } from '../../shared/packets/fields.ts';
import { TELEMETRY_PACKETS } from '../../shared/packets/table.ts';
import { decodeTelemetry, octetsOf } from '../../shared/packets/telemetry.ts';
import type { PacketParameter } from '../describe/catalogue.ts';
import { createPacketRing, type TimedPacket } from './packet-ring.ts';

/** A value of a parameter. */
export interface Sample {
  /** Mission time of its packet, in milliseconds of UTC. */
  readonly utc: number;
  /** Engineering value, as the packet says it. */
  readonly value: number;
}

/** The newest telemetry packets of each type, and the samples in them. */
export interface History {
  /** Keeps packets that have been sent; one that is no telemetry of ours is left out. */
  keep(packets: readonly Uint8Array[]): void;
  /** Forgets what came after an instant: a branch of the mission goes on from there. */
  forgetAfter(utc: number): void;
  /** Returns the samples of a parameter in a range of mission time, both ends included, in the order of time. */
  samples(parameter: PacketParameter, start: number, end: number): readonly Sample[];
}

/** Packets of a type that the history keeps: those of a day, if one comes every 5 s, which takes 1.4 MB at most. */
const MOST_PACKETS = 17_280;
/** Bound for all spacecraft of a process together. */
const MOST_SHARED = 10 * MOST_PACKETS;

/** Returns how many packets of a type a spacecraft keeps: a day, or 2.4 h if there are a hundred of them. */
export const packetsKept = (spacecraft: number): number =>
  Math.min(MOST_PACKETS, Math.floor(MOST_SHARED / spacecraft));

/** True if a packet has come before: a dump of the packet store repeats what an earlier one has sent. */
function isRepeated(packets: readonly TimedPacket[], index: number): boolean {
  const { time, octets } = packets[index] as TimedPacket;
  for (let before = index - 1; packets[before]?.time === time; before--) {
    if (packets[before]?.octets.every((octet, at) => octet === octets[at])) return true;
  }
  return false;
}

/** @param capacity packets of a type that are kept (`packetsKept`) */
export function createHistory(capacity: number): History {
  const rings = new Map(
    TELEMETRY_PACKETS.map((type) => [type.name, createPacketRing(octetsOf(type), capacity)] as const),
  );
  return {
    keep(packets) {
      for (const packet of packets) {
        const read = decodeTelemetry(packet);
        if (read) rings.get(read.type.name)?.push(read.time, packet);
      }
    },
    forgetAfter(utc) {
      for (const ring of rings.values()) ring.dropAfter(utc);
    },
    samples({ packet, field, bit }, start, end) {
      const found = rings.get(packet.name)?.between(start, end) ?? [];
      return found
        .filter((_, index) => !isRepeated(found, index))
        .map(({ time, octets }) => ({ utc: time, value: readField(octets, bit, field) }))
        .filter(({ value }) => Number.isFinite(value));
    },
  };
}
