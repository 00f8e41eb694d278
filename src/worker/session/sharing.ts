import type { ConsoleId, ConsolesView } from '../../shared/consoles.ts';
import type { JournalEntry, MissionInput } from '../../shared/journal.ts';
import type { LiveResume } from '../../shared/mission-control.ts';
import type { SessionControl } from '../../shared/session-control.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { BEAT_MS, longestFirst } from '../consoles/members.ts';
import {
  type Beat,
  type Carrier,
  compareLines,
  type Introduction,
  type Message,
  type SharedRun,
  type WholeMission,
} from '../consoles/messages.ts';
import { createRoster, type OwnConsole, type Roster } from '../consoles/roster.ts';
import { type Deck, isMainShown } from './deck.ts';
import { type CourseEffects, countOf, createSharedCourse } from './shared-course.ts';

/** This console among those of its mission. */
export interface SessionConsole extends OwnConsole {
  /** Without one the mission is not shared. */
  readonly carrier?: Carrier | undefined;
  /** Of the mission that this console could not join because of another build: each says for how long it is there. */
  readonly foreignCarrier?: Carrier | undefined;
}

/** What the exchange with other consoles needs of its session. */
export interface SharingEffects extends CourseEffects {
  /** Shows a past instant, or the live edge. */
  show(past: EpochMs | undefined): void;
}

/** A mission shared with other consoles: their inputs are put in place, and they get those of this one. */
export interface Sharing extends Pick<Roster, 'isShared' | 'isLeader' | 'isFollowing'> {
  view(): ConsolesView;
  readonly control: Pick<SessionControl, 'renameConsole' | 'followConsole'>;
  /** What an operation here carries while there are several consoles: the name for the log, and a number. */
  signature(): Pick<MissionInput & { readonly kind: 'operation' }, 'by' | 'number'>;
  /** The mission has an input of this console. */
  tell(entry: JournalEntry): void;
  /** This console has changed how time goes on. */
  setRun(run: Pick<SharedRun, 'rate' | 'isInStep' | 'runUntil' | 'interrupted' | 'wall' | 'time'>): void;
  run(): SharedRun;
  /** The mission has jumped or, with its inputs left behind on a branch, gone back to UTC. */
  beginLine(hasGoneBack: boolean): void;
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
/** Most answers in a second: who gets none asks again. */
const MOST_ANSWERS = 20;

export function createSharing(
  deck: Deck,
  self: SessionConsole,
  whole: WholeMission | undefined,
  effects: SharingEffects,
): Sharing {
  const { id, build, kind, carrier, foreignCarrier } = self;
  const roster = createRoster(self, whole !== undefined, effects.now);
  const course = createSharedCourse(deck, id, whole, effects);
  let nextBeat = 0;

  const beat = (): Beat => ({
    ...roster.introduction,
    name: roster.name(),
    kind,
    line: course.line(),
    counts: course.counts(),
    run: course.run(),
    time: deck.main.mission.time(),
    past: isMainShown(deck) ? deck.past?.time() : undefined,
    isAside: isMainShown(deck) ? undefined : true,
    mark: deck.main.newestMarks().at(-1),
  });
  const send = (message: Message) => carrier?.send(message);
  function sendBeat(now: EpochMs): void {
    nextBeat = now + BEAT_MS;
    const message: Message = { type: 'beat', beat: beat() };
    send(message);
    foreignCarrier?.send(message);
  }
  let answeredAt: readonly EpochMs[] = [];
  /** What is asked for may be large. */
  function mayAnswer(): boolean {
    const now = effects.now();
    answeredAt = answeredAt.filter((time) => Math.abs(now - time) < MS_PER_S);
    if (answeredAt.length >= MOST_ANSWERS) return false;
    answeredAt = [...answeredAt, now];
    return true;
  }
  const tellWhole = (to?: ConsoleId) =>
    send({ type: 'mission', from: id, to, mission: course.whatIsWhole() });
  const askForWhole = (to: ConsoleId) => send({ type: 'ask', from: id, to });

  function hear(other: Beat): void {
    if (roster.hear(other)) sendBeat(effects.now());
    const order = compareLines(other.line, course.line());
    const isFar = order === 0 && other.time - deck.main.mission.time() > FAR_BEHIND_MS;
    if (order > 0 || isFar) {
      askForWhole(other.id);
      return;
    }
    if (order < 0) return;
    const counts = course.counts();
    const lacks = Object.entries(other.counts).some(([origin, count]) => count > countOf(counts, origin));
    if (lacks) send({ type: 'ask', from: id, to: other.id, counts });
    const isOlder = longestFirst<Introduction>([roster.introduction, other])[0] === roster.introduction;
    const isTaken = course.takeRun(other.run) && course.compareMarks(other, isOlder);
    if (!isTaken) askForWhole(other.id);
    if (other.id === roster.followed()) effects.show(other.past);
    effects.publish([]);
  }

  function receive(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (message.from.build !== build) {
          roster.meetForeign(message.from);
          sendBeat(effects.now());
          effects.publish([]);
        } else if ((roster.isLeader() || message.attempt > 1) && mayAnswer()) {
          effects.catchUp();
          sendBeat(effects.now());
          tellWhole(message.from.id);
        }
        return;
      case 'beat':
        hear(message.beat);
        return;
      case 'stranger':
        roster.meetForeign(message.from);
        effects.publish([]);
        return;
      case 'who':
        sendBeat(effects.now());
        return;
      case 'bye':
        roster.leave(message.from);
        effects.publish([]);
        return;
      case 'inputs':
        if (compareLines(message.line, course.line()) !== 0) return;
        if (!course.takeInputs(message.entries)) askForWhole(message.from);
        return;
      case 'run':
        if (compareLines(message.line, course.line()) !== 0) return;
        if (!course.takeRun(message.run)) askForWhole(message.from);
        return;
      case 'live':
        effects.takeLive(message.live);
        return;
      case 'ask': {
        if (message.to !== id || !mayAnswer()) return;
        const { counts: held, from } = message;
        if (!held) tellWhole(from);
        else {
          const counts = course.counts();
          const isLacking = ({ origin }: JournalEntry) => countOf(counts, origin) > countOf(held, origin);
          send({
            type: 'inputs',
            from: id,
            line: course.line(),
            entries: course.entries().filter(isLacking),
          });
        }
        return;
      }
      case 'mission':
        if (
          message.to === id ||
          (message.to === undefined && compareLines(message.mission.line, course.line()) > 0)
        )
          course.adopt(message.mission);
    }
  }

