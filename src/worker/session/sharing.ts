import type { ConsoleControl, ConsoleId, ConsolesView } from '../../shared/consoles.ts';
import { compareEntries, type JournalEntry, type MissionInput } from '../../shared/journal.ts';
import type { LiveResume } from '../../shared/mission-control.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { BEAT_MS, longestFirst } from '../consoles/members.ts';
import {
  type Beat,
  type Carrier,
  compareLines,
  compareRuns,
  FIRST_LINE,
  type InputCounts,
  type Introduction,
  type Line,
  type Message,
  type SharedRun,
  type WholeMission,
} from '../consoles/messages.ts';
import { createRoster, type OwnConsole, type Roster } from '../consoles/roster.ts';
import { hashOf } from '../kit/hash.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { createMission } from '../mission/mission.ts';
import { type Branch, type BranchOptions, openBranch, restoreBranch } from './branch.ts';
import { advanceMain, type Deck, isMainShown, mainRun, setMainRun } from './deck.ts';

/** This console among those of its mission. */
export interface SessionConsole extends OwnConsole {
  /** Without one the mission is not shared. */
  readonly carrier?: Carrier | undefined;
}

/** What the exchange with other consoles needs of its session. */
export interface SharingEffects {
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
  /** Shows a past instant, or the live edge. */
  show(past: EpochMs | undefined): void;
  /** Keeps a course of time that the mission has left. */
  keepAside(branch: Branch, time: EpochMs): void;
}

/** A mission shared with other consoles: their inputs are put in place, and they get those of this one. */
export interface Sharing extends Pick<Roster, 'isShared' | 'isLeader' | 'isFollowing'> {
  view(): ConsolesView;
  readonly control: ConsoleControl;
  /** What an operation here carries while there are several consoles: the name for the log, and a number. */
  signature(): Pick<MissionInput & { readonly kind: 'operation' }, 'by' | 'number'>;
  /** The mission has an input of this console. */
  tell(entry: JournalEntry): void;
  /** This console has changed how time goes on. */
  setRun(run: Pick<SharedRun, 'rate' | 'isInStep' | 'runUntil' | 'wall' | 'time'>): void;
  run(): SharedRun;
  /** The mission has jumped, or gone back to UTC. */
  beginLine(): void;
  tellLive(live: LiveResume): void;
  /** The operator of this console controls its time: it follows no other one, and those that follow it are told. */
  onTimeControl(): void;
  /** Gives and misses signs of life. */
  advanceTo(now: EpochMs): void;
  /** When the next sign of life is due. */
  nextDueTime(): number;
}

/** A console that is further behind takes over the mission as a whole. */
const FAR_BEHIND_MS = 10 * MS_PER_MIN;
/** A console that is ahead by less, as time on the wall, waits. */
const AHEAD_MS = 500;
/** Numbers of what consoles create at the same time differ by less. */
const NUMBERS = 1_000_000;

const keyOf = ({ origin, sequence }: JournalEntry): string => `${origin} ${sequence}`;

function countInputs(entries: readonly JournalEntry[]): Record<ConsoleId, number> {
  const counts: Record<ConsoleId, number> = {};
  for (const { origin } of entries) counts[origin] = (counts[origin] ?? 0) + 1;
  return counts;
}

/** Inputs before the last jump have their place already; later ones are in their total order. */
const orderStart = (journal: readonly JournalEntry[]): number =>
  journal.findLastIndex(({ input }) => input.kind === 'jump') + 1;

