import type { ConsoleId } from '../../shared/consoles.ts';
import { compareEntries, type JournalEntry, NUMBERS } from '../../shared/journal.ts';
import type { LiveResume } from '../../shared/mission-control.ts';
import { inputCostMs } from '../../shared/replay-cost.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../shared/units.ts';
import { BEAT_MS } from '../consoles/members.ts';
import {
  type Beat,
  compareLines,
  compareRuns,
  FIRST_LINE,
  type InputCounts,
  type Line,
  MOST_AHEAD,
  MOST_AT_ONCE_MS,
  type SharedRun,
  type WholeMission,
} from '../consoles/messages.ts';
import { hashOf } from '../kit/hash.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { createMission } from '../mission/mission.ts';
import { type Branch, type BranchOptions, openBranch, restoreBranch } from './branch.ts';
import { advanceMain, type Deck, isMainShown, leaveLostPast } from './deck.ts';

/** What a course of time that is shared needs of its session. */
export interface CourseEffects {
  readonly options: BranchOptions;
  now(): EpochMs;
  /** Lives on to the clock, with all inputs that are due by then. */
  catchUp(): void;
  /** Delivers what has changed. */
  publish(notices: readonly NoticeDraft[]): void;
  live(): LiveResume;
  takeLive(live: LiveResume): void;
  /** Applies an input of this console again, which another line has left out. */
  applyAgain(entry: JournalEntry): void;
  /** Keeps a course of time that the mission has left at an instant. Returns what the operator is told. */
  keepAside(branch: Branch, time: EpochMs): NoticeDraft;
}

/** The course of time that all consoles of a mission live through: its inputs in their places, and how it goes on. */
export interface SharedCourse {
  line(): Line;
  run(): SharedRun;
  /** How many inputs of each console the mission has, also those that are to come. */
  counts(): InputCounts;
  /** All inputs, also those that are to come. */
  entries(): readonly JournalEntry[];
  /** A number for what is created here now, that nothing of the mission has: even if it has gone back in time. */
  nextNumber(): number;
  /** First minute in which this mission differed from that of another console, before it was rebuilt. */
  differedAt(): EpochMs | undefined;
  whatIsWhole(): WholeMission;
  /** The mission has an input of this console. */
  note(entry: JournalEntry): void;
  /**
   * Puts inputs in their places, but for those that cannot be of this course. Returns false if that is too much to live
   * through at once: then the mission as a whole is to be taken over.
   */
  takeInputs(received: readonly JournalEntry[]): boolean;
  /** This console has changed how time goes on. */
  setRun(next: Omit<SharedRun, 'version' | 'origin'>): void;
  /** Another console has. Returns false as `takeInputs` does. */
  takeRun(next: SharedRun): boolean;
  /** The mission has jumped or, with its inputs left behind on a branch, gone back to UTC. */
  beginLine(hasGoneBack: boolean): void;
  /** Takes over the mission as another console has it, if it can be restored. */
  adopt(next: WholeMission): void;
  /**
   * Compares the newest hash of another console, and lives through the journal again where they differ. Returns false as
   * `takeInputs` does.
   * @param isOlder this console is the longer member
   */
  compareMarks(beat: Beat, isOlder: boolean): boolean;
}

/** A console that is ahead by less, as time on the wall, waits. */
const AHEAD_MS = 500;
/**
 * In each round of numbers each console has one, by its id. Rounds go up with the sequence. After the mission has gone back, an operation that is done again keeps the number of a
 * later round: others may name what it has created.
 */
const roundOf = ({ sequence, input }: JournalEntry): number =>
  Math.max(sequence, input.kind === 'operation' ? Math.floor((input.number ?? 0) / NUMBERS) : 0);
/** An input that is this far ahead of the course of time is none of it: rates and delays explain less. */
const FARTHEST_MS = MS_PER_DAY;
/** Most inputs that are to come. */
const MOST_TO_COME = 1000;
const keyOf = ({ time, origin, sequence }: JournalEntry): string => `${time} ${origin} ${sequence}`;

