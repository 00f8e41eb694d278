import 'fake-indexeddb/auto';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, type MissionId } from '../../../../src/shared/contract/consoles.ts';
import type { Keeping } from '../../../../src/shared/contract/durable-log.ts';
import type { Resume, SessionRecord } from '../../../../src/shared/contract/mission-control.ts';
import type { MissionSource } from '../../../../src/shared/contract/mission-host.ts';
import { replayCostMs } from '../../../../src/shared/contract/replay-cost.ts';
import {
  addMs,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import {
  keptMissionActionsAtom,
  keptMissionsAtom,
  offerAtom,
  offeredMissionAtom,
} from '../../../../src/ui/features/kept-missions/atoms.ts';
import { missionName } from '../../../../src/ui/features/kept-missions/mission-name.ts';
import { startKeptMissions } from '../../../../src/ui/features/kept-missions/start-kept-missions.ts';
import { keepsMissionsAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import type { Toast } from '../../../../src/ui/kit/toasts/announce.ts';
import { keepingAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import type { ContinuedMission } from '../../../../src/ui/mission/link/link.ts';
import { createMemoryLog } from '../../../../src/ui/mission/link/memory-log.ts';
import { readToContinue } from '../../../../src/worker/session/keeping/continue-kept.ts';
import { openMissionStore, readMission } from '../../../../src/worker/session/keeping/mission-store.ts';
import { openLogged } from '../../../../src/worker/session/keeping/open-logged.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { consolesView, threeConsoles, WALL } from '../../../support/consoles-view.ts';
import { eventually } from '../../../support/eventually.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';

const DATABASE = 'orbita-missions';
const deleteDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

beforeEach(async () => {
  localStorage.clear();
  await deleteDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const idOf = (letter: string): MissionId => letter.repeat(32);
const OWN = idOf('a');

/** Fakes the channels of a browser whose windows show some missions, and answer queries. */
function fakeChannels(shown: ReadonlySet<MissionId> = new Set()) {
  const open = new Set<string>();
  return {
    open,
    openChannel(name: string) {
      open.add(name);
      const channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> = {
        onmessage: null,
        postMessage(message) {
          expect(message).toEqual({ type: 'who' });
          const isShown = [...shown].some((id) => channelOf(id) === name);
          // Other pages may post anything.
          for (const data of [null, 'beat', { type: isShown ? 'beat' : 'bye' }]) {
            channel.onmessage?.call(undefined as never, new MessageEvent('message', { data }));
          }
        },
        close: () => open.delete(name),
      };
      return channel;
    },
  };
}

interface WorkerOptions {
  readonly id?: MissionId;
  readonly build?: string;
  readonly source?: MissionSource | undefined;
}

interface RigOptions extends WorkerOptions {
  readonly channels?: Pick<ReturnType<typeof fakeChannels>, 'openChannel'> | undefined;
  readonly start?: EpochMs;
  readonly prepare?: (store: ReturnType<typeof createStore>) => void;
}

let ids = 0;
const newId = () => `id-${++ids}`;

/** Opens a session with its log, in a page whose memory is given. */
function openWorker(
  { id = OWN, build = 'v1', source }: WorkerOptions,
  now: () => EpochMs,
  open: (resume: Resume | undefined) => Session,
  report: (keeping: Keeping) => void = () => undefined,
) {
  const memory = createMemoryLog();
  const page = {
    write: async (batch: Parameters<typeof memory.write>[0]) => memory.write(structuredClone(batch)),
    read: async (mission: MissionId) => memory.read(mission),
    remove: async (mission: MissionId) => memory.remove(mission),
    report: async (keeping: Keeping) => report(keeping),
  };
  const effects = {
    missionId: id,
    build,
    window: newId(),
    page,
    loadDatabase: async () => ({ openMissionStore, readMission }),
    loadReader: async () => ({ readToContinue }),
    now,
    after: () => undefined,
    newId,
    giveUp: (reason: string) => expect.fail(reason),
  };
  return openLogged(source, {}, effects, open).then((opened) => ({ ...opened, memory }));
}

/** Returns what a worker continues of a kept mission. */
async function continuedRecord(options: WorkerOptions, now: EpochMs): Promise<SessionRecord | undefined> {
  let continued: Resume | undefined;
  await openWorker(
    { ...options, source: { kind: 'log' } },
    () => now,
    (resume) => {
      continued = resume;
      return startMission();
    },
  );
  if (!continued) return undefined;
  const { nextNoticeId: _, ...record } = continued;
  return record;
}

/** Opens a window with a mission whose time only its test advances. */
async function openWindow({ channels = fakeChannels(), start = T0, prepare, ...options }: RigOptions = {}) {
  const store = createStore();
  store.set(sliceAtoms.consoles, consolesView({ missionId: options.id ?? OWN }));
  store.set(keepsMissionsAtom, true);
  prepare?.(store);
  const session = startMission({ seed: 7 });
  let { header } = session.record();
  let now = start;
  const announced: Toast[] = [];
  const reports: Keeping[] = [];
  const continued: { mission: ContinuedMission; costMs: number }[] = [];
  const record = (): SessionRecord => ({ ...structuredClone(session.record()), header });
  const seen: Session = {
    ...session,
    record: () => ({ ...session.record(), header }),
    snapshot: () => ({
      ...session.snapshot(),
      consoles: { revision: 1, value: store.get(sliceAtoms.consoles) ?? consolesView() },
    }),
  };
  const { control, keeper, memory } = await openWorker(
    options,
    () => now,
    () => seen,
    (keeping) => {
      reports.push(keeping);
      store.set(keepingAtom, keeping);
    },
  );
  startKeptMissions({
    store,
    link: {
      kept: control,
      keepMissions: (isOn) => void control.keepMissions(isOn),
      continueMission(mission, costMs) {
        continued.push({ mission, costMs });
        void keeper.flush();
      },
    },
    openChannel: channels.openChannel,
    after: (_delayMs, callback) => queueMicrotask(callback),
    now: () => now,
    announce: (toast) => announced.push(toast),
  });
  await eventually(() => expect(store.get(keptMissionActionsAtom)).toBeDefined());
  const readActions = () => store.get(keptMissionActionsAtom);
  return {
    store,
    session,
    memory,
    announced,
    reports,
    continued,
    record,
    hide: () => void keeper.flush(),
    actions: () => readActions() as NonNullable<ReturnType<typeof readActions>>,
    keeping: () => store.get(keepingAtom),
    /** Advances the mission and the clock, then lets the worker write. */
    live(ms: number) {
      now = addMs(now, ms);
      session.advanceTo(addMs(T0, now - start));
      void keeper.advance();
    },
    wait(ms: number) {
      now = addMs(now, ms);
      void keeper.advance();
    },
    replaceRecord() {
      header = { ...header };
    },
  };
}

/** Reads the database as another window does. */
async function stored(id: MissionId = OWN) {
  const missions = await openMissionStore(() => undefined);
  const read = await missions.read(id);
  return read.ok ? read.value : undefined;
}

const isStored = (rig: Awaited<ReturnType<typeof openWindow>>, id?: MissionId) =>
  eventually(async () => expect((await stored(id))?.record).toEqual(rig.record()));

/** Writes data into the database that the page would not. */
const put = (store: 'missions' | 'pieces' | 'keyframes', value: unknown, key?: IDBValidKey) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open(DATABASE);
    opening.onsuccess = () => {
      const writing = opening.result.transaction(store, 'readwrite');
      writing.objectStore(store).put(value, key);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

/** Damages the first branch that is kept. */
const damageBranch = () =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open(DATABASE);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('branches', 'readwrite');
      const cursor = writing.objectStore('branches').openCursor();
      cursor.onsuccess = () => cursor.result?.update({ view: 'none' });
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

const firstKey = (store: 'pieces') =>
  new Promise<IDBValidKey>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    opening.onsuccess = () => {
      const keys = opening.result.transaction(store).objectStore(store).getAllKeys();
      keys.onsuccess = () => {
        opening.result.close();
        const [key] = keys.result;
        if (key === undefined) reject(new Error('The store is empty.'));
        else resolve(key);
      };
    };
  });

/** Counts the pieces of the stored journals. */
const pieceCount = () =>
  new Promise<number>((resolve) => {
    const opening = indexedDB.open(DATABASE);
    opening.onsuccess = () => {
      const count = opening.result.transaction('pieces').objectStore('pieces').count();
      count.onsuccess = () => {
        opening.result.close();
        resolve(count.result);
      };
    };
  });

/** Lets a window keep a mission for some time. */
async function keepMission(id: MissionId, options: RigOptions & { readonly liveMs?: number } = {}) {
  const { liveMs = 11 * MS_PER_MIN } = options;
  const rig = await openWindow({ ...options, id });
  rig.live(liveMs);
  await isStored(rig, id);
  return rig;
}

const operate = (rig: Awaited<ReturnType<typeof openWindow>>) =>
  rig.session.control.handOverConsole(
    rig.session.snapshot().duty.value.holder === 'operator' ? 'duty crew' : 'operator',
  );

describe('a mission is kept', () => {
  it('after its first minute', async () => {
    const rig = await openWindow();
    rig.live(30_000);
    expect(rig.keeping().status).toBe('waiting');
    expect(await stored()).toBeUndefined();
    rig.live(30_000);
    await isStored(rig);
    expect(rig.keeping()).toEqual({ status: 'on', reason: undefined });
  });

  it('after its first operation', async () => {
    const rig = await openWindow();
    operate(rig);
    rig.live(MS_PER_S);
    await isStored(rig);
  });

  it('after its first branch, however young the mission itself is', async () => {
    const rig = await openWindow();
    rig.live(30_000);
    rig.session.control.takeOver();
    rig.wait(MS_PER_S);
    await isStored(rig);
  });

  it('soon after each further input, and each minute, in pieces of what is new', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    for (const pieces of [2, 3]) {
      operate(rig);
      rig.live(MS_PER_S);
      await isStored(rig);
      expect(await pieceCount()).toBe(pieces);
    }
    rig.live(58_000);
    rig.live(1000);
    expect(await pieceCount()).toBe(3);
    rig.live(1000);
    await isStored(rig);
    expect(await pieceCount()).toBe(4);
  });

  it('with its newest keyframe', async () => {
    const rig = await openWindow();
    rig.live(9 * MS_PER_MIN);
    await isStored(rig);
    expect((await stored())?.record.keyframe).toBeUndefined();
    rig.live(2 * MS_PER_MIN);
    await isStored(rig);
    expect((await stored())?.record.keyframe?.time).toBe(later(10 * MS_PER_MIN));
  });

  it('as a whole again once its record is another one', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    operate(rig);
    rig.live(MS_PER_S);
    await isStored(rig);
    rig.replaceRecord();
    operate(rig);
    rig.live(MS_PER_S);
    await isStored(rig);
    expect(await pieceCount()).toBe(1);
  });

  it('soon after each minute of the mission, and after one of a branch, however little time passes on the clock', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    rig.session.advanceTo(later(11 * MS_PER_MIN));
    rig.wait(MS_PER_S);
    await isStored(rig);
    rig.session.control.takeOver();
    rig.session.control.setRate(0);
    rig.wait(MS_PER_S);
    await isStored(rig);
    rig.session.control.setRate(600);
    rig.session.advanceTo(later(12 * MS_PER_MIN));
    rig.wait(MS_PER_S);
    await isStored(rig);
  });

  it('soon after its rate has changed: a pause is kept at its instant', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    rig.session.advanceTo(later(MS_PER_MIN + 20_000));
    rig.wait(MS_PER_S);
    await stored();
    expect((await stored())?.record.time).toBe(later(MS_PER_MIN));
    rig.session.control.setRate(0);
    rig.wait(MS_PER_S);
    await isStored(rig);
  });

  it('when the page is hidden while it is being written', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    operate(rig);
    rig.live(MS_PER_S);
    operate(rig);
    rig.session.advanceTo(later(MS_PER_MIN + 20_000));
    const shown = rig.record();
    // Closing the page aborts the pending write, and with it all that are queued behind it, committed or not.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const givenUp = vi.spyOn(IDBTransaction.prototype, 'abort');
    rig.hide();
    expect(givenUp).toHaveBeenCalledTimes(1);
    expect(givenUp.mock.invocationCallOrder[0]).toBeLessThan(begun.mock.invocationCallOrder[0] ?? 0);
    rig.session.advanceTo(later(MS_PER_MIN + 30_000));
    await eventually(async () => expect((await stored())?.record).toEqual(shown));
    operate(rig);
    rig.live(MS_PER_S);
    await isStored(rig);
  });

  it('when the page is hidden', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    rig.session.advanceTo(later(MS_PER_MIN + 20_000));
    rig.hide();
    await isStored(rig);
  });

  it('beside the one before it, and from the first minute on if the window opens a recording', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    const next = await openWindow({ id: idOf('b'), source: { kind: 'recording', recording: rig.record() } });
    next.live(30_000);
    expect(await stored(idOf('b'))).toBeUndefined();
    next.live(30_000);
    await isStored(next, idOf('b'));
    expect(await stored()).toBeDefined();
  });

  it('from the start where it is continued, with each branch that is renamed or deleted, though its time stands still', async () => {
    await keepMission(OWN);
    const rig = await openWindow({ source: { kind: 'log' }, start: later(-MS_PER_H) });
    const { control } = rig.session;
    for (const minutes of [4, 2]) {
      control.seek(later(minutes * MS_PER_MIN));
      control.takeOver();
      control.showBranch('A');
      rig.live(5 * MS_PER_MIN);
    }
    await isStored(rig);
    expect(rig.keeping().status).toBe('on');
    control.renameBranch({ id: 'B', name: 'Ahead' });
    rig.wait(MS_PER_S);
    await isStored(rig);
    control.deleteBranch('B');
    rig.wait(MS_PER_S);
    await isStored(rig);
    operate(rig);
    rig.wait(MS_PER_S);
    await isStored(rig);
  });

  it('only by the console that leads', async () => {
    const rig = await openWindow({
      prepare: (store) => store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id })),
    });
    rig.live(MS_PER_MIN);
    expect(rig.keeping().status).toBe('other');
    rig.store.set(sliceAtoms.consoles, threeConsoles());
    rig.live(MS_PER_S);
    await isStored(rig);
  });

  it('with the branches of the window that has led before, beside those of the one that leads now', async () => {
    const branchAt = (rig: Awaited<ReturnType<typeof openWindow>>, minutes: number) => {
      rig.session.control.seek(later(minutes * MS_PER_MIN));
      rig.session.control.takeOver();
      rig.session.control.showBranch('A');
    };
    const first = await openWindow();
    first.live(6 * MS_PER_MIN);
    branchAt(first, 2);
    branchAt(first, 4);
    first.session.control.renameBranch({ id: 'C', name: 'Ahead' });
    first.live(MS_PER_S);
    await isStored(first);
    const second = await openWindow({
      prepare: (store) => store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id })),
    });
    second.live(6 * MS_PER_MIN);
    branchAt(second, 3);
    second.live(MS_PER_S);
    expect(second.keeping().status).toBe('other');
    second.store.set(sliceAtoms.consoles, threeConsoles());
    const kept = async () => {
      const { branches = [] } = (await stored())?.record ?? {};
      return branches.map(({ view: { id, name, origin } }) => [id, name, (origin?.time ?? 0) - T0]);
    };
    const all = [
      ['B', 'B', 3 * MS_PER_MIN],
      ['D', 'D', 2 * MS_PER_MIN],
      ['C', 'Ahead', 4 * MS_PER_MIN],
    ];
    second.live(MS_PER_S);
    await eventually(async () => expect(await kept()).toEqual(all));
    operate(second);
    second.live(2 * MS_PER_MIN);
    await eventually(async () => expect((await stored())?.record.time).toBe(second.record().time));
    expect(await kept()).toEqual(all);
    // Deletions by the window itself stay.
    second.session.control.deleteBranch('B');
    second.live(MS_PER_S);
    await eventually(async () => expect((await kept()).map(([, name]) => name)).toEqual(['B', 'Ahead']));
  });

  it('without what the window that leads again has deleted itself, while another one led', async () => {
    const first = await openWindow();
    first.live(6 * MS_PER_MIN);
    for (const minutes of [2, 4]) {
      first.session.control.seek(later(minutes * MS_PER_MIN));
      first.session.control.takeOver();
    }
    first.session.control.showBranch('A');
    first.live(MS_PER_S);
    await isStored(first);
    const second = await openWindow();
    first.store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id }));
    second.store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id }));
    for (const rig of [first, second]) rig.live(6 * MS_PER_MIN);
    second.store.set(sliceAtoms.consoles, threeConsoles());
    second.live(2 * MS_PER_MIN);
    const names = async () => ((await stored())?.record.branches ?? []).map(({ view }) => view.name);
    await eventually(async () => expect((await stored())?.record.time).toBe(second.record().time));
    expect(await names()).toEqual(['B', 'C']);
    first.session.control.deleteBranch('B');
    second.store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id }));
    first.store.set(sliceAtoms.consoles, threeConsoles());
    first.live(2 * MS_PER_MIN);
    await eventually(async () => expect((await stored())?.record.time).toBe(first.record().time));
    expect(await names()).toEqual(['C']);
  });

  it('as a whole by a window that leads now, and again by the first', async () => {
    const first = await openWindow();
    first.live(MS_PER_MIN);
    await isStored(first);
    const leading = first.store.get(sliceAtoms.consoles);
    first.store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id }));
    first.live(MS_PER_S);
    const second = await openWindow();
    operate(second);
    second.live(5 * MS_PER_MIN);
    await isStored(second);
    first.store.set(sliceAtoms.consoles, leading);
    operate(first);
    first.live(MS_PER_S);
    await isStored(first);
  });

  it('only by the page while that is switched off, which deletes nothing', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    const before = await stored();
    expect(rig.memory.read(OWN)).toBeUndefined();
    rig.store.set(keepsMissionsAtom, false);
    rig.live(5 * MS_PER_MIN);
    expect(rig.keeping().status).toBe('off');
    expect(await stored()).toEqual(before);
    expect(rig.memory.read(OWN)?.record).toEqual(rig.record());
    rig.store.set(keepsMissionsAtom, true);
    rig.live(MS_PER_S);
    await isStored(rig);
  });

  it('with the newest 20, for 7 days', async () => {
    for (let index = 0; index < 20; index += 1) {
      const id = index.toString(16).padStart(32, '0');
      await keepMission(id, { start: later(index * 1000), liveMs: MS_PER_MIN });
    }
    await keepMission(OWN, { start: later(MS_PER_MIN), liveMs: MS_PER_MIN });
    await eventually(async () => expect(await stored('0'.padStart(32, '0'))).toBeUndefined());
    expect(await stored('1'.padStart(32, '0'))).toBeDefined();

    const next = await openWindow({ id: idOf('b'), start: later(7 * MS_PER_DAY + 3 * MS_PER_MIN) });
    expect(next.store.get(keptMissionsAtom)).toEqual([]);
    expect(await stored()).toBeUndefined();
  });
});

