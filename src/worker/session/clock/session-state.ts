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
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Mission } from '../../mission/mission.ts';
import { type Branch, REBUILT_MS } from '../branches/branch.ts';
import { instantText } from './instant-text.ts';
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
  /** Past instant that is shown once the past up to it is simulated again, unless somebody acts before; the live edge is until then. */
  awaitedPast: EpochMs | undefined;
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

/**
 * Shows a past instant of the shown branch, or its live edge for one that is not past. A replay starts paused. After a restart the
 * instant is shown later: to simulate the whole past at once would take too long.
 */
export function showPast(session: SessionState, time: EpochMs | undefined): void {
  const branch = shownBranch(session);
  const held = session.past;
  if (!held) session.replayRate = 0;
  session.past = undefined;
  session.awaitedPast = undefined;
  if (time === undefined || time >= branch.mission.time()) return;
  if (branch.canShow(time)) session.past = branch.at(time, held);
  else if (branch.rebuildPast(REBUILT_MS))
    session.past = branch.at(epochMs(Math.max(time, branch.startTime())), held);
  else session.awaitedPast = time;
}

/** Says which part of the past of a branch is not available yet after a restart. */
export const loadingText = (branch: Branch): string => {
  const { time } = branch.mission;
  const from = branch.instants()[0]?.time ?? time();
  return `The past before ${instantText(from, time())} is being loaded.`;
};

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
    : `Another console has brought the mission to ${instantText(time, edge)}.`;
  if (session.branches.length >= BRANCH_CAP) {
    const text = `${moved} What it had simulated after that is lost: this console has ${BRANCH_CAP} branches.`;
    return { level: 'warning', text };
  }
  const id = keepBranch(session, main, time);
  if (isOwn) return { level: 'info', text: `${moved} ${leadText(edge, time, id)}` };
  const text = `${moved} What it had simulated after that, up to ${instantText(edge, time)}, is branch ${id} of this console.`;
  return { level: 'info', text };
}

export const BRANCHES_FULL = `A session has up to ${BRANCH_CAP} branches. Delete one first.`;

/** Describes where the lead up to an instant is kept, once the mission has returned to `utc`. */
export const leadText = (edge: EpochMs, utc: EpochMs, branch: BranchId): string =>
  `What it had simulated ahead of UTC, up to ${instantText(edge, utc)}, is branch ${branch}.`;

/** Takes the mission itself back to an earlier instant. */
export const goBack = (session: Pick<SessionState, 'main'>, time: EpochMs): void => {
  session.main = session.main.fork(session.main.view, session.main.at(time));
};

/**
 * Returns the reason why the mission itself cannot return to UTC, if any.
 * @param isPatient true if it may be simulated from its start up to UTC at once
 */
export function whyNotTo(utc: EpochMs, main: Branch, isPatient = false): string | undefined {
  if (utc < main.startTime()) {
    const aheadText = formatDuration(main.startTime() - utc);
    return `The mission begins ${aheadText} after UTC. Choose Begin a new mission in Exercises instead.`;
  }
  const isLoaded = isPatient || main.canShow(utc) || main.rebuildPast(REBUILT_MS);
  return isLoaded ? undefined : `${loadingText(main)} Try again in a moment.`;
}

/**
 * Returns the mission itself to UTC; its lead is kept as a branch, whose id is returned.
 * @param isPatient true if it may be simulated from its start up to UTC at once
 */
export function returnLead(
  session: Pick<SessionState, 'main' | 'branches'>,
  utc: EpochMs,
  isPatient = false,
): Outcome<BranchId> {
  const isFull = session.branches.length >= BRANCH_CAP;
  const why = isFull ? BRANCHES_FULL : whyNotTo(utc, session.main, isPatient);
  if (why) return refused(why);
  const id = keepBranch(session, session.main, utc);
  goBack(session, utc);
  return { ok: true, value: id };
}

/** Returns the mission itself to UTC by order of another console; its lead is kept if there is room. */
export function leaveLead(session: SessionState, utc: EpochMs): Outcome<NoticeDraft> {
  const why = whyNotTo(utc, session.main);
  if (why) return refused(why);
  const notice = keepLeft(session, session.main, utc, false);
  goBack(session, utc);
  leaveLostPast(session);
  return { ok: true, value: notice };
}

export const NO_BRANCH = 'There is no such branch.';
/** Why no console is followed: the others show past instants of the mission itself. */
export const BRANCH_SHOWN = 'Show the mission itself first.';

/** Returns a branch of the session, or the mission itself. */
export const branchOf = (session: SessionState, id: BranchId): Branch | undefined =>
  id === MAIN_BRANCH ? session.main : session.branches.find(({ view }) => view.id === id);
