import type { KeptCost, LoggedMission } from '../../../shared/contract/durable-log.ts';
import type { Keyframe } from '../../../shared/contract/journal.ts';
import type { BranchRecord, SessionRecord } from '../../../shared/contract/mission-control.ts';
import { checkSaved, type SavedRecording } from '../../../shared/contract/recording.ts';
import { LONGEST_OPENED_MS, replayCostMs } from '../../../shared/contract/replay-cost.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** A mission of an earlier visit, with those of its branches that can be restored. */
export interface ContinuedMission extends KeptCost {
  readonly record: SessionRecord;
}

interface Visit {
  readonly build: string;
  readonly now: EpochMs;
}

/** Reads a mission that was kept on an earlier visit as strictly as a recording, or returns why it cannot be continued. */
export function readToContinue(
  { head, record, lost }: LoggedMission,
  { build, now }: Visit,
): Result<ContinuedMission> {
  const isSameBuild = head.build === build;
  // A keyframe is valid only for the build that made it.
  const costFrom = (checked: SavedRecording, keyframe: Keyframe | undefined) =>
    keyframe ? checked.time - keyframe.time : replayCostMs(checked);
  const { branches: kept = [], keyframe: keptKeyframe, ...main } = record;
  const checked = checkSaved({ ...main, build: head.build });
  if (!checked.ok) return failed(checked.message.replace(/\.$/, ''));
  const { header, entries, marks, time } = checked.value;
  const keyframe = isSameBuild ? keptKeyframe : undefined;
  if (!keyframe && replayCostMs(checked.value) > LONGEST_OPENED_MS)
    return failed('another build kept it, and it is too long to simulate again from its start');
  // A mission that was ahead of UTC is simulated up to it.
  const returnMs = time > now ? Math.max(0, now - header.startTime) : 0;
  let costMs = costFrom(checked.value, keyframe) + Math.min(returnMs, LONGEST_OPENED_MS);
  const branches: BranchRecord[] = [];
  for (const { view, keyframe: branchKeyframe, ...branch } of kept) {
    const checkedBranch = checkSaved({ ...branch, build: head.build });
    const usedKeyframe = isSameBuild ? branchKeyframe : undefined;
    const branchMs = checkedBranch.ok ? costFrom(checkedBranch.value, usedKeyframe) : 0;
    if (!checkedBranch.ok || costMs + branchMs > LONGEST_OPENED_MS) continue;
    costMs += branchMs;
    const { header: own, entries: inputs, marks: hashes, time: end } = checkedBranch.value;
    const known = { view, header: own, entries: inputs, marks: hashes, time: end };
    branches.push(usedKeyframe ? { ...known, keyframe: usedKeyframe } : known);
  }
  return succeeded({
    record: {
      header,
      entries,
      marks,
      time,
      ...(keyframe && { keyframe }),
      ...(branches.length > 0 && { branches }),
    },
    costMs,
    lostCount: lost.length + kept.length - branches.length,
  });
}
