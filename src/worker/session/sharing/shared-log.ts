import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import { isOfWire, type JournalEntry } from '../../../shared/contract/journal.ts';
import type { LiveResume } from '../../../shared/contract/mission-control.ts';
import type { RequestId } from '../../../shared/contract/outcome.ts';
import { inputCostMs } from '../../../shared/contract/replay-cost.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Branch, BranchOptions } from '../branches/branch.ts';
import { restoreBranch } from '../branches/replay.ts';
import { leaveLostPast, type SessionState } from '../clock/session-state.ts';
import {
  compareTerms,
  isOrdered,
  type LogNews,
  MOST_AHEAD,
  MOST_AT_ONCE_MS,
  type OrderedInput,
  type RunNotice,
  type TakenOver,
  type Term,
  type WholeMission,
} from '../consoles/messages.ts';
import { rebuildMain, replaceMain } from './rebuild.ts';

/** Session effects that the shared log requires. */
export interface LogEffects {
  readonly options: BranchOptions;
  /** True if the session continues an ended one: other consoles may have continued without it. */
  readonly isResumed: boolean;
  live(): LiveResume;
  takeLive(live: LiveResume): void;
  /** Orders an input again that the sequencer never received. */
  orderAgain(input: OrderedInput): void;
  /** Keeps what the mission had simulated beyond an instant that it has gone back to. Returns a notice for the operator. */
  keepAsBranch(branch: Branch, time: EpochMs): NoticeDraft;
}

/** Result of taking news of the log. */
export type NewsResult =
  | 'taken'
  /** News of an earlier or impossible term, or out of order. */
  | 'ignored'
  /** Earlier inputs are missing. */
  | 'lacks'
  /** This mission differs or is too far behind: it must be taken over as a whole. */
  | 'apart';

/** Result of advancing to the latest news. */
export interface AppliedNews {
  readonly isUpToDate: boolean;
  readonly notices: readonly NoticeDraft[];
  /** Requests that the mission includes now. */
  readonly handled: readonly RequestId[];
}

/**
 * The numbered inputs of a mission. Its sequencer adds to them; every other console advances as far as it has news.
 */
export interface SharedLog {
  term(): Term;
  isSequencer(): boolean;
  /** Number of inputs known to this console, including those yet to be simulated. */
  count(): number;
  /** Rate that the sequencer achieves, if it is less than the set one. */
  achieved(): number | undefined;
  /** First minute in which this mission differed from that of its sequencer. */
  differedAt(): EpochMs | undefined;
  whole(): WholeMission;
  /** Returns the news since a number of inputs. */
  news(since: number, notices: readonly RunNotice[], achievedRate: number | undefined): LogNews;
  takeNews(news: LogNews): NewsResult;
  /** Advances to the latest news, by at most `mostMs`. */
  follow(mostMs: number): AppliedNews;
  /**
   * Makes this console the sequencer.
   * @param known number of inputs that the mission had, if it has gone back and dropped some
   */
  beginTerm(known?: number): void;
  /** Takes over another console's mission, if it is the newer one and can be restored. */
  adopt(whole: WholeMission): readonly NoticeDraft[];
}

const FIRST_TERM = 1;
/** Term of a session that continues an ended one: any console that has continued without it takes precedence. */
export const RESUMED_TERM = 0;
/** A console further behind takes over the mission as a whole: by mission time, or by wall time. */
const FAR_BEHIND_MS = 10 * MS_PER_MIN;
const FAR_BEHIND_WALL_MS = 5 * MS_PER_S;
/** Cap on inputs yet to be simulated. */
const MOST_TO_COME = 1000;

const isSameTerm = (one: Term, other: Term): boolean => compareTerms(one, other) === 0;
const keyOf = ({ time, origin, sequence }: JournalEntry): string => `${time} ${origin} ${sequence}`;
const requestOf = ({ input }: JournalEntry): readonly RequestId[] =>
  input.kind === 'operation' && input.request !== undefined ? [input.request] : [];

/** Returns the mission time after an input. */
const timeAfter = ({ time, input }: JournalEntry): EpochMs => (input.kind === 'jump' ? input.to : time);

