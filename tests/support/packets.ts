import type { MissionInput } from '../../src/shared/contract/journal.ts';
import { toHex } from '../../src/shared/kit/octets.ts';
import { type EpochMs, epochMs } from '../../src/shared/kit/units.ts';
import { encodeTelecommand, telecommandNamed } from '../../src/shared/packets/telecommand.ts';
import type { Telecommand } from '../../src/shared/packets/telecommand-table.ts';
import { decodeTelemetry, type ReadTelemetry } from '../../src/shared/packets/telemetry.ts';
import { createMission, type Mission, type MissionOptions } from '../../src/worker/mission/mission.ts';
import { OVER_AT_ONCE, T0 } from './mission.ts';

/** Arguments of telecommands that have a choice. */
export const ARGUMENTS = {
  sid: 3,
  interval: 60,
  eventId: 2,
  releaseSeconds: T0 / 1000 + 3600,
  releaseFraction: 0.5,
  activitySource: 0,
  activityApid: 100,
  activitySequenceCount: 5,
  timeOffset: -90_000,
  dumpFrom: 0,
  dumpTo: T0 / 1000,
  deleteTo: T0 / 1000,
};

/** Encodes a telecommand of a type with `ARGUMENTS`; it carries a connection test, if it carries one. */
export const sampleOf = (type: Telecommand, sequenceCount = 0, ackFlags = 15): Uint8Array =>
  encodeTelecommand(
    type,
    ARGUMENTS,
    sequenceCount,
    ackFlags,
    type.carriesTelecommand ? encodeTelecommand(telecommandNamed('PING')) : undefined,
  );

/** A mission on the wire: it keeps every packet that the spacecraft sends. */
export interface Flight {
  readonly mission: Mission;
  /** All packets so far, in their order. */
  readonly packets: readonly Uint8Array[];
  /** Advances by seconds and returns what has been received meanwhile. */
  advance(seconds: number): readonly ReadTelemetry[];
  /** Sends a telecommand by its name, and returns what it is answered at once. */
  send(name: string, values?: Readonly<Record<string, number>>, ackFlags?: number): readonly ReadTelemetry[];
  /** Sends octets, whatever they are. */
  sendOctets(octets: Uint8Array): readonly ReadTelemetry[];
  apply(input: MissionInput): readonly ReadTelemetry[];
}

/** Reads a packet that must be one of ours. */
export function read(packet: Uint8Array): ReadTelemetry {
  const found = decodeTelemetry(packet);
  if (!found) throw new Error(`This is no telemetry packet: ${toHex(packet)}`);
  return found;
}

/** Starts a mission without faults, on the wire unless `isQuiet`. */
export function startFlight(options: Partial<MissionOptions> & { readonly isQuiet?: boolean } = {}): Flight {
  const { isQuiet = false, ...chosen } = options;
  const mission = createMission({
    seed: 1,
    startTime: T0,
    profile: 'none',
    planFault: OVER_AT_ONCE,
    ...chosen,
  });
  const packets: Uint8Array[] = [];
  let sequenceCount = 0;
  const receive = (news: readonly Uint8Array[]): readonly ReadTelemetry[] => {
    packets.push(...news);
    return news.map(read);
  };
  const apply = (input: MissionInput) => receive(mission.apply(input).packets);
  if (!isQuiet) apply({ kind: 'packets' });
  return {
    mission,
    packets,
    apply,
    advance(seconds) {
      const received: ReadTelemetry[] = [];
      advanceWith(mission, epochMs(mission.time() + 1000 * seconds), (news) =>
        received.push(...receive(news)),
      );
      return received;
    },
    send(name, values, ackFlags) {
      const packet = encodeTelecommand(telecommandNamed(name), values, sequenceCount++, ackFlags);
      return apply({ kind: 'telecommand', bytes: toHex(packet) });
    },
    sendOctets: (octets) => apply({ kind: 'telecommand', bytes: toHex(octets) }),
  };
}

/** Advances a mission to an instant and takes the packets of each step. */
export function advanceWith(
  mission: Mission,
  to: EpochMs,
  take: (news: readonly Uint8Array[]) => void,
): void {
  mission.advanceTo(to, ({ packets }) => {
    take(packets ?? []);
    return false;
  });
}

export const namesOf = (received: readonly ReadTelemetry[]): readonly string[] =>
  received.map(({ type }) => type.name);
