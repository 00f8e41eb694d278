import { accepted, type Outcome, type Refusal, refused } from '../../../shared/contract/outcome.ts';
import type { SessionControl } from '../../../shared/contract/session-control.ts';
import {
  BRANCH_CAP,
  BRANCH_NAME_LENGTH,
  type BranchId,
  type BranchView,
  MAIN_BRANCH,
  nextBranchId,
  RATES,
  type Rate,
  RUN_TARGETS,
  type Run,
  type RunTarget,
} from '../../../shared/contract/transport.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import { typedLine } from '../../../shared/kit/typed-text.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Mission } from '../../mission/mission.ts';
import { gridAfter } from '../../mission/state/grid.ts';
import type { Branch } from '../branches/branch.ts';
import type { TimeOrder } from '../consoles/messages.ts';
import { NO_TARGET, nextTarget } from './run-until.ts';
import {
  BRANCHES_FULL,
  branchOf,
  isMainShown,
  leadText,
  leaveLead,
  NO_BRANCH,
  returnLead,
  type SessionState,
  shownBranch,
  shownMission,
  showPast,
} from './session-state.ts';
import { IN_STEP, PAUSED, RUN_RATE } from './transport.ts';

/** Session effects that a time change requires. */
export interface TimeEffects {
  /** Returns UTC by the clock. */
  now(): EpochMs;
  /** Advances everything to the clock, before a change. */
  catchUp(): void;
  /** Delivers the change with its notices. */
  publish(notices: readonly NoticeDraft[]): void;
  /** True while other consoles show the mission. */
  isShared(): boolean;
  /** True while this console is the sequencer of the mission itself. */
  isSequencing(): boolean;
  /** Called when the run of the shown branch, or of the mission itself, has changed. */
  onRunChanged(): void;
  /** Called when the mission itself has gone back; it had `known` inputs before. */
  onReturned(known: number): void;
  /** Called after any change by this control. */
  onChanged(): void;
}

export const ELSEWHERE = 'Another console orders what happens in this mission.';

const refuseRate = (rate: Rate): Refusal => refused(`There is no rate ${rate}.`);

/** A mission whose time is controlled. */
interface Controlled {
  branch(): Branch;
  run(): Run;
  /** Starts a run; the mission itself leaves UTC. */
  go(run: Run): void;
  /** Ends a run, and continues at its rate. */
  endRun(): void;
}

/** Creates the operations that change the run of one mission. */
export const controlRun = ({ branch, run, go, endRun }: Controlled) => ({
  setRate(rate: Rate): Outcome<Rate> {
    if (!RATES.includes(rate)) return refuseRate(rate);
    const { rate: present, runUntil, interrupted } = run();
    const isUnchanged = rate === 1 && present === 1 && !runUntil && !interrupted;
    // A faster rate reaches the same target sooner; 1× and a pause end the run.
    if (!isUnchanged) go({ rate, ...(rate > 1 && runUntil && { runUntil }) });
    return accepted(rate);
  },
  runUntil(target?: RunTarget): Outcome<EpochMs | undefined> {
    if (target === undefined) {
      endRun();
      return accepted(undefined);
    }
    if (!RUN_TARGETS.includes(target)) return refused(`There is no target ${target}.`);
    const { mission } = branch();
    const time = target === 'alarm' ? undefined : nextTarget(target, mission.snapshot(), mission.time());
    if (target !== 'alarm' && time === undefined) return refused(NO_TARGET[target]);
    const { rate } = run();
    go({ rate: rate > 1 ? rate : RUN_RATE, runUntil: target });
    return accepted(time);
  },
  continueRun(): Outcome<Rate> {
    const { interrupted } = run();
    if (!interrupted) return refused('Nothing has been interrupted.');
    const { rate, runUntil } = interrupted;
    go({ rate, runUntil });
    return accepted(rate);
  },
  step(notices: NoticeDraft[]): Outcome<EpochMs> {
    notices.push(...branch().advanceTo(gridAfter(branch().mission.time(), TELEMETRY_PERIOD_MS)));
    go({ rate: 0 });
    return accepted(branch().mission.time());
  },
});

export const OWN_TIME = 'An exercise has its own time. Begin a new mission to return to UTC.';

