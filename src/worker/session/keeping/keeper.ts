import type { MissionId } from '../../../shared/contract/consoles.ts';
import {
  isWithin,
  type Keeping,
  type LoggedMission,
  type MissionHead,
  type PageLog,
} from '../../../shared/contract/durable-log.ts';
import type { SessionRecord, UpdateListener } from '../../../shared/contract/mission-control.ts';
import type { Remotely } from '../../../shared/contract/outcome.ts';
import type { Rate } from '../../../shared/contract/transport.ts';
import { databaseFailure } from '../../../shared/kit/database-failure.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import type { Session } from '../session.ts';
import { actsIn, batchOf, hasNewInputs, type KeptBranch, type Progress, unwrittenMs } from './batch.ts';
import { branchesOfOthers, withInherited } from './inherited-branches.ts';
import type { MissionStore } from './mission-store.ts';

/**
 * Writes the log of a session: to the database if its mission is to be kept, otherwise to the memory of the page. No input
 * is shown before the log has it.
 */

/** Longest time between writes, by the clock or in mission time; also the wait after a failed write. */
const PERIOD_MS = MS_PER_MIN;
/** Shortest time between writes without new inputs. */
const PAUSE_MS = MS_PER_S;
/** A mission is worth keeping after this much mission time, or after the first operation or branch. */
const WORTH_MS = MS_PER_MIN;
/** The page waits no longer for a write to the database. */
const PATIENCE_MS = MS_PER_S;
/** A database that is opened, and a mission in it read and written, may take longer. */
const OPENING_PATIENCE_MS = 10 * MS_PER_S;
/** A worker that has not run for longer may have been frozen. */
const AWAKE_MS = 3 * MS_PER_S;
/** A worker that starts again or wakes has heard within this time whether another window leads its mission. */
const WAKING_MS = 2 * MS_PER_S;

export interface KeeperEffects {
  readonly missionId: MissionId;
  readonly build: string;
  /** Id of this window among those that keep a mission. */
  readonly window: string;
  /**
   * Where the session comes from: the log of the same visit in the database or in the memory of the page, an earlier
   * visit, a recording; or it is new.
   */
  readonly origin: 'database' | 'page' | 'kept' | 'recording' | 'new';
  /** As in the head of the log that the session continues. */
  readonly worthFrom?: MissionHead['worthFrom'];
  readonly page: Remotely<PageLog>;
  /** Opens the database; `onClosed` is called when it is closed from outside. */
  openStore(onClosed: () => void): Promise<MissionStore>;
  now(): EpochMs;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
  /** Returns a random text. */
  newId(): string;
  /** Ends this worker: another one has to continue the mission from the log. The reason is a clause. */
  giveUp(reason: string): void;
}

export interface Keeper {
  /**
   * Writes what is new: inputs and branches at once, otherwise once a minute. Returns a promise that is fulfilled once
   * the log has the inputs; `undefined` if it has them.
   */
  advance(): Promise<void> | undefined;
  /** Hands everything new over at once, because the page may end. */
  flush(): Promise<void>;
  /** Returns a listener that gets each update once the log has its inputs. */
  confirmed(listener: UpdateListener): UpdateListener;
  setWanted(isOn: boolean): void;
  /**
   * Uses the database apart from the log.
   * @throws Error if it cannot be used
   */
  use<Value>(task: (missions: MissionStore) => Promise<Value>): Promise<Value>;
}

/** Reported until the database responds. */
export const UNRESPONSIVE = { status: 'stopped', reason: 'the database does not respond' } as const;

