import type { EpochMs } from '../kit/units.ts';
import { crc16 } from './crc.ts';
import { bitsOf, readFields, writeFields } from './fields.ts';
import {
  CRC_OCTETS,
  LONGEST_PACKET,
  PRIMARY_HEADER_OCTETS,
  TELEMETRY_HEADER,
  timeOf,
  timeValues,
} from './headers.ts';
import { SCHEDULE_DETAIL, TELEMETRY_PACKETS, type TelemetryPacket } from './table.ts';

const HEADER_BITS = bitsOf(TELEMETRY_HEADER);
const ALL_PACKETS = [...TELEMETRY_PACKETS, SCHEDULE_DETAIL];
const NOTHING = new Uint8Array();

/** Returns the length of a type of packet, in octets, with headers and CRC, but without what it carries. */
export const octetsOf = ({ fields }: TelemetryPacket): number =>
  (HEADER_BITS + bitsOf(fields)) / 8 + CRC_OCTETS;

/** What distinguishes packets of one type. */
export interface TelemetryHead {
  readonly time: EpochMs;
  /** 0 to 16,383, over all telemetry. */
  readonly sequenceCount: number;
  /** 0 to 65,535, over the packets of a service and subtype. */
  readonly messageCount: number;
}

/**
 * Returns a telemetry packet.
 * @param values engineering value of each field; a value that a field cannot express becomes the nearest one
 * @param carried telecommand that follows the fields of a type that carries one
 * @throws Error if a value is missing
 */
export function encodeTelemetry(
  type: TelemetryPacket,
  { time, sequenceCount, messageCount }: TelemetryHead,
  values: Readonly<Record<string, number>>,
  carried: Uint8Array = NOTHING,
): Uint8Array {
  const packet = new Uint8Array(octetsOf(type) + carried.length);
  const end = writeFields(packet, 0, TELEMETRY_HEADER, {
    sequenceCount,
    packetLength: packet.length - PRIMARY_HEADER_OCTETS - 1,
    service: type.service,
    subservice: type.subservice,
    messageCount,
    ...timeValues(time),
  });
  packet.set(carried, writeFields(packet, end, type.fields, values) / 8);
  return sealed(packet);
}

/** Writes the CRC into the last two octets of a packet, and returns it. */
export function sealed(packet: Uint8Array): Uint8Array {
  const crc = crc16(packet, packet.length - CRC_OCTETS);
  packet[packet.length - 2] = crc >>> 8;
  packet[packet.length - 1] = crc & 0xff;
  return packet;
}

/** A telemetry packet that has been read. */
export interface ReadTelemetry extends TelemetryHead {
  readonly type: TelemetryPacket;
  /** Engineering value of each field. */
  readonly values: Readonly<Record<string, number>>;
  /** Telecommand that follows the fields of a type that carries one. */
  readonly carried?: Uint8Array;
}

/** Reads a telemetry packet of ORBITA-1; `undefined` if it is none, or damaged. */
export function decodeTelemetry(packet: Uint8Array): ReadTelemetry | undefined {
  if (packet.length * 8 < HEADER_BITS || packet.length > LONGEST_PACKET || crc16(packet) !== 0)
    return undefined;
  const head = readFields(packet, 0, TELEMETRY_HEADER);
  if (TELEMETRY_HEADER.some(({ name, fixed }) => fixed !== undefined && head[name] !== fixed))
    return undefined;
  const first = packet[HEADER_BITS / 8];
  const type = ALL_PACKETS.find(
    (one) =>
      one.service === head.service &&
      one.subservice === head.subservice &&
      (one.first === undefined || one.first === first),
  );
  const carriedOctets = type && packet.length - octetsOf(type);
  if (!type || carriedOctets === undefined) return undefined;
  if (type.carriesTelecommand ? carriedOctets < 0 : carriedOctets !== 0) return undefined;
  if (head.packetLength !== packet.length - PRIMARY_HEADER_OCTETS - 1) return undefined;
  return {
    type,
    time: timeOf(head),
    sequenceCount: head.sequenceCount,
    messageCount: head.messageCount,
    values: readFields(packet, HEADER_BITS, type.fields),
    ...(type.carriesTelecommand && {
      carried: packet.slice(-CRC_OCTETS - carriedOctets, -CRC_OCTETS),
    }),
  };
}
