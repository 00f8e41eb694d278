import { crc16 } from './crc.ts';
import { bitsOf, isAllowed, readFields, uint, writeFields } from './fields.ts';
import { CRC_OCTETS, PRIMARY_HEADER_OCTETS, SEQUENCE_COUNTS } from './headers.ts';
import { sealed } from './telemetry.ts';

/**
 * Transfer frames below the packets: TM (CCSDS 132.0-B) and TC (232.0-B) with FARM-1 (232.1-B). The standards
 * themselves were not at hand: the formats are those that Yamcs reads and writes.
 */

/** Spacecraft identifier, the same in both directions. */
export const SPACECRAFT_ID = 100;
const spacecraftId = uint('spacecraftId', 10, 'Spacecraft identifier', { fixed: SPACECRAFT_ID });

/** Virtual channels of telemetry: packets as they are generated, packets of a dump, and frames without packets. */
export const TM_CHANNELS = { live: 0, dump: 1, idle: 7 } as const;
export type PacketChannel = Exclude<keyof typeof TM_CHANNELS, 'idle'>;
/** Virtual channel of telecommands. */
export const TC_CHANNEL = 0;

/** First header pointers of a frame in which no packet begins, and of one without packets. */
const NO_PACKET_BEGINS = 0x7ff;
const ONLY_IDLE_DATA = 0x7fe;

export const TM_FRAME_HEADER = [
  uint('frameVersion', 2, 'Transfer frame version number', { fixed: 0 }),
  spacecraftId,
  uint('virtualChannel', 3, 'Virtual channel identifier'),
  uint('clcwFlag', 1, 'Operational control field flag: the CLCW is there', { fixed: 1 }),
  uint('masterCount', 8, 'Master channel frame count'),
  uint('channelCount', 8, 'Virtual channel frame count'),
  uint('frameHeaderFlag', 1, 'Transfer frame secondary header flag', { fixed: 0 }),
  uint('synchronization', 1, 'Synchronization flag: packets', { fixed: 0 }),
  uint('packetOrder', 1, 'Packet order flag', { fixed: 0 }),
  uint('segmentLength', 2, 'Segment length identifier: 3, packets are not segmented', { fixed: 3 }),
  uint(
    'firstHeader',
    11,
    `First header pointer; ${NO_PACKET_BEGINS} none begins, ${ONLY_IDLE_DATA} no packets`,
  ),
] as const;

/** Communications link control word, by which the ground learns the state of the uplink. */
export const CLCW = [
  uint('controlWordType', 1, 'Control word type: CLCW', { fixed: 0 }),
  uint('clcwVersion', 2, 'CLCW version number', { fixed: 0 }),
  uint('statusField', 3, 'Status field', { fixed: 0 }),
  uint('cop', 2, 'COP in effect: COP-1', { fixed: 1 }),
  uint('uplinkChannel', 6, 'Virtual channel of telecommands', { fixed: TC_CHANNEL }),
  uint('spare', 2, 'Spare', { fixed: 0 }),
  uint('noRf', 1, 'No RF available', { fixed: 0 }),
  uint('noBitLock', 1, 'No bit lock', { fixed: 0 }),
  uint('lockout', 1, 'Lockout: no AD frame is accepted before an Unlock'),
  uint('wait', 1, 'Wait: there was no room for an AD frame'),
  uint('retransmit', 1, 'Retransmit from the report value on'),
  uint('farmB', 2, 'FARM-B counter: BD and BC frames accepted'),
  uint('spare', 1, 'Spare', { fixed: 0 }),
  uint('report', 8, 'Report value: number of the next AD frame'),
] as const;

/** Length of every TM frame, in octets. */
export const TM_FRAME_OCTETS = 256;
const TM_HEADER_OCTETS = bitsOf(TM_FRAME_HEADER) / 8;
const CLCW_OCTETS = bitsOf(CLCW) / 8;
/** Octets of packets in a TM frame. */
export const TM_DATA_OCTETS = TM_FRAME_OCTETS - TM_HEADER_OCTETS - CLCW_OCTETS - CRC_OCTETS;

/** Application process of packets that fill the rest of a frame. */
export const IDLE_APID = 0x7ff;
/** A packet has a header and at least one octet. */
const SHORTEST_PACKET = PRIMARY_HEADER_OCTETS + 1;

