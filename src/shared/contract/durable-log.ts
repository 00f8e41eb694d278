import type { EpochMs } from '../kit/units.ts';
import type { MissionId } from './consoles.ts';
import {
  compareEntries,
  type HashMark,
  type JournalEntry,
  type Keyframe,
  type MissionHeader,
} from './journal.ts';
import type { BranchRecord, LiveResume, SessionRecord } from './mission-control.ts';
import type { Outcome } from './outcome.ts';
import type { BranchId } from './transport.ts';

/**
 * The durable log of a mission. Its worker writes it to the browser's database, or to the memory of the page, and every
 * continuation of the mission reads it there.
 */

/** Summary of a mission, available without reading it. */
export interface MissionHead {
  readonly id: MissionId;
  /** A change means that the whole mission is rewritten instead of extended. */
  readonly generation: string;
  readonly build: string;
  readonly header: MissionHeader;
  readonly time: EpochMs;
  readonly savedAt: EpochMs;
  /** A mission with fewer is damaged. */
  readonly entryCount: number;
  readonly markCount: number;
  /** Absent if written by a build without branches. */
  readonly branchIds?: readonly BranchId[];
  /** Window that created each of them. Absent if written by an earlier build. */
  readonly branchWindows?: readonly string[];
  /** For another worker of the same visit. Absent if written by an earlier build. */
  readonly live?: LiveResume;
  /**
   * Mission time, and number of acts, from which it is judged whether the mission is worth keeping: not what an opened
   * recording had already. Absent if written by an earlier build.
   */
  readonly worthFrom?: { readonly time: EpochMs; readonly acts: number } | undefined;
}

export interface Piece {
  readonly entries: readonly JournalEntry[];
  readonly marks: readonly HashMark[];
}

/** Data to be written, all or nothing. */
export interface Batch {
  readonly head: MissionHead;
  readonly piece: Piece;
  /** Index among the pieces; the first one replaces everything stored for the mission. */
  readonly number: number;
  /** Present if it is new. */
  readonly keyframe?: Keyframe | undefined;
  /** Changed ones only. */
  readonly branches?: readonly BranchRecord[] | undefined;
}

export interface LoggedMission {
  readonly head: MissionHead;
  readonly record: SessionRecord;
  /** Damaged branches. */
  readonly lost: readonly BranchId[];
}

/** Returns a mission as logged, extended by a batch. */
export function extended(
  held: LoggedMission | undefined,
  { head, piece, number, keyframe, branches: changed = [] }: Batch,
): LoggedMission {
  const before = number > 0 ? held?.record : undefined;
  const known = [...changed, ...(before?.branches ?? [])];
  const branches = (head.branchIds ?? []).flatMap((id) => known.find(({ view }) => view.id === id) ?? []);
  const newest = keyframe ?? before?.keyframe;
  const record = {
    header: head.header,
    time: head.time,
    entries: [...(before?.entries ?? []), ...piece.entries],
    marks: [...(before?.marks ?? []), ...piece.marks],
    ...(newest && { keyframe: newest }),
    ...(branches.length > 0 && { branches }),
  };
  return { head, record, lost: [] };
}

/** True if a log of a mission has no input that another one of the same mission lacks. */
export function isWithin({ entries }: SessionRecord, whole: SessionRecord): boolean {
  const last = entries.at(-1);
  const same = whole.entries[entries.length - 1];
  return !last || (same !== undefined && compareEntries(same, last) === 0);
}

/** State of keeping this window's mission. */
export interface Keeping {
  /**
   * `on` if its log is in the database; otherwise it is in the memory of the page: `waiting` until there is something
   * to keep, `other` while the leading console keeps the mission.
   */
  readonly status: 'starting' | 'waiting' | 'on' | 'other' | 'off' | 'stopped';
  /** Reason why it stopped: a clause without a full stop. */
  readonly reason?: string | undefined;
  /** Time at which all kept missions were deleted from outside the page. */
  readonly deletedAt?: EpochMs | undefined;
}

/** The memory of the page, as a place for the log, and what it is told about keeping. */
export interface PageLog {
  write(batch: Batch): void;
  read(id: MissionId): LoggedMission | undefined;
  /** Forgets a mission, because the database has it. */
  remove(id: MissionId): void;
  report(keeping: Keeping): void;
}

/** A mission in the database. */
export interface ListedMission {
  readonly id: MissionId;
  /** Absent if the kept data cannot be read. */
  readonly head?: MissionHead | undefined;
}

/** What it takes to continue a kept mission. */
export interface KeptCost {
  /** Mission time that takes as long to compute, ms. */
  readonly costMs: number;
  /** Branches that cannot be restored. */
  readonly lostCount: number;
}

/** Missions in the database. Refused without one, with the reason as a clause. */
export interface KeptMissions {
  /** Sets whether the mission of this session is kept once it is worth it; before the first call it is not. */
  keepMissions(isOn: boolean): Outcome<boolean>;
  /** Returns the kept missions, the newest first, after old ones are deleted. */
  keptMissions(): Outcome<readonly ListedMission[]>;
  /** Refused if a mission cannot be continued. */
  checkKept(id: MissionId): Outcome<KeptCost>;
  removeKept(ids: readonly MissionId[]): Outcome<undefined>;
}
