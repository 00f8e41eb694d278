/**
 * The ground's side of transfer frames, written from the fields of CCSDS 132.0-B and 232.0-B and nothing of ours, so
 * that both sides do not share a mistake.
 */

/** CRC-16-CCITT, bit by bit: polynomial 0x1021, all ones first. */
function crcOf(octets: Uint8Array): number {
  let crc = 0xffff;
  for (const octet of octets) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isOne = ((crc >>> 15) & 1) !== ((octet >>> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (isOne ? 0x1021 : 0);
    }
  }
  return crc;
}

export interface GroundFrame {
  readonly spacecraft: number;
  readonly channel: number;
  readonly masterCount: number;
  readonly channelCount: number;
  readonly firstHeader: number;
  readonly data: Uint8Array;
  readonly clcw: Clcw;
}

export interface Clcw {
  readonly channel: number;
  readonly lockout: number;
  readonly wait: number;
  readonly retransmit: number;
  readonly farmB: number;
  readonly report: number;
}

/** Reads a TM frame; throws if it is damaged or has another form than it should. */
export function readFrame(octets: Uint8Array): GroundFrame {
  const end = octets.length;
  const bits = [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  const field = (from: number, length: number): number => Number.parseInt(bits.slice(from, from + length), 2);
  if (crcOf(octets.subarray(0, end - 2)) !== field(8 * (end - 2), 16)) throw new Error('The CRC is wrong.');
  const fixed = [field(0, 2), field(15, 1), field(32, 3), field(35, 2)];
  if (fixed.join() !== '0,1,0,3') throw new Error(`The header has ${fixed}.`);
  const clcw = 8 * (end - 6);
  if (field(clcw, 8) !== 1) throw new Error('The CLCW is not of COP-1.');
  return {
    spacecraft: field(2, 10),
    channel: field(12, 3),
    masterCount: field(16, 8),
    channelCount: field(24, 8),
    firstHeader: field(37, 11),
    data: octets.slice(6, end - 6),
    clcw: {
      channel: field(clcw + 8, 6),
      lockout: field(clcw + 18, 1),
      wait: field(clcw + 19, 1),
      retransmit: field(clcw + 20, 1),
      farmB: field(clcw + 21, 2),
      report: field(clcw + 24, 8),
    },
  };
}

const IDLE_APID = 0x7ff;
const NO_PACKET = [0x7ff, 0x7fe];

/** Returns the packets of the frames of one channel, without idle ones; checks that each pointer points at one. */
export function packetsIn(frames: readonly GroundFrame[]): readonly Uint8Array[] {
  const octets = Uint8Array.from(frames.flatMap(({ data }) => [...data]));
  const size = frames[0]?.data.length ?? 0;
  const begins = new Map<number, number>();
  const packets: Uint8Array[] = [];
  for (let at = 0; at < octets.length; ) {
    const frame = Math.floor(at / size);
    if (!begins.has(frame)) begins.set(frame, at % size);
    const length = 7 + 256 * (octets[at + 4] ?? 0) + (octets[at + 5] ?? 0);
    const apid = (256 * (octets[at] ?? 0) + (octets[at + 1] ?? 0)) & 0x7ff;
    if (apid !== IDLE_APID) packets.push(octets.slice(at, at + length));
    at += length;
    if (at > octets.length) throw new Error('The last packet is cut off.');
  }
  for (const [index, { firstHeader }] of frames.entries()) {
    const found = NO_PACKET.includes(firstHeader) ? undefined : firstHeader;
    if (begins.get(index) !== found) throw new Error(`Frame ${index} points at ${firstHeader}.`);
  }
  return packets;
}

const FLAGS = { AD: 0, BD: 0b10, BC: 0b11 } as const;

/** Returns a TC frame: `AD` with a sequence number, `BD` by the bypass, `BC` with a control command. */
export function telecommandFrame(
  type: keyof typeof FLAGS,
  data: Iterable<number>,
  sequence = 0,
  spacecraft = 100,
): Uint8Array {
  const content = [...data];
  const last = 5 + content.length + 2 - 1;
  const header = [
    (FLAGS[type] << 4) | (spacecraft >>> 8),
    spacecraft & 0xff,
    last >>> 8,
    last & 0xff,
    sequence,
  ];
  const octets = Uint8Array.from([...header, ...content]);
  const crc = crcOf(octets);
  return Uint8Array.from([...octets, crc >>> 8, crc & 0xff]);
}
