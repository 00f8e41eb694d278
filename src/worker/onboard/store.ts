import { fromHex, toHex } from '../../shared/kit/octets.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../shared/kit/units.ts';
import type { LinkProfile } from '../../shared/packets/link.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';

/** The packet store, PUS service 15: telemetry that was generated without a link, until the ground has dumped it. */

/** Consecutive packets. Full blocks stay the same objects, so that the state of a long gap is hashed once. */
export interface StoreBlock {
  /** Of its first and its last packet. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Packets as hexadecimal text, with the instant of each. */
  readonly packets: readonly { readonly time: EpochMs; readonly bytes: string }[];
}

/** A dump in progress: all stored packets of a time range that have not been sent by it. */
export interface Dump {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Stored packets, from the first one on, that it has passed. */
  readonly passed: number;
  /** Octets that the link owes it from the steps before. */
  readonly credit: number;
  /** The telecommand that has started it. */
  readonly request: number;
  readonly ackFlags: number;
}

export interface PacketStore {
  readonly blocks: readonly StoreBlock[];
  readonly packets: number;
  readonly octets: number;
  /** True from the first packet that found no room until packets are deleted. */
  readonly isFull: boolean;
  readonly dump?: Dump | undefined;
}

export const EMPTY_STORE: PacketStore = { blocks: [], packets: 0, octets: 0, isFull: false };
/** Octets of the store: ten hours of all telemetry. */
export const STORE_OCTETS = 1_000_000;
const BLOCK_PACKETS = 100;

/**
 * Stores packets; those without room are lost.
 * @param room octets that the store may have afterwards
 */
export function storePackets(
  store: PacketStore,
  packets: readonly Uint8Array[],
  time: EpochMs,
  room = STORE_OCTETS,
): PacketStore {
  let { octets, isFull } = store;
  const kept: { readonly time: EpochMs; readonly bytes: string }[] = [];
  for (const packet of packets) {
    if (octets + packet.length > room) {
      isFull = true;
      break;
    }
    octets += packet.length;
    kept.push({ time, bytes: toHex(packet) });
  }
  if (kept.length === 0) return isFull === store.isFull ? store : { ...store, isFull };
  const last = store.blocks.at(-1);
  const isOpen = last !== undefined && last.packets.length < BLOCK_PACKETS;
  const block: StoreBlock = isOpen
    ? { from: last.from, to: time, packets: [...last.packets, ...kept] }
    : { from: time, to: time, packets: kept };
  const blocks = [...(isOpen ? store.blocks.slice(0, -1) : store.blocks), block];
  return { ...store, blocks, octets, isFull, packets: store.packets + kept.length };
}

/** Deletes the packets up to an instant, and returns the store with the others. */
export function deleteUntil(store: PacketStore, until: EpochMs): PacketStore {
  const blocks = store.blocks.flatMap((block): readonly StoreBlock[] => {
    if (block.from > until) return [block];
    const packets = block.packets.filter(({ time }) => time > until);
    const [first] = packets;
    return first ? [{ from: first.time, to: block.to, packets }] : [];
  });
  const all = blocks.flatMap(({ packets }) => packets);
  if (all.length === store.packets) return store;
  const octets = all.reduce((sum, { bytes }) => sum + bytes.length / 2, 0);
  return { ...store, blocks, octets, packets: all.length, isFull: false };
}

/** Octets a second that a dump may use, by the carrier of the link: shares of the rates of the model's radio. */
const STATION_RATE = 32_000;
const RELAY_RATE = 4000;
const LOW_GAIN_RATE = 100;

function dumpRate({ antenna, link }: SpacecraftState, profile: LinkProfile): number {
  if (antenna !== 'high') return LOW_GAIN_RATE;
  return link === 'station' || profile === 'stations' ? STATION_RATE : RELAY_RATE;
}

/** The store after a step of its dump, and the packets that the link has carried. */
export interface DumpStep {
  readonly store: PacketStore;
  readonly packets: readonly Uint8Array[];
  /** The dump that has ended. */
  readonly ended?: Dump;
}

/** Goes on with a dump for some seconds. */
export function stepDump(
  store: PacketStore,
  spacecraft: SpacecraftState,
  profile: LinkProfile,
  seconds: number,
): DumpStep {
  const { dump } = store;
  if (!dump) return { store, packets: [] };
  let credit = dump.credit + seconds * dumpRate(spacecraft, profile);
  let { passed } = dump;
  const packets: Uint8Array[] = [];
  for (const { time, bytes } of packetsFrom(store, passed)) {
    const isInRange = time >= dump.from && time <= dump.to;
    if (isInRange && bytes.length / 2 > credit) {
      return { store: { ...store, dump: { ...dump, passed, credit } }, packets };
    }
    passed += 1;
    if (!isInRange) continue;
    credit -= bytes.length / 2;
    packets.push(fromHex(bytes) ?? new Uint8Array());
  }
  return { store: { ...store, dump: undefined }, packets, ended: dump };
}

/** Yields the stored packets from a number on. */
function* packetsFrom({ blocks }: PacketStore, first: number): Generator<StoreBlock['packets'][number]> {
  let before = 0;
  for (const { packets } of blocks) {
    if (before + packets.length > first) yield* packets.slice(Math.max(0, first - before));
    before += packets.length;
  }
}

/** Returns the instant at the end of a second of CUC time. */
export const endOfSecond = (seconds: number): EpochMs => epochMs(seconds * MS_PER_S + MS_PER_S - 1);
