import type { CommandName } from '../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import type { LinkProfile } from '../../shared/packets/link.ts';
import { STRUCTURE_NAMES, STRUCTURES, type StructureName } from '../../shared/packets/table.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import { EMPTY_STORE, type PacketStore } from './store.ts';

/** Counters of the software. None of them wraps here: fields do. */
export interface Counters {
  /** Telemetry packets generated; the next one has this sequence count. */
  readonly packets: number;
  /** Packets generated of each service and subtype, by `service.subtype`. */
  readonly messages: Readonly<Record<string, number>>;
  readonly events: number;
  /** Telecommands with a right CRC, and those with a wrong one. */
  readonly accepted: number;
  readonly refused: number;
  readonly discarded: number;
  readonly lastSequenceCount: number;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
}

/** A function in progress that a telecommand has started. */
export interface OpenRequest {
  /** First four octets of the telecommand. */
  readonly request: number;
  readonly ackFlags: number;
  readonly name: CommandName;
  /** Its activity on board. */
  readonly commandId: string;
}

/** Periodic report of a structure. */
export interface Housekeeping {
  readonly isOn: boolean;
  readonly intervalS: number;
}

/** A telecommand that waits for its release time. */
export interface ScheduledTelecommand {
  readonly releaseTime: EpochMs;
  readonly source: number;
  readonly sequenceCount: number;
  /** Its octets as hexadecimal text. */
  readonly bytes: string;
}

/** The time-based schedule, PUS service 11. */
export interface Schedule {
  readonly isOn: boolean;
  /** In the order of release, at most `MOST_SCHEDULED`. */
  readonly entries: readonly ScheduledTelecommand[];
}

export const EMPTY_SCHEDULE: Schedule = { isOn: false, entries: [] };
export const MOST_SCHEDULED = 100;

/** State of the software on board. Plain cloneable data. */
export interface OnboardState {
  readonly counters: Counters;
  readonly housekeeping: Readonly<Record<StructureName, Housekeeping>>;
  /** Identifications of the events that are not reported. */
  readonly disabledEvents: readonly number[];
  /** Oldest first. */
  readonly requests: readonly OpenRequest[];
  readonly schedule: Schedule;
  readonly link: {
    readonly profile: LinkProfile;
    /** Telecommands that were sent without a link. */
    readonly lostTelecommands: number;
    /** Probability that a bit is wrong, both ways; absent if none is. */
    readonly bitErrorRate?: number | undefined;
  };
  readonly store: PacketStore;
  /** What the newest events have said of the spacecraft. */
  readonly reported: { readonly mode: SpacecraftMode; readonly isUndervoltage: boolean };
}

/** Returns the software as it is when packet telemetry begins. */
export const beginOnboard = ({ mode, undervoltageS }: SpacecraftState): OnboardState => ({
  counters: {
    packets: 0,
    messages: {},
    events: 0,
    accepted: 0,
    refused: 0,
    discarded: 0,
    lastSequenceCount: 0,
    started: 0,
    completed: 0,
    failed: 0,
  },
  housekeeping: Object.fromEntries(
    STRUCTURE_NAMES.map((name) => [name, { isOn: true, intervalS: STRUCTURES[name].intervalS }]),
  ) as Record<StructureName, Housekeeping>,
  disabledEvents: [],
  requests: [],
  schedule: EMPTY_SCHEDULE,
  link: { profile: 'open', lostTelecommands: 0 },
  store: EMPTY_STORE,
  reported: { mode, isUndervoltage: undervoltageS > 0 },
});
