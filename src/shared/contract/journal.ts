import type { LogEntry, LogKind, LogLevel } from '../entities/event-log.ts';
import type { MissionProfile } from '../entities/mission-profile.ts';
import type { EpochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import type { LinkProfile } from '../packets/link.ts';
import type { Exercise, ExerciseResult, InstructedTime, TriggerAct } from './exercise.ts';
import type { NetworkStation } from './network.ts';
import type { OperationName } from './operations.ts';
import type { RequestId } from './outcome.ts';

/** Inputs that determine a mission, besides its journal (design.md §2.1). */
export interface MissionHeader {
  /** Seed of its random streams, a safe integer. */
  readonly seed: number;
  /** Start of the simulation, UTC. */
  readonly startTime: EpochMs;
  /** Injected faults occur with any profile. */
  readonly profile: MissionProfile;
  /** Name of a built-in exercise, or an exercise of the user. */
  readonly exercise?: string | Exercise;
}

/** What a new mission is: one with a profile, in step with UTC, or an exercise at its own time. */
export type MissionBeginning = Pick<MissionHeader, 'exercise'> & Partial<Pick<MissionHeader, 'profile'>>;

/** External input that changes a mission. */
export type MissionInput =
  /** An operator's operation. */
  | {
      readonly kind: 'operation';
      readonly name: OperationName;
      readonly input: unknown;
      readonly request?: RequestId | undefined;
      /** Name of the console, for the log; set while there are several. */
      readonly by?: string | undefined;
      /**
       * Number in the id of the created item, while there are several consoles: the id stays if another sequencer
       * reorders the operation after other inputs.
       */
      readonly number?: number | undefined;
    }
  /** Orbit of the ISS determined from live data; the built-in orbit if there are no elements. */
  | { readonly kind: 'iss-orbit'; readonly elements?: OrbitalElements | undefined }
  /** Spacecraft fault to inject or clear, by name; `course` is FDIR's reaction to it, drawn if absent. */
  | { readonly kind: 'fault'; readonly inject: string; readonly course?: string | undefined }
  | { readonly kind: 'fault'; readonly clear: string }
  /** Text of the instructor, for all consoles. */
  | { readonly kind: 'hint'; readonly text: string }
  /** Bookmark of the instructor, for the debrief of an exercise. */
  | { readonly kind: 'bookmark'; readonly text: string }
  /** Trigger that an instructor adds, or the id of one to cancel. */
  | { readonly kind: 'trigger'; readonly when: InstructedTime; readonly act: TriggerAct }
  | { readonly kind: 'trigger'; readonly cancel: string }
  /** Event-log line about an external event: the connection, a restart. */
  | { readonly kind: 'note'; readonly subject: LogKind; readonly level: LogLevel; readonly text: string }
  /** Ground stations that the radio uses from now on; without a list, those of spec §3. */
  | {
      readonly kind: 'network';
      readonly stations?: readonly NetworkStation[] | undefined;
      /** Name of the console, for the log; set while there are several. */
      readonly by?: string | undefined;
    }
  /** Telemetry packets from now on; the first telecommand has the same effect. Again: after a gap on the wire. */
  | {
      readonly kind: 'packets';
      /** Profile of the link from now on; as it was if absent, `open` at first. */
      readonly profile?: LinkProfile | undefined;
    }
  /** Octets that reach the spacecraft as a telecommand, in lower-case hexadecimal text; they need not be a valid one. */
  | {
      readonly kind: 'telecommand';
      readonly bytes: string;
      /** Id by which it is ordered once; set while there are several consoles. */
      readonly request?: RequestId | undefined;
    }
  /** How the link to other ground systems works from now on; refused before packet telemetry begins. */
  | {
      readonly kind: 'link';
      /** As it was if absent. */
      readonly profile?: LinkProfile | undefined;
      /** Probability that a bit of a packet is wrong, 0 to `MOST_BIT_ERRORS`; as it was if absent. */
      readonly bitErrorRate?: number | undefined;
    }
  /** Jump in time, forward or back, without simulating all of the time between. */
  | { readonly kind: 'jump'; readonly to: EpochMs };

/** Kinds of the inputs of ground systems, and of the link to them. */
export const WIRE_KINDS = ['packets', 'telecommand', 'link'] as const;

/** An input of ground systems, or of the link to them. */
export type WireInput = Extract<MissionInput, { readonly kind: (typeof WIRE_KINDS)[number] }>;

export const isOfWire = (input: MissionInput): input is WireInput =>
  (WIRE_KINDS as readonly MissionInput['kind'][]).includes(input.kind);

/** An operator's operation as an input. */
export type OperationEntry = Extract<MissionInput, { readonly kind: 'operation' }>;

/** Lowest number in ids while there are several consoles; the numbers of one console differ by multiples of it. */
export const NUMBERS = 1_000_000;

/** An input with its place in the order of the mission. */
export interface JournalEntry {
  readonly time: EpochMs;
  /** Console or service that it came from. */
  readonly origin: string;
  /** One more than that of the previous input. In recordings of earlier builds, one more than the highest so far. */
  readonly sequence: number;
  readonly input: MissionInput;
}

/** Orders inputs at one instant by sequence and, in recordings of earlier builds, then by origin. */
export const compareEntries = (a: JournalEntry, b: JournalEntry): number =>
  a.time - b.time || a.sequence - b.sequence || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0);

/** Hash of the mission's state at an instant. */
export interface HashMark {
  readonly time: EpochMs;
  /** Number of journal entries that it includes; others of the same instant may follow. */
  readonly entryCount: number;
  /** 16 hexadecimal digits. */
  readonly hash: string;
}

/** State of a mission at an instant, to continue from. Only the same build can read it; others pass it on. */
export interface Keyframe {
  readonly time: EpochMs;
  /** Number of journal entries that it includes. */
  readonly entryCount: number;
  /** Includes the log. */
  readonly hash: string;
  readonly state: unknown;
  /** Event log, several times as large as the state; a page that follows already has most of it. */
  readonly log: readonly LogEntry[];
}

/** A recorded mission: seed, start and journal determine every byte of it; the marks prove it. */
export interface Recording {
  readonly header: MissionHeader;
  readonly entries: readonly JournalEntry[];
  readonly marks: readonly HashMark[];
}

/** A recording up to an instant of mission time. */
export interface TimedRecording extends Recording {
  readonly time: EpochMs;
}

/** Result of replaying a recording. */
export interface ReplayComparison {
  /** Number of equal hashes before the first difference. */
  readonly equalCount: number;
  /** Time of the first hash that differs. */
  readonly differsAt?: EpochMs | undefined;
  /** Result of its exercise, if it has one. */
  readonly exercise?: ExerciseResult | undefined;
}
