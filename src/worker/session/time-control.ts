import { TELEMETRY_PERIOD_MS } from '../../shared/constants.ts';
import { LONGEST_STRETCH_MS } from '../../shared/history.ts';
import { type Outcome, refused } from '../../shared/operations.ts';
import { formatDuration } from '../../shared/quantity-text.ts';
import type { SessionControl } from '../../shared/session-control.ts';
import {
  BRANCH_CAP,
  BRANCH_NAME_LENGTH,
  type BranchId,
  type BranchView,
  MAIN_BRANCH,
  RATES,
  RUN_TARGETS,
} from '../../shared/transport.ts';
import { typedLine } from '../../shared/typed-text.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { compareArchives, summarise } from '../archive/comparison.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import type { Mission } from '../mission/mission.ts';
import { gridAfter } from '../state/grid.ts';
import type { Branch } from './branch.ts';
import {
  advanceMain,
  BRANCHES_FULL,
  type Deck,
  isMainShown,
  leadText,
  nextBranchId,
  returnLead,
  shownBranch,
  shownRun,
} from './deck.ts';
import { NO_TARGET, nextTarget } from './run-until.ts';
import { IN_STEP, PAUSED, RUN_RATE, type Run } from './transport.ts';

/** Past that is lived through again in a call, after a restart. */
export const REBUILT_MS = 20 * MS_PER_MIN;

/** Deeds of the session that a change of its time needs. */
export interface TimeEffects {
  /** UTC by the clock. */
  now(): EpochMs;
  /** Brings everything up to the clock, before a change. */
  catchUp(): void;
  /** Delivers the change, with what is to be told of it. */
  publish(notices: readonly NoticeDraft[]): void;
  /** Whether other consoles show the mission. */
  isShared(): boolean;
  /** The mission itself goes on in another way, or is at another instant. */
  onRunChanged(): void;
  /** The mission itself has gone back. */
  onLineChanged(): void;
  /** Anything has changed by this control. */
  onChanged(): void;
}

const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

const isSpan = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  Number.isFinite(from) && Number.isFinite(to) && from < to;

const NO_SPAN = 'The span needs a start before its end.';
const TOO_LONG = `The span is longer than ${formatDuration(LONGEST_STRETCH_MS)}.`;
const NO_BRANCH = 'There is no such branch.';
const LOOKING_BACK = 'A past instant is shown. Return to live first.';

