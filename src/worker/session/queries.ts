import { LONGEST_STRETCH_MS } from '../../shared/contract/history.ts';
import { accepted, refused } from '../../shared/contract/outcome.ts';
import { NOT_PARTED, type SessionControl } from '../../shared/contract/session-control.ts';
import type { BranchId } from '../../shared/contract/transport.ts';
import { LIVE_SATELLITE, ORBITAL_ELEMENTS } from '../../shared/entities/satellites.ts';
import { formatDuration } from '../../shared/kit/quantity-text.ts';
import { type EpochMs, epochMs } from '../../shared/kit/units.ts';
import { exerciseOf } from '../mission/exercise/running-exercise.ts';
import { compareArchives, shiftFigures, summarise } from './archive/comparison.ts';
import { exerciseResult } from './archive/exercise-result.ts';
import { type Branch, isRevealedIn, REBUILT_MS } from './branches/branch.ts';
import { createShiftFlights, skippedTo, unbrokenFrom } from './branches/shift.ts';
import { instantText } from './clock/instant-text.ts';
import { branchOf, NO_BRANCH, type SessionState, shownBranch, shownMission } from './clock/session-state.ts';
import { enteredOrbit } from './live-data/mission-orbit.ts';

const isSpan = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  Number.isFinite(from) && Number.isFinite(to) && from < to;

const NO_SPAN = 'The span needs a start before its end.';
const TOO_LONG = `The span is longer than ${formatDuration(LONGEST_STRETCH_MS)}.`;
/** Questions about the missions of a session, which change nothing. */
type Queries = Pick<
  SessionControl,
  | 'history'
  | 'lookAhead'
  | 'stretch'
  | 'marks'
  | 'summary'
  | 'shiftReport'
  | 'exerciseResult'
  | 'compare'
  | 'issElements'
  | 'recording'
>;