export function createSharing(
  deck: Deck,
  self: SessionConsole,
  whole: WholeMission | undefined,
  effects: SharingEffects,
): Sharing {
  const { id, build, kind, carrier } = self;
  const roster = createRoster(self, whole !== undefined, effects.now);
  let line: Line = whole?.line ?? FIRST_LINE;
  let run: SharedRun = whole?.run ?? {
    rate: mainRun(deck).rate,
    runUntil: mainRun(deck).runUntil,
    isInStep: deck.transport.isInStep,
    wall: effects.now(),
    time: deck.main.mission.time(),
    version: 0,
    origin: '',
  };
  let known = new Set<string>();
  let counts: Record<ConsoleId, number> = {};
  let lastSequence = 0;
  const ownNumber = Number.parseInt(hashOf(id).slice(0, 8), 16) % NUMBERS;
  let nextBeat = 0;
  let differedAt: EpochMs | undefined;
  let differences = 0;

  const entries = (): readonly JournalEntry[] => [...deck.main.mission.journal(), ...deck.ahead];
  function learn(): void {
    known = new Set(entries().map(keyOf));
    counts = countInputs(entries());
    lastSequence = Math.max(0, ...entries().map(({ sequence }) => sequence));
  }
  function note(entry: JournalEntry): void {
    known.add(keyOf(entry));
    lastSequence = Math.max(lastSequence, entry.sequence);
    counts = { ...counts, [entry.origin]: (counts[entry.origin] ?? 0) + 1 };
  }
  learn();

  const beat = (): Beat => ({
    ...roster.introduction,
    name: roster.name(),
    kind,
    line,
    counts,
    run,
    time: deck.main.mission.time(),
    past: isMainShown(deck) ? deck.past?.time() : undefined,
    mark: deck.main.record().marks.at(-1),
  });
  const send = (message: Message) => carrier?.send(message);
  function sendBeat(now: EpochMs): void {
    nextBeat = now + BEAT_MS;
    send({ type: 'beat', beat: beat() });
  }
  function whatIsWhole(): WholeMission {
    const { view: _, ...record } = deck.main.record();
    return { line, run, record, counts, ahead: deck.ahead, live: effects.live() };
  }

  /** Puts inputs in their places. */
  function takeInputs(received: readonly JournalEntry[]): void {
    const fresh = received.filter((entry) => !known.has(keyOf(entry)));
    if (fresh.length === 0) return;
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
  }

  /** While time stands still, inputs are due at once. */
  const enterDue = () => advanceMain(deck, deck.main.mission.time());

  function replaceMain(main: Branch): void {
    const isPastOfMain = deck.past && deck.transport.branch === deck.main.view.id;
    deck.main = main;
    if (isPastOfMain && deck.past) deck.past = main.at(deck.past.time());
  }

  function takeRun(next: SharedRun): void {
    if (compareRuns(next, run) <= 0) return;
    effects.catchUp();
    run = next;
    setMainRun(deck, next);
    goBackToCourse();
    effects.catchUp();
    effects.publish(enterDue());
  }

  /** A long course of time that the mission leaves is kept as a branch. */
  function keepIfLong(main: Branch, until: EpochMs): void {
    if (main.mission.time() - until > MS_PER_MIN) effects.keepAside(main, until);
  }

  /** The course of time is the same for all. A pause is never before an input that has been accepted. */
  function goBackToCourse(): void {
    const { mission } = deck.main;
    const journal = mission.journal();
    const now = effects.now();
    const start = orderStart(journal);
    const courseMs = run.isInStep ? now : run.time + (now - run.wall) * run.rate;
    const isPaused = !run.isInStep && run.rate === 0;
    const last = isPaused ? journal.slice(start).at(-1) : undefined;
    const end = epochMs(Math.max(courseMs, last?.time ?? courseMs));
    if (mission.time() - end <= run.rate * AHEAD_MS) return;
    if (run.isInStep) keepIfLong(deck.main, end);
    const isLater = ({ time }: JournalEntry, index: number) => index >= start && time > end;
    deck.ahead = [...journal.filter(isLater), ...deck.ahead].sort(compareEntries);
    const earlier = journal.filter((entry, index) => !isLater(entry, index));
    replaceMain(deck.main.revised(earlier, end).branch);
  }

  function adopt(next: WholeMission): void {
    const order = compareLines(next.line, line);
    if (order < 0) return;
    const before = deck.main;
    const own = entries();
    const has = new Set([...next.record.entries, ...next.ahead].map(keyOf));
    const lacking = own.filter((entry) => !has.has(keyOf(entry)));
    const main = restoreBranch({ ...next.record, view: before.view }, effects.options);
    const isJump = next.record.entries.at(-1)?.input.kind === 'jump';
    if (order > 0 && !isJump) keepIfLong(before, next.record.time);
    line = next.line;
    replaceMain(main);
    deck.ahead = next.ahead;
    learn();
    if (order > 0 || compareRuns(next.run, run) > 0) {
      run = next.run;
      setMainRun(deck, run);
    }
    effects.takeLive(next.live);
    if (order === 0) takeInputs(lacking);
    else {
      // Those that the other console knew of were left out by the change itself.
      const unknown = own.filter(({ origin }) => origin === id).slice(next.counts[id] ?? 0);
      for (const entry of unknown) if (entry.input.kind === 'operation') effects.applyAgain(entry);
    }
    goBackToCourse();
    effects.catchUp();
    effects.publish([]);
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

  function compareMarks({ mark, ...other }: Beat): void {
    if (!mark || !isSame(other.counts)) return;
    const own = deck.main.record().marks.findLast(({ time }) => time === mark.time);
    if (!own || own.entryCount !== mark.entryCount) return;
    if (own.hash === mark.hash) {
      differences = 0;
      return;
    }
    differences += 1;
    // The shorter member is rebuilt first.
    const isOlder = longestFirst<Introduction>([roster.introduction, other])[0] === roster.introduction;
    if (differences !== (isOlder ? 1 + MS_PER_MIN / BEAT_MS : 1)) return;
    differedAt ??= mark.time;
    rebuild();
  }

  function hear(other: Beat): void {
    if (other.build !== build) {
      roster.meetForeign(other);
      effects.publish([]);
      return;
    }
    if (roster.hear(other)) sendBeat(effects.now());
    const order = compareLines(other.line, line);
    const isFar = order === 0 && other.time - deck.main.mission.time() > FAR_BEHIND_MS;
    if (order > 0 || isFar) {
      send({ type: 'ask', from: id, to: other.id });
      return;
    }
    if (order < 0) return;
    const lacks = Object.entries(other.counts).some(([origin, count]) => count > (counts[origin] ?? 0));
    if (lacks) send({ type: 'ask', from: id, to: other.id, counts });
    takeRun(other.run);
    if (other.id === roster.followed()) effects.show(other.past);
    compareMarks(other);
    effects.publish([]);
  }

  function receive(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (message.from.build !== build) {
          roster.meetForeign(message.from);
          sendBeat(effects.now());
          effects.publish([]);
        } else if (roster.isLeader() || message.attempt > 1) {
          effects.catchUp();
          sendBeat(effects.now());
          send({ type: 'mission', from: id, to: message.from.id, mission: whatIsWhole() });
        }
        return;
      case 'beat':
        hear(message.beat);
        return;
      case 'bye':
        roster.leave(message.from);
        effects.publish([]);
        return;
      case 'inputs':
        if (compareLines(message.line, line) === 0) takeInputs(message.entries);
        return;
      case 'run':
        if (compareLines(message.line, line) === 0) takeRun(message.run);
        return;
      case 'live':
        effects.takeLive(message.live);
        return;
      case 'ask': {
        if (message.to !== id) return;
        const { counts: held, from } = message;
        if (!held) send({ type: 'mission', from: id, to: from, mission: whatIsWhole() });
        else {
          const lacking = entries().filter(({ origin }) => (counts[origin] ?? 0) > (held[origin] ?? 0));
          send({ type: 'inputs', from: id, line, entries: lacking });
        }
        return;
      }
      case 'mission':
        if (message.to === id || (message.to === undefined && compareLines(message.mission.line, line) > 0))
          adopt(message.mission);
    }
  }

  const sharing: Sharing = {
    isShared: roster.isShared,
    isLeader: roster.isLeader,
    isFollowing: roster.isFollowing,
    view: () => roster.view(differedAt),
    control: {
      renameConsole(given) {
        const outcome = roster.rename(given);
        if (outcome.ok && roster.isShared()) sendBeat(effects.now());
        if (outcome.ok) effects.publish([]);
        return outcome;
      },
      followConsole(sought) {
        const outcome = roster.setFollowed(sought);
        if (outcome.ok) effects.show(roster.view(differedAt).consoles.find((one) => one.id === sought)?.past);
        effects.publish([]);
        return outcome;
      },
    },
    signature: () =>
      roster.isShared() ? { by: roster.name(), number: (lastSequence + 1) * NUMBERS + ownNumber } : {},
    tell(entry) {
      note(entry);
      if (roster.isShared()) send({ type: 'inputs', from: id, line, entries: [entry] });
    },
    setRun(next) {
      run = { ...next, version: run.version + 1, origin: id };
      if (roster.isShared()) send({ type: 'run', from: id, line, run });
    },
    run: () => run,
    onTimeControl() {
      roster.setFollowed(undefined);
      if (roster.isShared()) sendBeat(effects.now());
    },
    beginLine() {
      line = { number: line.number + 1, origin: id };
      learn();
      if (roster.isShared()) send({ type: 'mission', from: id, mission: whatIsWhole() });
    },
    tellLive(live) {
      if (roster.isShared()) send({ type: 'live', from: id, live });
    },
    advanceTo(now) {
      roster.advanceTo(now);
      if (roster.isShared() && now >= nextBeat) sendBeat(now);
    },
    nextDueTime: () =>
      roster.isShared() ? Math.min(nextBeat, addMs(effects.now(), BEAT_MS)) : Number.POSITIVE_INFINITY,
  };
  carrier?.listen(receive);
  // Those that show the mission already hear of this one at once.
  if (carrier) sendBeat(effects.now());
  return sharing;
}