/**
 * @param id id of this console
 * @param joined the mission that it has joined
 */
export function createSharedLog(
  session: SessionState,
  id: ConsoleId,
  joined: WholeMission | undefined,
  effects: LogEffects,
): SharedLog {
  let term: Term = joined?.term ?? { number: effects.isResumed ? RESUMED_TERM : FIRST_TERM, sequencer: id };
  let after: TakenOver | undefined = joined?.after;
  let tick = -1;
  let toCome: readonly JournalEntry[] = [];
  /** Mission time up to which this console knows all inputs. */
  let knownUntil: EpochMs = session.main.mission.time();
  let achieved: number | undefined;
  let differedAt: EpochMs | undefined;
  let hasBeenRebuilt = false;

  const isSequencer = (): boolean => term.sequencer === id;
  const known = (): readonly JournalEntry[] => [...session.main.mission.journal(), ...toCome];
  const count = (): number => session.main.mission.journal().length + toCome.length;

  function begin(next: Term, takenOver: TakenOver | undefined): void {
    term = next;
    after = takenOver;
    tick = -1;
  }

  /** Returns the mission time after all known inputs. */
  const edge = (): EpochMs => {
    const last = toCome.at(-1);
    return last ? timeAfter(last) : session.main.mission.time();
  };

  /** True if all of this mission is part of the term that follows it. */
  const isContinuedBy = ({ after: next }: LogNews): boolean =>
    next !== undefined &&
    isSameTerm(next.term, term) &&
    count() <= next.kept &&
    next.kept === next.known &&
    edge() <= next.time;

  /** True if inputs follow each other, and all known ones. */
  function isInOrder(fresh: readonly JournalEntry[], until: EpochMs): boolean {
    let now: number = edge();
    let highest =
      fresh.length === 0 ? 0 : known().reduce((most, { sequence }) => Math.max(most, sequence), 0);
    for (const entry of fresh) {
      highest += 1;
      if (entry.time < now || entry.sequence !== highest) return false;
      now = timeAfter(entry);
    }
    return now <= until;
  }

  const costMsOf = (fresh: readonly JournalEntry[], until: EpochMs): number =>
    fresh.reduce(
      (sum, { input }) => sum + inputCostMs(input),
      Math.max(0, until - session.main.mission.time()),
    );

  /** True if this mission equals its sequencer's; a differing one is replayed once. */
  function isSame({ mark }: LogNews): boolean {
    const own = mark && session.main.newestMarks().findLast(({ time }) => time === mark.time);
    if (!mark || !own || own.entryCount !== mark.entryCount || own.hash === mark.hash) return true;
    differedAt ??= mark.time;
    const { mission } = session.main;
    if (hasBeenRebuilt || mission.time() - mission.header.startTime > MOST_AT_ONCE_MS) return false;
    hasBeenRebuilt = true;
    rebuildMain(session, effects.options, differedAt);
    return true;
  }

  function takeNews(news: LogNews): NewsResult {
    const order = compareTerms(news.term, term);
    if (order < 0 || news.term.number > term.number + MOST_AHEAD) return 'ignored';
    if (order === 0 && isSequencer()) return 'ignored';
    if (order > 0) {
      if (!isContinuedBy(news)) return 'apart';
      begin(news.term, news.after);
    }
    if (news.since > count()) return 'lacks';
    const fresh = news.entries.slice(count() - news.since);
    if (!isInOrder(fresh, news.time)) return 'ignored';
    const farMs = Math.max(FAR_BEHIND_MS, FAR_BEHIND_WALL_MS * news.run.rate);
    if (costMsOf(fresh, news.time) > farMs || toCome.length + fresh.length > MOST_TO_COME) return 'apart';
    toCome = [...toCome, ...fresh];
    // Older news may arrive later.
    if (news.tick <= tick) return 'taken';
    tick = news.tick;
    knownUntil = news.time;
    session.run = news.run;
    session.slowsOnCritical = news.slowsOnCritical;
    achieved = news.achievedRate;
    return isSame(news) ? 'taken' : 'apart';
  }

  function follow(mostMs: number): AppliedNews {
    const notices: NoticeDraft[] = [];
    const handled: RequestId[] = [];
    let leftMs = mostMs;
    const advanceTo = (to: EpochMs): boolean => {
      const from = session.main.mission.time();
      const end = to - from > leftMs ? addMs(from, leftMs) : to;
      notices.push(...session.main.advanceTo(end));
      leftMs -= Math.max(0, end - from);
      return end === to;
    };
    for (let [next] = toCome; next; [next] = toCome) {
      if (!advanceTo(next.time)) return { isUpToDate: false, notices, handled };
      notices.push(...session.main.enter(next).notices);
      handled.push(...requestOf(next));
      toCome = toCome.slice(1);
      if (next.input.kind === 'jump') leaveLostPast(session);
    }
    return { isUpToDate: advanceTo(knownUntil), notices, handled };
  }

  /** Keeps a long stretch that the mission leaves as a branch. */
  const keepIfLong = (main: Branch, until: EpochMs): readonly NoticeDraft[] =>
    main.mission.time() - until > MS_PER_MIN ? [effects.keepAsBranch(main, until)] : [];

  /** Restores another console's mission; `undefined` if its keyframe does not match its hash. */
  function restored(record: WholeMission['record']): Branch | undefined {
    try {
      return restoreBranch({ ...record, view: session.main.view }, effects.options);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns inputs that another mission's sequencer never received. Those without a request id are sent only by their
   * own console.
   */
  function unknownTo({ after: next, record }: WholeMission): readonly JournalEntry[] {
    const has = new Set(record.entries.map(keyOf));
    const first = next && isSameTerm(next.term, term) ? next.known : 0;
    const isSent = (entry: JournalEntry) => entry.origin === id || requestOf(entry).length > 0;
    return known().filter((entry, index) => index >= first && !has.has(keyOf(entry)) && isSent(entry));
  }

  function adopt(next: WholeMission): readonly NoticeDraft[] {
    const order = compareTerms(next.term, term);
    if (order < 0 || next.term.number > term.number + MOST_AHEAD) return [];
    const isOld = next.record.entries.length < count() || next.record.time < session.main.mission.time();
    if (order === 0 && (isSequencer() || isOld)) return [];
    const main = restored(next.record);
    if (!main) return [];
    const unknown = order > 0 ? unknownTo(next) : [];
    const kept = order > 0 ? keepIfLong(session.main, next.record.time) : [];
    begin(next.term, next.after);
    toCome = [];
    knownUntil = next.record.time;
    replaceMain(session, main);
    session.run = next.run;
    session.slowsOnCritical = next.slowsOnCritical;
    effects.takeLive(next.live);
    for (const { input } of unknown) {
      // What operators and instructors did is not lost with the log of a console. A ground system has had its answer.
      if (isOrdered(input) && !isOfWire(input)) effects.orderAgain(input);
    }
    return kept;
  }

  return {
    term: () => term,
    isSequencer,
    count,
    achieved: () => achieved,
    differedAt: () => differedAt,
    whole() {
      const { view: _, ...record } = session.main.record();
      // With a keyframe, a console that adopts it has nothing to simulate first.
      const { keyframe = session.main.mission.keyframe() } = record;
      const { run, slowsOnCritical } = session;
      return { term, after, run, slowsOnCritical, record: { ...record, keyframe }, live: effects.live() };
    },
    news(since, notices, achievedRate) {
      tick += 1;
      return {
        term,
        after,
        run: session.run,
        slowsOnCritical: session.slowsOnCritical,
        tick,
        since,
        entries: session.main.mission.journal().slice(since),
        time: session.main.mission.time(),
        achievedRate,
        mark: session.main.newestMarks().at(-1),
        notices,
      };
    },
    takeNews,
    follow,
    beginTerm(knownCount = session.main.mission.journal().length) {
      const { mission } = session.main;
      const kept = mission.journal().length;
      begin(
        { number: term.number + 1, sequencer: id },
        { term, known: knownCount, kept, time: mission.time() },
      );
    },
    adopt,
  };
}
