import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { Batch, MissionHead } from '../../../shared/contract/durable-log.ts';
import type { MissionHeader } from '../../../shared/contract/journal.ts';
import type {
  BranchRecord,
  LiveResume,
  ResumeRecord,
  SessionRecord,
} from '../../../shared/contract/mission-control.ts';
import type { BranchView } from '../../../shared/contract/transport.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** Decides what of a mission is new to its log. */

interface WrittenBranch {
  readonly view: BranchView;
  readonly header: MissionHeader;
  readonly entryCount: number;
  readonly time: EpochMs;
}

/** State of a mission as last written. */
export interface Progress {
  /** A new object means that everything may differ. */
  readonly header: MissionHeader;
  readonly generation: string;
  readonly entryCount: number;
  readonly markCount: number;
  readonly pieces: number;
  readonly keyframeTime: EpochMs | undefined;
  readonly branches: readonly WrittenBranch[];
  /** Mission time. */
  readonly time: EpochMs;
  readonly savedAt: EpochMs;
}

/** More pieces are merged. */
const MOST_PIECES = 1000;

const operationsIn = ({ entries }: ResumeRecord): number =>
  entries.filter(({ input }) => input.kind === 'operation').length;

/** Number of operator acts: operations in the mission and in its branches, and the branches themselves. */
export const actsIn = ({ branches = [], ...main }: SessionRecord): number =>
  branches.reduce((sum, branch) => sum + 1 + operationsIn(branch), operationsIn(main));

/** True if no operator has changed a branch since it was written. */
const hasSameInputs = (branch: BranchRecord, written: WrittenBranch | undefined): boolean =>
  branch.view.id === written?.view.id &&
  branch.view.name === written.view.name &&
  branch.view.origin?.parent === written.view.origin?.parent &&
  branch.view.sharedCount === written.view.sharedCount &&
  branch.header === written.header &&
  branch.entries.length === written.entryCount;

/** True if anything has happened in a mission or its branches, besides time passing, that is not written yet. */
export function hasNewInputs(
  { header, entries, branches = [] }: SessionRecord,
  progress: Progress | undefined,
): boolean {
  if (progress?.header !== header || entries.length > progress.entryCount) return true;
  const isWritten = branches.every((branch, index) => hasSameInputs(branch, progress.branches[index]));
  return !isWritten || branches.length !== progress.branches.length;
}

/** Longest mission time, in ms, by which the mission or one of its branches has advanced since it was written. */
export function unwrittenMs({ time, branches = [] }: SessionRecord, progress: Progress): number {
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
  readonly id: MissionId;
  readonly build: string;
  /** Window that writes. */
  readonly window: string;
  readonly savedAt: EpochMs;
  readonly live: LiveResume;
  readonly worthFrom: MissionHead['worthFrom'];
  newId(): string;
}

/** Returns a copy of a branch, whose lists grow while it is being written. */
const copied = ({ entries, marks, ...branch }: BranchRecord): BranchRecord => ({
  ...branch,
  entries: [...entries],
  marks: [...marks],
});

/** Returns what remains to be written of a mission, and the progress once it is written. */
export function batchOf(
  { header, entries, marks, keyframe, time, branches = [] }: SessionRecord,
  progress: Progress | undefined,
  { id, build, window, savedAt, live, worthFrom, newId }: Writing,
): { readonly batch: Batch; readonly after: Progress } {
  const isExtended = progress?.header === header && progress.pieces < MOST_PIECES;
  const from = (isExtended && progress) || {
    generation: newId(),
    entryCount: 0,
    markCount: 0,
    pieces: 0,
    keyframeTime: undefined,
    branches: [] as readonly WrittenBranch[],
  };
  const { generation, pieces: number } = from;
  const piece = { entries: entries.slice(from.entryCount), marks: marks.slice(from.markCount) };
  const hasPiece = number === 0 || piece.entries.length > 0 || piece.marks.length > 0;
  const isWritten = (branch: BranchRecord): boolean =>
    from.branches.some((written) => hasSameInputs(branch, written) && branch.time === written.time);
  const [entryCount, markCount] = [entries.length, marks.length];
  return {
    batch: {
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
        live,
        worthFrom,
      },
      piece,
      number,
      keyframe: keyframe?.time === from.keyframeTime ? undefined : keyframe,
      branches: branches.filter((branch) => !isWritten(branch)).map(copied),
    },
    after: {
      header,
      generation,
      entryCount,
      markCount,
      pieces: number + (hasPiece ? 1 : 0),
      keyframeTime: keyframe?.time,
      branches: branches.map((branch) => ({
        view: branch.view,
        header: branch.header,
        entryCount: branch.entries.length,
        time: branch.time,
      })),
      time,
      savedAt,
    },
  };
}
