import type { LogEntry, LogKind, LogLevel } from '../entities/event-log.ts';
import type { EpochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import type { NetworkStation } from './network.ts';
import type { OperationName, RequestId } from './operations.ts';

/** What a mission follows from, beside its journal (design.md §2.1). */
export interface MissionHeader {
  /** Seed of its random streams: a safe integer. */
  readonly seed: number;
  /** Instant at which the simulation begins, UTC. */
  readonly startTime: EpochMs;
  /** Whether faults are drawn (spec §4); without draws only injected ones occur. */
  readonly drawsFaults: boolean;
}

/** Anything from outside that changes a mission. */
export type MissionInput =
  /** An operation of an operator. */
  | {
      readonly kind: 'operation';
      readonly name: OperationName;
      readonly input: unknown;
      readonly request?: RequestId | undefined;
      /** Name of the console, for the log; while there are several. */
      readonly by?: string | undefined;
      /**
       * Number in the id of what it creates, while there are several consoles: the id stays if another sequencer orders it
       * again, after other inputs.
       */
      readonly number?: number | undefined;
    }
  /** An orbit of the ISS determined from live data; without elements the built-in orbit. */
  | { readonly kind: 'iss-orbit'; readonly elements?: OrbitalElements | undefined }
  /** A fault of the spacecraft, injected by its name or cleared; `course` is what FDIR does about it, else drawn. */
  | { readonly kind: 'fault'; readonly inject: string; readonly course?: string | undefined }
  | { readonly kind: 'fault'; readonly clear: string }
  /** A line for the event log on what happened outside: the connection, a restart. */
  | { readonly kind: 'note'; readonly subject: LogKind; readonly level: LogLevel; readonly text: string }
  /** The ground stations that the radio uses from now on; without a list, those of spec §3. */
  | {
      readonly kind: 'network';
      readonly stations?: readonly NetworkStation[] | undefined;
      /** Name of the console, for the log; while there are several. */
      readonly by?: string | undefined;
    }
  /** Time that is not lived, forward or back. */
  | { readonly kind: 'jump'; readonly to: EpochMs };

/** Least number of what is created while there are several consoles; those of one console differ by multiples of it. */
export const NUMBERS = 1_000_000;

/** An input with its place in the order of the mission. */
export interface JournalEntry {
  readonly time: EpochMs;
  /** Which console or service it came from. */
  readonly origin: string;
  /** One more than that of the input before it. In recordings of earlier builds, one more than the highest up to then. */
  readonly sequence: number;
  readonly input: MissionInput;
}

/** The order of inputs at one instant: by sequence, in recordings of earlier builds then by origin. */
export const compareEntries = (a: JournalEntry, b: JournalEntry): number =>
  a.time - b.time || a.sequence - b.sequence || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0);

/** Hash of the mission's state at an instant. */
export interface HashMark {
  readonly time: EpochMs;
  /** Number of journal entries that it includes: others of the same instant may follow it. */
  readonly entryCount: number;
  /** 16 hexadecimal digits. */
  readonly hash: string;
}

/**
 * State of a mission at an instant, to continue from. Only a mission of the same build reads it; others pass it
 * on.
 */
export interface Keyframe {
  readonly time: EpochMs;
  /** Number of journal entries that it includes. */
  readonly entryCount: number;
  /** Covers the log too. */
  readonly hash: string;
  readonly state: unknown;
  /** The event log. It is several times as large as the state, and a page that follows has nearly all of it. */
  readonly log: readonly LogEntry[];
}

/** A mission as recorded: seed, start and journal decide every byte of it; the marks prove it. */
export interface Recording {
  readonly header: MissionHeader;
  readonly entries: readonly JournalEntry[];
  readonly marks: readonly HashMark[];
}

/** A recording up to an instant of mission time. */
export interface TimedRecording extends Recording {
  readonly time: EpochMs;
}

/** What a recording has shown that was lived through again. */
export interface ReplayComparison {
  /** Number of hashes up to the first difference. */
  readonly equalCount: number;
  /** Instant of the first hash that differs. */
  readonly differsAt?: EpochMs | undefined;
}