export function createTimeControl(session: SessionState, effects: TimeEffects) {
  const { now, catchUp, publish } = effects;
  const main = controlRun({
    branch: () => session.main,
    run: () => session.run,
    go(run) {
      session.run = { ...run, isInStep: false };
      effects.onRunChanged();
    },
    endRun() {
      session.run = { rate: session.run.rate, isInStep: session.run.isInStep };
      effects.onRunChanged();
    },
  });
  const branchControl = controlRun({
    branch: () => shownBranch(session),
    run: () => session.branchRun,
    go(run) {
      session.branchRun = run;
      effects.onRunChanged();
    },
    endRun() {
      session.branchRun = { rate: session.branchRun.rate };
      effects.onRunChanged();
    },
  });
  /** Changes the run of the shown branch. */
  function changeRun<T>(
    act: (control: typeof main, notices: NoticeDraft[]) => Outcome<T>,
    isSeen = true,
  ): Outcome<T> {
    // Notices of a branch are not announced.
    if (!isMainShown(session)) return change(() => act(branchControl, []), isSeen);
    return effects.isSequencing() ? change((notices) => act(main, notices), isSeen) : refused(ELSEWHERE);
  }
  function show(branch: BranchId, run: Run): void {
    // While a branch is shown, a mission out of step is paused, unless other consoles show it.
    if (isMainShown(session) && !session.run.isInStep && !effects.isShared()) session.run = PAUSED;
    session.shown = branch;
    if (!isMainShown(session)) session.branchRun = run;
    effects.onRunChanged();
  }

  /**
   * @param act may add notices of its changes
   * @param isSeen true to show the live edge afterwards
   */
  function change<T>(act: (notices: NoticeDraft[]) => Outcome<T>, isSeen = false): Outcome<T> {
    catchUp();
    const { awaitedPast } = session;
    session.awaitedPast = undefined;
    const notices: NoticeDraft[] = [];
    const outcome = act(notices);
    if (!outcome.ok) session.awaitedPast = awaitedPast;
    else {
      if (isSeen) session.past = undefined;
      effects.onChanged();
      publish(notices);
    }
    return outcome;
  }

  /** @param keep keeps the lead as a branch of this console; @returns the notice, or the reason for a refusal */
  function returnMain(keep: (utc: EpochMs) => Outcome<NoticeDraft>): Outcome<NoticeDraft | undefined> {
    if (session.main.mission.header.exercise !== undefined) return refused(OWN_TIME);
    const utc = now();
    const isAhead = !session.run.isInStep && session.main.mission.time() > utc;
    const known = session.main.mission.journal().length;
    const kept = isAhead ? keep(utc) : accepted(undefined);
    if (!kept.ok) return kept;
    session.run = IN_STEP.run;
    // First, because news carry the current term.
    if (isAhead) effects.onReturned(known);
    effects.onRunChanged();
    return kept;
  }

  /** Carries out an order of another console, without changing what is shown here. */
  function carryOut(order: TimeOrder): Outcome<unknown> {
    catchUp();
    const notices: NoticeDraft[] = [];
    const outcome = carryOutOn(order, notices);
    if (outcome.ok) publish(isMainShown(session) ? notices : []);
    return outcome;
  }

  function carryOutOn(order: TimeOrder, notices: NoticeDraft[]): Outcome<unknown> {
    switch (order.name) {
      case 'setRate':
        return main.setRate(order.value);
      case 'runUntil':
        return main.runUntil(order.value);
      case 'continueRun':
        return main.continueRun();
      case 'step':
        return main.step(notices);
      case 'slowOnCritical':
        session.slowsOnCritical = order.value;
        return accepted(order.value);
      case 'returnToUtc': {
        const returned = returnMain((utc) => leaveLead(session, utc));
        if (returned.ok && returned.value) notices.push(returned.value);
        return returned.ok ? accepted(now()) : returned;
      }
    }
  }

  function setReplayRate(rate: Rate): Outcome<Rate> {
    if (!RATES.includes(rate)) return refuseRate(rate);
    if (!session.past) return refused('The replay has ended: the live edge is shown.');
    session.replayRate = rate;
    return accepted(rate);
  }

  /** Shows the instant of the next sample, in the past or at the live edge. */
  function stepInPast(): Outcome<EpochMs> {
    session.replayRate = 0;
    showPast(session, session.past && gridAfter(session.past.time(), TELEMETRY_PERIOD_MS));
    return accepted(shownMission(session).time());
  }

  /** Returns the branch that owns an instant: this one, or an ancestor that it had not parted from yet. */
  function ownerAt(time: EpochMs, { id, origin }: BranchView): BranchId {
    if (!origin || time >= origin.time) return id;
    const parent = branchOf(session, origin.parent);
    return parent ? ownerAt(time, parent.view) : origin.parent;
  }

  /** Reattaches branches of a deleted branch to its parent, at the instant where the deleted one parted. */
  const withoutParent =
    ({ id, origin }: BranchView) =>
    (branch: Branch): Branch =>
      origin && branch.view.origin?.parent === id ? branch.renamed({ ...branch.view, origin }) : branch;

  function addBranch(source: Branch, mission: Mission, time: EpochMs): BranchView {
    const id = nextBranchId(session.branches.map(({ view }) => view.id));
    const view: BranchView = { id, name: id, origin: { parent: ownerAt(time, source.view), time } };
    session.branches = [...session.branches, source.fork(view, mission)];
    return view;
  }

  const control = {
    setRate: (rate: Rate) =>
      session.past ? change(() => setReplayRate(rate)) : changeRun((control) => control.setRate(rate), false),
    runUntil: (target?: RunTarget) => changeRun((control) => control.runUntil(target), target !== undefined),
    continueRun: () => changeRun((control) => control.continueRun()),
    step: () => (session.past ? change(stepInPast) : changeRun((control, notices) => control.step(notices))),
    seek: (time) =>
      change(() => {
        if (time !== undefined && !Number.isFinite(time)) return refused('There is no such instant.');
        const { startTime } = shownBranch(session);
        showPast(session, time === undefined ? undefined : epochMs(Math.max(time, startTime())));
        return accepted(shownMission(session).time());
      }),
    returnToUtc: () =>
      change((notices) => {
        if (!effects.isSequencing()) return refused(ELSEWHERE);
        const edge = session.main.mission.time();
        const returned = returnMain((utc) => {
          const kept = returnLead(session, utc);
          if (!kept.ok) return kept;
          const text = `The mission has returned to UTC. ${leadText(edge, utc, kept.value)}`;
          return accepted({ level: 'info', text });
        });
        if (!returned.ok) return returned;
        if (returned.value) notices.push(returned.value);
        session.shown = MAIN_BRANCH;
        return accepted(now());
      }, true),
    takeOver: () =>
      change(() => {
        if (session.branches.length >= BRANCH_CAP) return refused(BRANCHES_FULL);
        const source = shownBranch(session);
        const time = shownMission(session).time();
        const { id } = addBranch(source, session.past ?? source.at(time), time);
        session.past = undefined;
        show(id, { rate: 1 });
        return accepted(id);
      }),
    showBranch: (id) =>
      change(() => {
        if (id !== MAIN_BRANCH && !session.branches.some(({ view }) => view.id === id))
          return refused(NO_BRANCH);
        session.past = undefined;
        // Another branch stays where it was left; the mission itself has continued if it is in step.
        if (id !== session.shown) show(id, PAUSED);
        return accepted(id);
      }),
    renameBranch: ({ id, name }) =>
      change(() => {
        const typed = typedLine(String(name));
        if (typed === '') return refused('A branch needs a name.');
        if (typed.length > BRANCH_NAME_LENGTH) {
          return refused(`The name has ${typed.length} characters; ${BRANCH_NAME_LENGTH} is the limit.`);
        }
        if (!session.branches.some(({ view }) => view.id === id)) return refused(NO_BRANCH);
        session.branches = session.branches.map((branch) =>
          branch.view.id === id ? branch.renamed({ ...branch.view, name: typed }) : branch,
        );
        return accepted(id);
      }),
    deleteBranch: (id) =>
      change(() => {
        if (id === MAIN_BRANCH) return refused('The mission itself cannot be deleted.');
        if (id === session.shown) return refused('This branch is shown. Show another one first.');
        const deleted = branchOf(session, id)?.view;
        if (!deleted) return refused(NO_BRANCH);
        session.branches = session.branches.filter(({ view }) => view.id !== id).map(withoutParent(deleted));
        return accepted(id);
      }),
    slowOnCritical: (isOn) =>
      change(() => {
        if (!effects.isSequencing()) return refused(ELSEWHERE);
        session.slowsOnCritical = isOn === true;
        return accepted(isOn === true);
      }),
  } satisfies Partial<SessionControl>;
  return { control, carryOut };
}
