import type { HashMark, ReplayComparison, TimedRecording } from '../../../shared/contract/journal.ts';
import type { BranchRecord } from '../../../shared/contract/mission-control.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { createMission, type Mission } from '../../mission/mission.ts';
import {
  type Branch,
  type BranchOptions,
  beginBranch,
  branchOptions,
  MAIN,
  openBranch,
  type Past,
  replayInto,
} from './branch.ts';

/** A mission after the replay of a recording. */
export interface Replay extends ReplayComparison {
  readonly mission: Mission;
  /** Its simulated past, with its own hashes at the instants of the recorded ones. */
  readonly past: Past;
}

/**
 * Replays a recording from its start and compares its hashes.
 * @param follow receives the mission at least once per simulated minute
 */
export function replay(
  { header, entries, marks: recorded, time: end }: TimedRecording,
  options: BranchOptions = {},
  follow: (mission: Mission) => void = () => {},
): Replay {
  const branch = beginBranch(MAIN, header, options);
  const { mission } = branch;
  const marks: HashMark[] = [];
  let equalCount = 0;
  let differsAt: EpochMs | undefined;

  function replayUpTo(time: EpochMs, entryCount: number): void {
    let isThere: boolean;
    do {
      isThere = replayInto(branch, { entries, entryCount, time }, MS_PER_MIN);
      follow(mission);
    } while (!isThere);
  }

  for (const { time, entryCount, hash: expected } of recorded) {
    replayUpTo(time, entryCount);
    const hash = mission.hash();
    marks.push({ time, entryCount: mission.journal().length, hash });
    if (hash !== expected) differsAt ??= time;
    else if (differsAt === undefined) equalCount += 1;
  }
  replayUpTo(end, entries.length);
  const past = { marks, instants: branch.instants(), archive: branch.archive() };
  return { mission, past, equalCount, differsAt };
}

export function describeReplay({ past: { marks }, equalCount, differsAt }: Replay): string {
  if (differsAt !== undefined) {
    const minute = `${new Date(differsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return `The replay differs from the recording at ${minute}. Hashes equal before: ${equalCount}.`;
  }
  return marks.length === 0 ? 'The recording has no hash to compare.' : `${equalCount} hashes equal.`;
}

/**
 * Restores a branch from its record, as its session left it. Without a keyframe it is replayed, with the replay's
 * hashes.
 */
export function restoreBranch(record: BranchRecord, options: BranchOptions): Branch {
  const { view, header, entries, marks, keyframe, time } = record;
  if (!keyframe) {
    const { mission, past } = replay(record, options);
    return openBranch(view, mission, options, past);
  }
  const mission = createMission({ ...branchOptions(options), ...header, journal: entries, keyframe });
  mission.advanceTo(epochMs(Math.max(time, mission.time())));
  return openBranch(view, mission, options, { marks, keyframe });
}
