import { describe, expect, it } from 'vitest';
import type { Keeping } from '../../../../../src/shared/contract/durable-log.ts';
import type { MissionUpdate } from '../../../../../src/shared/contract/mission-control.ts';
import type { MissionSource } from '../../../../../src/shared/contract/mission-host.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createMemoryLog } from '../../../../../src/ui/mission/link/memory-log.ts';
import { readToContinue } from '../../../../../src/worker/session/keeping/continue-kept.ts';
import { openLogged } from '../../../../../src/worker/session/keeping/open-logged.ts';
import { eventually } from '../../../../support/eventually.ts';
import { fakeDatabase } from '../../../../support/fake-database.ts';
import { createGate } from '../../../../support/gate.ts';
import { asListener, later, shownOf, startMission, T0 } from '../../../../support/mission.ts';

const ID = 'a'.repeat(32);

interface WorkerOptions {
  readonly database?: ReturnType<typeof fakeDatabase>;
  readonly memory?: ReturnType<typeof createMemoryLog>;
  readonly window?: string;
  readonly source?: MissionSource;
  readonly from?: EpochMs;
  readonly isShownForeign?: boolean;
  readonly build?: string;
}

/** Opens a worker with a page that records its updates, and whose memory a test holds up. */
async function openWorker({
  database = fakeDatabase(),
  memory = createMemoryLog(),
  window = 'own',
  source,
  from = T0,
  isShownForeign = false,
  build = 'one',
}: WorkerOptions = {}) {
  let now = from;
  let generations = 0;
  const gate = createGate();
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const reports: Keeping[] = [];
  const givenUp: string[] = [];
  const { session, control, keeper } = await openLogged(
    source,
    { isShownForeign },
    {
      missionId: ID,
      build,
      window,
      page: {
        async write(batch) {
          memory.write(structuredClone(batch));
          await gate.passed();
        },
        read: async (id) => memory.read(id),
        remove: async (id) => memory.remove(id),
        report: async (keeping) => void reports.push(keeping),
      },
      loadDatabase: database.load,
      loadReader: async () => ({ readToContinue }),
      now: () => now,
      after: (delayMs, callback) => timers.push({ at: now + delayMs, callback }),
      newId: () => `${window} ${from} ${++generations}`,
      giveUp: (reason) => void givenUp.push(reason),
    },
    (resume) =>
      startMission({
        seed: 7,
        clock: { now: () => now },
        isKept: source?.kind === 'log' && !source.shown,
        ...(resume && { resume }),
      }),
  );
  const updates: MissionUpdate[] = [];
  await control.subscribe(asListener((update) => void updates.push(structuredClone(update))));
  return {
    session,
    control,
    keeper,
    database,
    memory,
    reports,
    givenUp,
    handled: () => updates.flatMap(({ handled }) => handled),
    holdPage: gate.hold,
    /** Lets the clock go on without the worker. */
    freeze(ms: number) {
      now = later(ms, now);
    },
    live(ms: number) {
      now = later(ms, now);
      session.advanceTo(now);
      void keeper.advance();
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
    },
  };
}