export function createKeeper(session: Session, effects: KeeperEffects): Keeper {
  const { missionId: id, build, window, origin, page, now, newId } = effects;
  let opened: Promise<MissionStore> | undefined;
  /** Set once open, so that the end of the page does not have to wait for it. */
  let ready: MissionStore | undefined;
  let isInDatabase = false;
  let onPage: Progress | undefined;
  let inDatabase: Progress | undefined;
  /** Numbers of the newest write to the database, and of the newest urgent one, which replaces those before it. */
  let newest = 0;
  let newestUrgent = 0;
  /** The write to the database in progress, and the one that follows it. */
  let writing: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  /** The write of inputs to the page in progress: its messages may arrive after an update that follows them. */
  let writingToPage: Promise<void> | undefined;
  /** The move to the database in progress. */
  let moving: object | undefined;
  /** True until the database has responded, or failed, even if nobody waits for it any longer. */
  let isBusy = false;
  let isWanted: boolean | undefined;
  let keeping: Keeping = { status: 'starting' };
  /** The rate at the last write. A change, such as a pause, is written at once. */
  let writtenRate: Rate | undefined;
  /** Earliest retry after a failure. */
  let nextTry = origin === 'database' || origin === 'page' ? addMs(now(), WAKING_MS) : epochMs(0);
  let advancedAt = now();
  /** True if the worker may have been frozen since its last write: another window may have written the mission. */
  let mayBeBehind = false;
  /** True once a window of another build has written the mission over this one: each would do so again and again. */
  let isTaken = false;
  /** True while it is found out whether another window leads the mission. */
  let isChecking = false;
  /** Set if the branches of other windows belong to the mission in the database, with these once they are read. */
  let inherited: { readonly branches?: readonly KeptBranch[] } | undefined =
    origin === 'database' || origin === 'page' ? {} : undefined;

  const first = session.record();
  const worthFrom =
    effects.worthFrom ??
    (origin === 'recording'
      ? { time: first.time, acts: actsIn(first) }
      : { time: first.header.startTime, acts: 0 });
  let isWorth = origin === 'database' || origin === 'kept';

  function report(change: Partial<Keeping>): void {
    const next = { ...keeping, ...change };
    const { status, reason, deletedAt } = keeping;
    if (next.status === status && next.reason === reason && next.deletedAt === deletedAt) return;
    keeping = next;
    void page.report(next);
  }

  /** Called when the database is closed from outside: the next write reopens it and writes all. */
  function forget(): void {
    opened = undefined;
    ready = undefined;
    inDatabase = undefined;
    toPage();
  }

  function open(): Promise<MissionStore> {
    opened ??= effects
      .openStore(() => {
        forget();
        report({ deletedAt: now() });
      })
      .then(
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
    if (ready && error instanceof Error && error.name === 'InvalidStateError') {
      forget(); // the browser has closed it
      return;
    }
    inDatabase = undefined;
    nextTry = addMs(now(), PERIOD_MS);
    report({ status: 'stopped', reason: databaseFailure(error) });
    toPage();
  }

  function isFollowing(): boolean {
    const { leader, self } = session.snapshot().consoles.value;
    return leader !== self;
  }

  /** Returns why the mission is not to be in the database; `undefined` if it is. */
  function whyNot(record: SessionRecord): Keeping['status'] | undefined {
    isWorth ||= record.time - worthFrom.time >= WORTH_MS || actsIn(record) > worthFrom.acts;
    // The server has its log.
    if (session.snapshot().consoles.value.room) return 'other';
    if (isWanted === undefined) return 'starting';
    if (!isWanted) return 'off';
    if (isTaken || isFollowing()) return 'other';
    return isWorth ? undefined : 'waiting';
  }
  const mayKeep = (): boolean => whyNot(session.record()) === undefined;

  const rate = (): Rate => session.snapshot().transport.value.rate;

  const batchAfter = (record: SessionRecord, progress: Progress | undefined) =>
    batchOf(record, progress, { id, build, window, savedAt: now(), live: session.live(), worthFrom, newId });

  /** Adds the branches that another window has kept, which would otherwise be lost with it. */
  function merged(record: SessionRecord): SessionRecord {
    if (!inherited?.branches?.length) return record;
    return { ...record, branches: withInherited(record.branches ?? [], inherited.branches) };
  }

  function isDue(record: SessionRecord, progress: Progress | undefined): boolean {
    if (!progress || hasNewInputs(record, progress) || rate() !== writtenRate) return true;
    const elapsedMs = now() - progress.savedAt;
    if (elapsedMs < 0 || elapsedMs >= PERIOD_MS) return true;
    return elapsedMs >= PAUSE_MS && unwrittenMs(record, progress) >= PERIOD_MS;
  }

  function writeToPage(record: SessionRecord): void {
    const { batch, after } = batchAfter(record, onPage);
    // A mission without inputs begins as well without its log.
    const isAwaited =
      hasNewInputs(record, onPage) && (record.entries.length > 0 || after.branches.length > 0);
    writtenRate = rate();
    onPage = after;
    const written = page.write(batch);
    if (!isAwaited) return;
    const taken: Promise<void> = written.finally(() => {
      if (writingToPage === taken) writingToPage = undefined;
    });
    writingToPage = taken;
  }

  /** Lets the memory of the page take the log over, with all that is known. */
  function toPage(): void {
    if (!isInDatabase) return;
    isInDatabase = false;
    onPage = undefined;
    writeToPage(session.record());
  }

  async function writeTo(missions: MissionStore, isUrgent: boolean): Promise<void> {
    const number = ++newest;
    if (isUrgent) newestUrgent = number;
    const write = async (progress: Progress | undefined): Promise<Progress | undefined> => {
      const { batch, after } = batchAfter(merged(session.record()), progress);
      return (await missions.write(batch, isUrgent)) ? after : undefined;
    };
    writtenRate = rate();
    let written = await write(inDatabase);
    if (!written) {
      const read = await missions.read(id);
      if (read.ok && read.value.head.build !== build) {
        isTaken = true;
        throw new Error('a window with another version of this page keeps it');
      }
      inherited = inheritedFrom(read);
      if (!mayBeBehind || (await mayReplace(read))) written = await write(undefined);
    }
    mayBeBehind = false;
    if (number < newestUrgent) return;
    inDatabase = written;
    if (written?.pieces === 1) await missions.prune(now());
  }

  /**
   * True if the database has no input of the mission that is unknown here, false if another window of it leads. Gives up
   * if neither is so: then another window has continued the mission while this worker was frozen, and what that did must
   * not be overwritten.
   */
  async function mayReplace(read: Result<LoggedMission>): Promise<boolean> {
    if (!read.ok || isWithin(read.value.record, session.record())) return !isFollowing();
    isChecking = true;
    await new Promise<void>((resolve) => effects.after(WAKING_MS, resolve));
    isChecking = false;
    if (isFollowing()) return false;
    // The next worker continues from the database.
    await page.remove(id);
    effects.giveUp('another window has continued the mission');
    return new Promise<never>(() => undefined);
  }

  async function readInherited(missions: MissionStore): Promise<void> {
    if (inherited && !inherited.branches) inherited = inheritedFrom(await missions.read(id));
  }

  const inheritedFrom = (read: Result<LoggedMission>): { readonly branches: readonly KeptBranch[] } => ({
    branches: read.ok ? branchesOfOthers(read.value, window) : [],
  });

  /** Moves the log from the memory of the page to the database. */
  async function toDatabase(): Promise<void> {
    const move = {};
    moving = move;
    effects.after(OPENING_PATIENCE_MS, () => {
      if (moving === move) report(UNRESPONSIVE);
    });
    try {
      const missions = await open();
      await readInherited(missions);
      if (!mayKeep()) return;
      do await writeTo(missions, false);
      while (ready && mayKeep() && hasNewInputs(merged(session.record()), inDatabase));
      if (!ready || !mayKeep()) return;
      isInDatabase = true;
      report({ status: 'on', reason: undefined });
      void page.remove(id);
    } catch (error) {
      fail(error);
    } finally {
      moving = undefined;
    }
  }

  /**
   * Writes to the database, after the write in progress. If it does not respond in time, the page takes the log over:
   * it would take this worker for lost.
   */
  function write(missions: MissionStore): Promise<void> {
    if (writing) {
      following ??= writing.then(() => {
        following = undefined;
        return advance();
      });
      return following;
    }
    isBusy = true;
    const written = writeTo(missions, false)
      .catch(fail)
      .finally(() => {
        isBusy = false;
      });
    const given = new Promise<void>((resolve) => {
      effects.after(PATIENCE_MS, () => {
        // It does respond, and nothing may be shown that another window has overtaken.
        if (isChecking) return;
        if (isBusy && writing === one) {
          toPage();
          report(UNRESPONSIVE);
        }
        resolve();
      });
    });
    const one: Promise<void> = Promise.race([written, given]).then(() => {
      writing = undefined;
      return writingToPage;
    });
    writing = one;
    return one;
  }

  /** Takes note of the time, and of a freeze. */
  function wake(): void {
    mayBeBehind ||= Math.abs(now() - advancedAt) >= AWAKE_MS;
    advancedAt = now();
  }

  function advance(): Promise<void> | undefined {
    wake();
    const record = session.record();
    // Another window may write branches of its own.
    if (isFollowing()) inherited = {};
    const status = whyNot(record);
    if (status) {
      inDatabase = undefined; // another window may write it
      toPage();
      if (status !== 'waiting' || keeping.status !== 'stopped') report({ status, reason: undefined });
    }
    if (isInDatabase && ready) {
      return isDue(merged(record), inDatabase) ? write(ready) : writing;
    }
    if (isDue(record, onPage)) writeToPage(record);
    if (!status && !moving && !isBusy && now() >= nextTry) void toDatabase();
    return writingToPage;
  }

  return {
    advance,
    async flush() {
      const lacksInherited = inherited && !inherited.branches;
      if (!ready || lacksInherited || !mayKeep()) return;
      try {
        wake();
        // What another window may have written is checked first.
        await writeTo(ready, !mayBeBehind);
      } catch (error) {
        fail(error);
      }
    },
    confirmed: (listener) => (update) => {
      const written = advance();
      return written ? written.then(() => listener(update)) : listener(update);
    },
    setWanted(isOn) {
      isWanted = isOn;
      void advance();
    },
    async use(task) {
      const tooLong = new Promise<never>((_resolve, reject) => {
        effects.after(OPENING_PATIENCE_MS, () => reject(new Error(UNRESPONSIVE.reason)));
      });
      try {
        return await Promise.race([open().then(task), tooLong]);
      } catch (error) {
        fail(error);
        throw error;
      }
    },
  };
}
