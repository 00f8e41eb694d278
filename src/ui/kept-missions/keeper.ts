import type { MissionId } from '../../shared/consoles.ts';
import type { MissionHeader } from '../../shared/journal.ts';
import type { ResumeRecord } from '../../shared/mission-control.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import type { Toast } from '../kit/toasts/announce.tsx';
import { isLeaderAtom, type Store } from '../mission/atoms.ts';
import type { MissionLink, RecordedMission } from '../mission/link.ts';
import { keepsMissionsAtom } from '../preferences/preferences.ts';
import { loadRecordingFile } from '../recordings/load-recording-file.ts';
import {
  continuableAtom,
  type Keeper,
  type Keeping,
  keeperAtom,
  keepingAtom,
  keptMissionsAtom,
  offeredMissionAtom,
} from './atoms.ts';
import { missionName } from './mission-name.ts';
import { type Batch, type ListedMission, type MissionStore, openMissionStore } from './mission-store.ts';
import { createShownMissions, type Locks } from './shown-missions.ts';

/** Keeps the mission of this window in the browser, and continues kept ones. */

/** How long a mission is kept after it was last written, and how many are. */
const KEPT_MS = 7 * MS_PER_DAY;
const MOST_KEPT = 20;
/** Written at least this often; also how long a failed write waits. */
const PERIOD_MS = MS_PER_MIN;
/** A mission is worth keeping once it has lived this long here, or after the first operation. */
const WORTH_MS = MS_PER_MIN;
/** More pieces are put together. */
const MOST_PIECES = 1000;

interface KeeperEffects {
  readonly store: Store;
  readonly link: Pick<MissionLink, 'mission' | 'continueMission'>;
  /** Of this page. */
  readonly build: string;
  readonly locks: Locks | undefined;
  /** UTC by the clock of this computer. */
  now(): EpochMs;
  every(periodMs: number, callback: () => void): void;
  /** Random, 32 characters. */
  newId(): string;
  announce(toast: Toast): void;
}

/** Calls of the page's life. */
export interface KeeperEvents {
  /** The page is hidden, and may end. */
  hide(): void;
  /** It leaves its document, perhaps for the back/forward cache. */
  leave(): void;
  /** It is back from there. */
  enter(): void;
}

/** What of a mission is written. */
interface Progress {
  readonly id: MissionId;
  readonly header: MissionHeader;
  readonly generation: string;
  readonly entryCount: number;
  readonly markCount: number;
  readonly pieces: number;
  readonly keyframeTime: EpochMs | undefined;
  readonly savedAt: EpochMs;
}

/** A mission as this window first saw it: what it has since is worth keeping. */
interface FirstSeen {
  readonly id: MissionId;
  readonly time: EpochMs;
  readonly operations: number;
}

const operationsIn = ({ entries }: ResumeRecord): number =>
  entries.filter(({ input }) => input.kind === 'operation').length;

/** Why the browser keeps nothing, as a clause. */
function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'QuotaExceededError':
      return 'the storage of this browser is full';
    case 'VersionError':
      return 'a newer version of this page keeps its missions here, and a reload is needed';
    case 'ReferenceError':
    case 'SecurityError':
    case 'InvalidStateError':
    case 'UnknownError':
      return 'this browser stores nothing for this page, as in a private window';
    default:
      return message.replace(/\.$/, '') || name;
  }
}