describe('a kept mission', () => {
  it('is offered on the next visit, and continued with its keyframe under its id', async () => {
    const before = await keepMission(OWN);
    const rig = await openWindow({ id: idOf('b'), start: later(MS_PER_DAY / 4) });
    expect(rig.store.get(offerAtom)).toMatchObject({ id: OWN, startTime: T0, time: before.record().time });
    await rig.actions().continueMission(OWN);
    expect(rig.continued).toEqual([
      { mission: { id: OWN, name: 'the mission of 12:00' }, costMs: MS_PER_MIN },
    ]);
    expect(rig.store.get(offerAtom)).toBeUndefined();
    expect(await continuedRecord({}, later(MS_PER_DAY / 4))).toEqual(before.record());
  });

  it('is continued with its branches, as they were renamed, changed and deleted', async () => {
    const rig = await keepMission(OWN);
    const { control } = rig.session;
    for (const minutes of [2, 4, 6]) {
      control.seek(later(minutes * MS_PER_MIN));
      control.takeOver();
      control.showBranch('A');
      rig.live(MS_PER_S);
      await isStored(rig);
    }
    control.renameBranch({ id: 'C', name: 'Wing folded' });
    rig.live(MS_PER_S);
    await isStored(rig);
    control.showBranch('C');
    control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T18:00' });
    rig.live(MS_PER_S);
    await isStored(rig);
    control.deleteBranch('B');
    rig.live(MS_PER_S);
    await isStored(rig);
    const next = await openWindow({ id: idOf('b'), start: later(MS_PER_DAY / 4) });
    await next.actions().continueMission(OWN);
    expect(next.continued).toHaveLength(1);
    const { branches = [] } = (await continuedRecord({}, later(MS_PER_DAY / 4))) ?? {};
    expect(branches).toEqual(rig.record().branches);
    expect(branches.map(({ view, entries }) => [view.name, entries.length])).toEqual([
      ['Wing folded', 1],
      ['D', 0],
    ]);
    expect(next.announced).toEqual([]);
  });

  it('is continued without a branch that is damaged, and says so', async () => {
    const rig = await keepMission(OWN);
    for (const minutes of [2, 4]) {
      rig.session.control.seek(later(minutes * MS_PER_MIN));
      rig.session.control.takeOver();
      rig.session.control.showBranch('A');
    }
    rig.live(MS_PER_S);
    await isStored(rig);
    await damageBranch();
    const next = await openWindow({ id: idOf('b'), start: later(MS_PER_DAY / 4) });
    await next.actions().continueMission(OWN);
    expect(next.continued).toHaveLength(1);
    const continued = await continuedRecord({}, later(MS_PER_DAY / 4));
    expect(continued?.branches?.map(({ view }) => view.id)).toEqual(['C']);
    expect(next.announced.map(({ text }) => text)).toEqual([
      '1 branch of the mission of 12:00 cannot be restored: damaged, or too long to simulate again.',
    ]);
  });

  it('says so too if the window that showed it as this one opened has been closed since', async () => {
    const rig = await keepMission(OWN);
    rig.session.control.seek(later(2 * MS_PER_MIN));
    rig.session.control.takeOver();
    rig.live(MS_PER_S);
    await isStored(rig);
    await damageBranch();
    const shown = new Set([OWN]);
    const next = await openWindow({ id: idOf('b'), channels: fakeChannels(shown) });
    shown.delete(OWN);
    await next.actions().continueMission(OWN);
    expect(next.store.get(keptMissionsAtom).find(({ id }) => id === OWN)?.isShown).toBe(false);
    expect(next.announced).toHaveLength(1);
  });

  it('that was ahead of UTC gets the time to be lived through from its start', async () => {
    await keepMission(OWN);
    const rig = await openWindow({ id: idOf('b'), start: later(6 * MS_PER_MIN) });
    await rig.actions().continueMission(OWN);
    expect(rig.continued.map(({ costMs }) => costMs)).toEqual([MS_PER_MIN + 6 * MS_PER_MIN]);
  });

  it('of another build is continued without its keyframe', async () => {
    const before = await keepMission(OWN);
    const rig = await openWindow({ id: idOf('b'), build: 'v2', start: later(MS_PER_DAY) });
    await rig.actions().continueMission(OWN);
    const { keyframe: _, ...record } = before.record();
    expect(rig.continued).toEqual([
      {
        mission: { id: OWN, name: 'the mission of 2026-11-20 12:00' },
        costMs: replayCostMs(record),
      },
    ]);
    expect(await continuedRecord({ build: 'v2' }, later(MS_PER_DAY))).toEqual(record);
  });

  it('of another build that is too long to be lived through is not continued', async () => {
    const missions = await openMissionStore(() => undefined);
    const { header } = startMission({ seed: 7 }).record();
    const head = { id: OWN, generation: 'g', build: 'v0', header, savedAt: T0, entryCount: 0, markCount: 0 };
    const batch = { head: { ...head, time: later(8 * MS_PER_DAY) }, piece: { entries: [], marks: [] } };
    await missions.write({ ...batch, number: 0 }, false);
    const rig = await openWindow({ id: idOf('b') });
    await rig.actions().continueMission(OWN);
    expect(rig.continued).toEqual([]);
    expect(rig.announced).toEqual([
      expect.objectContaining({
        text: 'Failed to continue the mission of 12:00: another build kept it, and it is too long to simulate again from its start.',
      }),
    ]);
  });

  it('keeps the mission before it, when it is continued', async () => {
    await keepMission(OWN);
    const rig = await openWindow({ id: idOf('b') });
    rig.live(MS_PER_MIN);
    await isStored(rig, idOf('b'));
    rig.session.advanceTo(later(MS_PER_MIN + 20_000));
    await rig.actions().continueMission(OWN);
    await isStored(rig, idOf('b'));
  });

  it('is offered to another window to join while one shows it, to continue afterwards, and not where the page has joined one', async () => {
    const shown = new Set([OWN]);
    const channels = fakeChannels(shown);
    const other = await openWindow({ channels });
    other.live(MS_PER_MIN);
    await isStored(other);
    const beside = await openWindow({ id: idOf('b'), channels });
    expect(beside.store.get(offerAtom)).toMatchObject({ id: OWN, isShown: true });
    // A window in the back/forward cache does not answer.
    shown.delete(OWN);
    const next = await openWindow({ id: idOf('c'), channels });
    expect(next.store.get(offerAtom)).toMatchObject({ id: OWN, isShown: false });
    expect([...channels.open]).toEqual([]);
    await beside.actions().refresh();
    expect(beside.store.get(offerAtom)).toMatchObject({ id: OWN, isShown: false });
    next.store.set(sliceAtoms.consoles, undefined);
    expect(next.store.get(offerAtom)).toBeUndefined();
  });

  it('is the newest one that can be read', async () => {
    await keepMission(idOf('c'), { start: T0 });
    await keepMission(idOf('d'), { start: later(MS_PER_MIN) });
    await put('missions', { id: idOf('e'), header: 'none', savedAt: later(MS_PER_DAY) });
    const rig = await openWindow({ start: later(MS_PER_H) });
    expect(rig.store.get(offeredMissionAtom)).toBe(idOf('d'));
    const listed = rig.store.get(keptMissionsAtom).map(({ id, isDamaged }) => [id[0], isDamaged]);
    expect(listed).toEqual([
      ['d', false],
      ['c', false],
      ['e', true],
    ]);
    await rig.actions().continueMission(idOf('e'));
    expect(rig.announced.at(-1)?.text).toMatch(/^Failed to continue .+: it is damaged\.$/);
    await rig.actions().remove([idOf('e'), idOf('d')]);
    expect(rig.store.get(keptMissionsAtom).map(({ id }) => id[0])).toEqual(['c']);
    expect(await stored(idOf('d'))).toBeUndefined();
    expect(rig.store.get(offerAtom)).toBeUndefined();
  });

  it.each([
    ['lacks a piece', { entryCount: 99 }, 'it is damaged'],
    ['holds what is no input', { entryCount: 1 }, 'The recording is damaged'],
  ])('that %s is not continued, and says so', async (_what, counts, reason) => {
    const missions = await openMissionStore(() => undefined);
    const { header } = startMission({ seed: 7 }).record();
    const head = {
      id: OWN,
      generation: 'g',
      build: 'v1',
      header,
      time: later(1000),
      savedAt: T0,
      markCount: 0,
    };
    const piece = { entries: [{ time: T0, origin: 'x', sequence: 1 } as never], marks: [] };
    await missions.write({ head: { ...head, ...counts }, piece, number: 0 }, false);
    const rig = await openWindow({ id: idOf('b') });
    await rig.actions().continueMission(OWN);
    expect(rig.continued).toEqual([]);
    expect(rig.announced.map(({ text }) => text)).toEqual([
      `Failed to continue the mission of 12:00: ${reason}.`,
    ]);
  });
});

