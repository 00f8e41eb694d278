import type {
  HashMark,
  JournalEntry,
  Keyframe,
  MissionHeader,
  MissionInput,
} from '../../../shared/contract/journal.ts';
import type { BranchRecord } from '../../../shared/contract/mission-control.ts';
import { inputCostMs } from '../../../shared/contract/replay-cost.ts';
import { type BranchView, MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { Instant } from '../../mission/instant.ts';
import {
  type Applied,
  createMission,
  type FollowSteps,
  type Mission,
  type MissionOptions,
} from '../../mission/mission.ts';
import { gridAfter, gridBefore, isOnGrid } from '../../mission/state/grid.ts';
import { type Archive, createArchive } from '../archive/archive.ts';
import { INSTANT_MS, KEPT_MS, keepInstant } from './instants.ts';

const MARK_MS = MS_PER_MIN;
const KEYFRAME_MS = INSTANT_MS;
/** Past that one call simulates again after a restart. */
export const REBUILT_MS = 20 * MS_PER_MIN;
/** Packets that wait for ground systems: more than a whole packet store, which a dump sends within seconds. */
export const MOST_PACKETS = 20_000;
/** Number of newest hashes, one per minute, that consoles compare. */
const COMPARED_MARKS = 60;

/** Period of the hashes in the record, by the age of the mission: 57 days at one per minute make a file of 4 MB. */
const RECORDED_MARKS = [
  { untilMs: MS_PER_DAY, periodMs: MARK_MS },
  { untilMs: 7 * MS_PER_DAY, periodMs: 10 * MS_PER_MIN },
  { untilMs: 30 * MS_PER_DAY, periodMs: MS_PER_H },
  { untilMs: Number.POSITIVE_INFINITY, periodMs: MS_PER_DAY },
] as const;

function isRecorded(time: EpochMs, startTime: EpochMs): boolean {
  const { periodMs } = RECORDED_MARKS.find(({ untilMs }) => time - startTime <= untilMs) ?? RECORDED_MARKS[3];
  return isOnGrid(time, periodMs);
}

/** The mission itself. */
export const MAIN: BranchView = { id: MAIN_BRANCH, name: MAIN_BRANCH };

/** Options of all missions of a session. */
export type BranchOptions = Pick<MissionOptions, 'propagators' | 'planFault'>;

/** Returns these options alone: others, such as those of a new mission, must not change a mission with a header. */
export const branchOptions = ({ propagators, planFault }: BranchOptions): BranchOptions => ({
  propagators,
  planFault,
});

/** A mission of the session, with its recording and the instants from which its past is shown. */
export interface Branch {
  readonly view: BranchView;
  readonly mission: Mission;
  /** Returns the first instant of the kept past. */
  startTime(): EpochMs;
  /** Advances the mission, with a hash each minute and periodic keyframes; stops where `follow` returns `true`. */
  advanceTo(to: EpochMs, follow?: FollowSteps): readonly NoticeDraft[];
  /** Applies an input at mission time. */
  apply: Mission['apply'];
  /** Advances to an input that another console has ordered, and applies it. The notices include those on the way. */
  enter(entry: JournalEntry): Applied;
  /**
   * Returns a fork of the mission at a past instant; within a gap that was not simulated, at the instant before it.
   * @param held an earlier fork of this branch, which continues if the instant lies shortly after it
   */
  at(time: EpochMs, held?: Mission): Mission;
  /** Returns the history, for charts and marks. */
  archive(): Archive;
  /** The instants from which its past is shown, in order of time. */
  instants(): readonly Instant[];
  /** Simulates some of the past again after a restart. Returns true once all of it is available. */
  rebuildPast(mostMs: number): boolean;
  /** True if an instant can be shown without a simulation from the start of the mission. */
  canShow(time: EpochMs): boolean;
  /** True if the archive holds everything since an instant. */
  isArchivedFrom(time: EpochMs): boolean;
  /** Returns a branch that shares the past of this one and continues with a fork of it. */
  fork(view: BranchView, mission: Mission): Branch;
  /** Returns the same mission under another name. */
  renamed(view: BranchView): Branch;
  record(): BranchRecord;
  /** Returns the newest hashes, one per minute. */
  newestMarks(): readonly HashMark[];
  /** Returns the telemetry packets since the last call, the newest `MOST_PACKETS` at most. */
  takePackets(): readonly Uint8Array[];
}

/** True unless the exercise of a mission lasts: its faults may be shown as they really are. */
export const isRevealedIn = ({ mission }: Branch): boolean =>
  mission.header.exercise === undefined || mission.exercise()?.isOver === true;

/** Known past of a branch. */
export interface Past {
  readonly marks: readonly HashMark[];
  readonly keyframe?: Keyframe | undefined;
  readonly instants?: readonly Instant[];
  /** Archive of the whole past; without one, the past is simulated again to fill one. */
  readonly archive?: Archive;
  /** Earlier part of the same mission with its archive, from which that simulation goes on. */
  readonly again?: Branch | undefined;
}

/** True if a mission has been where another one of the same journal is now. */
function precedes(earlier: Mission, later: Mission): boolean {
  const count = earlier.journal().length;
  const laterCount = later.journal().length;
  return count < laterCount || (count === laterCount && earlier.time() <= later.time());
}

/**
 * Applies the inputs up to an instant at their times, and advances to it or to the gap in which it lies. If the clock
 * moved back over that instant, its last occurrence counts: what was simulated before the jump is no longer part of
 * the past.
 */
function foldTo(mission: Mission, entries: readonly JournalEntry[], to: EpochMs): void {
  const isOver = ({ input }: JournalEntry): boolean => input.kind === 'jump' && input.to > to;
  const jumped = entries.findLastIndex(({ input }) => input.kind === 'jump' && input.to <= to) + 1;
  for (let count = mission.journal().length; count < entries.length; count = mission.journal().length) {
    const entry = entries[count] as JournalEntry;
    if (count >= jumped && (entry.time > to || isOver(entry))) break;
    mission.enter(entry);
  }
  const next = entries[mission.journal().length];
  mission.advanceTo(epochMs(Math.min(to, next?.time ?? to)));
}

/** Returns the first instant of a mission: the clock may have moved back to before its start. */
export const firstInstant = ({ header, journal }: Mission): EpochMs =>
  epochMs(
    journal().reduce(
      (first, { input }) => (input.kind === 'jump' ? Math.min(first, input.to) : first),
      header.startTime as number,
    ),
  );

/** Begins a new mission as a branch, with all of its past. */
export const beginBranch = (view: BranchView, header: MissionHeader, options: BranchOptions): Branch =>
  openBranch(view, createMission({ ...branchOptions(options), ...header }), options, {
    marks: [],
    archive: createArchive(),
  });

/** A part of a journal: up to an entry, and from there to an instant. */
interface JournalPart {
  readonly entries: readonly JournalEntry[];
  /** Number of entries to enter; all by default. */
  readonly entryCount?: number;
  readonly time: EpochMs;
}

/**
 * Simulates a journal in a branch that has simulated a part of it.
 * @param mostMs most that this call may cost: simulated mission time, or its equivalent, ms
 * @returns true once the branch is at the end of the part
 */
export function replayInto(
  branch: Branch,
  { entries, entryCount = entries.length, time: end }: JournalPart,
  mostMs = Number.POSITIVE_INFINITY,
): boolean {
  const { mission } = branch;
  for (let leftMs = mostMs; ; ) {
    const count = mission.journal().length;
    const entry = count < entryCount ? entries[count] : undefined;
    const from = mission.time();
    const to = entry?.time ?? end;
    branch.advanceTo(epochMs(Math.min(to, from + leftMs)));
    if (mission.time() < to) return false;
    leftMs -= mission.time() - from;
    if (!entry) return true;
    branch.enter(entry);
    leftMs -= inputCostMs(entry.input);
    if (leftMs <= 0) return false;
  }
}

export function openBranch(view: BranchView, mission: Mission, options: BranchOptions, past: Past): Branch {
  const marks: HashMark[] = [...past.marks];
  let newestMarks: readonly HashMark[] = marks.slice(-COMPARED_MARKS);
  let { keyframe } = past;
  let instants = keepInstant(past.instants ?? [], mission.instant());
  let archive = past.archive ?? createArchive();
  /** Instant since which the archive holds everything. */
  let archivedFrom: number = past.archive ? Number.NEGATIVE_INFINITY : mission.time();
  /** The same mission, simulated again to fill the archive. */
  let again = past.archive ? undefined : (past.again ?? beginBranch(view, mission.header, options));
  let nextMark = gridAfter(mission.time(), MARK_MS);
  let packets: Uint8Array[] = [];
  const append = () => archive.append(mission.facts(), mission.time());

  function transmit(more: readonly Uint8Array[]): void {
    packets.push(...more);
    if (packets.length > 2 * MOST_PACKETS) packets = packets.slice(-MOST_PACKETS);
  }
  let first = firstInstant(mission);
  const startTime = () => epochMs(Math.max(first, gridBefore(mission.time() - KEPT_MS, MS_PER_H)));
  append();

  function forkAt(time: EpochMs): Mission {
    const entries = mission.journal();
    // Without one, the past is simulated from the start.
    const instant = instants.findLast((kept) => kept.time <= time);
    const journal = entries.slice(0, instant?.entryCount ?? 0);
    const fork = createMission({ ...branchOptions(options), ...mission.header, instant, journal });
    foldTo(fork, entries, time);
    return fork;
  }

  function forked(named: BranchView, fork: Mission): Branch {
    const time = fork.time();
    const entryCount = fork.journal().length;
    const loaded =
      again && precedes(again.mission, fork) ? again.fork(named, again.at(again.mission.time())) : undefined;
    return openBranch(named, fork, options, {
      marks: marks.filter(
        ({ time: at, entryCount: count }) => count < entryCount || (count === entryCount && at <= time),
      ),
      keyframe: fork.keyframe(),
      instants: instants.filter((instant) => instant.time < time),
      ...(again ? { again: loaded } : { archive: archive.fork(time) }),
    });
  }

  function takeInput(input: MissionInput): void {
    if (input.kind === 'jump') {
      first = epochMs(Math.min(first, input.to));
      keyframe = mission.keyframe();
      instants = keepInstant(instants, mission.instant());
      archive.dropAfter(input.to);
      archivedFrom = Math.min(archivedFrom, input.to);
      nextMark = gridAfter(mission.time(), MARK_MS);
    }
    append();
  }

  const branch: Branch = {
    view,
    mission,
    startTime,
    advanceTo(to, follow) {
      const notices: NoticeDraft[] = [];
      let isStopped = false;
      const followSteps: FollowSteps = (facts, time) => {
        archive.append(facts, time);
        transmit(facts.packets ?? []);
        isStopped = follow?.(facts, time) ?? false;
        return isStopped;
      };
      while (nextMark <= to) {
        notices.push(...mission.advanceTo(nextMark, followSteps));
        if (mission.time() < nextMark) return notices;
        const mark = { time: nextMark, entryCount: mission.journal().length, hash: mission.hash() };
        newestMarks = [...newestMarks, mark].slice(-COMPARED_MARKS);
        if (isRecorded(nextMark, mission.header.startTime)) marks.push(mark);
        if (isOnGrid(nextMark, KEYFRAME_MS)) {
          keyframe = mission.keyframe();
          instants = keepInstant(instants, mission.instant());
          archive.dropBefore(startTime());
        }
        nextMark = addMs(nextMark, MARK_MS);
        if (isStopped) return notices;
      }
      notices.push(...mission.advanceTo(to, followSteps));
      return notices;
    },
    apply(input, origin) {
      const applied = mission.apply(input, origin);
      transmit(applied.packets);
      takeInput(input);
      return applied;
    },
    enter(entry) {
      const advanced = branch.advanceTo(entry.time);
      const applied = mission.enter(entry);
      transmit(applied.packets);
      takeInput(entry.input);
      return { ...applied, notices: [...advanced, ...applied.notices] };
    },
    at(time, held) {
      const entries = mission.journal();
      const canGoOn = held && held.time() <= time && time - held.time() <= KEYFRAME_MS;
      if (canGoOn) {
        foldTo(held, entries, time);
        return held;
      }
      return forkAt(time);
    },
    archive: () => archive,
    instants: () => instants,
    rebuildPast(mostMs) {
      if (again && replayInto(again, { entries: mission.journal(), time: mission.time() }, mostMs)) {
        archive = again.archive();
        archivedFrom = Number.NEGATIVE_INFINITY;
        const advanced = again.instants();
        instants = [...advanced, ...instants.filter(({ time }) => time > (advanced.at(-1)?.time ?? 0))];
        again = undefined;
        append();
      }
      return again === undefined;
    },
    canShow: (time) => instants.some((kept) => kept.time <= time),
    isArchivedFrom: (time) => time >= archivedFrom,
    fork: forked,
    renamed: (named) => ({ ...branch, view: named, record: () => ({ ...branch.record(), view: named }) }),
    newestMarks: () => newestMarks,
    takePackets() {
      const taken = packets.slice(-MOST_PACKETS);
      packets = [];
      return taken;
    },
    record: () => ({
      view,
      header: mission.header,
      entries: mission.journal(),
      marks,
      keyframe,
      time: mission.time(),
    }),
  };
  return branch;
}
