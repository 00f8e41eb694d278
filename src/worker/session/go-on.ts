import { type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import type { SharedRun } from '../consoles/messages.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import type { Branch } from './branch.ts';
import { advanceMain, type Deck, isMainShown, shownBranch, shownRun } from './deck.ts';
import { runOn } from './run-on.ts';
import type { Sharing } from './sharing.ts';
import { createPace } from './transport.ts';

/** A change of the rate may arrive this much later, and is made up for. */
const MOST_NEWS_MS = 5 * MS_PER_MIN;

/** Time on the wall that has passed, and where its result goes. */
export interface Passage {
  readonly wall: EpochMs;
  readonly elapsedMs: number;
  /** Most mission time that is lived through in this call. */
  readonly mostMs: number;
  readonly notices: NoticeDraft[];
}

/** Missions out of step with UTC, at the rates of the transport. */
export interface GoingOn {
  /** Lives on with the mission itself. Returns whether all that is due is lived. */
  main(passage: Passage): boolean;
  /** Lives on with the branch that is shown. */
  branch(passage: Passage): boolean;
  /** The operator has changed how the branch shown goes on, or the mission itself. */
  onChange(wall: EpochMs): void;
  /** What is achieved of the rate of the branch shown; `undefined` while that is enough. */
  achieved(): number | undefined;
}

export function createGoingOn(deck: Deck, sharing: Sharing): GoingOn {
  const mainPace = createPace();
  const branchPace = createPace();
  let followed: SharedRun | undefined;

  /** Tells the consoles how the mission itself goes on, and that it is at an instant now. */
  function tellRun(wall: EpochMs, time = deck.main.mission.time()): void {
    sharing.setRun({ ...deck.run, wall, time });
  }

  /** Mission time that is due for the mission itself by the course that all consoles have agreed on. */
  function dueOfMain({ wall, elapsedMs }: Passage): number {
    const now = deck.main.mission.time();
    const course = sharing.run();
    const courseMs = course.time + (wall - course.wall) * course.rate - now;
    const unknownMs = course === followed ? 0 : Math.min(wall - course.wall, MOST_NEWS_MS);
    const newsMs = sharing.isFollowing() ? MOST_NEWS_MS : unknownMs;
    followed = course;
    // The instant of a pause is the same for all, however far behind a console is.
    const dueMs = course.rate === 0 ? courseMs : mainPace.dueOf(courseMs, elapsedMs, course.rate, newsMs);
    const isOff = dueMs < Math.floor(courseMs) || elapsedMs < 0;
    // What cannot be made up for is given up, by all consoles.
    if (isOff && sharing.isLeader()) tellRun(wall, epochMs(now + Math.max(0, dueMs)));
    // A pause is never before an input that has been accepted.
    const acceptedMs = course.rate === 0 ? (deck.ahead.at(-1)?.time ?? now) - now : 0;
    return Math.max(0, dueMs, acceptedMs);
  }

  return {
    main(passage) {
      const { wall, mostMs, notices } = passage;
      const dueMs = dueOfMain(passage);
      if (dueMs === 0) return true;
      const from = deck.main.mission.time();
      const advanceTo: Branch['advanceTo'] = (to, follow) => advanceMain(deck, to, follow);
      const runner = { mission: () => deck.main.mission, advanceTo };
      const ran = runOn(runner, deck.run, Math.min(dueMs, mostMs), deck.slowsOnCritical);
      mainPace.lived(deck.main.mission.time() - from);
      notices.push(...ran.notices);
      if (ran.end) {
        deck.run = { ...ran.end.run, isInStep: false };
        mainPace.reset();
        tellRun(wall);
        if (ran.end.notice) notices.push(ran.end.notice);
      }
      return dueMs <= mostMs || deck.run.rate === 0;
    },
    branch({ elapsedMs, mostMs, notices }) {
      const branch = shownBranch(deck);
      const dueMs = branchPace.due(elapsedMs, deck.branchRun.rate);
      if (dueMs === 0) return true;
      const from = branch.mission.time();
      const runner = { mission: () => branch.mission, advanceTo: branch.advanceTo };
      // What happens in a branch is not announced, but where its run ends.
      const { end } = runOn(runner, deck.branchRun, Math.min(dueMs, mostMs), deck.slowsOnCritical);
      branchPace.lived(branch.mission.time() - from);
      if (end) {
        deck.branchRun = end.run;
        branchPace.reset();
        if (end.notice) notices.push(end.notice);
      }
      return dueMs <= mostMs || deck.branchRun.rate === 0;
    },
    onChange(wall) {
      branchPace.reset();
      const { rate, runUntil, interrupted, isInStep } = deck.run;
      const known = sharing.run();
      const isSame =
        known.rate === rate &&
        known.runUntil === runUntil &&
        known.interrupted === interrupted &&
        known.isInStep === isInStep;
      if (isSame && (rate > 0 || known.time === deck.main.mission.time())) return;
      mainPace.reset();
      tellRun(wall);
    },
    achieved: () => (isMainShown(deck) ? mainPace : branchPace).achieved(shownRun(deck).rate),
  };
}
