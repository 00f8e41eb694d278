import type { HashMark, JournalEntry, Keyframe } from '../../shared/journal.ts';
import type { BranchRecord } from '../../shared/mission-control.ts';
import type { BranchView } from '../../shared/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import type { Instant } from '../mission/instant.ts';
import { createMission, type FollowSteps, type Mission, type MissionOptions } from '../mission/mission.ts';
import { gridAfter, isOnGrid } from '../state/grid.ts';
import { INSTANT_MS, keepInstant } from './instants.ts';

/** Origin of the inputs of the session itself. */
export const SESSION = 'session';

const MARK_MS = MS_PER_MIN;
const KEYFRAME_MS = INSTANT_MS;

/** What all missions of a session are made with. */
export type BranchOptions = Pick<MissionOptions, 'propagators' | 'planFault'>;

/** A mission of the session, with its recording and the instants from which its past is shown. */
export interface Branch {
  readonly view: BranchView;
  readonly mission: Mission;
  /** Lives on, with a hash each minute and a keyframe now and then; stops where `follow` returns `true`. */
  advanceTo(to: EpochMs, follow?: FollowSteps): readonly NoticeDraft[];
  jumpTo(to: EpochMs): readonly NoticeDraft[];
  /**
   * The mission at a past instant, a fork of its own. In a gap that was not lived, that is the instant before it.
   * @param held an earlier fork of this branch, which goes on if the instant lies shortly after it
   */
  at(time: EpochMs, held?: Mission): Mission;
  /** A branch that shares the past of this one and continues with a fork of it. */
  fork(view: BranchView, mission: Mission): Branch;
  /** The same mission under another name. */
  renamed(view: BranchView): Branch;
  record(): BranchRecord;
}

/** What a branch has of the past. */
interface Past {
  readonly marks: readonly HashMark[];
  readonly keyframe?: Keyframe | undefined;
  readonly instants?: readonly Instant[];
}

/** Applies the inputs up to an instant at their times, and lives up to it or to the gap in which it lies. */
function foldTo(mission: Mission, entries: readonly JournalEntry[], to: EpochMs): void {
  const isDue = ({ time, input }: JournalEntry): boolean =>
    time <= to && !(input.kind === 'jump' && input.to > to);
  for (const entry of entries.slice(mission.journal().length)) {
    if (!isDue(entry)) break;
    mission.advanceTo(entry.time);
    mission.apply(entry.input, entry.origin);
  }
  const next = entries[mission.journal().length];
  mission.advanceTo(epochMs(Math.min(to, next?.time ?? to)));
}

export function openBranch(view: BranchView, mission: Mission, options: BranchOptions, past: Past): Branch {
  const marks: HashMark[] = [...past.marks];
  let { keyframe } = past;
  let instants = keepInstant(past.instants ?? [], mission.instant());
  let nextMark = gridAfter(mission.time(), MARK_MS);

  const branch: Branch = {
    view,
    mission,
    advanceTo(to, follow) {
      const notices: NoticeDraft[] = [];
      let isStopped = false;
      const followSteps: FollowSteps | undefined =
        follow && ((slices, time) => (isStopped = follow(slices, time)));
      while (nextMark <= to) {
        notices.push(...mission.advanceTo(nextMark, followSteps));
        if (mission.time() < nextMark) return notices;
        marks.push({ time: nextMark, entryCount: mission.journal().length, hash: mission.hash() });
        if (isOnGrid(nextMark, KEYFRAME_MS)) {
          keyframe = mission.keyframe();
          instants = keepInstant(instants, mission.instant());
        }
        nextMark = addMs(nextMark, MARK_MS);
        if (isStopped) return notices;
      }
      notices.push(...mission.advanceTo(to, followSteps));
      return notices;
    },
    jumpTo(to) {
      const { notices } = mission.apply({ kind: 'jump', to }, SESSION);
      keyframe = mission.keyframe();
      instants = keepInstant(instants, mission.instant());
      nextMark = gridAfter(to, MARK_MS);
      return notices;
    },
    at(time, held) {
      const entries = mission.journal();
      const canGoOn = held && held.time() <= time && time - held.time() <= KEYFRAME_MS;
      if (canGoOn) {
        foldTo(held, entries, time);
        return held;
      }
      // Without one, the past is lived through from the start.
      const instant = instants.findLast((kept) => kept.time <= time);
      const journal = entries.slice(0, instant?.entryCount ?? 0);
      const fork = createMission({ ...options, ...mission.header, instant, journal });
      foldTo(fork, entries, time);
      return fork;
    },
    fork(forked, fork) {
      const time = fork.time();
      return openBranch(forked, fork, options, {
        marks: marks.filter((mark) => mark.time <= time && mark.entryCount <= fork.journal().length),
        keyframe: fork.keyframe(),
        instants: instants.filter((instant) => instant.time < time),
      });
    },
    renamed: (named) => ({ ...branch, view: named, record: () => ({ ...branch.record(), view: named }) }),
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

/** A branch of a record, as its session left it. */
export function restoreBranch(record: BranchRecord, options: BranchOptions): Branch {
  const { view, header, entries, marks, keyframe, time } = record;
  const mission = createMission({ ...options, ...header, journal: entries, keyframe });
  mission.advanceTo(epochMs(Math.max(time, mission.time())));
  return openBranch(view, mission, options, { marks, keyframe });
}
