import type { MissionId } from '../../../shared/contract/consoles.ts';
import {
  isWithin,
  type KeptMissions,
  type ListedMission,
  type LoggedMission,
} from '../../../shared/contract/durable-log.ts';
import type {
  BranchRecord,
  Resume,
  SharedControl,
  ShownSession,
} from '../../../shared/contract/mission-control.ts';
import { type MissionSource, UNREADABLE } from '../../../shared/contract/mission-host.ts';
import { accepted, type Outcome, type Remotely, refused } from '../../../shared/contract/outcome.ts';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { databaseFailure } from '../../../shared/kit/database-failure.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { Session } from '../session.ts';
import type { readToContinue } from './continue-kept.ts';
import { createKeeper, type Keeper, type KeeperEffects, UNRESPONSIVE } from './keeper.ts';

/** Opens sessions from the log, and keeps their log. */

interface LogEffects extends Omit<KeeperEffects, 'origin' | 'openStore'> {
  /** Loads the code of the database. */
  loadDatabase(): Promise<Database>;
  /** Loads the strict reader of kept missions. */
  loadReader(): Promise<{ readonly readToContinue: typeof readToContinue }>;
}

type Database = Pick<typeof import('./mission-store.ts'), 'openMissionStore' | 'readMission'>;

interface FromLog extends Pick<KeeperEffects, 'origin'>, Partial<Pick<KeeperEffects, 'worthFrom'>> {
  readonly resume?: Resume;
}

/** A session whose log is kept. */
export interface LoggedSession {
  readonly session: Session;
  readonly keeper: Keeper;
  readonly control: SharedControl & Remotely<KeptMissions>;
}

/** A read that takes longer fails. */
const LONGEST_READ_MS = 10 * MS_PER_S;
/** Limit of the read if the page has the log anyway. */
const LONGEST_LOOK_MS = 3 * MS_PER_S;
/** Mission time of a mission in step with UTC differs from it by less. */
const OUT_OF_STEP_MS = 2 * MS_PER_S;

/**
 * Returns a mission from the database.
 * @throws Error named `UNREADABLE` if it cannot be read: a clause
 */
export async function readDatabase(
  id: MissionId,
  { loadDatabase, after }: Pick<LogEffects, 'loadDatabase' | 'after'>,
  longestMs = LONGEST_READ_MS,
): Promise<Result<LoggedMission>> {
  const tooLong = new Promise<never>((_resolve, reject) => {
    after(longestMs, () => reject(new Error(UNRESPONSIVE.reason)));
  });
  try {
    return await Promise.race([loadDatabase().then(({ readMission }) => readMission(id)), tooLong]);
  } catch (error) {
    throw Object.assign(new Error(databaseFailure(error)), { name: UNREADABLE });
  }
}

/** True if another window has added inputs to the mission since the page had its log. */
const hasLaterInputs = (kept: LoggedMission, held: LoggedMission): boolean =>
  kept.head.savedAt > held.head.savedAt &&
  isWithin(held.record, kept.record) &&
  !isWithin(kept.record, held.record);

/** Returns a mission with the branches of another log of it, and without a keyframe of another build. */
const withBranchesOf = (
  { head, record }: LoggedMission,
  mission: LoggedMission,
  build: string,
): LoggedMission => ({
  ...mission,
  head: {
    ...mission.head,
    branchIds: head.branchIds ?? [],
    branchWindows: head.branchWindows ?? [],
  },
  record: {
    ...mission.record,
    keyframe: mission.head.build === build ? mission.record.keyframe : undefined,
    branches: record.branches,
  },
});

/**
 * Returns what the page has shown, for a mission that another window has continued to `time`. One that it has run ahead of
 * UTC is not in step with UTC any more.
 */
const shownOfContinued = (shown: ShownSession, time: EpochMs, now: EpochMs): ShownSession =>
  shown.transport && time - now > OUT_OF_STEP_MS
    ? { ...shown, transport: { ...shown.transport, isInStep: false, isMissionInStep: false } }
    : shown;

interface ReadLog extends LoggedMission {
  readonly origin: 'page' | 'database';
  /** True if it has inputs of another window that the page has not. */
  readonly isExtended?: true;
}

/**
 * Returns a mission from the memory of the page or, if that has none, from the database. If the page was away and another
 * window has added inputs, the inputs are those of the database, and the branches those of the page.
 */
async function readLog(
  id: MissionId,
  wasAway: boolean | undefined,
  effects: Pick<LogEffects, 'page' | 'loadDatabase' | 'after' | 'build'>,
): Promise<Result<ReadLog>> {
  const held = await effects.page.read(id);
  if (held && wasAway) {
    const kept = await readDatabase(id, effects, LONGEST_LOOK_MS).catch(() => undefined);
    if (kept?.ok && hasLaterInputs(kept.value, held)) {
      const mission = withBranchesOf(held, kept.value, effects.build);
      return { ok: true, value: { ...mission, origin: 'page', isExtended: true } };
    }
  }
  if (held) return { ok: true, value: { ...held, origin: 'page' } };
  const read = await readDatabase(id, effects);
  return read.ok ? { ok: true, value: { ...read.value, origin: 'database' } } : read;
}

