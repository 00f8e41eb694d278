import type { EpochMs } from '../kit/units.ts';

/**
 * The consoles of a mission: the windows that show it. Each has a session of its own, which lives through the same
 * journal (design.md §2.7).
 */

/** Identifies a mission across windows: 32 random hexadecimal digits (128 bits). */
export type MissionId = string;

export const isMissionId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** A session of a console. A new worker of the same window has another one. */
export type ConsoleId = string;

export type ConsoleKind = 'desk' | 'wall';

/** Longest name of a console, in characters. */
export const CONSOLE_NAME_LENGTH = 40;

export interface ConsoleView {
  readonly id: ConsoleId;
  /** Given by its operator; "Desk", "Wall" or "Console B" by default. */
  readonly name: string;
  readonly kind: ConsoleKind;
  /** Nothing has been heard of it for some seconds: it is frozen, or it ended without a word. */
  readonly isSilent: boolean;
  /** The past instant of the mission that it shows; absent at the live edge, and while it shows a branch. */
  readonly past?: EpochMs | undefined;
  /** It shows a branch, which is its own. */
  readonly showsBranch?: true | undefined;
}

/** Who shows the mission of this window, as this window knows it. */
export interface ConsolesView {
  readonly missionId: MissionId;
  /** This window. */
  readonly self: ConsoleId;
  /** All consoles, this one included; the longest member first. */
  readonly consoles: readonly ConsoleView[];
  /** The console that gives all inputs their order, polls live data, sounds and notifies for all. */
  readonly leader: ConsoleId;
  /** Another build of the page shows the mission, so that it is not shared with that one. */
  readonly otherBuild?: 'older' | 'newer' | undefined;
  /** The console whose past instants are shown here too. */
  readonly follows?: ConsoleId | undefined;
  /** First minute in which this mission differed from that of another console, before it was rebuilt. */
  readonly differedAt?: EpochMs | undefined;
}

/** The console that a window opens. */
export interface ConsoleOptions {
  /** Of a mission that begins here. */
  readonly missionId: MissionId;
  /** A mission to join, if another window shows it; otherwise the window continues or begins one of its own. */
  readonly join?: MissionId | undefined;
  readonly kind: ConsoleKind;
  /** When the window was opened, UTC by its clock: the longest member leads. */
  readonly openedAt: EpochMs;
  /** By default the next free name. */
  readonly name?: string | undefined;
}

/** Name of the channel between the consoles of a mission in one browser. */
export const channelOf = (mission: MissionId): string => `orbita-mission-${mission}`;

/** The last message of a console. Its window sends it, because its worker learns nothing of its end. */
export interface Goodbye {
  readonly type: 'bye';
  readonly from: ConsoleId;
}

/** A window asks whether others show the mission: their consoles answer with a sign of life. */
export interface Enquiry {
  readonly type: 'who';
}
