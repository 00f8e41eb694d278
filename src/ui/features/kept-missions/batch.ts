import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { MissionHeader } from '../../../shared/contract/journal.ts';
import type { BranchRecord, ResumeRecord } from '../../../shared/contract/mission-control.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { RecordedMission } from '../../mission/link/link.ts';
import type { Batch } from './mission-store.ts';

/** What of a mission is worth writing, and what of it is new. */

/** What of a mission is written. */
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

/** A mission as this window first saw it, and whether it has become worth keeping since. */
interface FirstSeen {
  readonly id: MissionId;
  readonly time: EpochMs;
  readonly acts: number;
  isWorth: boolean;
}

/** More pieces are put together. */
const MOST_PIECES = 1000;
/** A mission is worth keeping once it has lived this long here, or after the first operation or branch. */
const WORTH_MS = MS_PER_MIN;

const operationsIn = ({ entries }: ResumeRecord): number =>
  entries.filter(({ input }) => input.kind === 'operation').length;

/** What an operator has done in a mission: operations in it and in its branches, and the branches themselves. */
const actsIn = (record: ResumeRecord & Pick<RecordedMission['record'], 'branches'>): number =>
  (record.branches ?? []).reduce((sum, branch) => sum + 1 + operationsIn(branch), operationsIn(record));

/**
 * Tells whether a mission is worth keeping: one that is kept already, or by what happened since this window first saw it. It stays so.
 * @param isKept whether this browser keeps a mission
 */
export function watchWorth(isKept: (id: MissionId) => boolean): (mission: RecordedMission) => boolean {
  let firstSeen: FirstSeen | undefined;
  return ({ id, record }) => {
    // Of the mission with which the window opened, everything counts.
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

/** Whether an operator has done something that is not written. */
export function hasNewInputs({ id, record }: RecordedMission, progress: Progress | undefined): boolean {
  const { header, entries, branches = [] } = record;
  if (progress?.id !== id || progress.header !== header || entries.length > progress.entryCount) return true;
  const isWritten = branches.every((branch, index) => isSameBranch(branch, progress.branches[index]));
  return !isWritten || branches.length !== progress.branches.length;
}

/** Most that the mission or one of its branches has lived since it was written, ms of mission time. */
export function unwrittenMs({ record }: RecordedMission, progress: Progress): number {
  const { time, branches = [] } = record;
  const written = new Map(progress.branches.map((branch) => [branch.view.id, branch.time]));
  const ofBranches = branches.map((branch) => branch.time - (written.get(branch.view.id) ?? branch.time));
  return Math.max(time - progress.time, ...ofBranches);
}

/** A branch to be kept. */
export interface KeptBranch extends BranchRecord {
  /** The window that has made it, if it is another one. */
  readonly window?: string | undefined;
}

interface Writing {
  readonly build: string;
  /** The window that writes. */
  readonly window: string;
  readonly savedAt: EpochMs;
  newId(): string;
}

/** What is to be written of a mission now; nothing if it is written. */
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