/** Returns a packet without content. @param length in octets, at least 7 */
export function idlePacket(length: number, sequenceCount: number): Uint8Array {
  const packet = new Uint8Array(length);
  const view = new DataView(packet.buffer);
  view.setUint16(0, IDLE_APID);
  view.setUint16(2, 0xc000 | sequenceCount);
  view.setUint16(4, length - SHORTEST_PACKET);
  return packet;
}

/** True for a packet without content. */
export const isIdle = (packet: Uint8Array): boolean =>
  (((packet[0] ?? 0) << 8) | (packet[1] ?? 0)) % 0x800 === IDLE_APID;

/** Puts packets into TM frames, and counts these. */
export interface Framer {
  /** Returns the frames that carry packets whole: the last one is filled up with an idle packet. */
  frames(channel: PacketChannel, packets: readonly Uint8Array[], farm: Farm): readonly Uint8Array[];
  /** Returns a frame without packets, which carries the CLCW alone. */
  idleFrame(farm: Farm): Uint8Array;
}

export function createFramer(): Framer {
  let masterCount = 0;
  const counts: Record<number, number> = {};
  let idleCount = 0;

  function frame(virtualChannel: number, firstHeader: number, data: Uint8Array, farm: Farm): Uint8Array {
    const channelCount = counts[virtualChannel] ?? 0;
    const octets = new Uint8Array(TM_FRAME_OCTETS);
    writeFields(octets, 0, TM_FRAME_HEADER, { virtualChannel, masterCount, channelCount, firstHeader });
    octets.set(data, TM_HEADER_OCTETS);
    writeFields(octets, 8 * (TM_HEADER_OCTETS + TM_DATA_OCTETS), CLCW, {
      lockout: Number(farm.isLockedOut),
      wait: Number(farm.isWaiting),
      retransmit: Number(farm.isRetransmitting),
      farmB: farm.bypassed,
      report: farm.expected,
    });
    masterCount = (masterCount + 1) & 0xff;
    counts[virtualChannel] = (channelCount + 1) & 0xff;
    return sealed(octets);
  }

  /** Returns an idle packet that fills the last frame of some octets; none if they fill it. */
  function fillerFor(octets: number): readonly Uint8Array[] {
    const room = (TM_DATA_OCTETS - (octets % TM_DATA_OCTETS)) % TM_DATA_OCTETS;
    if (room === 0) return [];
    // One that does not fit goes on through another frame.
    const filler = idlePacket(room < SHORTEST_PACKET ? room + TM_DATA_OCTETS : room, idleCount);
    idleCount = (idleCount + 1) % SEQUENCE_COUNTS;
    return [filler];
  }

  return {
    frames(channel, packets, farm) {
      const carried = packets.reduce((sum, { length }) => sum + length, 0);
      const content: number[] = [];
      const begins: number[] = [];
      for (const packet of [...packets, ...fillerFor(carried)]) {
        begins.push(content.length);
        content.push(...packet);
      }
      const octets = Uint8Array.from(content);
      return Array.from({ length: octets.length / TM_DATA_OCTETS }, (_, index) => {
        const from = index * TM_DATA_OCTETS;
        const to = from + TM_DATA_OCTETS;
        const first = begins.find((begin) => begin >= from && begin < to);
        const firstHeader = first === undefined ? NO_PACKET_BEGINS : first - from;
        return frame(TM_CHANNELS[channel], firstHeader, octets.subarray(from, to), farm);
      });
    },
    idleFrame: (farm) => frame(TM_CHANNELS.idle, ONLY_IDLE_DATA, new Uint8Array(TM_DATA_OCTETS), farm),
  };
}

export const TC_FRAME_HEADER = [
  uint('frameVersion', 2, 'Transfer frame version number', { fixed: 0 }),
  uint('bypass', 1, 'Bypass flag: 1 for BD and BC frames'),
  uint('control', 1, 'Control command flag: 1 for BC frames'),
  uint('spare', 2, 'Spare', { fixed: 0 }),
  spacecraftId,
  uint('virtualChannel', 6, 'Virtual channel identifier', { fixed: TC_CHANNEL }),
  uint('frameLength', 10, 'Octets of the frame, less one'),
  uint('frameSequence', 8, 'Frame sequence number'),
] as const;

const TC_HEADER_OCTETS = bitsOf(TC_FRAME_HEADER) / 8;
/** Length of the longest TC frame, in octets. */
export const LONGEST_TC_FRAME = 1024;