/** @param catchUp advances everything to the clock */
export function createQueries(session: SessionState, catchUp: () => void): Queries {
  const flyShift = createShiftFlights();

  /** Limits what is known of a branch to the shown instant, as branches share their past. */
  const knownAt = (branch: Branch): EpochMs =>
    epochMs(Math.min(branch.mission.time(), session.past?.time() ?? Number.POSITIVE_INFINITY));

  /** Returns a branch and its ancestors, nearest first, with the instants at which they part. */
  function lineage(branch: Branch): readonly { readonly id: BranchId; readonly until: number }[] {
    const { id, origin } = branch.view;
    const parent = origin && branchOf(session, origin.parent);
    const before = parent
      ? lineage(parent).map((one) => ({ ...one, until: Math.min(one.until, origin.time) }))
      : [];
    return [{ id, until: branch.mission.time() }, ...before];
  }

  /**
   * Returns the instant up to which two branches share their past; the start of the past if an ancestor is deleted.
   */
  function partingTime(one: Branch, other: Branch): EpochMs {
    const others = lineage(other);
    for (const { id, until } of lineage(one)) {
      const shared = others.find((known) => known.id === id);
      if (shared) return epochMs(Math.min(until, shared.until));
    }
    return one.startTime();
  }

  /** True if the archive of a branch holds everything since an instant; each call advances that after a restart. */
  const isArchived = (branch: Branch, from: EpochMs): boolean =>
    branch.isArchivedFrom(from) || branch.rebuildPast(REBUILT_MS);

  return {
    history({ branch: id, ...query }) {
      const branch = id === undefined ? shownBranch(session) : branchOf(session, id);
      if (!branch) return refused(NO_BRANCH);
      if (!isSpan(query) || !(query.columns >= 1)) return refused(NO_SPAN);
      const isKnown = isArchived(branch, query.from);
      return accepted(isKnown ? branch.archive().history(query, knownAt(branch)) : undefined);
    },
    lookAhead(query) {
      const mission = shownMission(session);
      const { aids } = exerciseOf(mission.header)?.definition ?? {};
      if (aids && !aids.lookAhead && !isRevealedIn(session.main))
        return refused('This exercise is flown without a look ahead.');
      if (!Number.isFinite(query.to)) return refused('The look ahead needs an instant at which it ends.');
      return accepted(mission.lookAhead(query));
    },
    stretch({ branch: id, ...query }) {
      const branch = id === undefined ? shownBranch(session) : branchOf(session, id);
      if (!branch) return refused(NO_BRANCH);
      if (!isSpan(query)) return refused(NO_SPAN);
      if (query.to - query.from > LONGEST_STRETCH_MS) return refused(TOO_LONG);
      return accepted(
        branch.rebuildPast(REBUILT_MS) ? branch.archive().stretch(query, knownAt(branch)) : undefined,
      );
    },
    marks(span) {
      const branch = shownBranch(session);
      if (!isSpan(span)) return refused(NO_SPAN);
      if (!isArchived(branch, span.from)) return accepted(undefined);
      const time = knownAt(branch);
      return accepted({ ...branch.archive().marks(span, time), skippedTo: skippedTo(branch, time) });
    },
    summary(span) {
      const branch = shownBranch(session);
      const from = epochMs(Math.max(span.from, branch.startTime()));
      const to = epochMs(Math.min(span.to, knownAt(branch)));
      if (!isSpan({ from, to })) return refused(NO_SPAN);
      return accepted(branch.rebuildPast(REBUILT_MS) ? summarise(branch.archive(), from, to) : undefined);
    },
    shiftReport(span) {
      const branch = shownBranch(session);
      const to = epochMs(Math.min(span.to, knownAt(branch)));
      const from = epochMs(Math.max(span.from, unbrokenFrom(branch, to)));
      if (!isSpan({ from, to })) return refused(NO_SPAN);
      if (!branch.rebuildPast(REBUILT_MS)) return accepted(undefined);
      const flights = flyShift(branch, { from, to }, REBUILT_MS);
      if (!flights) return accepted(undefined);
      const figuresOf = (flown: Branch) => shiftFigures(flown.archive(), from, to);
      return accepted({
        seed: branch.mission.header.seed,
        branch: branch.view.name,
        own: figuresOf(branch),
        crew: figuresOf(flights.crew),
        unattended: figuresOf(flights.unattended),
      });
    },
    exerciseResult() {
      const branch = shownBranch(session);
      const { header, exercise, time } = shownMission(session);
      const running = exerciseOf(header);
      const state = exercise();
      if (!running || !state) return refused('This mission has no exercise.');
      if (!branch.rebuildPast(REBUILT_MS)) return accepted(undefined);
      const now = epochMs(Math.max(running.from, time()));
      // A branch may be ahead of the mission itself, whose operator would be told what is to come.
      const isRevealed = isRevealedIn(session.main);
      return accepted(exerciseResult({ running, state, archive: branch.archive(), now, isRevealed }));
    },
    compare([one, other]) {
      const branches = [branchOf(session, one), branchOf(session, other)] as const;
      const [a, b] = branches;
      if (!a || !b) return refused(NO_BRANCH);
      // Both, even if the first is not complete yet: each call advances both.
      const known = [a.rebuildPast(REBUILT_MS), b.rebuildPast(REBUILT_MS)];
      if (known.includes(false)) return accepted(undefined);
      const from = partingTime(a, b);
      const past = session.past?.time();
      if (past !== undefined && past <= from) return refused(NOT_PARTED);
      const to = epochMs(Math.min(knownAt(a), knownAt(b)));
      if (to <= from) {
        const { name } = (a.mission.time() < b.mission.time() ? a : b).view;
        return refused(
          `There is nothing to compare yet: ${name} has not continued beyond ${instantText(from, session.main.mission.time())}.`,
        );
      }
      return accepted({ from, to, ...compareArchives(a.archive(), b.archive(), { from, to }, past) });
    },
    issElements() {
      const orbit = enteredOrbit(shownMission(session).journal());
      return accepted(orbit?.elements ?? ORBITAL_ELEMENTS[LIVE_SATELLITE]);
    },
    recording() {
      catchUp();
      const { mission, record } = shownBranch(session);
      const { header, entries, marks, time } = record();
      const last = { time, entryCount: entries.length, hash: mission.hash() };
      return accepted({ header, entries, marks: [...marks, last], time });
    },
  };
}
