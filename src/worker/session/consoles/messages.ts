import type {
  ConsoleId,
  ConsoleKind,
  Enquiry,
  Goodbye,
  RoomAddress,
} from '../../../shared/contract/consoles.ts';
import {
  type HashMark,
  type JournalEntry,
  type MissionInput,
  WIRE_KINDS,
} from '../../../shared/contract/journal.ts';
import type { LiveResume, ResumeRecord } from '../../../shared/contract/mission-control.ts';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import type { MainRun, Rate, RunTarget } from '../../../shared/contract/transport.ts';
import { type EpochMs, MS_PER_H } from '../../../shared/kit/units.ts';

/**
 * Messages between the consoles of a mission (design.md §2.7). Only consoles of the same build understand each other,
 * so messages have no version. Any page of the origin may send anything: `read-message.ts` validates it.
 */

/** Most mission time, or its equivalent in computation, that a message has a console simulate at once. */
export const MOST_AT_ONCE_MS = 6 * MS_PER_H;
/** A term further ahead than this does not follow from the known ones. */
export const MOST_AHEAD = 1_000_000;

/**
 * Term of the sequencer, the console that numbers the inputs of a mission. Another one takes over with the next term,
 * and a return to UTC from ahead begins one; of two terms the later one by `compareTerms` is valid.
 */
export interface Term {
  readonly number: number;
  readonly sequencer: ConsoleId;
}

export const compareTerms = (a: Term, b: Term): number =>
  a.number - b.number || (a.sequencer < b.sequencer ? -1 : a.sequencer > b.sequencer ? 1 : 0);

/** Part of the previous term that a term has taken over. */
export interface TakenOver {
  readonly term: Term;
  /**
   * Number of inputs of that term that its successor knew, and how many of them it kept: a return to UTC drops some.
   */
  readonly known: number;
  readonly kept: number;
  /** Mission time at which the successor began. */
  readonly time: EpochMs;
}

/** Run of the mission, and the term that orders it. */
export interface MissionRun {
  readonly term: Term;
  readonly after?: TakenOver | undefined;
  readonly run: MainRun;
  readonly slowsOnCritical: boolean;
}

/** Newest part of the log. The mission is simulated up to `time`, and no earlier input will follow. */
export interface LogNews extends MissionRun {
  /** Counter, ascending within a term. */
  readonly tick: number;
  /** Number of inputs before `entries`. */
  readonly since: number;
  readonly entries: readonly JournalEntry[];
  readonly time: EpochMs;
  /** Achieved rate, if it is less than the set one. */
  readonly achievedRate?: number | undefined;
  /** Newest hash. */
  readonly mark?: HashMark | undefined;
  /** Notices of the run for every operator. */
  readonly notices: readonly RunNotice[];
}

export interface RunNotice {
  readonly level: 'info' | 'warning';
  readonly text: string;
}

/** Time changes that the sequencer makes for all consoles. */
export type TimeOrder =
  | { readonly name: 'setRate'; readonly value: Rate }
  | { readonly name: 'runUntil'; readonly value?: RunTarget | undefined }
  | { readonly name: 'continueRun' | 'step' | 'returnToUtc' }
  | { readonly name: 'slowOnCritical'; readonly value: boolean };

/** Kinds of the inputs of operators, instructors and ground systems, which any console may order. */
const ORDERED_KINDS = [
  'operation',
  'network',
  'fault',
  'hint',
  'bookmark',
  'trigger',
  ...WIRE_KINDS,
] as const;

export type OrderedInput = Extract<MissionInput, { readonly kind: (typeof ORDERED_KINDS)[number] }>;

export const isOrdered = (input: MissionInput): input is OrderedInput =>
  (ORDERED_KINDS as readonly MissionInput['kind'][]).includes(input.kind);

/** Request of a console to the sequencer. */
export type Order =
  | { readonly kind: 'input'; readonly input: OrderedInput }
  | { readonly kind: 'time'; readonly time: TimeOrder };

/** Identity of a console. */
export interface Introduction {
  readonly id: ConsoleId;
  readonly build: string;
  /** Opening time of its window, UTC by its clock: shows the longest member and the newer build. */
  readonly since: EpochMs;
}

export interface Heartbeat extends Introduction {
  readonly name: string;
  readonly kind: ConsoleKind;
  /** Newest term that it knows of: a console behind it may never receive it from the sequencer, which may be gone. */
  readonly term: Term;
  /** Past instant of the mission that it shows. */
  readonly past?: EpochMs | undefined;
  /** Set while it shows a branch. */
  readonly showsBranch?: true | undefined;
  /** Set while ground systems fly the mission over it. */
  readonly hasGroundLink?: true | undefined;
}

/** A whole mission, for a console that joins or is too far behind. */
export interface WholeMission extends MissionRun {
  readonly record: ResumeRecord;
  readonly live: LiveResume;
}

export type Message =
  /** A console wants to join; the leader answers the first attempt, every console later ones. */
  | { readonly type: 'hello'; readonly from: Introduction; readonly attempt: number }
  | { readonly type: 'beat'; readonly beat: Heartbeat }
  /** A console has received a message, but has not loaded its reader yet: a joining console keeps waiting. */
  | { readonly type: 'here'; readonly from: ConsoleId }
  /** Part that is read of a heartbeat of another build. */
  | { readonly type: 'stranger'; readonly from: Introduction }
  | Goodbye
  | Enquiry
  | { readonly type: 'log'; readonly from: ConsoleId; readonly news: LogNews }
  | {
      readonly type: 'order';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly id: string;
      readonly order: Order;
    }
  /** Outcome of an order, and the number of inputs that the log had then. */
  | {
      readonly type: 'done';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly id: string;
      readonly outcome: Outcome<unknown>;
      readonly entryCount: number;
    }
  | { readonly type: 'live'; readonly from: ConsoleId; readonly live: LiveResume }
  /** A console lacks the inputs from a number on, or the whole mission if it gives none. */
  | {
      readonly type: 'ask';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly since?: number | undefined;
    }
  /** A console has shared the mission with other machines, and leaves it for the shared one. */
  | { readonly type: 'shared'; readonly from: ConsoleId; readonly room: RoomAddress }
  /** Whole mission, for one console or for all. */
  | {
      readonly type: 'mission';
      readonly from: ConsoleId;
      readonly to?: ConsoleId | undefined;
      readonly mission: WholeMission;
    };

/** Carries messages between the consoles of a mission. It may lose, repeat, delay and reorder them. */
export interface MessageBus {
  send(message: Message): void;
  /** Sets the only listener; it receives readable messages for this console, not those that it sends. */
  listen(listener: (message: Message) => void): void;
  close(): void;
}
