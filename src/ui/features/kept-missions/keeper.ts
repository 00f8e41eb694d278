import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { Keyframe } from '../../../shared/contract/journal.ts';
import type { BranchRecord } from '../../../shared/contract/mission-control.ts';
import type { SavedRecording } from '../../../shared/contract/recording.ts';
import type { Rate } from '../../../shared/contract/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { databaseFailure } from '../../kit/page/database-failure.ts';
import { keepsMissionsAtom } from '../../kit/preferences/preferences.ts';
import type { Toast } from '../../kit/toasts/announce.ts';
import { isLeaderAtom, type Store, sliceAtoms } from '../../mission/link/atoms.ts';
import type { MissionLink, RecordedMission } from '../../mission/link/link.ts';
import { loadRecordingFile } from '../../mission/recordings/load-recording-file.ts';
import {
  continuableAtom,
  type Keeper,
  type Keeping,
  keeperAtom,
  keepingAtom,
  keptMissionsAtom,
  offeredMissionAtom,
} from './atoms.ts';
import { batchOf, hasNewInputs, type KeptBranch, type Progress, unwrittenMs, watchWorth } from './batch.ts';
import { branchesOfOthers, withInherited } from './inherited-branches.ts';
import { missionName } from './mission-name.ts';
import { type ListedMission, type MissionStore, openMissionStore } from './mission-store.ts';
import { findShownMissions, type ShownEffects } from './shown-missions.ts';

/** Keeps this window's mission in the browser, and continues kept ones. */

/** How long a mission is kept after its last write, and how many are. */
const KEPT_MS = 7 * MS_PER_DAY;
const MOST_KEPT = 20;
/** Longest time between writes, by the clock or in mission time; also the wait after a failed write. */
const PERIOD_MS = MS_PER_MIN;

interface KeeperEffects extends ShownEffects {
  readonly store: Store;
  readonly link: Pick<MissionLink, 'mission' | 'continueMission'>;
  /** Build of this page. */
  readonly build: string;
  /** UTC by the clock of this computer. */
  now(): EpochMs;
  every(periodMs: number, callback: () => void): void;
  /** Random, 32 characters. */
  newId(): string;
  announce(toast: Toast): void;
}

/** Page life-cycle events. */
export interface KeeperEvents {
  /** The page is hidden, and may end. */
  hide(): void;
}

