import { crc16 } from './crc.ts';
import { bitsOf, isAllowed, readFields, writeFields } from './fields.ts';
import {
  ALL_ACKS,
  APID,
  CRC_OCTETS,
  PRIMARY_HEADER_OCTETS,
  PUS_VERSION,
  TELECOMMAND_HEADER,
} from './headers.ts';
import type { FailureCode } from './table.ts';
import { TELECOMMANDS, type Telecommand } from './telecommand-table.ts';
import { sealed } from './telemetry.ts';

const HEADER_BITS = bitsOf(TELECOMMAND_HEADER);
const REQUEST_OCTETS = 4;
/** Shorter packets have no request identification beside their CRC, and get no report. */
const LEAST_REPORTED = PRIMARY_HEADER_OCTETS + CRC_OCTETS;

/** Returns the length of a type of telecommand, in octets, with headers and CRC, without one that it carries. */
export const telecommandOctets = ({ fields }: Telecommand): number =>
  (HEADER_BITS + bitsOf(fields)) / 8 + CRC_OCTETS;

/** Returns the type of telecommand with a name; throws if there is none. */
export function telecommandNamed(name: string): Telecommand {
  const type = TELECOMMANDS.find((one) => one.name === name);
  if (!type) throw new Error(`There is no telecommand ${name}.`);
  return type;
}

/**
 * Returns a telecommand as a ground system sends it.
 * @param values engineering value of each argument; fixed ones need none
 * @param ackFlags requested reports (`ACK_FLAGS`), by default all
 * @param carried a telecommand that this one carries
 */
export function encodeTelecommand(
  type: Telecommand,
  values: Readonly<Record<string, number>> = {},
  sequenceCount = 0,
  ackFlags = ALL_ACKS,
  carried: Uint8Array = new Uint8Array(),
): Uint8Array {
  const packet = new Uint8Array(telecommandOctets(type) + carried.length);
  const end = writeFields(packet, 0, TELECOMMAND_HEADER, {
    sequenceCount,
    packetLength: packet.length - PRIMARY_HEADER_OCTETS - 1,
    ackFlags,
    service: type.service,
    subservice: type.subservice,
    source: 0,
  });
  const after = writeFields(packet, end, type.fields, values);
  packet.set(carried, after / 8);
  return sealed(packet);
}

/** What the software on board reads in received octets. */
export type ReadTelecommand =
  /** Damaged: the CRC is wrong, or they are too short to say what they are. */
  | { readonly kind: 'discarded' }
  | {
      readonly kind: 'refused';
      readonly request: number;
      readonly sequenceCount: number;
      readonly code: FailureCode;
    }
  | {
      readonly kind: 'accepted';
      /** The first four octets as a number, by which reports name the telecommand. */
      readonly request: number;
      readonly sequenceCount: number;
      readonly ackFlags: number;
      readonly type: Telecommand;
      readonly values: Readonly<Record<string, number>>;
      /** Who sent it, by its own word. */
      readonly source: number;
      /** The telecommand that it carries; empty in most. */
      readonly carried: Uint8Array;
    };

/** Reads received octets, whatever they are. */
export function readTelecommand(octets: Uint8Array): ReadTelecommand {
  if (octets.length < LEAST_REPORTED || crc16(octets) !== 0) return { kind: 'discarded' };
  const request = new DataView(octets.buffer, octets.byteOffset, REQUEST_OCTETS).getUint32(0);
  const sequenceCount = request & 0x3fff;
  const refused = (code: FailureCode): ReadTelecommand => ({ kind: 'refused', request, sequenceCount, code });
  const isWhole = octets.length * 8 >= HEADER_BITS + 8 * CRC_OCTETS;
  if (!isWhole) return refused('illegalLength');
  const head = readFields(octets, 0, TELECOMMAND_HEADER);
  if (head.packetLength !== octets.length - PRIMARY_HEADER_OCTETS - 1) return refused('illegalLength');
  const isPus =
    head.packetVersion === 0 &&
    head.packetType === 1 &&
    head.secondaryHeaderFlag === 1 &&
    head.sequenceFlags === 3 &&
    head.pusVersion === PUS_VERSION;
  if (!isPus) return refused('illegalHeader');
  if (head.apid !== APID) return refused('illegalApid');
  const served = TELECOMMANDS.filter(({ service }) => service === head.service);
  if (served.length === 0) return refused('illegalService');
  const types = served.filter(({ subservice }) => subservice === head.subservice);
  const [any] = types;
  if (!any) return refused('illegalSubservice');
  // Types of one subtype differ by a fixed argument, and have one length.
  const leastOctets = telecommandOctets(any);
  const isRight = any.carriesTelecommand ? octets.length > leastOctets : octets.length === leastOctets;
  if (!isRight) return refused('illegalLength');
  for (const type of types) {
    const values = readFields(octets, HEADER_BITS, type.fields);
    if (!type.fields.every((field) => isAllowed(field, values[field.name] ?? Number.NaN))) continue;
    const carried = octets.slice(leastOctets - CRC_OCTETS, octets.length - CRC_OCTETS);
    const { ackFlags, source } = head;
    return { kind: 'accepted', request, sequenceCount, ackFlags, source, type, values, carried };
  }
  return refused('illegalData');
}
