import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import {
  BRANCH_CAP,
  type BranchId,
  MAIN_BRANCH,
  nextBranchId,
  type Rate,
  type Run,
} from '../../../shared/contract/transport.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../ground/telemetry/telemetry-text.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Mission } from '../../mission/mission.ts';
import type { Branch } from '../branches/branch.ts';
import type { Transport } from './transport.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The missions of a session, and the branch and instant shown. */
export interface SessionState extends Mutable<Transport> {
  /** The mission itself. */
  main: Branch;
  /** Branches in order of creation. */
  branches: readonly Branch[];
  /** Past instant of the shown branch, as a read-only fork. */
  past: Mission | undefined;
  /** Playback rate of the past; ignored while none is shown. */
  replayRate: Rate;
}

export const shownBranch = ({ main, branches, shown }: SessionState): Branch =>
  branches.find(({ view }) => view.id === shown) ?? main;

export const isMainShown = ({ shown }: SessionState): boolean => shown === MAIN_BRANCH;

export const shownRun = (session: SessionState): Run =>
  isMainShown(session) ? session.run : session.branchRun;

/** Returns the shown mission: the past instant, or the shown branch at its live edge. */
export const shownMission = (session: SessionState): Mission => session.past ?? shownBranch(session).mission;

/** Shows a past instant of the shown branch, or its live edge for one that is not past. A replay starts paused. */
export function showPast(session: SessionState, time: EpochMs | undefined): void {
  const branch = shownBranch(session);
  if (!session.past) session.replayRate = 0;
  session.past =
    time === undefined || time >= branch.mission.time() ? undefined : branch.at(time, session.past);
}

/** Shows the live edge if the mission itself has moved back over the shown past instant. */
export function leaveLostPast(session: SessionState): void {
  if (isMainShown(session) && session.past && session.past.time() >= session.main.mission.time())
    session.past = undefined;
}

/** Keeps as a branch what the mission itself has simulated and now leaves. */
function keepBranch(session: Pick<SessionState, 'branches'>, main: Branch, time: EpochMs): BranchId {
  const id = nextBranchId(session.branches.map(({ view }) => view.id));
  // Branches that parted from it since then part from that branch now.
  const branches = session.branches.map((branch) => {
    const { origin } = branch.view;
    const isOfIt = origin?.parent === MAIN_BRANCH && origin.time > time;
    return isOfIt ? branch.renamed({ ...branch.view, origin: { ...origin, parent: id } }) : branch;
  });
  session.branches = [...branches, main.renamed({ id, name: id, origin: { parent: MAIN_BRANCH, time } })];
  return id;
}

/**
 * Keeps what the mission itself has simulated beyond an instant that it has gone back to, if there is room. Returns a notice.
 * @param isOwn true if an order of this console caused it
 */
export function keepLeft(
  session: Pick<SessionState, 'branches'>,
  main: Branch,
  time: EpochMs,
  isOwn: boolean,
): NoticeDraft {
  const edge = main.mission.time();
  const moved = isOwn
    ? 'The mission has returned to UTC.'
    : `Another console has brought the mission to ${formatUtcTime(time)}.`;
  if (session.branches.length >= BRANCH_CAP) {
    const text = `${moved} What it had simulated after that is lost: this console has ${BRANCH_CAP} branches.`;
    return { level: 'warning', text };
  }
  const id = keepBranch(session, main, time);
  if (isOwn) return { level: 'info', text: `${moved} ${leadText(edge, id)}` };
  const text = `${moved} What it had simulated after that, up to ${formatUtcTime(edge)}, is branch ${id} of this console.`;
  return { level: 'info', text };
}

export const BRANCHES_FULL = `A session has up to ${BRANCH_CAP} branches. Delete one first.`;

/** Describes where the lead up to an instant is kept. */
export const leadText = (edge: EpochMs, branch: BranchId): string =>
  `What it had simulated ahead of UTC, up to ${formatUtcTime(edge)}, is branch ${branch}.`;

/** Takes the mission itself back to an earlier instant. */
export const goBack = (session: Pick<SessionState, 'main'>, time: EpochMs): void => {
  session.main = session.main.fork(session.main.view, session.main.at(time));
};

/** Returns the reason why the mission itself cannot return to UTC, if any. */
export function whyNotTo(utc: EpochMs, main: Branch): string | undefined {
  if (utc >= main.startTime()) return undefined;
  const aheadText = formatDuration(main.startTime() - utc);
  return `The mission begins ${aheadText} after UTC. Choose Begin a new mission in Exercises instead.`;
}

/** Returns the mission itself to UTC; its lead is kept as a branch, whose id is returned. */
export function returnLead(
  session: Pick<SessionState, 'main' | 'branches'>,
  utc: EpochMs,
): Outcome<BranchId> {
  const why = session.branches.length >= BRANCH_CAP ? BRANCHES_FULL : whyNotTo(utc, session.main);
  if (why) return refused(why);
  const id = keepBranch(session, session.main, utc);
  goBack(session, utc);
  return { ok: true, value: id };
}

/** Returns the mission itself to UTC by order of another console; its lead is kept if there is room. */
export function leaveLead(
  session: Pick<SessionState, 'main' | 'branches'>,
  utc: EpochMs,
): Outcome<NoticeDraft> {
  const why = whyNotTo(utc, session.main);
  if (why) return refused(why);
  const notice = keepLeft(session, session.main, utc, false);
  goBack(session, utc);
  return { ok: true, value: notice };
}

export const NO_BRANCH = 'There is no such branch.';

/** Returns a branch of the session, or the mission itself. */
export const branchOf = (session: SessionState, id: BranchId): Branch | undefined =>
  id === MAIN_BRANCH ? session.main : session.branches.find(({ view }) => view.id === id);