export function startKeeper(effects: KeeperEffects): KeeperEvents {
  const { store, link, build, now, newId } = effects;
  /** Id of this window among those that keep a mission. */
  const window = newId();
  let opened: Promise<MissionStore> | undefined;
  /** Set once open, so that the end of the page does not have to wait for it. */
  let ready: MissionStore | undefined;
  let progress: Progress | undefined;
  /** The rate at the last write. A change, such as a pause, is written at once. */
  let writtenRate: Rate | undefined;
  const isWorthKeeping = watchWorth((id) => store.get(keptMissionsAtom).some((kept) => kept.id === id));
  /** The mission that another window keeps or has kept and, once this window leads, its kept branches. */
  let inherited: { readonly id: MissionId; readonly branches?: readonly KeptBranch[] } | undefined;
  /** Writes in progress. */
  let writes = 0;
  /** True if a write was requested while one was in progress. */
  let isAsked = false;
  /** Earliest retry after a failure. */
  let nextTry = epochMs(0);

  const report = (change: Partial<Keeping>): void => {
    const keeping = { ...store.get(keepingAtom), ...change };
    const { status, reason, deletedAt } = store.get(keepingAtom);
    if (keeping.status === status && keeping.reason === reason && keeping.deletedAt === deletedAt) return;
    store.set(keepingAtom, keeping);
  };

  /** Called when the database is closed from outside: the next write reopens it and writes all. */
  function forget(): void {
    opened = undefined;
    ready = undefined;
    progress = undefined;
  }

  function open(): Promise<MissionStore> {
    opened ??= openMissionStore(() => {
      forget();
      report({ deletedAt: now() });
      void refresh();
    }).then(
      (missions) => {
        ready = missions;
        return missions;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return opened;
  }

  function fail(error: unknown): void {
    const wasKept = store.get(keepingAtom).status === 'on';
    const reason = databaseFailure(error);
    progress = undefined;
    nextTry = addMs(now(), PERIOD_MS);
    report({ status: 'stopped', reason });
    if (wasKept) {
      const text = `This browser no longer keeps the mission: ${reason}. Everything else continues.`;
      effects.announce({ id: 'keeping-stopped', level: 'warning', text });
    }
  }

  const batchAfter = (before: Progress | undefined, mission: RecordedMission) =>
    batchOf(mission, before, { build, window, savedAt: now(), newId });

  /** Adds the branches that another window has kept, which would otherwise be lost with it. */
  function merged(mission: RecordedMission): RecordedMission {
    const { id, record } = mission;
    if (id !== inherited?.id || !inherited.branches?.length) return mission;
    return { id, record: { ...record, branches: withInherited(record.branches ?? [], inherited.branches) } };
  }

  async function write(own: RecordedMission, isUrgent: boolean): Promise<void> {
    const missions = ready ?? (await open());
    if (own.id === inherited?.id && !inherited.branches) {
      const read = await missions.read(own.id);
      inherited = { id: own.id, branches: read.ok ? branchesOfOthers(read.value, window) : [] };
    }
    const mission = merged(own);
    const batch = batchAfter(progress, mission);
    if (await missions.write(batch, isUrgent)) progress = batch.after;
    else {
      progress = undefined;
      const whole = batchAfter(progress, mission);
      await missions.write(whole, isUrgent);
      progress = whole.after;
    }
    if (progress?.pieces === 1) await prune(missions);
    report({ status: 'on', reason: undefined });
  }

  const rate = (): Rate | undefined => store.get(sliceAtoms.transport)?.rate;

  async function save(mission: RecordedMission, isUrgent = false): Promise<void> {
    isAsked = writes > 0;
    // A page that may end does not wait: its write follows the one in progress and includes all of its data.
    if (isAsked && !isUrgent) return;
    writes += 1;
    writtenRate = rate();
    try {
      await write(mission, isUrgent);
    } catch (error) {
      const wasClosed = ready && error instanceof Error && error.name === 'InvalidStateError';
      if (wasClosed) forget();
      else fail(error);
    } finally {
      writes -= 1;
      if (isAsked && writes === 0) tick();
    }
  }

  /** Returns this window's mission if this window keeps it. */
  function missionToKeep(): RecordedMission | undefined {
    const mission = link.mission();
    if (!mission) return undefined;
    const isWorth = isWorthKeeping(mission);
    const status = !store.get(keepsMissionsAtom) ? 'off' : !store.get(isLeaderAtom) ? 'other' : undefined;
    if (status) {
      progress = undefined; // another window may write it
      if (status === 'other') inherited = { id: mission.id };
      report({ status, reason: undefined });
      return undefined;
    }
    if (!isWorth) {
      if (store.get(keepingAtom).status !== 'stopped') report({ status: 'waiting', reason: undefined });
      return undefined;
    }
    return mission;
  }

  function tick(): void {
    const mission = missionToKeep();
    if (!mission || now() < nextTry) return;
    const isDue =
      !progress ||
      now() - progress.savedAt >= PERIOD_MS ||
      now() < progress.savedAt ||
      unwrittenMs(mission, progress) >= PERIOD_MS ||
      rate() !== writtenRate;
    if (isDue || hasNewInputs(merged(mission), progress)) void save(mission);
  }

  /** Writes everything new before the page may end. */
  function flush(): void {
    const mission = missionToKeep();
    if (mission && ready) void save(mission, true);
  }

  /** Absolute, because the clock may have been ahead when a mission was written. */
  const ageOf = ({ head }: ListedMission): number => Math.abs(now() - (head?.savedAt ?? 0));
  const isKept = (mission: ListedMission): boolean => !mission.head || ageOf(mission) <= KEPT_MS;
  const newestFirst = (missions: readonly ListedMission[]): readonly ListedMission[] =>
    missions.toSorted((a, b) => ageOf(a) - ageOf(b));

  async function prune(missions: MissionStore): Promise<void> {
    const listed = newestFirst(await missions.list());
    const removed = listed.filter((mission, place) => place >= MOST_KEPT || !isKept(mission));
    if (removed.length > 0) await missions.remove(removed.map(({ id }) => id));
  }

  async function refresh(): Promise<void> {
    try {
      const missions = await open();
      const listed = newestFirst(await missions.list()).filter(isKept);
      const windows = await findShownMissions(
        listed.map(({ id }) => id),
        effects,
      );
      store.set(
        keptMissionsAtom,
        listed.map(({ id, head }) => ({
          id,
          isDamaged: !head,
          startTime: head?.header.startTime ?? epochMs(0),
          time: head?.time ?? epochMs(0),
          savedAt: head?.savedAt ?? epochMs(0),
          build: head?.build ?? '',
          isShown: windows.has(id),
        })),
      );
    } catch (error) {
      store.set(keptMissionsAtom, []);
      fail(error);
    }
  }

  /**
   * Reads a mission to continue, with its restorable branches.
   * @throws the reason why it cannot be continued
   */
  async function readToContinue(id: MissionId) {
    const read = await (await open()).read(id);
    if (!read.ok) throw new Error(read.message);
    const { head, record, lost } = read.value;
    const { checkRecording, canReplay, costOf, LONGEST_OPENED_MS } = await loadRecordingFile();
    const isSameBuild = head.build === build;
    // A keyframe is valid only for the build that made it.
    const costFrom = (checked: SavedRecording, keyframe: Keyframe | undefined) =>
      keyframe ? checked.time - keyframe.time : costOf(checked);
    const checked = checkRecording({ ...record, build: head.build });
    if (!checked.ok) throw new Error(checked.message.replace(/\.$/, ''));
    const { header, entries, marks, time } = checked.value;
    const keyframe = isSameBuild ? record.keyframe : undefined;
    if (!keyframe && !canReplay(checked.value))
      throw new Error('another build kept it, and it is too long to simulate again from its start');
    // A mission that was ahead of UTC is simulated up to it.
    const returnMs = time > now() ? Math.max(0, now() - header.startTime) : 0;
    let costMs = costFrom(checked.value, keyframe) + Math.min(returnMs, LONGEST_OPENED_MS);
    const branches: BranchRecord[] = [];
    for (const { view, keyframe: branchKeyframe, ...branch } of record.branches ?? []) {
      const checkedBranch = checkRecording({ ...branch, build: head.build });
      const keptKeyframe = isSameBuild ? branchKeyframe : undefined;
      const branchMs = checkedBranch.ok ? costFrom(checkedBranch.value, keptKeyframe) : 0;
      if (!checkedBranch.ok || costMs + branchMs > LONGEST_OPENED_MS) continue;
      costMs += branchMs;
      const { header: own, entries: inputs, marks: hashes, time: end } = checkedBranch.value;
      const known = { view, header: own, entries: inputs, marks: hashes, time: end };
      branches.push(keptKeyframe ? { ...known, keyframe: keptKeyframe } : known);
    }
    const kept = {
      header,
      entries,
      marks,
      time,
      ...(keyframe && { keyframe }),
      ...(branches.length > 0 && { branches }),
    };
    return {
      record: kept,
      costMs,
      lostCount: lost.length + (record.branches?.length ?? 0) - branches.length,
    };
  }

  const keeper: Keeper = {
    refresh,
    async continueMission(id) {
      const kept = store.get(keptMissionsAtom).find((mission) => mission.id === id);
      const name = kept ? `the ${missionName(kept.startTime, now())}` : 'the mission';
      try {
        const { record, costMs, lostCount } = await readToContinue(id);
        // The branches of a mission shown in another window belong to that window.
        if (lostCount > 0 && !kept?.isShown) {
          const what = lostCount === 1 ? '1 branch' : `${lostCount} branches`;
          const text = `${what} of ${name} cannot be restored: damaged, or too long to simulate again.`;
          effects.announce({ id: 'branches-lost', level: 'warning', text });
        }
        flush();
        if (store.get(offeredMissionAtom) === id) store.set(offeredMissionAtom, undefined);
        link.continueMission({ id, name, record }, costMs);
      } catch (error) {
        const text = `Failed to continue ${name}: ${databaseFailure(error)}.`;
        effects.announce({ id: 'continue-failed', level: 'error', text });
      }
    },
    async remove(ids) {
      try {
        await (await open()).remove(ids);
      } catch (error) {
        const text = `Failed to delete: ${databaseFailure(error)}.`;
        effects.announce({ id: 'delete-failed', level: 'error', text });
      }
      await refresh();
    },
  };

  async function start(): Promise<void> {
    try {
      await prune(await open());
    } catch (error) {
      fail(error);
    }
    await refresh();
    store.set(offeredMissionAtom, store.get(continuableAtom)?.id);
    store.set(keeperAtom, keeper);
    effects.every(MS_PER_S, tick);
  }
  void start();

  return { hide: flush };
}