export function startKeeper(effects: KeeperEffects): KeeperEvents {
  const { store, link, build, now, newId } = effects;
  const shown = createShownMissions(effects.locks);
  let opened: Promise<MissionStore> | undefined;
  /** Once it is open, so that the end of the page does not have to wait for it. */
  let ready: MissionStore | undefined;
  let progress: Progress | undefined;
  let firstSeen: FirstSeen | undefined;
  let isWriting = false;
  /** Something has been asked for while the last write was in progress. */
  let isAsked = false;
  /** After a failure. */
  let nextTry = epochMs(0);

  const report = (change: Partial<Keeping>): void => {
    const keeping = { ...store.get(keepingAtom), ...change };
    const { status, reason, deletedAt } = store.get(keepingAtom);
    if (keeping.status === status && keeping.reason === reason && keeping.deletedAt === deletedAt) return;
    store.set(keepingAtom, keeping);
  };

  /** The database is closed from outside: the next write opens it again, and writes all. */
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
    const reason = reasonOf(error);
    progress = undefined;
    nextTry = addMs(now(), PERIOD_MS);
    report({ status: 'stopped', reason });
    if (wasKept) {
      const text = `The mission is not kept in this browser any more: ${reason}. All else goes on.`;
      effects.announce({ id: 'keeping-stopped', level: 'warning', text });
    }
  }

  function isWorthKeeping({ id, record }: RecordedMission): boolean {
    // Of the mission with which the window opened, everything counts.
    firstSeen ??= { id, time: record.header.startTime, operations: 0 };
    if (firstSeen.id !== id) firstSeen = { id, time: record.time, operations: operationsIn(record) };
    return record.time - firstSeen.time >= WORTH_MS || operationsIn(record) > firstSeen.operations;
  }

  /** What is to be written of a mission now; nothing if it is written. */
  function batchOf({ id, record }: RecordedMission): Batch & { readonly after: Progress } {
    const { header, entries, marks, keyframe, time } = record;
    const isKnown = progress?.id === id && progress.header === header && progress.pieces < MOST_PIECES;
    const from = (isKnown && progress) || {
      generation: newId(),
      entryCount: 0,
      markCount: 0,
      pieces: 0,
      keyframeTime: undefined,
    };
    const [entryCount, markCount, savedAt] = [entries.length, marks.length, now()];
    const { generation, pieces } = from;
    return {
      head: { id, generation, build, header, time, savedAt, entryCount, markCount },
      piece: { entries: entries.slice(from.entryCount), marks: marks.slice(from.markCount) },
      number: pieces,
      keyframe: keyframe?.time === from.keyframeTime ? undefined : keyframe,
      after: {
        id,
        header,
        generation,
        entryCount,
        markCount,
        pieces: pieces + 1,
        keyframeTime: keyframe?.time,
        savedAt,
      },
    };
  }

  async function write(mission: RecordedMission, isUrgent: boolean): Promise<void> {
    const missions = ready ?? (await open());
    const batch = batchOf(mission);
    if (await missions.write(batch, isUrgent)) progress = batch.after;
    else {
      progress = undefined;
      const whole = batchOf(mission);
      await missions.write(whole, isUrgent);
      progress = whole.after;
    }
    if (progress?.pieces === 1) await prune(missions);
    report({ status: 'on', reason: undefined });
  }

  async function save(mission: RecordedMission, isUrgent = false): Promise<void> {
    isAsked = isWriting;
    if (isWriting) return;
    isWriting = true;
    try {
      await write(mission, isUrgent);
    } catch (error) {
      const wasClosed = ready && error instanceof Error && error.name === 'InvalidStateError';
      if (wasClosed) forget();
      else fail(error);
    } finally {
      isWriting = false;
      if (isAsked) tick();
    }
  }

  /** The mission of this window, if this window keeps it. */
  function missionToKeep(): RecordedMission | undefined {
    const mission = link.mission();
    if (!mission) return undefined;
    shown.show(mission.id);
    const isWorth = isWorthKeeping(mission);
    const status = !store.get(keepsMissionsAtom) ? 'off' : !store.get(isLeaderAtom) ? 'other' : undefined;
    if (status) {
      progress = undefined; // another window may write it
      report({ status, reason: undefined });
      return undefined;
    }
    if (!isWorth) {
      if (store.get(keepingAtom).status !== 'stopped') report({ status: 'waiting', reason: undefined });
      return undefined;
    }
    return mission;
  }

  const hasNewInputs = ({ id, record }: RecordedMission): boolean =>
    progress?.id !== id || progress.header !== record.header || record.entries.length > progress.entryCount;

  function tick(): void {
    const mission = missionToKeep();
    if (!mission || now() < nextTry) return;
    const isDue = !progress || now() - progress.savedAt >= PERIOD_MS || now() < progress.savedAt;
    if (isDue || hasNewInputs(mission)) void save(mission);
  }

  /** All that is new, before the page may end. */
  function flush(): void {
    const mission = missionToKeep();
    if (mission && ready) void save(mission, true);
  }

  const ageOf = ({ head }: ListedMission): number => (head ? now() - head.savedAt : 0);
  const newestFirst = (missions: readonly ListedMission[]): readonly ListedMission[] =>
    missions.toSorted((a, b) => (b.head?.savedAt ?? 0) - (a.head?.savedAt ?? 0));

  async function prune(missions: MissionStore): Promise<void> {
    const listed = newestFirst(await missions.list());
    const removed = listed.filter((mission, place) => place >= MOST_KEPT || ageOf(mission) > KEPT_MS);
    if (removed.length > 0) await missions.remove(removed.map(({ id }) => id));
  }

  async function refresh(): Promise<void> {
    try {
      const missions = await open();
      const windows = await shown.all();
      const listed = newestFirst(await missions.list()).filter((mission) => ageOf(mission) <= KEPT_MS);
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

  /** Reads a mission to continue; throws why it cannot be. */
  async function readToContinue(id: MissionId): Promise<{ record: ResumeRecord; costMs: number }> {
    const read = await (await open()).read(id);
    if (!read.ok) throw new Error(read.message);
    const { head, record } = read.value;
    const { checkRecording, canLiveThrough, costOf } = await loadRecordingFile();
    const checked = checkRecording({ ...record, build: head.build });
    if (!checked.ok) throw new Error(checked.message.replace(/\.$/, ''));
    const { header, entries, marks, time } = checked.value;
    // A keyframe is for the build that has made it.
    const keyframe = head.build === build ? record.keyframe : undefined;
    const kept = { header, entries, marks, time };
    if (keyframe) return { record: { ...kept, keyframe }, costMs: time - keyframe.time };
    if (canLiveThrough(checked.value)) return { record: kept, costMs: costOf(checked.value) };
    throw new Error('another build has kept it, and it is too long to be lived through from its start');
  }

  const keeper: Keeper = {
    refresh,
    async continueMission(id) {
      const kept = store.get(keptMissionsAtom).find((mission) => mission.id === id);
      const name = kept ? `the ${missionName(kept.startTime, now())}` : 'the mission';
      try {
        const { record, costMs } = await readToContinue(id);
        flush();
        if (store.get(offeredMissionAtom) === id) store.set(offeredMissionAtom, undefined);
        link.continueMission({ id, name, record }, costMs);
      } catch (error) {
        const text = `Failed to continue ${name}: ${reasonOf(error)}.`;
        effects.announce({ id: 'continue-failed', level: 'error', text });
      }
    },
    async remove(ids) {
      try {
        await (await open()).remove(ids);
      } catch (error) {
        const text = `Failed to delete: ${reasonOf(error)}.`;
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

  return {
    hide: flush,
    leave() {
      flush();
      shown.show(undefined);
    },
    enter: () => shown.show(link.mission()?.id),
  };
}
