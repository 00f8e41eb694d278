/** The newest packets of one length, with their times, in the order in which they came. */
export interface PacketRing {
  push(time: number, packet: Uint8Array): void;
  /** Drops all packets of later times. */
  dropAfter(time: number): void;
  /** Returns the packets of a range of times, both ends included, in the order of their times. */
  between(start: number, end: number): readonly TimedPacket[];
}

export interface TimedPacket {
  readonly time: number;
  /** A view, valid until the next change of the ring. */
  readonly octets: Uint8Array;
}

/** Packets that a new ring has room for; it doubles up to its capacity. */
const FIRST_ROOM = 64;

/**
 * Creates a ring in two blocks of memory: packets as objects would take several times as much.
 * @param length octets of a packet
 * @param capacity packets at most; then the oldest is overwritten
 */
export function createPacketRing(length: number, capacity: number): PacketRing {
  let room = Math.min(FIRST_ROOM, capacity);
  let octets = new Uint8Array(room * length);
  let times = new Float64Array(room);
  let first = 0;
  let count = 0;

  /** Returns the packets of a range of times, in the order in which they came. */
  function within(start: number, end: number): TimedPacket[] {
    const packets: TimedPacket[] = [];
    for (let index = 0; index < count; index++) {
      const place = (first + index) % room;
      const time = times[place] as number;
      if (time < start || time > end) continue;
      packets.push({ time, octets: octets.subarray(place * length, (place + 1) * length) });
    }
    return packets;
  }
  const upTo = (time: number): TimedPacket[] => within(Number.NEGATIVE_INFINITY, time);

  function refill(packets: readonly TimedPacket[], newRoom: number): void {
    const newOctets = new Uint8Array(newRoom * length);
    const newTimes = new Float64Array(newRoom);
    for (const [index, packet] of packets.entries()) {
      newOctets.set(packet.octets, index * length);
      newTimes[index] = packet.time;
    }
    octets = newOctets;
    times = newTimes;
    room = newRoom;
    first = 0;
    count = packets.length;
  }

  return {
    push(time, packet) {
      if (count === room && room < capacity)
        refill(upTo(Number.POSITIVE_INFINITY), Math.min(2 * room, capacity));
      const place = (first + count) % room;
      octets.set(packet, place * length);
      times[place] = time;
      if (count < room) count += 1;
      else first = (first + 1) % room;
    },
    dropAfter(time) {
      const kept = upTo(time);
      if (kept.length < count) refill(kept, room);
    },
    between: (start, end) => within(start, end).sort((one, other) => one.time - other.time),
  };
}