/** The control of a session's time. */
export function createTimeControl(deck: Deck, effects: TimeEffects) {
  const { now, catchUp, publish } = effects;
  /** The branch shown goes on in this way; the mission itself leaves UTC. */
  function go(run: Run): void {
    if (isMainShown(deck)) deck.run = { ...run, isInStep: false };
    else deck.branchRun = run;
    effects.onRunChanged();
  }
  function show(branch: BranchId, run: Run): void {
    // While a branch is shown, the mission stands still out of step, unless other consoles show it.
    if (isMainShown(deck) && !deck.run.isInStep && !effects.isShared()) deck.run = PAUSED;
    deck.shown = branch;
    if (!isMainShown(deck)) deck.branchRun = run;
    effects.onRunChanged();
  }

  /** @param act may add notices of what it has done */
  function change<T>(act: (notices: NoticeDraft[]) => Outcome<T>): Outcome<T> {
    catchUp();
    const notices: NoticeDraft[] = [];
    const outcome = act(notices);
    if (outcome.ok) {
      effects.onChanged();
      publish(notices);
    }
    return outcome;
  }

  const branchOf = (id: BranchId): Branch | undefined =>
    id === MAIN_BRANCH ? deck.main : deck.branches.find(({ view }) => view.id === id);

  /** Nothing later than the instant shown is told of any branch: they share their past. */
  const knownAt = (branch: Branch): EpochMs =>
    epochMs(Math.min(branch.mission.time(), deck.past?.time() ?? Number.POSITIVE_INFINITY));

  /** The branches that one descends from, nearest first, with the instants at which they part; itself first. */
  function lineage(branch: Branch): readonly { readonly id: BranchId; readonly until: number }[] {
    const { id, origin } = branch.view;
    const parent = origin && branchOf(origin.parent);
    const before = parent
      ? lineage(parent).map((one) => ({ ...one, until: Math.min(one.until, origin.time) }))
      : [];
    return [{ id, until: branch.mission.time() }, ...before];
  }

  /** The instant up to which two branches share their past; the start of the past where an ancestor is deleted. */
  function partingTime(one: Branch, other: Branch): EpochMs {
    const others = lineage(other);
    for (const { id, until } of lineage(one)) {
      const shared = others.find((known) => known.id === id);
      if (shared) return epochMs(Math.min(until, shared.until));
    }
    return one.startTime();
  }

  function addBranch(source: Branch, mission: Mission, time: EpochMs): BranchView {
    const id = nextBranchId(deck);
    const view: BranchView = { id, name: id, origin: { parent: source.view.id, time } };
    deck.branches = [...deck.branches, source.fork(view, mission)];
    return view;
  }

  return {
    setRate: (rate) =>
      change(() => {
        if (!RATES.includes(rate)) return refused(`There is no rate ${rate}.`);
        const { rate: present, runUntil, interrupted } = shownRun(deck);
        const isUnchanged = rate === 1 && present === 1 && !runUntil && !interrupted;
        // A faster rate reaches the same target sooner; 1× and a pause end the run.
        const target = rate > 1 && !deck.past && runUntil ? { runUntil } : {};
        if (!isUnchanged) go({ rate, ...target });
        return done(rate);
      }),
    runUntil: (target) =>
      change(() => {
        const { rate } = shownRun(deck);
        if (target === undefined) {
          if (isMainShown(deck)) deck.run = { rate, isInStep: deck.run.isInStep };
          else deck.branchRun = { rate };
          effects.onRunChanged();
          return done(undefined);
        }
        if (!RUN_TARGETS.includes(target)) return refused(`There is no target ${target}.`);
        const { mission } = shownBranch(deck);
        const time = target === 'alarm' ? undefined : nextTarget(target, mission.snapshot(), mission.time());
        if (target !== 'alarm' && time === undefined) return refused(NO_TARGET[target]);
        deck.past = undefined;
        go({ rate: rate > 1 ? rate : RUN_RATE, runUntil: target });
        return done(time);
      }),
    continueRun: () =>
      change(() => {
        const { interrupted } = shownRun(deck);
        if (!interrupted) return refused('Nothing has been interrupted.');
        const { rate, runUntil } = interrupted;
        deck.past = undefined;
        go({ rate, runUntil });
        return done(rate);
      }),
    step: () =>
      change(() => {
        if (deck.past) return refused(LOOKING_BACK);
        const branch = shownBranch(deck);
        const to = gridAfter(branch.mission.time(), TELEMETRY_PERIOD_MS);
        if (isMainShown(deck)) advanceMain(deck, to);
        else branch.advanceTo(to);
        go({ rate: 0 });
        return done(branch.mission.time());
      }),
    seek: (time) =>
      change(() => {
        const branch = shownBranch(deck);
        const edge = branch.mission.time();
        if (time !== undefined && !Number.isFinite(time)) return refused('There is no such instant.');
        if (time === undefined || time >= edge) {
          deck.past = undefined;
          return done(edge);
        }
        const sought = epochMs(Math.max(time, branch.startTime()));
        deck.past = branch.at(sought, deck.past);
        return done(deck.past.time());
      }),
    returnToUtc: () =>
      change((notices) => {
        const utc = now();
        const edge = deck.main.mission.time();
        const isAhead = !deck.run.isInStep && edge > utc;
        if (isAhead) {
          const returned = returnLead(deck, utc);
          if (!returned.ok) return returned;
          deck.ahead = [];
          notices.push({
            level: 'info',
            text: `The mission has returned to UTC. ${leadText(edge, returned.value)}`,
          });
        }
        deck.past = undefined;
        deck.shown = MAIN_BRANCH;
        deck.run = IN_STEP.run;
        effects.onRunChanged();
        if (isAhead) effects.onLineChanged();
        return done(utc);
      }),
    takeOver: () =>
      change(() => {
        if (deck.branches.length >= BRANCH_CAP) return refused(BRANCHES_FULL);
        const source = shownBranch(deck);
        const time = (deck.past ?? source.mission).time();
        const { id } = addBranch(source, deck.past ?? source.at(time), time);
        deck.past = undefined;
        show(id, { rate: 1 });
        return done(id);
      }),
    showBranch: (id) =>
      change(() => {
        if (id !== MAIN_BRANCH && !deck.branches.some(({ view }) => view.id === id))
          return refused(NO_BRANCH);
        deck.past = undefined;
        // Another branch stays where it was left; the mission itself has gone on if it is in step.
        if (id !== deck.shown) show(id, PAUSED);
        return done(id);
      }),
    renameBranch: ({ id, name }) =>
      change(() => {
        const typed = typedLine(String(name));
        if (typed === '') return refused('A branch needs a name.');
        if (typed.length > BRANCH_NAME_LENGTH) {
          return refused(`The name has ${typed.length} characters; ${BRANCH_NAME_LENGTH} is the limit.`);
        }
        if (!deck.branches.some(({ view }) => view.id === id)) return refused(NO_BRANCH);
        deck.branches = deck.branches.map((branch) =>
          branch.view.id === id ? branch.renamed({ ...branch.view, name: typed }) : branch,
        );
        return done(id);
      }),
    deleteBranch: (id) =>
      change(() => {
        if (id === MAIN_BRANCH) return refused('The mission itself cannot be deleted.');
        if (id === deck.shown) return refused('This branch is shown. Show another one first.');
        if (!deck.branches.some(({ view }) => view.id === id)) return refused(NO_BRANCH);
        deck.branches = deck.branches.filter(({ view }) => view.id !== id);
        return done(id);
      }),
    history({ branch: id, ...query }) {
      const branch = id === undefined ? shownBranch(deck) : branchOf(id);
      if (!branch) return refused(NO_BRANCH);
      return isSpan(query) && query.columns >= 1
        ? done(branch.archive().history(query, knownAt(branch)))
        : refused(NO_SPAN);
    },
    stretch({ branch: id, ...query }) {
      const branch = id === undefined ? shownBranch(deck) : branchOf(id);
      if (!branch) return refused(NO_BRANCH);
      if (!isSpan(query)) return refused(NO_SPAN);
      if (query.to - query.from > LONGEST_STRETCH_MS) return refused(TOO_LONG);
      return done(
        branch.rebuildPast(REBUILT_MS) ? branch.archive().stretch(query, knownAt(branch)) : undefined,
      );
    },
    marks(span) {
      const branch = shownBranch(deck);
      return isSpan(span) ? done(branch.archive().marks(span, knownAt(branch))) : refused(NO_SPAN);
    },
    summary(span) {
      const branch = shownBranch(deck);
      const from = epochMs(Math.max(span.from, branch.startTime()));
      const to = epochMs(Math.min(span.to, knownAt(branch)));
      if (!isSpan({ from, to })) return refused(NO_SPAN);
      return done(branch.rebuildPast(REBUILT_MS) ? summarise(branch.archive(), from, to) : undefined);
    },
    compare([one, other]) {
      const branches = [branchOf(one), branchOf(other)] as const;
      const [a, b] = branches;
      if (!a || !b) return refused(NO_BRANCH);
      // Both, also if the first is not known yet: each question brings both on.
      const known = [a.rebuildPast(REBUILT_MS), b.rebuildPast(REBUILT_MS)];
      if (known.includes(false)) return done(undefined);
      const from = partingTime(a, b);
      const to = epochMs(Math.max(from, Math.min(a.mission.time(), b.mission.time())));
      return done({ from, to, ...compareArchives(a.archive(), b.archive(), from, to) });
    },
    recording() {
      catchUp();
      const { mission, record } = shownBranch(deck);
      const { header, entries, marks, time } = record();
      const last = { time, entryCount: entries.length, hash: mission.hash() };
      return done({ header, entries, marks: [...marks, last], time });
    },
    slowOnCritical: (isOn) =>
      change(() => {
        deck.slowsOnCritical = isOn === true;
        return done(isOn === true);
      }),
  } satisfies Partial<SessionControl>;
}
