import type { ConsoleId, ConsoleKind, Enquiry, Goodbye } from '../../../shared/contract/consoles.ts';
import type { HashMark, JournalEntry, MissionInput } from '../../../shared/contract/journal.ts';
import type { LiveResume, ResumeRecord } from '../../../shared/contract/mission-control.ts';
import type { Outcome } from '../../../shared/contract/operations.ts';
import type { MainRun, Rate, RunTarget } from '../../../shared/contract/transport.ts';
import { type EpochMs, MS_PER_H } from '../../../shared/kit/units.ts';

/**
 * What consoles of a mission tell each other (design.md §2.7). Only consoles of the same build understand each other, so
 * that no message has a version. Anybody of the same origin may send anything: `read-message.ts` says what is one.
 */

/** Most mission time, or what takes as long to compute, that a message has a console live through at once. */
export const MOST_AT_ONCE_MS = 6 * MS_PER_H;
/** A term that is further ahead than this does not follow from those that are known. */
export const MOST_AHEAD = 1_000_000;

/**
 * Who gives the inputs of a mission their numbers: its sequencer, for as long as a term lasts. Another one takes over with
 * the next term, and a return to UTC from ahead begins one; of two terms the later one by `compareTerms` holds.
 */
export interface Term {
  readonly number: number;
  readonly sequencer: ConsoleId;
}

export const compareTerms = (a: Term, b: Term): number =>
  a.number - b.number || (a.sequencer < b.sequencer ? -1 : a.sequencer > b.sequencer ? 1 : 0);

/** What a term has taken over of the one before it. */
export interface TakenOver {
  readonly term: Term;
  /** Number of inputs of that term that its successor knew, and how many of them it kept: a return to UTC leaves some behind. */
  readonly known: number;
  readonly kept: number;
  /** Mission time at which the term began. */
  readonly time: EpochMs;
}

/** How the mission goes on, and by whose order. */
export interface MissionCourse {
  readonly term: Term;
  readonly after?: TakenOver | undefined;
  readonly run: MainRun;
  readonly slowsOnCritical: boolean;
}

/** The newest of the log. The mission is lived up to its time, and no input will come before that. */
export interface LogNews extends MissionCourse {
  /** Ascending within a term. */
  readonly tick: number;
  /** Number of inputs before these. */
  readonly since: number;
  readonly entries: readonly JournalEntry[];
  readonly time: EpochMs;
  /** What is achieved of the rate, if it is less. */
  readonly achievedRate?: number | undefined;
  /** The newest hash. */
  readonly mark?: HashMark | undefined;
  /** What every operator is told of the run. */
  readonly notices: readonly RunNotice[];
}

export interface RunNotice {
  readonly level: 'info' | 'warning';
  readonly text: string;
}

/** Changes of the time of the mission, which the sequencer makes for all. */
export type TimeOrder =
  | { readonly name: 'setRate'; readonly value: Rate }
  | { readonly name: 'runUntil'; readonly value?: RunTarget | undefined }
  | { readonly name: 'continueRun' | 'step' | 'returnToUtc' }
  | { readonly name: 'slowOnCritical'; readonly value: boolean };

/** What a console asks the sequencer to do. */
export type Order =
  | { readonly kind: 'input'; readonly input: MissionInput }
  | { readonly kind: 'time'; readonly time: TimeOrder };

/** Who a console is. */
export interface Introduction {
  readonly id: ConsoleId;
  readonly build: string;
  /** When its window opened, UTC by its clock: who is the longest member, and who has the newer build. */
  readonly since: EpochMs;
}

/** A sign of life. */
export interface Heartbeat extends Introduction {
  readonly name: string;
  readonly kind: ConsoleKind;
  /** The newest term that it knows of: who lags behind it may never hear of it from its sequencer, which may have gone. */
  readonly term: Term;
  /** The past instant of the mission that it shows. */
  readonly past?: EpochMs | undefined;
  /** It shows a branch. */
  readonly showsBranch?: true | undefined;
}

/** Everything of a mission, for a console that joins, or that is too far behind. */
export interface WholeMission extends MissionCourse {
  readonly record: ResumeRecord;
  readonly live: LiveResume;
}

export type Message =
  /** A console that wants to join; the first attempt is for the leader to answer, later ones for everybody. */
  | { readonly type: 'hello'; readonly from: Introduction; readonly attempt: number }
  | { readonly type: 'beat'; readonly beat: Heartbeat }
  /** A console has received a message, but has not loaded its reader yet: a joining console keeps waiting. */
  | { readonly type: 'here'; readonly from: ConsoleId }
  /** What is read of a beat of another build. */
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
  /** What came of an order, and how many inputs the log had then. */
  | {
      readonly type: 'done';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly id: string;
      readonly outcome: Outcome<unknown>;
      readonly entryCount: number;
    }
  | { readonly type: 'live'; readonly from: ConsoleId; readonly live: LiveResume }
  /** A console lacks the inputs from a number on, or the whole mission if it names none. */
  | {
      readonly type: 'ask';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly since?: number | undefined;
    }
  /** To one console, or to all. */
  | {
      readonly type: 'mission';
      readonly from: ConsoleId;
      readonly to?: ConsoleId | undefined;
      readonly mission: WholeMission;
    };

/** Brings messages from each console of a mission to the others. It may lose, repeat, delay and reorder them. */
export interface MessageBus {
  send(message: Message): void;
  /** One listener; it gets what could be read and is for this console, and not what this console sends. */
  listen(listener: (message: Message) => void): void;
  close(): void;
}
