import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { MissionHeader } from '../../../shared/contract/journal.ts';
import type { BranchRecord, ResumeRecord } from '../../../shared/contract/mission-control.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { RecordedMission } from '../../mission/link/link.ts';
import type { Batch } from './mission-store.ts';

/** Decides what of a mission is worth writing, and what is new. */

/** State of a mission as last written. */
export interface Progress {
  readonly id: MissionId;
  readonly header: MissionHeader;
  readonly generation: string;
  readonly entryCount: number;
  readonly markCount: number;
  readonly pieces: number;
  readonly keyframeTime: EpochMs | undefined;
  readonly branches: readonly BranchRecord[];
  /** Mission time. */
  readonly time: EpochMs;
  readonly savedAt: EpochMs;
}

/** A mission as first seen by this window, and whether it has become worth keeping since. */
interface FirstSeen {
  readonly id: MissionId;
  readonly time: EpochMs;
  readonly acts: number;
  isWorth: boolean;
}

/** More pieces are merged. */
const MOST_PIECES = 1000;
/** A mission is worth keeping after this much mission time here, or after the first operation or branch. */
const WORTH_MS = MS_PER_MIN;

const operationsIn = ({ entries }: ResumeRecord): number =>
  entries.filter(({ input }) => input.kind === 'operation').length;

/** Number of operator acts: operations in the mission and in its branches, and the branches themselves. */
const actsIn = (record: ResumeRecord & Pick<RecordedMission['record'], 'branches'>): number =>
  (record.branches ?? []).reduce((sum, branch) => sum + 1 + operationsIn(branch), operationsIn(record));

/**
 * Returns a test of whether a mission is worth keeping: it is already kept, or enough has happened since this
 * window first saw it. It stays so.
 * @param isKept true if this browser keeps a mission
 */
export function watchWorth(isKept: (id: MissionId) => boolean): (mission: RecordedMission) => boolean {
  let firstSeen: FirstSeen | undefined;
  return ({ id, record }) => {
    // For the mission with which the window opened, everything counts.
    firstSeen ??= { id, time: record.header.startTime, acts: 0, isWorth: false };
    if (firstSeen.id !== id) firstSeen = { id, time: record.time, acts: actsIn(record), isWorth: isKept(id) };
    firstSeen.isWorth ||= record.time - firstSeen.time >= WORTH_MS || actsIn(record) > firstSeen.acts;
    return firstSeen.isWorth;
  };
}

const isSameBranch = (one: BranchRecord, other: BranchRecord | undefined): boolean =>
  one.view.id === other?.view.id &&
  one.view.name === other.view.name &&
  one.header === other.header &&
  one.entries.length === other.entries.length;

/** True if an operator has done something that is not written yet. */
export function hasNewInputs({ id, record }: RecordedMission, progress: Progress | undefined): boolean {
  const { header, entries, branches = [] } = record;
  if (progress?.id !== id || progress.header !== header || entries.length > progress.entryCount) return true;
  const isWritten = branches.every((branch, index) => isSameBranch(branch, progress.branches[index]));
  return !isWritten || branches.length !== progress.branches.length;
}

/** Longest mission time, in ms, by which the mission or one of its branches has advanced since it was written. */
export function unwrittenMs({ record }: RecordedMission, progress: Progress): number {
  const { time, branches = [] } = record;
  const written = new Map(progress.branches.map((branch) => [branch.view.id, branch.time]));
  const ofBranches = branches.map((branch) => branch.time - (written.get(branch.view.id) ?? branch.time));
  return Math.max(time - progress.time, ...ofBranches);
}

/** Branch to keep. */
export interface KeptBranch extends BranchRecord {
  /** Window that created it, if another one. */
  readonly window?: string | undefined;
}

interface Writing {
  readonly build: string;
  /** Window that writes. */
  readonly window: string;
  readonly savedAt: EpochMs;
  newId(): string;
}

/** Returns what remains to be written of a mission; nothing if all is written. */
export function batchOf(
  { id, record }: RecordedMission,
  progress: Progress | undefined,
  { build, window, savedAt, newId }: Writing,
): Batch & { readonly after: Progress } {
  const { header, entries, marks, keyframe, time, branches = [] } = record;
  const isKnown = progress?.id === id && progress.header === header && progress.pieces < MOST_PIECES;
  const from = (isKnown && progress) || {
    generation: newId(),
    entryCount: 0,
    markCount: 0,
    pieces: 0,
    keyframeTime: undefined,
    branches: [] as readonly BranchRecord[],
  };
  const [entryCount, markCount] = [entries.length, marks.length];
  const { generation, pieces } = from;
  return {
    head: {
      id,
      generation,
      build,
      header,
      time,
      savedAt,
      entryCount,
      markCount,
      branchIds: branches.map(({ view }) => view.id),
      branchWindows: branches.map((branch: KeptBranch) => branch.window ?? window),
    },
    piece: { entries: entries.slice(from.entryCount), marks: marks.slice(from.markCount) },
    number: pieces,
    keyframe: keyframe?.time === from.keyframeTime ? undefined : keyframe,
    branches: branches.filter((branch) => !from.branches.includes(branch)),
    after: {
      id,
      header,
      generation,
      entryCount,
      markCount,
      pieces: pieces + 1,
      keyframeTime: keyframe?.time,
      branches,
      time,
      savedAt,
    },
  };
}
