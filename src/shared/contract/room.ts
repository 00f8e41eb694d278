import type { EpochMs } from '../kit/units.ts';
import type { ConsoleId, ConsoleKind, MissionId, RoomAddress, RoomRole, SentOperations } from './consoles.ts';
import type { HashMark, MissionInput } from './journal.ts';
import type { LiveResume, ResumeRecord } from './mission-control.ts';
import type { Outcome } from './outcome.ts';
import type { BranchId, MainRun } from './transport.ts';

/**
 * A room is a mission that consoles on several machines share over the server of the page (design.md §2.8). Nobody simulates
 * it for them: the server numbers and keeps the entries of its log, and each console folds the same log to the same mission.
 */

/** Version of the protocol. A server also understands the version before, once there is one. */
export const ROOM_VERSION = 1;

/** Path of the rooms; a room has its id after it. */
export const ROOMS_PATH = '/rooms';
export const roomPath = (id: MissionId): string => `${ROOMS_PATH}/${id}`;
/** Path of the newest snapshot of a room. */
export const snapshotPath = (id: MissionId): string => `${roomPath(id)}/snapshot`;

/** Refusals of operations at the live edge of a shared mission. */
export const WATCHING = 'You are watching this mission: its operators command it.';
export const CATCHING_UP = 'This window is catching up with the shared mission.';
export const UNREACHABLE = 'The shared mission cannot be reached: nothing can be ordered now.';

/** A key: 22 characters of base64url, 128 bits. */
export const isRoomKey = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);

/** How a mission runs from an instant on. */
export interface RoomPace {
  readonly run: MainRun;
  readonly slowsOnCritical: boolean;
  /** Rate that the machine of the lead achieves, if it is less than that of the run. */
  readonly achievedRate?: number | undefined;
}

/** How a room runs: from `time` at `at` of the server on, with a pace. */
export interface RoomAnchor {
  readonly time: EpochMs;
  readonly at: EpochMs;
  readonly pace: RoomPace;
}

/** What a console adds to the log of a room. */
export type RoomAct =
  /** An input of the mission. */
  | { readonly kind: 'input'; readonly input: MissionInput }
  /** Another run from the entry's time on. */
  | { readonly kind: 'pace'; readonly pace: RoomPace }
  /** The machine of the lead achieves another rate than the room has; none if it keeps up. Holds only for the run that it names. */
  | {
      readonly kind: 'slow';
      readonly of: Pick<RoomAnchor, 'time' | 'at'>;
      readonly achievedRate?: number | undefined;
    }
  /** The mission returns to UTC, as of when the server takes the entry; one that is ahead of it drops all later inputs. */
  | { readonly kind: 'return' };

/** An act before it has a number. */
export interface RoomDraft {
  /** Makes the act happen once, however often it is sent: random, or following from the log. */
  readonly id: string;
  /** Mission time for the console that makes it; `effectiveTime` says when it takes effect for all. */
  readonly time: EpochMs;
  readonly act: RoomAct;
}

/** An entry of the log of a room. */
export interface RoomEntry extends RoomDraft {
  /** 1 for the first entry, and one more for each that follows. */
  readonly n: number;
  /** Console that it came from. */
  readonly by: ConsoleId;
  /** UTC of the server when it took the entry. */
  readonly at: EpochMs;
}

/** A room as its home keeps it. The digests are of its keys: SHA-256, hexadecimal. */
export interface RoomHead {
  readonly id: MissionId;
  readonly startedAt: EpochMs;
  /** Random id of this log: another one has been begun anew. */
  readonly epoch: string;
  readonly operatorDigest: string;
  readonly viewerDigest: string;
  /** How the mission ran before the first entry: its time at `startedAt`. */
  readonly time: EpochMs;
  readonly pace: RoomPace;
}

/**
 * A mission as it was after a number of entries. A console that joins begins with the newest one; the lead replaces it
 * every ten minutes, so that joining stays quick.
 */
export interface RoomSnapshot {
  /** Number of entries that it includes. */
  readonly n: number;
  readonly epoch: string;
  /** Build of the page that made it: another one simulates the record from its start. */
  readonly build: string;
  /** How the room runs after these entries. */
  readonly anchor: RoomAnchor;
  /** Mission time at which the last of these entries has taken effect; no later entry takes effect earlier. */
  readonly edge: EpochMs;
  readonly record: ResumeRecord;
  readonly live: LiveResume;
}

/**
 * What `POST /rooms` needs to begin a room. The server makes the first snapshot of it, with `n` 0 and the end of the record as
 * `edge` and as the time of the anchor.
 */
export interface RoomBeginning extends Omit<RoomSnapshot, 'n' | 'epoch' | 'anchor' | 'edge'> {
  readonly pace: RoomPace;
}

/** Its answer. */
export interface BegunRoom {
  readonly id: MissionId;
  readonly operatorKey: string;
}

/** What the others see of a console that operates. */
export interface Presence {
  readonly name: string;
  readonly kind: ConsoleKind;
  readonly past?: EpochMs | undefined;
  readonly showsBranch?: true | undefined;
  readonly hasGroundLink?: true | undefined;
}

export interface RoomConsole extends Presence {
  readonly id: ConsoleId;
}