/** Returns what another worker of the same visit continues, as the page shows it. */
export function resumed({ head, record }: LoggedMission, shown: ShownSession, window: string): Resume {
  const isOwn = ({ view }: BranchRecord): boolean =>
    head.branchWindows?.[head.branchIds?.indexOf(view.id) ?? -1] === window;
  const branches = (record.branches ?? []).filter(isOwn);
  const { transport } = shown;
  const isKnown =
    transport &&
    (transport.branch === MAIN_BRANCH || branches.some(({ view }) => view.id === transport.branch));
  const { live } = head;
  return { ...record, branches, live, ...(isKnown && shown) };
}

interface Opening {
  readonly nextNoticeId?: number | undefined;
  /** True if the session shows the mission of another window: the source is then not read. */
  readonly isJoined?: boolean;
  /** True if a window of another build shows the mission, which cannot be joined. */
  readonly isShownForeign?: boolean;
}

/**
 * Reads what a session begins with.
 * @throws Error if the log has no such mission, or it cannot be continued: a clause
 */
async function readSource(
  source: MissionSource | undefined,
  { nextNoticeId, isShownForeign = false }: Omit<Opening, 'isJoined'>,
  effects: LogEffects,
): Promise<FromLog> {
  if (!source) return { origin: 'new' };
  if (source.kind === 'recording')
    return { origin: 'recording', resume: { ...source.recording, nextNoticeId, isReplay: true } };
  // Both windows would write to the same log.
  if (isShownForeign && !source.shown) throw new Error('a window with another version of this page shows it');
  const read = await readLog(effects.missionId, source.wasAway, effects);
  if (!read.ok) throw new Error(read.message);
  const { origin, head, record, isExtended } = read.value;
  if (source.shown) {
    const shown = isExtended ? shownOfContinued(source.shown, record.time, effects.now()) : source.shown;
    return {
      origin,
      worthFrom: head.worthFrom,
      resume: { ...resumed(read.value, shown, effects.window), nextNoticeId },
    };
  }
  const { readToContinue } = await effects.loadReader();
  const kept = readToContinue(read.value, { build: effects.build, now: effects.now() });
  if (!kept.ok) throw new Error(kept.message);
  return { origin: 'kept', resume: { ...kept.value.record, nextNoticeId } };
}

function keptMissions(keeper: Keeper, effects: LogEffects): Remotely<KeptMissions> {
  const attempt = <Value>(task: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> =>
    task().catch((error: unknown) => refused(databaseFailure(error)));
  return {
    async keepMissions(isOn) {
      keeper.setWanted(isOn);
      return accepted(isOn);
    },
    keptMissions: () =>
      attempt(async () => {
        const listed = await keeper.use((missions) => missions.prune(effects.now()));
        return accepted(
          listed.map(({ id, head }): ListedMission => ({ id, head: head && { ...head, live: undefined } })),
        );
      }),
    checkKept: (id) =>
      attempt(async () => {
        const read = await readLog(id, false, effects);
        if (!read.ok) return read;
        const { readToContinue } = await effects.loadReader();
        const kept = readToContinue(read.value, { build: effects.build, now: effects.now() });
        return kept.ok ? accepted({ costMs: kept.value.costMs, lostCount: kept.value.lostCount }) : kept;
      }),
    removeKept: (ids) =>
      attempt(async () => {
        await keeper.use((missions) => missions.remove(ids));
        return accepted(undefined);
      }),
  };
}

/**
 * Opens a session: a new one without a source.
 * @throws Error if the log does not have the source, or it cannot be continued
 */
export async function openLogged(
  source: MissionSource | undefined,
  { isJoined = false, ...opening }: Opening,
  effects: LogEffects,
  open: (resume: Resume | undefined) => Session,
): Promise<LoggedSession> {
  const { resume, ...from } = await readSource(isJoined ? undefined : source, opening, effects);
  const session = open(resume);
  const keeper = createKeeper(session, {
    ...effects,
    ...from,
    openStore: async (onClosed) => (await effects.loadDatabase()).openMissionStore(onClosed),
  });
  const { subscribe, takeOver, renameBranch, deleteBranch } = session.control;
  const { setNetwork, instruct } = session.ordered;
  /** Lets a call that changes the log answer once the log has the change. */
  const logged =
    <Input extends readonly unknown[], Value>(call: (...input: Input) => Value | Promise<Value>) =>
    async (...input: Input): Promise<Value> => {
      const outcome = await call(...input);
      await keeper.advance();
      return outcome;
    };
  return {
    session,
    keeper,
    control: {
      ...session.control,
      ...session.ordered,
      takeOver: logged(takeOver),
      renameBranch: logged(renameBranch),
      deleteBranch: logged(deleteBranch),
      setNetwork: logged(setNetwork),
      instruct: logged(instruct),
      subscribe: (listener) => subscribe(keeper.confirmed(listener) as typeof listener),
      ...keptMissions(keeper, effects),
    },
  };
}
