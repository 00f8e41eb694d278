import type { ConsoleId, ConsoleKind, Enquiry, Farewell } from '../../shared/consoles.ts';
import type { HashMark, JournalEntry } from '../../shared/journal.ts';
import type { LiveResume, ResumeRecord } from '../../shared/mission-control.ts';
import type { Interruption, Rate, RunTarget } from '../../shared/transport.ts';
import { type EpochMs, MS_PER_H } from '../../shared/units.ts';

/**
 * What consoles of a mission tell each other (design.md §2.7). Only consoles of the same build understand each other, so
 * that no message has a version. Anybody of the same origin may send anything: `read-message.ts` says what is one.
 */

/** Most mission time, or what takes as long to compute, that a message has a console live through at once. */
export const MOST_AT_ONCE_MS = 6 * MS_PER_H;
/** A count, or a version, that is further ahead than this does not follow from those that are known. */
export const MOST_AHEAD = 1_000_000;

/**
 * Which course of time the inputs of a mission belong to. A jump, and a return to UTC from ahead, begin another line,
 * which every console takes over as a whole; of two at once the later one by `compareLines` holds.
 */
export interface Line {
  readonly number: number;
  readonly origin: ConsoleId;
}

export const FIRST_LINE: Line = { number: 0, origin: '' };

export const compareLines = (a: Line, b: Line): number =>
  a.number - b.number || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0);

/** How the time of a mission goes on, for all its consoles: the newest by `compareRuns` holds. */
export interface SharedRun {
  readonly rate: Rate;
  readonly isInStep: boolean;
  readonly runUntil?: RunTarget | undefined;
  readonly interrupted?: Interruption | undefined;
  /** Out of step, mission time is `time` at this instant of UTC, and goes on from there. */
  readonly wall: EpochMs;
  readonly time: EpochMs;
  /** One more than the newest that its origin knew of. */
  readonly version: number;
  readonly origin: ConsoleId;
}

export const compareRuns = (a: SharedRun, b: SharedRun): number =>
  a.version - b.version || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0);

/** How many inputs of each origin a console has. */
export type InputCounts = Readonly<Record<ConsoleId, number>>;

/** Who a console is. */
export interface Introduction {
  readonly id: ConsoleId;
  readonly build: string;
  /** When its window opened, UTC by its clock: who is the longest member, and who has the newer build. */
  readonly since: EpochMs;
}

/** A sign of life, and what it takes to notice that something is missing. */
export interface Beat extends Introduction {
  readonly name: string;
  readonly kind: ConsoleKind;
  readonly line: Line;
  readonly counts: InputCounts;
  readonly run: SharedRun;
  /** Live edge. */
  readonly time: EpochMs;
  /** The past instant of the mission that it shows. */
  readonly past?: EpochMs | undefined;
  /** It shows a branch. */
  readonly isAside?: true | undefined;
  /** The newest hash. */
  readonly mark?: HashMark | undefined;
}

/** Everything of a mission, for a console that joins, or that is too far behind. */
export interface WholeMission {
  readonly line: Line;
  readonly run: SharedRun;
  readonly record: ResumeRecord;
  /** Identities of the inputs that the mission had when it went back in time: they are not done again. */
  readonly leftBehind: readonly string[];
  /** Inputs later than the end of the record. */
  readonly ahead: readonly JournalEntry[];
  readonly live: LiveResume;
}

export type Message =
  /** A console that wants to join; the first attempt is for the leader to answer, later ones for everybody. */
  | { readonly type: 'hello'; readonly from: Introduction; readonly attempt: number }
  | { readonly type: 'beat'; readonly beat: Beat }
  /** A console has received a message, but has not loaded its reader yet: a joining console keeps waiting. */
  | { readonly type: 'here'; readonly from: ConsoleId }
  /** What is read of a beat of another build. */
  | { readonly type: 'stranger'; readonly from: Introduction }
  | Farewell
  | Enquiry
  | {
      readonly type: 'inputs';
      readonly from: ConsoleId;
      readonly line: Line;
      readonly entries: readonly JournalEntry[];
    }
  | { readonly type: 'run'; readonly from: ConsoleId; readonly line: Line; readonly run: SharedRun }
  | { readonly type: 'live'; readonly from: ConsoleId; readonly live: LiveResume }
  /** A console that lacks inputs, or the whole mission if it names no counts. */
  | {
      readonly type: 'ask';
      readonly from: ConsoleId;
      readonly to: ConsoleId;
      readonly counts?: InputCounts | undefined;
    }
  /** To one console, or to all. */
  | {
      readonly type: 'mission';
      readonly from: ConsoleId;
      readonly to?: ConsoleId | undefined;
      readonly mission: WholeMission;
    };

/** Carries messages between the consoles of a mission. It may lose, repeat, delay and reorder them. */
export interface Carrier {
  send(message: Message): void;
  /** One listener; it gets what could be read and is for this console, and not what this console sends. */
  listen(listener: (message: Message) => void): void;
  close(): void;
}