export type ClientMessage =
  /** First message of a socket; within 5 s. */
  | {
      readonly type: 'hello';
      readonly v: number;
      readonly key: string;
      readonly console: ConsoleId;
      readonly presence: Presence;
      /**
       * Number of entries known, and the log that they belong to. The newest of them that the server has is sent again, which shows
       * whether it is the same log. Without them the log is sent from the newest snapshot on.
       */
      readonly since?: number | undefined;
      readonly epoch?: string | undefined;
    }
  /** What this console shows, or its name, has changed. Viewers send it, too, and nobody sees it. */
  | { readonly type: 'presence'; readonly presence: Presence }
  /** An act of an operator; sent again until it is answered. */
  | { readonly type: 'act'; readonly draft: RoomDraft }
  /** Entries that the server has lost: those of an operator from a number on. */
  | { readonly type: 'refill'; readonly entries: readonly RoomEntry[] }
  /** Newest hash of an operator's console, each minute. */
  | { readonly type: 'mark'; readonly n: number; readonly mark: HashMark }
  /** Asks for the time of the server. */
  | { readonly type: 'time'; readonly sent: number }
  /** Replaces both keys of the room: the links of before are closed. The console makes the key, so that it can repeat this. */
  | { readonly type: 'renew'; readonly operatorKey: string };

export type ServerMessage =
  | {
      readonly type: 'welcome';
      readonly v: number;
      readonly role: RoomRole;
      readonly head: Pick<RoomHead, 'startedAt' | 'epoch' | 'time' | 'pace'>;
      /** Number of the newest entry. */
      readonly last: number;
      /** Number that the newest snapshot includes. */
      readonly snapshot: number;
      readonly endsAt: EpochMs;
      /** Time of the server. */
      readonly now: EpochMs;
      /** Key of the viewers; for operators. */
      readonly viewerKey?: string | undefined;
    }
  /** Consecutive entries, oldest first. */
  | { readonly type: 'log'; readonly entries: readonly RoomEntry[] }
  /** An act has a number. */
  | { readonly type: 'ack'; readonly id: string; readonly n: number }
  /** An act was not taken: a sentence says why. With a wait it may be sent again. */
  | { readonly type: 'nak'; readonly id: string; readonly why: string; readonly retryMs?: number | undefined }
  /** Who is here. The lead, the longest member of the operators, fetches live data and replaces the snapshot. */
  | {
      readonly type: 'room';
      readonly consoles: readonly RoomConsole[];
      readonly viewerCount: number;
      readonly lead?: ConsoleId | undefined;
      /** Set once the log has refused an entry because it is full. */
      readonly isFull?: true | undefined;
    }
  | { readonly type: 'mark'; readonly n: number; readonly mark: HashMark }
  | { readonly type: 'time'; readonly sent: number; readonly now: EpochMs }
  /** The keys have been replaced; for the operator who did it. */
  | { readonly type: 'renewed'; readonly operatorKey: string; readonly viewerKey: string };

/** Codes with which the server closes a socket. */
export const ROOM_CLOSE = {
  /** Not a message of this protocol. */
  malformed: 4400,
  /** The key admits to nothing, or the room does not exist: a stranger cannot tell. */
  refused: 4404,
  /** Another version of the protocol. */
  version: 4406,
  /** No hello in time. */
  late: 4408,
  /** The keys have been replaced. */
  renewed: 4410,
  /** The room has ended. */
  ended: 4411,
  /** No more consoles of this role. */
  full: 4429,
  /** It does not read what it gets. */
  slow: 4430,
  /** The server stops, or its store does: try again. */
  later: 4503,
} as const;

/** Whether it may help to try again after a socket was closed. */
export const isFinal = (code: number): boolean =>
  (
    [
      ROOM_CLOSE.malformed,
      ROOM_CLOSE.refused,
      ROOM_CLOSE.version,
      ROOM_CLOSE.renewed,
      ROOM_CLOSE.ended,
      ROOM_CLOSE.full,
    ] as number[]
  ).includes(code);

/** Limits of a room. */
export const ROOM_LIMITS = {
  helloMs: 5000,
  operators: 16,
  viewers: 5000,
  /** Acts a second, with as many at once. */
  actsOfConsole: 5,
  actsOfRoom: 10,
  messageBytes: 16_384,
  entries: 20_000,
  /** Of all entries together. */
  logBytes: 4_000_000,
  snapshotBytes: 8_000_000,
  /** Sent to a socket and not read yet. */
  unreadBytes: 1_000_000,
  /** An act may lie ahead of the mission by this much of the server's time: 2 s, and a step of 5 s in a paused mission. */
  aheadMs: 7000,
  /** A room ends this long after its last member has left, and after its start. */
  emptyMs: 24 * 3_600_000,
  longestMs: 7 * 24 * 3_600_000,
} as const;

/** Sharing of the mission over the server of the page. */
export interface RoomControl {
  /** Begins a room with the mission itself, as it is. To enter it is up to the page: this session stays as it is. */
  shareMission(): Outcome<RoomAddress>;
  /** Replaces the keys of the room that is shown: the links of before are closed. `ConsolesView.room` has the new keys. */
  renewRoomKeys(): Outcome<undefined>;
  /** Orders in the shared mission what was done in a branch while the link was lost: `RoomView.doneAlone`. */
  sendDoneAlone(branch: BranchId): Outcome<SentOperations>;
}
