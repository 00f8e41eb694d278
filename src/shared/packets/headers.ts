import { type EpochMs, epochMs, MS_PER_S } from '../kit/units.ts';
import { type Field, uint } from './fields.ts';

/**
 * The headers of our packets: CCSDS Space Packet (133.0-B), PUS-C (ECSS-E-ST-70-41C) and CUC time (CCSDS 301.0-B). The
 * standards themselves were not at hand: the formats are those on which Yamcs, spacepackets and gr-satellites agree; the
 * order of the acknowledgement flags, in which programs differ, is that of fsfw.
 */

/** Application process of ORBITA-1: it generates all telemetry and receives all telecommands. */
export const APID = 100;
export const PUS_VERSION = 2;
/** Length of the longest packet, in octets. */
export const LONGEST_PACKET = 256;
export const PRIMARY_HEADER_OCTETS = 6;
export const CRC_OCTETS = 2;
/** The sequence count has 14 bits, and wraps. */
export const SEQUENCE_COUNTS = 0x4000;
/** Counters of 16 bits wrap, too. */
export const COUNTS_16 = 0x1_0000;
/** Sequence flags of a packet that is whole. */
const UNSEGMENTED = 3;

const PACKET_TYPES = [
  [0, 'TM'],
  [1, 'TC'],
] as const;

/**
 * Returns the fields of the primary header.
 * @param type 0 for telemetry, 1 for telecommands
 */
const primaryHeader = (type: 0 | 1) =>
  [
    uint('packetVersion', 3, 'Packet version number', { fixed: 0 }),
    uint('packetType', 1, 'Packet type', { labels: PACKET_TYPES, fixed: type }),
    uint('secondaryHeaderFlag', 1, 'Secondary header flag', { fixed: 1 }),
    uint('apid', 11, 'Application process identifier', { fixed: APID }),
    uint('sequenceFlags', 2, 'Sequence flags: 3, unsegmented', { fixed: UNSEGMENTED }),
    uint('sequenceCount', 14, 'Packet sequence count'),
    uint('packetLength', 16, 'Octets after the primary header, less one'),
  ] as const;

const service = uint('service', 8, 'PUS service type');
const subservice = uint('subservice', 8, 'PUS message subtype');
const pusVersion = uint('pusVersion', 4, 'PUS version: 2, PUS-C', { fixed: PUS_VERSION });

/** P-field of CUC: no extension, agency-defined epoch, four octets of seconds and two of the fraction. */
const CUC_P_FIELD = 0x2e;
/** Fractions of a second. */
const FRACTIONS = 0x1_0000;

export const TIME_FIELDS = [
  uint('timePField', 8, 'CUC P-field: 1970-01-01 UTC without leap seconds, 4 + 2 octets', {
    fixed: CUC_P_FIELD,
  }),
  uint('timeSeconds', 32, 'Seconds since 1970-01-01 00:00 UTC without leap seconds', { unit: 's' }),
  uint('timeFraction', 16, 'Fraction of a second', { unit: 's', step: 1 / FRACTIONS }),
] as const;

export const TELEMETRY_HEADER = [
  ...primaryHeader(0),
  pusVersion,
  uint('timeStatus', 4, 'Spacecraft time reference status', { fixed: 0 }),
  service,
  subservice,
  uint('messageCount', 16, 'Count of messages of this type'),
  uint('destination', 16, 'Destination', { fixed: 0 }),
  ...TIME_FIELDS,
] as const;

/** Reports that a telecommand requests of its own verification, from the last bit on; failures are always reported. */
export const ACK_FLAGS = { acceptance: 1, start: 2, progress: 4, completion: 8 } as const;
export const ALL_ACKS = 15;

export const TELECOMMAND_HEADER = [
  ...primaryHeader(1),
  pusVersion,
  uint('ackFlags', 4, 'Requested reports: 1 acceptance, 2 start, 4 progress (never sent), 8 completion'),
  service,
  subservice,
  uint('source', 16, 'Source'),
] as const satisfies readonly Field[];

/** Returns the CUC time of an instant: 32 bits of seconds, which wrap in 2106, and the nearest 1/65,536 s. */
export function timeValues(time: EpochMs) {
  const second = Math.floor(time / MS_PER_S);
  const count = Math.round(((time - second * MS_PER_S) * FRACTIONS) / MS_PER_S);
  return {
    timeSeconds: (second + (count === FRACTIONS ? 1 : 0)) % 0x1_0000_0000,
    timeFraction: (count % FRACTIONS) / FRACTIONS,
  };
}

/** Returns the instant of a CUC time, to the millisecond: exactly the one it was made from, until 2106. */
export const timeOf = ({
  timeSeconds,
  timeFraction,
}: {
  readonly timeSeconds: number;
  readonly timeFraction: number;
}): EpochMs => epochMs(timeSeconds * MS_PER_S + Math.round(timeFraction * MS_PER_S));