describe('a kept record that is damaged', () => {
  const TOO_LATE = 8.64e15 + 1;

  it.each([
    ['time', { time: TOO_LATE }],
    ['time before 1970', { time: -1 }],
    ['time after 2199', { time: Date.UTC(2200, 0, 1) }],
    ['time of writing', { savedAt: TOO_LATE }],
    ['start', { header: { seed: 1, startTime: TOO_LATE, profile: 'specified' } }],
  ])('by its %s is listed as damaged, and the others as they are', async (_what, damage) => {
    await keepMission(idOf('c'));
    await put('missions', { ...(await stored(idOf('c')))?.head, id: idOf('e'), ...damage });
    const rig = await openWindow({ start: later(MS_PER_H) });
    expect(rig.store.get(keptMissionsAtom).map(({ id, isDamaged }) => [id[0], isDamaged])).toEqual([
      ['c', false],
      ['e', true],
    ]);
  });

  it.each([
    ['is nothing', null],
    ['is no record', 7],
    ['has no lists', { entries: 5, marks: {} }],
    ['holds no inputs and hashes', { entries: [null], marks: [null] }],
  ])('in a piece that %s is not continued, and says so', async (_what, piece) => {
    await keepMission(OWN, { liveMs: MS_PER_MIN });
    await put('missions', { ...(await stored())?.head, entryCount: 1, markCount: 1 });
    await put('pieces', piece, await firstKey('pieces'));
    const rig = await openWindow({ id: idOf('b'), start: later(MS_PER_H) });
    await rig.actions().continueMission(OWN);
    expect(rig.continued).toEqual([]);
    expect(rig.announced.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Failed to continue the mission of 12:00: (it|The recording) is damaged\.$/),
    ]);
  });

  it.each([
    ['nothing', null],
    ['no record', 'keyframe'],
    ['of a later time', { time: later(MS_PER_DAY), entryCount: 0, hash: '0', state: {}, log: [] }],
    ['without a log', { time: T0, entryCount: 0, hash: '0', state: {} }],
  ])('in its keyframe, which is %s, is continued from its journal', async (_what, keyframe) => {
    const before = await keepMission(OWN);
    await put('keyframes', keyframe, OWN);
    const rig = await openWindow({ id: idOf('b'), start: later(MS_PER_H) });
    await rig.actions().continueMission(OWN);
    const { keyframe: _, ...record } = before.record();
    expect(rig.continued).toHaveLength(1);
    expect(await continuedRecord({}, later(MS_PER_H))).toEqual(record);
  });

  it('by fields that it does not know is continued all the same', async () => {
    const before = await keepMission(OWN);
    const { head } = (await stored()) ?? {};
    await put('missions', { ...head, header: { ...head?.header, mood: 'good' }, colour: 'red' });
    const rig = await openWindow({ id: idOf('b'), start: later(MS_PER_H) });
    await rig.actions().continueMission(OWN);
    expect(rig.continued).toHaveLength(1);
    expect(await continuedRecord({}, later(MS_PER_H))).toEqual(before.record());
  });
});

