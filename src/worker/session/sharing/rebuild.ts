import type { EpochMs } from '../../../shared/kit/units.ts';
import { createMission } from '../../mission/mission.ts';
import { type Branch, type BranchOptions, branchOptions, openBranch } from '../branches/branch.ts';
import { isMainShown, type SessionState, showPast } from '../clock/session-state.ts';

/** Replaces the mission itself by another state of it. The past instant that is shown stays, or is shown again once that has it. */
export function replaceMain(session: SessionState, main: Branch): void {
  session.main = main;
  const past = session.awaitedPast ?? session.past?.time();
  if (!isMainShown(session) || past === undefined) return;
  const { replayRate } = session;
  session.past = undefined; // of the mission before
  showPast(session, past);
  session.replayRate = replayRate;
}

/**
 * Replays the journal of the mission itself from its start.
 * @param differedAt first minute in which it differed from that of another console
 */
export function rebuildMain(session: SessionState, options: BranchOptions, differedAt: EpochMs): void {
  const { mission, view } = session.main;
  const again = createMission({ ...branchOptions(options), ...mission.header, journal: mission.journal() });
  again.advanceTo(mission.time());
  const marks = session.main.record().marks.filter(({ time }) => time < differedAt);
  replaceMain(session, openBranch(view, again, options, { marks, keyframe: again.keyframe() }));
}