/** A TC frame that has passed the checks of its header and of its CRC. */
export interface TcFrame {
  /** `sequenced` (AD) is accepted in order only, `bypass` (BD) always; `control` (BC) is for FARM-1 itself. */
  readonly kind: 'sequenced' | 'bypass' | 'control';
  /** Frame sequence number, 0 to 255. */
  readonly sequence: number;
  readonly data: Uint8Array;
}

/** Reads a TC frame; `undefined` if it is damaged, or not for this spacecraft. */
export function readTcFrame(octets: Uint8Array): TcFrame | undefined {
  if (octets.length < TC_HEADER_OCTETS + CRC_OCTETS || crc16(octets) !== 0) return undefined;
  const header = readFields(octets, 0, TC_FRAME_HEADER);
  const { bypass, control, frameLength, frameSequence } = header;
  if (!TC_FRAME_HEADER.every((field) => isAllowed(field, header[field.name]))) return undefined;
  // Control commands go by the bypass only.
  if (frameLength + 1 !== octets.length || (control === 1 && bypass === 0)) return undefined;
  return {
    kind: control === 1 ? 'control' : bypass === 1 ? 'bypass' : 'sequenced',
    sequence: frameSequence,
    data: octets.slice(TC_HEADER_OCTETS, -CRC_OCTETS),
  };
}

/** FARM-1: which sequenced frames are accepted, and what the ground learns of it by the CLCW. */
export interface Farm {
  /** Sequence number of the next frame to be accepted, 0 to 255. */
  readonly expected: number;
  /** A frame far from the expected one has come: no sequenced frame is accepted until an *Unlock*. */
  readonly isLockedOut: boolean;
  /** A frame came for which there was no room. */
  readonly isWaiting: boolean;
  /** Frames are missing: the ground is to send again from the expected one on. */
  readonly isRetransmitting: boolean;
  /** Bypass and control frames accepted, 0 to 3. */
  readonly bypassed: number;
}

export const INITIAL_FARM: Farm = {
  expected: 0,
  isLockedOut: false,
  isWaiting: false,
  isRetransmitting: false,
  bypassed: 0,
};

/** Half of the sliding window: frames so far ahead are asked for again, and so far behind are repeats. */
export const FARM_WINDOW = 64;

/** FARM-1 after a frame, and the data that it has accepted. */
export interface FarmStep {
  readonly farm: Farm;
  readonly accepted?: Uint8Array;
}

const UNLOCK = 0x00;
const SET_EXPECTED = [0x82, 0x00] as const;

/**
 * Decides on a frame.
 * @param hasRoom false if the data of a sequenced frame could not be kept
 */
export function stepFarm(farm: Farm, frame: TcFrame, hasRoom: boolean): FarmStep {
  const counted = { ...farm, bypassed: (farm.bypassed + 1) & 3 };
  if (frame.kind === 'bypass') return { farm: counted, accepted: frame.data };
  if (frame.kind === 'control') return { farm: controlled(farm, counted, frame.data) };
  if (farm.isLockedOut) return { farm };
  const ahead = (frame.sequence - farm.expected) & 0xff;
  if (ahead === 0) {
    if (!hasRoom) return { farm: { ...farm, isWaiting: true, isRetransmitting: true } };
    const expected = (farm.expected + 1) & 0xff;
    return { farm: { ...farm, expected, isWaiting: false, isRetransmitting: false }, accepted: frame.data };
  }
  if (ahead < FARM_WINDOW) return { farm: { ...farm, isRetransmitting: true } };
  return ahead >= 0x100 - FARM_WINDOW ? { farm } : { farm: { ...farm, isLockedOut: true } };
}

function controlled(farm: Farm, counted: Farm, data: Uint8Array): Farm {
  const [first, second, sequence] = data;
  if (data.length === 1 && first === UNLOCK) {
    return { ...counted, isLockedOut: false, isWaiting: false, isRetransmitting: false };
  }
  const isSet = data.length === 3 && first === SET_EXPECTED[0] && second === SET_EXPECTED[1];
  if (!isSet || sequence === undefined) return farm; // none of FARM-1's: the frame is discarded
  if (farm.isLockedOut) return counted;
  return { ...counted, expected: sequence, isWaiting: false, isRetransmitting: false };
}

/** Returns FARM-1 with room for frames again. */
export const withRoom = (farm: Farm): Farm => (farm.isWaiting ? { ...farm, isWaiting: false } : farm);
