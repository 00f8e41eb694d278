import type { EpochMs } from '../kit/units.ts';
import type { MissionBeginning } from './journal.ts';
import type { BranchId } from './transport.ts';

/**
 * Consoles of a mission: the windows that show it. Each has its own session, which replays the same journal (design.md
 * §2.7).
 */

/** Identifies a mission across windows: 32 random hexadecimal digits (128 bits). */
export type MissionId = string;

export const isMissionId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** Identifies a console's session. A new worker in the same window gets a new one. */
export type ConsoleId = string;

export type ConsoleKind = 'desk' | 'wall';

/** Maximum length of a console name, in characters. */
export const CONSOLE_NAME_LENGTH = 40;

export interface ConsoleView {
  readonly id: ConsoleId;
  /** Chosen by its operator; "Desk", "Wall" or "Console B" by default. */
  readonly name: string;
  readonly kind: ConsoleKind;
  /**
   * True if no heartbeat has arrived for some seconds: the console is frozen, or ended without a goodbye. In a shared mission: while
   * its server cannot be reached.
   */
  readonly isSilent: boolean;
  /** Past instant of the mission that it shows; absent at the live edge, and while it shows a branch. */
  readonly past?: EpochMs | undefined;
  /** Set while it shows a branch, which is local to it. */
  readonly showsBranch?: true | undefined;
  /** Set while ground systems outside of the browser fly the mission over it. */
  readonly hasGroundLink?: true | undefined;
}

/** State of a console's link to ground systems. */
export type GroundLinkState = 'off' | 'connecting' | 'connected';

/** A mission that consoles on several machines share, and the secret that admits to it as operator or viewer. */
export interface RoomAddress {
  readonly id: MissionId;
  readonly key: string;
}

export type RoomRole = 'operator' | 'viewer';

/** The mission of this window as consoles on several machines share it. */
export interface RoomView {
  readonly role: RoomRole;
  /** True while the server of the page can be reached. Otherwise the mission stands still here, and accepts no operation. */
  readonly isConnected: boolean;
  /** UTC since when it cannot be reached. */
  readonly lostAt?: EpochMs | undefined;
  /** Why its server does not admit this console any more, as a sentence: it will not be reached again. */
  readonly refusal?: string | undefined;
  /** Set once its log is full: no more operations are accepted. */
  readonly isFull?: true | undefined;
  /** Set until the mission shown has reached where the shared mission is, after this console has entered it. */
  readonly isCatchingUp?: true | undefined;
  /** Viewers, this one included if it is one; those that operate are among the consoles. */
  readonly viewerCount: number;
  /** Keys of the links; an operator has both, a viewer none. */
  readonly keys?: { readonly operator: string; readonly viewer: string } | undefined;
  /** UTC at which the room ends at the latest. */
  readonly endsAt: EpochMs;
  /** Operations of a branch that began while the link was lost. Set once they can be sent to the shared mission. */
  readonly doneAlone?:
    | { readonly branch: BranchId; readonly name: string; readonly count: number }
    | undefined;
}

/** Operations of a branch that the shared mission has been sent. */
export interface SentOperations {
  /** Number of those that it has accepted. */
  readonly sent: number;
  /** Why it has refused the others, as sentences. */
  readonly refusals: readonly string[];
}

/** Consoles that show the mission of this window, as known to this window. */
export interface ConsolesView {
  readonly missionId: MissionId;
  /** This window. */
  readonly self: ConsoleId;
  /** All consoles, including this one, by time of joining; the oldest first. */
  readonly consoles: readonly ConsoleView[];
  /** Console that sequences all inputs, polls live data, and sounds and notifies for all. */
  readonly leader: ConsoleId;
  /** Set if another build of the page shows the mission, which is therefore not shared with it. */
  readonly otherBuild?: 'older' | 'newer' | undefined;
  /** Link of this console to ground systems. */
  readonly groundLink: GroundLinkState;
  /** Console whose past instants are also shown here. */
  readonly follows?: ConsoleId | undefined;
  /** First minute in which this mission diverged from that of another console; in a shared mission, until they agree again. */
  readonly differedAt?: EpochMs | undefined;
  /** Set if consoles on several machines share the mission. */
  readonly room?: RoomView | undefined;
  /** Set once another window of this browser has shared the mission with other machines, and left it for the shared one. */
  readonly sharedAs?: RoomAddress | undefined;
}

/** Options of the console that a window opens. */
export interface ConsoleOptions {
  /** Id of a mission that begins here. */
  readonly missionId: MissionId;
  /** Mission to join if another window shows it; otherwise the window continues or begins its own. */
  readonly join?: MissionId | undefined;
  /** Room to enter: its mission is shown, and no other one. */
  readonly room?: RoomAddress | undefined;
  /** What a mission that begins here is; by default one with the specified profile. */
  readonly begin?: MissionBeginning | undefined;
  readonly kind: ConsoleKind;
  /** Time at which the window opened, UTC by its clock; the console with the earliest leads. */
  readonly openedAt: EpochMs;
  /** Defaults to the next free name. */
  readonly name?: string | undefined;
  /** Random id of the window in the log, the same for all of its workers. */
  readonly window: string;
  /** Id of the first notice, 1 by default: ids ascend over the workers of a window. */
  readonly nextNoticeId?: number | undefined;
}

/** Name of the channel between the consoles of a mission in one browser. */
export const channelOf = (mission: MissionId): string => `orbita-mission-${mission}`;

/** Last message of a console. Its window sends it, because its worker is not notified when it ends. */
export interface Goodbye {
  readonly type: 'bye';
  readonly from: ConsoleId;
}

/** A window's query for consoles that show the mission; they answer with a heartbeat. */
export interface Enquiry {
  readonly type: 'who';
}