  const sharing: Sharing = {
    isShared: roster.isShared,
    isLeader: roster.isLeader,
    isFollowing: roster.isFollowing,
    view: () => roster.view(course.differedAt()),
    control: {
      renameConsole(given) {
        const outcome = roster.rename(given);
        if (outcome.ok && roster.isShared()) sendBeat(effects.now());
        if (outcome.ok) effects.publish([]);
        return outcome;
      },
      followConsole(sought) {
        const outcome = roster.setFollowed(sought);
        if (outcome.ok)
          effects.show(roster.view(course.differedAt()).consoles.find((one) => one.id === sought)?.past);
        effects.publish([]);
        return outcome;
      },
    },
    signature: () => (roster.isShared() ? { by: roster.name(), number: course.nextNumber() } : {}),
    tell(entry) {
      course.note(entry);
      if (roster.isShared()) send({ type: 'inputs', from: id, line: course.line(), entries: [entry] });
    },
    setRun(next) {
      course.setRun(next);
      if (roster.isShared()) send({ type: 'run', from: id, line: course.line(), run: course.run() });
    },
    run: course.run,
    onTimeControl() {
      roster.setFollowed(undefined);
      if (roster.isShared()) sendBeat(effects.now());
    },
    beginLine(hasGoneBack) {
      course.beginLine(hasGoneBack);
      if (roster.isShared()) tellWhole();
    },
    tellLive(live) {
      if (roster.isShared()) send({ type: 'live', from: id, live });
    },
    advanceTo(now) {
      roster.advanceTo(now);
      if (roster.hasCompany() && now >= nextBeat) sendBeat(now);
    },
    nextDueTime: () =>
      roster.isShared() ? Math.min(nextBeat, addMs(effects.now(), BEAT_MS)) : Number.POSITIVE_INFINITY,
  };
  carrier?.listen(receive);
  foreignCarrier?.listen((message) => {
    if (message.type === 'stranger') roster.meetForeign(message.from);
    else if (message.type === 'bye') roster.leave(message.from);
  });
  // Those that show the mission already hear of this one at once.
  if (carrier) sendBeat(effects.now());
  return sharing;
}