/** Opens a worker whose mission is in the database. */
async function openKept(options: WorkerOptions = {}) {
  const worker = await openWorker(options);
  worker.control.keepMissions(true);
  worker.live(MS_PER_MIN);
  await eventually(() => expect(worker.reports.at(-1)?.status).toBe('on'));
  return worker;
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('an input', () => {
  it('is in the database before the page is shown it', async () => {
    const { control, database, handled } = await openKept();
    const release = database.hold();
    await control.handOverConsole('duty crew', 'request-1');
    await turns();
    expect(handled()).toEqual([]);
    expect(database.read(ID)?.record.entries).toEqual([]);
    release();
    await eventually(() => expect(handled()).toEqual(['request-1']));
    expect(database.read(ID)?.record.entries).toHaveLength(1);
  });

  it('is in the memory of the page before it is shown, if the mission is not kept', async () => {
    const { control, memory, handled, holdPage } = await openWorker();
    const release = holdPage();
    await control.handOverConsole('duty crew', 'request-1');
    await turns();
    expect(memory.read(ID)?.record.entries).toHaveLength(1);
    expect(handled()).toEqual([]);
    release();
    await eventually(() => expect(handled()).toEqual(['request-1']));
  });

  it('is shown after a second if the database does not respond, with the log in the page until it does', async () => {
    const { control, database, memory, handled, live, reports } = await openKept();
    expect(memory.read(ID)).toBeUndefined();
    const release = database.hold();
    await control.handOverConsole('duty crew', 'request-1');
    live(MS_PER_S);
    await eventually(() => expect(handled()).toEqual(['request-1']));
    expect(memory.read(ID)?.record.entries).toHaveLength(1);
    await control.handOverConsole('operator', 'request-2');
    await eventually(() => expect(handled()).toEqual(['request-1', 'request-2']));
    release();
    await turns();
    live(MS_PER_S);
    await eventually(() => expect(memory.read(ID)).toBeUndefined());
    expect(database.read(ID)?.record.entries).toHaveLength(2);
    expect(reports.map(({ status, reason }) => [status, reason])).toEqual([
      ['waiting', undefined],
      ['on', undefined],
      ['stopped', 'the database does not respond'],
      ['on', undefined],
    ]);
  });

  it('is in the memory of the page once the database fails', async () => {
    const { control, database, memory, handled, reports } = await openKept();
    database.fail(new DOMException('no room', 'QuotaExceededError'));
    await control.handOverConsole('duty crew', 'request-1');
    await eventually(() => expect(handled()).toEqual(['request-1']));
    expect(memory.read(ID)?.record.entries).toHaveLength(1);
    expect(reports.at(-1)).toEqual({ status: 'stopped', reason: 'the storage of this browser is full' });
  });
});

it('a branch is in the database before the call that makes it is answered', async () => {
  const { control, database } = await openKept();
  const release = database.hold();
  let isAnswered = false;
  const taken = Promise.resolve(control.takeOver()).then((outcome) => {
    isAnswered = true;
    return outcome;
  });
  await turns();
  expect(isAnswered).toBe(false);
  release();
  expect((await taken).ok).toBe(true);
  expect(database.read(ID)?.record.branches).toHaveLength(1);
});

it('a first write that hangs is told', async () => {
  const { control, database, live, reports } = await openWorker();
  database.hold();
  control.keepMissions(true);
  live(MS_PER_MIN);
  await turns();
  live(10 * MS_PER_S);
  expect(reports.at(-1)).toEqual({ status: 'stopped', reason: 'the database does not respond' });
});

it('a database that hangs refuses the list of kept missions, and says so', async () => {
  const { control, database, live, reports } = await openWorker();
  database.hold();
  const listed = control.keptMissions();
  live(10 * MS_PER_S);
  expect(await listed).toEqual({ ok: false, message: 'the database does not respond' });
  expect(reports.at(-1)).toEqual({ status: 'stopped', reason: 'the database does not respond' });
});

it('a window that was frozen leaves its mission as another one has continued it, and gives up', async () => {
  const database = fakeDatabase();
  const frozen = await openKept({ database, window: 'frozen' });
  const from = later(10 * MS_PER_MIN);
  const other = await openWorker({ database, window: 'other', source: { kind: 'log' }, from });
  other.control.keepMissions(true);
  other.live(MS_PER_S);
  await eventually(() => expect(other.reports.at(-1)?.status).toBe('on'));
  await other.control.handOverConsole('duty crew', 'request-1');
  await eventually(() => expect(other.handled()).toContain('request-1'));
  const left = structuredClone(database.read(ID));
  frozen.freeze(20 * MS_PER_MIN);
  void frozen.keeper.flush();
  await turns();
  frozen.live(2 * MS_PER_S);
  await eventually(() => expect(frozen.givenUp).toContain('another window has continued the mission'));
  expect(database.read(ID)).toEqual(left);
  const next = await openWorker({
    database,
    window: 'frozen',
    source: { kind: 'log', shown: shownOf(frozen.session) },
    from: later(30 * MS_PER_MIN),
  });
  const { entries = [] } = left?.record ?? {};
  expect(entries.length).toBeGreaterThan(0);
  expect(next.session.record().entries.slice(0, entries.length)).toEqual(entries);
});

it.each([
  ['was frozen', 20 * MS_PER_MIN],
  ['only did not answer in time', 0],
])(
  'a mission that a window of another build has continued is kept by that one alone, if this one %s',
  async (_why, ms) => {
    const database = fakeDatabase();
    const here = await openKept({ database });
    const there = await openWorker({
      database,
      window: 'other',
      build: 'two',
      source: { kind: 'log' },
      from: later(2 * MS_PER_MIN),
    });
    there.control.keepMissions(true);
    there.live(MS_PER_S);
    await eventually(() => expect(there.reports.at(-1)?.status).toBe('on'));
    await there.control.handOverConsole('duty crew', 'request-1');
    await eventually(() => expect(there.handled()).toContain('request-1'));
    const left = structuredClone(database.read(ID));
    here.freeze(ms);
    await here.control.handOverConsole('duty crew', 'request-2');
    await eventually(() => expect(here.handled()).toContain('request-2'));
    here.live(2 * MS_PER_MIN);
    await here.keeper.flush();
    expect(database.read(ID)).toEqual(left);
    expect(here.memory.read(ID)?.record.entries.map(({ input }) => input)).toContainEqual(
      expect.objectContaining({ request: 'request-2' }),
    );
    expect(here.reports.slice(-2)).toEqual([
      { status: 'stopped', reason: 'a window with another version of this page keeps it' },
      { status: 'other' },
    ]);
    expect(here.givenUp).toEqual([]);
  },
);

it('a window that is awake keeps its mission, whatever a worker that has just begun writes over it', async () => {
  const database = fakeDatabase();
  const leading = await openKept({ database, window: 'leading' });
  await leading.control.handOverConsole('duty crew', 'request-1');
  const other = await openKept({ database, window: 'other' });
  await other.control.handOverConsole('duty crew', 'request-2');
  leading.live(MS_PER_S);
  await leading.control.handOverConsole('operator', 'request-3');
  await eventually(() => expect(leading.handled()).toContain('request-3'));
  expect(leading.givenUp).toEqual([]);
  expect(database.read(ID)?.record.entries).toEqual(leading.session.record().entries);
});

it('a window that only waited finds its mission in the database with what another one has added, and its own branches', async () => {
  const database = fakeDatabase();
  const leading = await openKept({ database, window: 'leading' });
  const memory = createMemoryLog();
  // The same mission, as it has the same seed.
  const waiting = await openWorker({ memory });
  await waiting.control.takeOver();
  expect(memory.read(ID)?.record.branches).toHaveLength(1);
  leading.live(MS_PER_H);
  await leading.control.handOverConsole('duty crew', 'request-1');
  await eventually(() => expect(leading.handled()).toContain('request-1'));
  const next = await openWorker({
    database,
    memory,
    source: { kind: 'log', shown: shownOf(waiting.session), wasAway: true },
    from: later(2 * MS_PER_MIN),
  });
  const { entries, branches } = next.session.record();
  expect(branches).toHaveLength(1);
  expect(entries.map(({ input }) => input)).toContainEqual(
    expect.objectContaining({ name: 'handOverConsole' }),
  );
  // The other window has run ahead of UTC: that is no clock that was set back.
  next.live(MS_PER_S);
  expect(next.session.snapshot().transport.value.isMissionInStep).toBe(false);
  expect(next.session.record().time).toBeGreaterThanOrEqual(leading.session.record().time);
});

it('a kept mission that cannot be continued stays as it is kept', async () => {
  const { database, live } = await openKept();
  live(12 * MS_PER_MIN);
  await eventually(() => expect(database.read(ID)?.record.keyframe).toBeDefined());
  const kept = database.read(ID);
  if (!kept?.record.keyframe) throw new Error('It has no keyframe.');
  const time = later(25 * MS_PER_H);
  const keyframe = { ...kept.record.keyframe, hash: '0'.repeat(16) };
  const damaged = {
    head: { ...kept.head, time },
    record: { ...kept.record, time, keyframe },
    lost: [],
  };
  database.put(damaged);
  await expect(openWorker({ database, source: { kind: 'log' }, from: time })).rejects.toThrow(
    'is not the one of its hash',
  );
  expect(database.read(ID)).toBe(damaged);
});

it('a mission that a window of another build shows is not continued, and the worker of a window that shows it goes on', async () => {
  const { database, session } = await openKept();
  const kept = database.read(ID);
  const other = { database, isShownForeign: true, from: later(2 * MS_PER_MIN) };
  await expect(openWorker({ ...other, source: { kind: 'log' } })).rejects.toThrow(
    'a window with another version of this page shows it',
  );
  expect(database.read(ID)).toBe(kept);
  const next = await openWorker({ ...other, source: { kind: 'log', shown: shownOf(session) } });
  expect(next.session.mission.header).toEqual(session.mission.header);
});

it('an opened recording is not kept before somebody acts, after a restart either', async () => {
  const flown = startMission({ seed: 7 });
  flown.advanceTo(later(5 * MS_PER_MIN));
  const recording = flown.control.recording();
  if (!recording.ok) throw new Error(recording.message);
  const memory = createMemoryLog();
  const from = later(MS_PER_H);
  const source = { kind: 'recording', recording: recording.value } as const;
  const opened = await openWorker({ memory, source, from });
  opened.live(MS_PER_S);
  const next = await openWorker({ memory, source: { kind: 'log', shown: shownOf(opened.session) }, from });
  next.control.keepMissions(true);
  next.live(2 * MS_PER_S);
  await turns();
  expect(next.reports.at(-1)?.status).toBe('waiting');
  await next.control.handOverConsole('duty crew', 'request-1');
  await eventually(() => expect(next.reports.at(-1)?.status).toBe('on'));
});

it('a mission of an earlier visit that is continued is kept with its branches, each once', async () => {
  const database = fakeDatabase();
  const earlier = await openKept({ database, window: 'earlier' });
  await earlier.control.takeOver();
  await earlier.control.renameBranch({ id: 'B', name: 'Wing folded' });
  earlier.live(MS_PER_S);
  const names = () => database.read(ID)?.record.branches?.map(({ view }) => view.name);
  await eventually(() => expect(names()).toEqual(['Wing folded']));
  const from = later(10 * MS_PER_MIN);
  const next = await openWorker({ database, source: { kind: 'log' }, from });
  next.control.keepMissions(true);
  next.live(MS_PER_S);
  await eventually(() => expect(next.reports.at(-1)?.status).toBe('on'));
  expect(names()).toEqual(['Wing folded']);
  expect(database.read(ID)?.head.branchWindows).toEqual(['own']);
});

describe('another worker of the visit', () => {
  it('continues from the database at the instant shown, with inputs, branches, rate and live data', async () => {
    const { session, control, database, live } = await openKept();
    await control.handOverConsole('duty crew', 'request-1');
    await control.takeOver();
    await control.setRate(60);
    live(2500);
    await eventually(() => expect(database.read(ID)?.record.branches).toHaveLength(1));
    const shown = shownOf(session);
    const next = await openWorker({
      database,
      source: { kind: 'log', shown },
      from: later(MS_PER_MIN + 2500),
    });
    expect(next.session.mission.time()).toBe(session.mission.time());
    expect(next.session.snapshot().transport.value).toEqual(session.snapshot().transport.value);
    expect(next.session.snapshot().realData.value).toEqual(session.snapshot().realData.value);
    await eventually(() => expect(next.handled()).toContain('request-1'));
    // A request that is repeated is not executed again.
    await next.control.showBranch('A');
    await next.control.handOverConsole('duty crew', 'request-1');
    const operations = next.session.record().entries.filter(({ input }) => input.kind === 'operation');
    expect(operations).toHaveLength(1);
  });

  it('leaves the branches of other windows in the database', async () => {
    const database = fakeDatabase();
    const other = await openKept({ database, window: 'other' });
    await other.control.takeOver();
    other.live(MS_PER_S);
    await eventually(() => expect(database.read(ID)?.record.branches).toHaveLength(1));
    const shown = { ...shownOf(startMission({ seed: 7 })), edge: other.session.mission.time() };
    const next = await openWorker({
      database,
      source: { kind: 'log', shown },
      from: other.session.mission.time(),
    });
    expect(next.session.snapshot().transport.value.branches.map(({ id }) => id)).toEqual(['A']);
    next.control.keepMissions(true);
    next.live(2 * MS_PER_S);
    await eventually(() => expect(next.reports.at(-1)?.status).toBe('on'));
    expect(database.read(ID)?.head.branchWindows).toEqual(['other']);
  });

  it('continues from the page rather than from an older state in the database', async () => {
    const { session, control, database, memory, live } = await openKept();
    control.keepMissions(false);
    await control.handOverConsole('duty crew', 'request-1');
    live(MS_PER_S);
    expect(database.read(ID)?.record.entries).toEqual([]);
    const next = await openWorker({
      database,
      memory,
      source: { kind: 'log', shown: shownOf(session) },
      from: session.mission.time(),
    });
    await eventually(() => expect(next.handled()).toEqual(['request-1']));
  });

  it('does not begin where the log has no such mission', async () => {
    const shown = shownOf(startMission());
    await expect(openWorker({ source: { kind: 'log', shown } })).rejects.toThrow('it is no longer kept');
  });
});