describe('a mission that was kept while the clock was ahead', () => {
  const keepAhead = async (id: MissionId, aheadMs: number) => {
    await put('missions', { ...(await stored(idOf('c')))?.head, id, savedAt: later(aheadMs) });
  };

  it('is not offered before newer ones, and leaves', async () => {
    await keepMission(idOf('c'));
    await keepAhead(idOf('d'), 3 * MS_PER_DAY);
    await keepAhead(idOf('e'), 300 * MS_PER_DAY);
    const rig = await openWindow({ start: later(MS_PER_H) });
    expect(rig.store.get(offeredMissionAtom)).toBe(idOf('c'));
    expect(rig.store.get(keptMissionsAtom).map(({ id }) => id[0])).toEqual(['c', 'd']);
    expect(await stored(idOf('e'))).toBeUndefined();
  });

  it('displaces no other one', async () => {
    await keepMission(idOf('c'));
    for (let index = 0; index < 20; index++) {
      await keepAhead(index.toString(16).padStart(32, '0'), MS_PER_DAY + index);
    }
    const rig = await openWindow({ start: later(MS_PER_H) });
    expect(rig.store.get(keptMissionsAtom)[0]?.id).toBe(idOf('c'));
    expect(rig.store.get(keptMissionsAtom)).toHaveLength(20);
  });
});