/** An origin may be called like what every object has. */
export const countOf = (counts: InputCounts, origin: ConsoleId): number =>
  (Object.hasOwn(counts, origin) ? counts[origin] : undefined) ?? 0;

function countInputs(entries: readonly JournalEntry[]): InputCounts {
  const counts = new Map<ConsoleId, number>();
  for (const { origin } of entries) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Inputs before the last jump have their place already; later ones are in their total order. */
const orderStart = (journal: readonly JournalEntry[]): number =>
  journal.findLastIndex(({ input }) => input.kind === 'jump') + 1;

/**
 * @param id of this console
 * @param whole the mission that it has joined
 */
export function createSharedCourse(
  deck: Deck,
  id: ConsoleId,
  whole: WholeMission | undefined,
  effects: CourseEffects,
): SharedCourse {
  const ownNumber = Number.parseInt(hashOf(id).slice(0, 8), 16) % NUMBERS;
  let line: Line = whole?.line ?? FIRST_LINE;
  let run: SharedRun = whole?.run ?? {
    ...deck.run,
    wall: effects.now(),
    time: deck.main.mission.time(),
    version: 0,
    origin: '',
  };
  let known = new Set<string>();
  let leftBehind: ReadonlySet<string> = new Set(whole?.leftBehind);
  let counts: InputCounts = {};
  let highest = 0;
  let lastRound = 0;
  let differedAt: EpochMs | undefined;
  let differences = 0;

  const entries = (): readonly JournalEntry[] => [...deck.main.mission.journal(), ...deck.ahead];
  function learn(): void {
    known = new Set(entries().map(keyOf));
    counts = countInputs(entries());
    highest = entries().reduce((most, { sequence }) => Math.max(most, sequence), 0);
    lastRound = entries().reduce((most, entry) => Math.max(most, roundOf(entry)), 0);
  }
  function note(entry: JournalEntry): void {
    known.add(keyOf(entry));
    highest = Math.max(highest, entry.sequence);
    lastRound = Math.max(lastRound, roundOf(entry));
    counts = { ...counts, [entry.origin]: countOf(counts, entry.origin) + 1 };
  }
  learn();

  function whatIsWhole(): WholeMission {
    const { view: _, ...record } = deck.main.record();
    // With a keyframe, a console that adopts it has nothing to simulate first.
    const { keyframe = deck.main.mission.keyframe() } = record;
    return {
      line,
      run,
      record: { ...record, keyframe },
      leftBehind: [...leftBehind],
      ahead: deck.ahead,
      live: effects.live(),
    };
  }

  /** Where time is at an instant of UTC, by a run. */
  const courseOf = ({ isInStep, time, wall, rate }: SharedRun, now: EpochMs): number =>
    isInStep ? now : time + (now - wall) * rate;

  /** Beginning of the present line: no time that is still to come lies before it. */
  function lineStart(): EpochMs {
    const { mission } = deck.main;
    const last = mission.journal()[orderStart(mission.journal()) - 1]?.input;
    return last?.kind === 'jump' ? last.to : mission.header.startTime;
  }

  /**
   * The inputs that are news. None comes before what it follows from: the counts of its console bring it again. A jump
   * comes with its line alone.
   */
  function newsOf(received: readonly JournalEntry[]): readonly JournalEntry[] {
    const first = lineStart();
    const last = Math.max(courseOf(run, effects.now()), deck.main.mission.time()) + FARTHEST_MS;
    const news = new Map<string, JournalEntry>();
    let sequence = highest;
    for (const entry of received.toSorted((a, b) => a.sequence - b.sequence)) {
      const { time, input } = entry;
      const isDue = time >= first && time <= last && entry.sequence <= sequence + 1;
      const isPossible = isDue && input.kind !== 'jump' && roundOf(entry) <= lastRound + MOST_AHEAD;
      if (!isPossible || known.has(keyOf(entry))) continue;
      news.set(keyOf(entry), entry);
      sequence = Math.max(sequence, entry.sequence);
    }
    return [...news.values()];
  }

  /** Mission time that takes as long to live through as to put inputs in their places. */
  function costMsOf(fresh: readonly JournalEntry[]): number {
    const { mission } = deck.main;
    const edge: number = mission.time();
    const from = fresh.reduce((earliest, { time }) => Math.min(earliest, time), edge);
    const tail = mission.journal().filter(({ time }) => time >= from);
    return [...tail, ...fresh].reduce((sum, entry) => sum + inputCostMs(entry.input), edge - from);
  }

  function takeInputs(received: readonly JournalEntry[]): boolean {
    const fresh = newsOf(received);
    if (fresh.length === 0) return true;
    if (costMsOf(fresh) > MOST_AT_ONCE_MS || deck.ahead.length + fresh.length > MOST_TO_COME) return false;
    for (const entry of fresh) note(entry);
    effects.catchUp();
    const { mission } = deck.main;
    const edge = mission.time();
    const journal = mission.journal();
    const start = orderStart(journal);
    const last = journal.length > start ? journal.at(-1) : undefined;
    const isLate = (entry: JournalEntry) =>
      entry.time < edge || (last !== undefined && compareEntries(entry, last) < 0);
    const notices: NoticeDraft[] = [];
    if (fresh.some(isLate)) {
      const held = new Set(mission.snapshot().anomalies.value.map((anomaly) => anomaly.id));
      const tail = [...journal.slice(start), ...fresh.filter(isLate)].sort(compareEntries);
      const revised = deck.main.revised([...journal.slice(0, start), ...tail], edge);
      replaceMain(revised.branch);
      const isNews = ({ newAnomalyId }: NoticeDraft) => newAnomalyId !== undefined && !held.has(newAnomalyId);
      notices.push(...revised.notices.filter(isNews));
    }
    deck.ahead = [...deck.ahead, ...fresh.filter((entry) => !isLate(entry))].sort(compareEntries);
    effects.catchUp();
    notices.push(...enterDue());
    effects.publish(notices);
    return true;
  }

  /** While time stands still, inputs are due at once. */
  const enterDue = () => advanceMain(deck, deck.main.mission.time());

  function replaceMain(main: Branch): void {
    const isPastOfMain = deck.past && isMainShown(deck);
    deck.main = main;
    leaveLostPast(deck);
    if (isPastOfMain && deck.past) deck.past = main.at(deck.past.time());
  }

  function takeRun(next: SharedRun): boolean {
    if (compareRuns(next, run) <= 0 || next.version > run.version + MOST_AHEAD) return true;
    const { main } = deck;
    const course = courseOf(next, effects.now());
    if (!next.isInStep && Math.min(course, next.time) < Math.max(main.startTime(), lineStart())) return true;
    if (!next.isInStep && course - main.mission.time() > FARTHEST_MS) return false;
    effects.catchUp();
    run = next;
    deck.run = next;
    const kept = goBackToCourse();
    effects.catchUp();
    effects.publish([...kept, ...enterDue()]);
    return true;
  }

  /** A long course of time that the mission leaves is kept as a branch. */
  const keepIfLong = (main: Branch, until: EpochMs): readonly NoticeDraft[] =>
    main.mission.time() - until > MS_PER_MIN ? [effects.keepAside(main, until)] : [];

  /** The course of time is the same for all. A pause is never before an input that has been accepted. */
  function goBackToCourse(): readonly NoticeDraft[] {
    const { mission } = deck.main;
    const journal = mission.journal();
    const now = effects.now();
    const start = orderStart(journal);
    const courseMs = courseOf(run, now);
    const isPaused = !run.isInStep && run.rate === 0;
    const last = isPaused ? journal.slice(start).at(-1) : undefined;
    const end = epochMs(Math.max(courseMs, last?.time ?? courseMs, lineStart()));
    if (mission.time() - end <= run.rate * AHEAD_MS) return [];
    const kept = run.isInStep ? keepIfLong(deck.main, end) : [];
    const isLater = ({ time }: JournalEntry, index: number) => index >= start && time > end;
    deck.ahead = [...journal.filter(isLater), ...deck.ahead].sort(compareEntries);
    const earlier = journal.filter((entry, index) => !isLater(entry, index));
    replaceMain(deck.main.revised(earlier, end).branch);
    return kept;
  }

  /** A mission as another console has it; `undefined` if its keyframe is not the one of its hash. */
  function restored(record: WholeMission['record']): Branch | undefined {
    try {
      return restoreBranch({ ...record, view: deck.main.view }, effects.options);
    } catch {
      return undefined;
    }
  }

  function adopt(next: WholeMission): void {
    const order = compareLines(next.line, line);
    if (order < 0 || next.line.number > line.number + MOST_AHEAD) return;
    const before = deck.main;
    const main = restored(next.record);
    if (!main) return;
    const own = entries();
    const has = new Set([...next.record.entries, ...next.ahead].map(keyOf));
    const lacking = own.filter((entry) => !has.has(keyOf(entry)));
    const isJump = next.record.entries.at(-1)?.input.kind === 'jump';
    const kept = order > 0 && !isJump ? keepIfLong(before, next.record.time) : [];
    line = next.line;
    replaceMain(main);
    deck.ahead = next.ahead;
    leftBehind = new Set(next.leftBehind);
    learn();
    if (order > 0 || compareRuns(next.run, run) > 0) {
      run = next.run;
      deck.run = run;
    }
    effects.takeLive(next.live);
    if (order === 0) takeInputs(lacking);
    else {
      const isLeft = (entry: JournalEntry) => has.has(keyOf(entry)) || leftBehind.has(keyOf(entry));
      const unknown = own.filter((entry) => entry.origin === id && !isLeft(entry));
      for (const entry of unknown) if (entry.input.kind === 'operation') effects.applyAgain(entry);
    }
    const left = goBackToCourse();
    effects.catchUp();
    effects.publish([...kept, ...left]);
  }

  /** Lives through the journal again, from the start. */
  function rebuild(): void {
    const { mission } = deck.main;
    const again = createMission({ ...effects.options, ...mission.header, journal: mission.journal() });
    again.advanceTo(mission.time());
    const marks = deck.main
      .record()
      .marks.filter(({ time }) => differedAt !== undefined && time < differedAt);
    replaceMain(openBranch(deck.main.view, again, effects.options, { marks, keyframe: again.keyframe() }));
    effects.publish([]);
  }

  const isSame = (others: InputCounts): boolean =>
    Object.keys({ ...others, ...counts }).every((origin) => others[origin] === counts[origin]);

  function compareMarks({ mark, ...other }: Beat, isOlder: boolean): boolean {
    if (!mark || !isSame(other.counts)) return true;
    const own = deck.main.newestMarks().findLast(({ time }) => time === mark.time);
    if (!own || own.entryCount !== mark.entryCount) return true;
    if (own.hash === mark.hash) {
      differences = 0;
      return true;
    }
    differences += 1;
    // The shorter member is rebuilt first.
    if (differences !== (isOlder ? 1 + MS_PER_MIN / BEAT_MS : 1)) return true;
    differedAt ??= mark.time;
    const { mission } = deck.main;
    if (mission.time() - mission.header.startTime > MOST_AT_ONCE_MS) return false;
    rebuild();
    return true;
  }

  return {
    line: () => line,
    run: () => run,
    counts: () => counts,
    entries,
    nextNumber: () => (lastRound + 1) * NUMBERS + ownNumber,
    differedAt: () => differedAt,
    whatIsWhole,
    note,
    takeInputs,
    setRun(next) {
      run = { ...next, version: run.version + 1, origin: id };
    },
    takeRun,
    beginLine(hasGoneBack) {
      line = { number: line.number + 1, origin: id };
      if (hasGoneBack) {
        const kept = new Set(entries().map(keyOf));
        leftBehind = new Set([...leftBehind, ...[...known].filter((key) => !kept.has(key))]);
      }
      learn();
    },
    adopt,
    compareMarks,
  };
}