describe('trouble with the storage', () => {
  const reasonOf = (rig: Awaited<ReturnType<typeof openWindow>>) => {
    const { status, reason } = rig.keeping();
    return status === 'stopped' ? reason : status;
  };

  it.each([
    ['is absent', () => vi.stubGlobal('indexedDB', undefined)],
    [
      'is blocked',
      () =>
        vi.spyOn(indexedDB, 'open').mockImplementation(() => {
          throw new DOMException('denied', 'SecurityError');
        }),
    ],
  ])('%s: it is said once it matters, and the mission goes on', async (_what, block) => {
    block();
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await eventually(() =>
      expect(reasonOf(rig)).toBe('this browser stores nothing for this page, as in a private window'),
    );
    expect(rig.store.get(keptMissionsAtom)).toEqual([]);
    expect(rig.announced).toEqual([]);
  });

  it('is full: the page has the mission meanwhile, it is said once, and tried again each minute', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    operate(rig);
    rig.live(MS_PER_S);
    await eventually(() => expect(reasonOf(rig)).toBe('the storage of this browser is full'));
    for (let minute = 0; minute < 3; minute += 1) {
      const calls = put.mock.calls.length;
      rig.live(MS_PER_MIN);
      await eventually(() => expect(put.mock.calls.length).toBeGreaterThan(calls));
      await stored(); // the write has failed by then
      await eventually(() => expect(reasonOf(rig)).toBe('the storage of this browser is full'));
    }
    expect(rig.reports.filter(({ status }) => status === 'stopped')).toHaveLength(1);
    expect(rig.memory.read(OWN)?.record).toEqual(rig.record());
    put.mockRestore();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    expect(reasonOf(rig)).toBe('on');
  });

  /** Makes a request fail after the browser has accepted it. */
  const failLater = (request: IDBRequest): IDBRequest => {
    const { transaction } = request;
    queueMicrotask(() => {
      try {
        transaction?.abort();
      } catch {
        // The transaction has already ended.
      }
    });
    return request;
  };

  it.each(['get', 'put', 'delete'] as const)(
    'makes a %s fail: what was kept before stays whole, and the next minute has everything',
    async (method) => {
      const rig = await openWindow();
      rig.live(MS_PER_MIN);
      await isStored(rig);
      const real = IDBObjectStore.prototype[method] as (...input: unknown[]) => IDBRequest;
      for (const fail of [
        () => {
          throw new DOMException('no room', 'QuotaExceededError');
        },
        function late(this: IDBObjectStore, ...input: unknown[]) {
          return failLater(real.apply(this, input));
        },
      ]) {
        const before = await stored();
        if (method === 'delete') rig.replaceRecord(); // forces all of it to be written again
        const calls = vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(fail as never);
        operate(rig);
        rig.live(MS_PER_MIN);
        await eventually(() => expect(rig.keeping().status).toBe('stopped'));
        expect(calls).toHaveBeenCalled();
        calls.mockRestore();
        expect(await stored()).toEqual(before);
        rig.live(MS_PER_MIN);
        await isStored(rig);
        expect(rig.keeping().status).toBe('on');
      }
    },
  );

  it.each(['put', 'delete'] as const)(
    'makes every %s fail in turn: a mission is written as a whole or not at all',
    async (method) => {
      const rig = await openWindow();
      rig.live(MS_PER_MIN);
      await isStored(rig);
      const real = IDBObjectStore.prototype[method] as (...input: unknown[]) => IDBRequest;
      for (let failing = 0; failing < 2; failing++) {
        const before = await stored();
        rig.replaceRecord();
        let count = 0;
        const calls = vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function one(
          this: IDBObjectStore,
          ...input: unknown[]
        ) {
          if (count++ === failing) throw new DOMException('no room', 'QuotaExceededError');
          return real.apply(this, input);
        } as never);
        rig.live(2 * MS_PER_MIN);
        await eventually(() => expect(rig.keeping().status).toBe('stopped'));
        calls.mockRestore();
        expect(count).toBeGreaterThan(failing);
        expect(await stored()).toEqual(before);
        rig.live(2 * MS_PER_MIN);
        await isStored(rig);
      }
    },
  );

  it('was upgraded by a newer build before: it is said', async () => {
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(DATABASE, 99);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await eventually(() =>
      expect(reasonOf(rig)).toBe('a newer version of this page uses the storage; reload this page'),
    );
  });

  it.each([1, 2])(
    'lacks its stores in version %i: they are made, and the mission is kept',
    async (version) => {
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open(DATABASE, version);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
      const rig = await openWindow();
      rig.live(MS_PER_MIN);
      await isStored(rig);
    },
  );

  it('is of a newer version: it is closed for that, and said', async () => {
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(DATABASE, 99);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
    rig.live(MS_PER_MIN);
    await eventually(() =>
      expect(reasonOf(rig)).toBe('a newer version of this page uses the storage; reload this page'),
    );
    expect(rig.reports.filter(({ status }) => status === 'stopped')).toHaveLength(1);
  });

  it('reports that it was deleted while open, and stores the mission again', async () => {
    await keepMission(idOf('b'));
    const rig = await openWindow();
    rig.live(MS_PER_MIN);
    await isStored(rig);
    await deleteDatabase();
    expect(rig.keeping().deletedAt).toBe(later(MS_PER_MIN));
    await eventually(() => expect(rig.store.get(keptMissionsAtom)).toEqual([]));
    expect(rig.store.get(offerAtom)).toBeUndefined();
    operate(rig);
    rig.live(MS_PER_S);
    await isStored(rig);
    expect(reasonOf(rig)).toBe('on');
    expect(rig.announced).toEqual([]);
  });
});

it('a mission has the time of its start as its name, with the date on another day', () => {
  expect(missionName(later(40 * MS_PER_MIN), later(MS_PER_DAY / 4))).toBe('mission of 12:40');
  expect(missionName(T0, later(MS_PER_DAY))).toBe('mission of 2026-11-20 12:00');
});
