import { expose, proxy, wrap } from 'comlink';
import { createStore } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConsoleOptions } from '../../../../../src/shared/contract/consoles.ts';
import type { Batch } from '../../../../../src/shared/contract/durable-log.ts';
import type { SessionRecord } from '../../../../../src/shared/contract/mission-control.ts';
import type { MissionHost } from '../../../../../src/shared/contract/mission-host.ts';
import type { TimelineEventDraft } from '../../../../../src/shared/contract/operations.ts';
import { type Remotely, refused } from '../../../../../src/shared/contract/outcome.ts';
import type { RoomControl } from '../../../../../src/shared/contract/room.ts';
import { EXERCISE_CATALOGUE } from '../../../../../src/shared/entities/exercise-catalogue.ts';
import { type EpochMs, epochMs, MS_PER_DAY } from '../../../../../src/shared/kit/units.ts';
import {
  edgeSecondAtom,
  keepingAtom,
  linkFailureAtom,
  linkStateAtom,
  missionSecondAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../../../src/ui/mission/link/atoms.ts';
import {
  ATTEMPTS_TO_RESUME,
  LINK_TICK_MS,
  LONGEST_PAUSE_TICKS,
  linkMission,
  PATIENCE_TICKS,
  SILENT_TICKS,
} from '../../../../../src/ui/mission/link/link.ts';
import { createMemoryLog } from '../../../../../src/ui/mission/link/memory-log.ts';
import { createMissionTime } from '../../../../../src/ui/mission/link/mission-time.ts';
import { checkRecording } from '../../../../../src/worker/session/branches/check-recording.ts';
import { readToContinue } from '../../../../../src/worker/session/keeping/continue-kept.ts';
import type { Keeper } from '../../../../../src/worker/session/keeping/keeper.ts';
import { openLogged } from '../../../../../src/worker/session/keeping/open-logged.ts';
import { openSession, type Session } from '../../../../../src/worker/session/session.ts';
import { eventually } from '../../../../support/eventually.ts';
import { fakeDatabase } from '../../../../support/fake-database.ts';
import { asListener, later, T0 } from '../../../../support/mission.ts';
import { recordingOf, simulateInputs } from '../../../../support/recording.ts';

/** Worker end of a real channel, with a real mission; it does nothing by itself. */
interface TestWorker {
  readonly mission: () => Session | undefined;
  readonly fail: (message?: string) => void;
  /** Drops its answers from now on, or also its updates, or also what it writes to the log. */
  readonly mute: (what: 'answers' | 'updates' | 'everything') => void;
  readonly wasClosed: () => boolean;
}

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

interface LinkOptions {
  readonly isStarting?: (index: number) => boolean;
  /** True if an event hangs the worker that should add it: the worker sends nothing any more. */
  readonly isHungBy?: (draft: TimelineEventDraft) => boolean;
  /** Without one, the log is in the memory of the page. */
  readonly database?: ReturnType<typeof fakeDatabase>;
}

function startLink({ isStarting = () => true, isHungBy = () => false, database }: LinkOptions = {}) {
  const store = createStore();
  const workers: TestWorker[] = [];
  const announced: { id: string; text: string }[] = [];
  let now = 0;
  let requests = 0;
  let time: EpochMs = T0;
  let tick = (): void => undefined;

  const consoles: ConsoleOptions[] = [];
  let missions = 1;
  let generations = 0;
  const goodbyes: [string, string][] = [];
  const memory = createMemoryLog();
  const { operations, session, ...others } = linkMission({
    store,
    memory,
    missionTime: createMissionTime(),
    console: { missionId: '1'.repeat(32), kind: 'desk', openedAt: epochMs(0), window: 'window' },
    newMissionId: () => String(++missions).repeat(32),
    sayGoodbye: (mission, console) => goodbyes.push([mission, console]),
    now: () => now,
    utc: () => time,
    newRequestId: () => `request-${++requests}`,
    announce: (notice) => announced.push(notice),
    every: (_periodMs, callback) => {
      tick = callback;
    },
    connect(onFailure) {
      const { port1, port2 } = new MessageChannel();
      cleanUps.push(() => port1.close());
      let mission: Session | undefined;
      let keeper: Keeper | undefined;
      let closed = false;
      let isSilent = false;
      let isLogging = true;
      const host: MissionHost = {
        check(recording) {
          return checkRecording(recording);
        },
        async open(console, page, source, lossReason) {
          consoles.push(console);
          const effects = {
            missionId: console.missionId,
            build: 'one',
            window: console.window,
            page: {
              write: async (batch: Batch) => {
                if (isLogging) await page.write(batch);
              },
              read: page.read,
              remove: page.remove,
              report: page.report,
            },
            loadDatabase: database?.load ?? (() => Promise.reject(new Error('there is no database'))),
            loadReader: async () => ({ readToContinue }),
            now: () => time,
            after: () => undefined,
            newId: () => `generation-${++generations}`,
            giveUp: (reason: string) => expect.fail(reason),
          };
          const opened = await openLogged(source, console, effects, (resume) =>
            openSession({
              clock: { now: () => time },
              console: {
                ...console,
                id: `console-${consoles.length}`,
                build: 'one',
                since: console.openedAt,
              },
              seed: 1,
              ...console.begin,
              resume,
              lossReason,
              isKept: source?.kind === 'log' && !source.shown,
            }),
          );
          mission = opened.session;
          keeper = opened.keeper;
          const { control } = opened;
          const none = async () => refused('There is no server.');
          return proxy({
            ...control,
            addEvent(draft, request) {
              if (!isHungBy(draft)) return control.addEvent(draft, request);
              isSilent = true;
              return new Promise(() => undefined) as never; // never answered
            },
            subscribe: (listener) =>
              control.subscribe(asListener((update) => (isSilent ? undefined : listener(update)))),
            shareMission: none,
            renewRoomKeys: none,
            sendDoneAlone: none,
          } satisfies typeof control & Remotely<RoomControl>);
        },
        flush: async () => keeper?.flush(),
        logged: async (id) => database?.read(id)?.record,
      };
      if (isStarting(workers.length)) expose(host, port1);
      workers.push({
        mission: () => mission,
        fail: onFailure,
        mute(what) {
          port1.postMessage = () => undefined;
          isSilent = what !== 'answers';
          isLogging = what !== 'everything';
        },
        wasClosed: () => closed,
      });
      return {
        host: wrap<MissionHost>(port2),
        close() {
          closed = true;
          port2.close();
        },
      };
    },
  });
  cleanUps.push(() => others.suspend(true));

  const link = () => store.get(linkStateAtom);
  return {
    store,
    memory,
    /** The mission of the window, and what the log has of it. */
    missionId: () => store.get(sliceAtoms.consoles)?.missionId,
    logged: () => memory.read(store.get(sliceAtoms.consoles)?.missionId ?? '')?.record,
    workers,
    consoles,
    goodbyes,
    announced,
    link,
    operations,
    session,
    ...others,
    /** Announcements about a mission that has restarted. */
    restarts: () =>
      announced.map(({ text }) => text).filter((text) => text.endsWith('Simulation restarted.')),
    ticks(count: number) {
      for (let index = 0; index < count; index++) {
        now += LINK_TICK_MS;
        tick();
      }
    },
    /** Advances mission time in the newest worker, and waits until the page shows it. */
    async live(ms: number) {
      time = later(ms, time);
      now += ms;
      workers.at(-1)?.mission()?.advanceTo(time);
      await eventually(() =>
        expect(store.get(sliceAtoms.telemetry)?.at(-1)?.timestamp).toBeGreaterThan(time - 5000),
      );
    },
    connected: () => eventually(() => expect(link().status).toBe('connected')),
    time: () => time,
  };
}

describe('the link', () => {
  it('connects with the first snapshot', async () => {
    const { store, link, connected } = startLink();
    expect(link()).toEqual({ status: 'connecting' });
    await connected();
    expect(store.get(sliceAtoms.telemetry)).toHaveLength(20);
    expect(store.get(missionSecondAtom)).toBe(T0);
  });

  it('advances mission time between updates', async () => {
    const { store, ticks, connected } = startLink();
    await connected();
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(later(1000));
  });

  it('reports a silent worker as lost within 3 s, and never for a late update', async () => {
    const { link, ticks, connected } = startLink();
    await connected();
    ticks(SILENT_TICKS - 1);
    expect(link().status).toBe('connected');
    ticks(1);
    expect(link()).toEqual({ status: 'lost', attempt: 0 });
    expect(SILENT_TICKS * LINK_TICK_MS).toBeLessThan(3000);
  });

  it('keeps a worker that was only late', async () => {
    const rig = startLink();
    await rig.connected();
    rig.ticks(PATIENCE_TICKS - 1);
    expect(rig.link()).toEqual({ status: 'lost', attempt: 0 });
    await rig.live(5000);
    expect(rig.link()).toEqual({ status: 'connected' });
    rig.ticks(SILENT_TICKS - 1);
    expect(rig.link()).toEqual({ status: 'connected' });
    expect(rig.workers).toHaveLength(1);
  });

  it('waits twice as long for an update after each restart of an outage', async () => {
    const rig = startLink();
    for (const ticks of [PATIENCE_TICKS, 2 * PATIENCE_TICKS, 4 * PATIENCE_TICKS]) {
      await rig.connected();
      const started = rig.workers.length;
      rig.ticks(ticks - 1);
      expect(rig.workers).toHaveLength(started);
      for (let pause = 0; rig.workers.length === started && pause < 40; pause += 1) rig.ticks(1);
      expect(rig.workers).toHaveLength(started + 1);
    }
  });

  it('is in a hurry again once updates have come for a while', async () => {
    const rig = startLink();
    await rig.connected();
    rig.ticks(PATIENCE_TICKS);
    await rig.connected();
    for (let second = 0; second < 15; second += 1) {
      rig.ticks(4);
      await rig.live(3000);
    }
    rig.ticks(PATIENCE_TICKS);
    expect(rig.workers).toHaveLength(3);
  });

  it('starts a new worker immediately, which resumes from the last update', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    const [old] = rig.workers;
    const lastSeen = old?.mission()?.snapshot().telemetry.value;
    rig.ticks(PATIENCE_TICKS);
    expect(old?.wasClosed()).toBe(true);
    expect(rig.workers).toHaveLength(2);
    await rig.connected();
    expect(rig.workers[1]?.mission()?.snapshot().telemetry.value).toEqual(lastSeen);
    // A drawn anomaly of the minute before may be announced too.
    const told = rig.announced.filter(({ text }) => !text.startsWith('New anomaly'));
    expect(told.map(({ text }) => text)).toEqual(['The simulation restarted and resumes from 12:01:00 UTC.']);
  });

  it.each([
    ['shows a past instant again', (index: number) => index >= 0, 'replay'],
    [
      'shows the live edge where two workers do not start again',
      (index: number) => ![1, 2].includes(index),
      'live',
    ],
  ])('%s after a restart', async (_what, isStarting, mode) => {
    const rig = startLink({ isStarting });
    await rig.connected();
    await rig.live(60_000);
    rig.workers[0]?.mission()?.control.seek(later(12_000));
    await expect.poll(() => rig.store.get(sliceAtoms.transport)?.mode).toBe('replay');
    rig.workers[0]?.fail('boom');
    for (let ticks = 0; !isStarting(rig.workers.length - 1) && ticks < 200; ticks += 1) {
      rig.ticks(1);
    }
    await rig.connected();
    expect(rig.store.get(sliceAtoms.transport)?.mode).toBe(mode);
    expect(rig.announced.map(({ text }) => text).join()).toContain('resumes from 12:01:00 UTC');
  });

  it('shows a past instant once it is there again, also if another worker is lost before', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(75 * 60_000);
    const past = later(12_000);
    await rig.session.seek(past);
    await expect.poll(() => rig.store.get(sliceAtoms.transport)?.mode).toBe('replay');
    rig.workers[0]?.fail('boom');
    await rig.connected();
    expect(rig.store.get(sliceAtoms.transport)?.mode).toBe('live');
    rig.suspend(true);
    rig.resume();
    await rig.connected();
    rig.workers.at(-1)?.mission()?.advanceTo(later(1000, rig.time()));
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.mode).toBe('replay'));
    expect(rig.store.get(sliceAtoms.clock)?.time).toBe(past);
  });

  it('restarts a worker that throws without waiting for the time limit', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.fail('boom');
    expect(rig.link()).toEqual({ status: 'lost', attempt: 1 });
    await rig.connected();
    expect(rig.workers).toHaveLength(2);
  });

  it('ignores messages of an abandoned worker', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.fail('boom');
    await rig.connected();
    const seen = rig.store.get(sliceAtoms.telemetry);
    rig.workers[0]?.mission()?.advanceTo(later(60_000));
    rig.workers[0]?.fail('again');
    expect(rig.workers).toHaveLength(2);
    expect(rig.store.get(sliceAtoms.telemetry)).toBe(seen);
  });

  it('gives a starting worker more time, then retries with increasing delays', async () => {
    const rig = startLink({ isStarting: (index) => index >= 3 });
    rig.ticks(PATIENCE_TICKS - 1);
    expect(rig.link()).toEqual({ status: 'connecting' });
    rig.ticks(1);
    expect(rig.link()).toEqual({ status: 'lost', attempt: 1 });
    expect(rig.workers).toHaveLength(2);
    rig.ticks(2 * PATIENCE_TICKS);
    expect(rig.link()).toEqual({ status: 'lost', attempt: 2 });
    expect(rig.workers).toHaveLength(2);
    rig.ticks(4);
    expect(rig.workers).toHaveLength(3);
    rig.ticks(4 * PATIENCE_TICKS + 8);
    expect(rig.workers).toHaveLength(4);
    await rig.connected();
  });

  it('waits for slow code as long as no worker has ever started', () => {
    const rig = startLink({ isStarting: () => false });
    rig.ticks(200 * PATIENCE_TICKS);
    // The longest wait and the longest pause add up to 56 s.
    expect(rig.workers.length).toBeGreaterThan(10);
    expect(rig.workers.length).toBeLessThan(30);
    expect(rig.link()).toMatchObject({ status: 'lost' });
  });

  it('keeps the mission however often its workers end, as long as each runs for a while', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    const started = rig.workers[0]?.mission()?.snapshot().clock.value.startTime;
    for (let times = 1; times <= 3 * ATTEMPTS_TO_RESUME; times++) {
      rig.workers.at(-1)?.fail('ended');
      while (rig.workers.length <= times) rig.ticks(1);
      await rig.connected();
      await rig.live(10_000);
    }
    expect(rig.restarts()).toEqual([]);
    expect(rig.workers.at(-1)?.mission()?.snapshot().clock.value.startTime).toBe(started);
  });

  it('keeps the mission while the code of its worker fails to load', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    const started = rig.workers[0]?.mission()?.snapshot().clock.value.startTime;
    rig.workers[0]?.fail('boom');
    for (let times = 2; times <= 3 * ATTEMPTS_TO_RESUME; times++) {
      rig.workers.at(-1)?.fail();
      while (rig.workers.length <= times) rig.ticks(1);
    }
    await rig.connected();
    expect(rig.restarts()).toEqual([]);
    expect(rig.workers.at(-1)?.mission()?.snapshot().clock.value.startTime).toBe(started);
  });

  it('restarts the simulation, and says so, when the saved state crashes every worker', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    for (let attempt = 1; attempt <= ATTEMPTS_TO_RESUME + 1; attempt++) {
      rig.workers.at(-1)?.fail('boom');
      while (rig.workers.length <= attempt) rig.ticks(1);
      await rig.connected();
    }
    const text = 'Failed to resume the mission: boom. Simulation restarted.';
    expect(rig.restarts()).toEqual([text]);
    expect(rig.store.get(sliceAtoms.log)).toContainEqual(expect.objectContaining({ text }));
    expect(rig.workers.at(-1)?.mission()?.snapshot().clock.value.startTime).toBe(rig.time() - 7 * 86_400_000);
  });

  it('ends an outage once the new worker has run for a while', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.fail('boom');
    await rig.connected();
    for (let second = 0; second < 15; second++) {
      const before = rig.store.get(missionSecondAtom);
      await rig.live(5000);
      expect(rig.store.get(missionSecondAtom)).not.toBe(before);
      rig.ticks(4);
    }
    rig.workers.at(-1)?.fail('boom');
    expect(rig.link()).toEqual({ status: 'lost', attempt: 1 });
  });

  it('ends the worker with the page, once it has written its log', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(20_000);
    rig.suspend(false);
    expect(rig.workers[0]?.wasClosed()).toBe(false);
    expect(rig.goodbyes).toContainEqual(['1'.repeat(32), 'console-1']);
    await eventually(() => expect(rig.workers[0]?.wasClosed()).toBe(true));
  });

  it('ends the worker of a cached page at once, and a new one continues when the page comes back', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(90_000);
    rig.suspend(true);
    expect(rig.workers[0]?.wasClosed()).toBe(true);
    expect(rig.goodbyes).toContainEqual(['1'.repeat(32), 'console-1']);
    rig.ticks(100);
    expect(rig.workers).toHaveLength(1);
    rig.resume();
    expect(rig.link()).toEqual({ status: 'lost', attempt: 0 });
    await rig.connected();
    expect(rig.missionId()).toBe('1'.repeat(32));
    await rig.live(10_000);
    expect(rig.restarts()).toEqual([]);
    rig.resume();
    expect(rig.workers).toHaveLength(2);
  });
});

describe('an operation through the link', () => {
  const DRAFT = { name: 'Data Downlink', scheduledTime: '2026-11-20T15:00' };
  const queued = ({ store }: ReturnType<typeof startLink>) =>
    (store.get(sliceAtoms.commands) ?? []).filter(
      ({ scheduledTime }) => scheduledTime === later(3 * 3_600_000),
    );

  it('resolves once its effect has arrived', async () => {
    const rig = startLink();
    await rig.connected();
    const outcome = await rig.operations.queueCommand(DRAFT);
    expect(outcome).toMatchObject({ ok: true, value: { status: 'Pending' } });
    expect(queued(rig)).toEqual([outcome.ok && outcome.value]);
    expect(rig.announced.map(({ text }) => text)).toEqual(['Command queued successfully']);
  });

  it('renders only what it changed: other entries keep their identity', async () => {
    const rig = startLink();
    await rig.connected();
    const before = rig.store.get(sliceAtoms.commands) ?? [];
    const timeline = rig.store.get(sliceAtoms.timeline);
    const [pending] = before.filter(({ status }) => status === 'Pending');
    await rig.operations.executeCommand(pending?.id ?? '');
    const after = rig.store.get(sliceAtoms.commands) ?? [];
    const changed = after.filter((command) => !before.includes(command));
    expect(changed).toEqual([expect.objectContaining({ id: pending?.id, status: 'Executed' })]);
    expect(after).toHaveLength(before.length);
    expect(rig.store.get(sliceAtoms.timeline)).toBe(timeline);
    expect(after).toEqual(rig.workers[0]?.mission()?.snapshot().commands.value);
  });

  it('resolves a refusal immediately', async () => {
    const rig = startLink();
    await rig.connected();
    expect(await rig.operations.executeCommand('cmd-none')).toMatchObject({ ok: false });
    expect(rig.announced).toEqual([]);
  });

  it('waits for a worker that is still starting', async () => {
    const rig = startLink();
    const outcome = rig.operations.queueCommand(DRAFT);
    await rig.connected();
    expect(await outcome).toMatchObject({ ok: true });
    expect(queued(rig)).toHaveLength(1);
  });

  it.each([
    ['before it has heard of it', 'everything'],
    ['after it is in the log, before its update', 'updates'],
    ['after its update, before its answer', 'answers'],
  ] as const)('is done exactly once when the worker is lost %s', async (_case, what) => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.mute(what);
    const outcome = rig.operations.queueCommand(DRAFT);
    const [old] = rig.workers;
    await eventually(() => expect(old?.mission()?.snapshot().commands.value).toHaveLength(8));
    if (what === 'answers') await eventually(() => expect(queued(rig)).toHaveLength(1));
    else expect(queued(rig)).toHaveLength(0);
    old?.fail('boom');
    expect(await outcome).toMatchObject({ ok: true });
    await rig.connected();
    expect(queued(rig)).toHaveLength(1);
    const said = rig.announced.filter(({ text }) => text === 'Command queued successfully');
    // A notice goes with the update.
    expect(said).toHaveLength(what === 'updates' ? 0 : 1);
  });

  it('is never lost, however often workers end', async () => {
    const rig = startLink();
    await rig.connected();
    const outcomes = [];
    for (let round = 0; round < 6; round++) {
      outcomes.push(rig.operations.queueCommand(DRAFT));
      if (round % 2 === 0) {
        rig.workers.at(-1)?.mute(round % 4 === 0 ? 'everything' : 'answers');
        outcomes.push(rig.operations.queueCommand(DRAFT));
        rig.workers.at(-1)?.fail('boom');
        while (rig.link().status === 'lost') {
          rig.ticks(1);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
    const answers = await Promise.all(outcomes);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const ids = answers.map((answer) => answer.ok && answer.value.id);
    expect(new Set(ids).size).toBe(9);
    expect(queued(rig)).toHaveLength(9);
  });

  it('that hangs every worker is abandoned, and the mission continues with the next request', async () => {
    const rig = startLink({ isHungBy: ({ title }) => title === 'deadly' });
    await rig.connected();
    await rig.live(60_000);
    const started = rig.workers[0]?.mission()?.snapshot().clock.value.startTime;
    const event = { startTime: '2026-11-20T15:00', endTime: '2026-11-20T16:00' };
    const deadly = rig.operations.addEvent({ ...event, title: 'deadly' });
    const outcome = rig.operations.addEvent({ ...event, title: 'harmless' });
    let given: unknown;
    void deadly.then((value) => {
      given = value;
    });
    for (let rounds = 0; given === undefined && rounds < 500; rounds++) {
      rig.ticks(1);
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(given).toMatchObject({
      ok: false,
      message: expect.stringContaining('The request was not carried out.'),
    });
    expect(await outcome).toMatchObject({ ok: true });
    while (rig.workers.at(-1)?.wasClosed()) rig.ticks(1);
    await rig.connected();
    expect(rig.store.get(sliceAtoms.timeline)?.map(({ title }) => title)).toContain('harmless');
    expect(rig.store.get(sliceAtoms.timeline)?.map(({ title }) => title)).not.toContain('deadly');
    // The state is not to blame: the mission is unchanged.
    expect(rig.restarts()).toEqual([]);
    expect(rig.workers.at(-1)?.mission()?.snapshot().clock.value.startTime).toBe(started);
    expect(rig.workers.length).toBeLessThanOrEqual(5);
  });

  it('reports a mission that throws, and can be retried', async () => {
    const rig = startLink();
    await rig.connected();
    const broken = {
      get name(): string {
        throw new Error('unreadable');
      },
      scheduledTime: '',
    };
    // It cannot even be sent: what cannot be cloned never reaches the worker.
    expect(await rig.operations.queueCommand(broken)).toMatchObject({
      ok: false,
      message: expect.stringContaining('The request failed: '),
    });
    expect(await rig.operations.queueCommand(DRAFT)).toMatchObject({ ok: true });
  });
});

describe('time control through the link', () => {
  it('changes how mission time goes on', async () => {
    const { store, session, ticks, connected, live } = startLink();
    await connected();
    expect(await session.setRate(0)).toEqual({ ok: true, value: 0 });
    await eventually(() => expect(store.get(sliceAtoms.transport)?.rate).toBe(0));
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(T0);
    await session.setRate(60);
    await eventually(() => expect(store.get(sliceAtoms.transport)?.rate).toBe(60));
    await live(1000);
    await eventually(() => expect(store.get(sliceAtoms.clock)?.time).toBe(later(60_000)));
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(later(60_000));
  });

  it('has the clocks at the time of each update at 3600×, and shows no time or live edge that is not reached', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.session.slowOnCritical(false);
    await rig.session.setRate(3600);
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.rate).toBe(3600));
    for (const wallMs of [250, 500, 250]) {
      await rig.live(wallMs);
      const reached = rig.workers[0]?.mission()?.snapshot().clock.value.time;
      await eventually(() => expect(rig.store.get(sliceAtoms.clock)?.time).toBe(reached));
      expect(rig.store.get(missionSecondAtom)).toBe(reached);
      // The worker is busy for 1.5 s.
      for (let tick = 0; tick < 6; tick += 1) {
        const [shown, edge] = [rig.store.get(missionSecondAtom), rig.store.get(edgeSecondAtom)];
        rig.ticks(1);
        expect(rig.store.get(missionSecondAtom)).toBeGreaterThanOrEqual(shown ?? 0);
        expect(rig.store.get(edgeSecondAtom)).toBeGreaterThanOrEqual(edge ?? 0);
      }
      expect(rig.store.get(missionSecondAtom)).toBe(reached);
      expect(rig.store.get(edgeSecondAtom)).toBe(reached);
    }
  });

  it.each([2, 60] as const)(
    'has the clocks at the time of each update at %d×, whose samples are never later than the clock',
    async (rate) => {
      const { store, connected, session, live, workers } = startLink();
      await connected();
      await session.slowOnCritical(false);
      await session.setRate(rate);
      await eventually(() => expect(store.get(sliceAtoms.transport)?.rate).toBe(rate));
      for (const wallMs of [400, 250, 400]) {
        await live(wallMs);
        const reached = workers[0]?.mission()?.snapshot().clock.value.time;
        await eventually(() => expect(store.get(sliceAtoms.clock)?.time).toBe(reached));
        expect(store.get(missionSecondAtom)).toBe(Math.floor((reached ?? Number.NaN) / 1000) * 1000);
      }
    },
  );

  it('shows a past instant in every slice, with the live edge beside it', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(10 * 60_000);
    const past = later(2 * 60_000);
    expect(await rig.session.seek(past)).toEqual({ ok: true, value: past });
    await eventually(() => expect(rig.store.get(missionSecondAtom)).toBe(past));
    expect(rig.store.get(edgeSecondAtom)).toBe(rig.time());
    expect(rig.store.get(wallSecondAtom)).toBe(rig.time());
    expect(rig.store.get(sliceAtoms.telemetry)?.at(-1)?.timestamp).toBe(past);
    expect(rig.store.get(sliceAtoms.clock)?.time).toBe(past);
  });

  it('shows the past that is played between updates, and not ahead of them for long', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(10 * 60_000);
    const past = later(2 * 60_000);
    await rig.session.seek(past);
    expect(await rig.session.setRate(1)).toEqual({ ok: true, value: 1 });
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.replayRate).toBe(1));
    rig.ticks(4);
    expect(rig.store.get(missionSecondAtom)).toBe(later(1000, past));
    // The mission in step with UTC advances without updates, the past does not.
    rig.ticks(PATIENCE_TICKS - 5);
    expect(rig.store.get(missionSecondAtom)).toBe(later(2000, past));
    expect(rig.store.get(edgeSecondAtom)).toBe(later(5000, rig.time()));
  });

  it('refuses what a lost worker has not answered, and works with the next one', async () => {
    const rig = startLink();
    expect((await rig.session.setRate(5)).ok).toBe(false);
    await rig.connected();
    rig.workers[0]?.mute('everything');
    const unanswered = rig.session.setRate(5);
    rig.ticks(PATIENCE_TICKS);
    expect(await unanswered).toEqual({
      ok: false,
      message: 'The simulation is restarting. Try again in a moment.',
    });
    await rig.connected();
    expect((await rig.session.setRate(10)).ok).toBe(true);
  });

  it('continues branches, the rate and the pause with a new worker', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    await rig.session.takeOver();
    await rig.session.renameBranch({ id: 'B', name: 'wing folded' });
    await rig.session.setRate(0);
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.rate).toBe(0));
    const before = rig.store.get(sliceAtoms.transport);
    rig.workers[0]?.fail('boom');
    await rig.connected();
    expect(rig.workers).toHaveLength(2);
    // The other windows do not wait for the former console.
    expect(rig.goodbyes).toEqual([['1'.repeat(32), 'console-1']]);
    expect(rig.store.get(sliceAtoms.transport)).toEqual(before);
    expect(before?.branches.map(({ name }) => name)).toEqual(['A', 'wing folded']);
    expect((await rig.takeRecording())?.entries).toEqual([]);
  });
});

describe('a recording', () => {
  const RECORDED = recordingOf(simulateInputs());
  const COST_MS = 3_600_000;
  const UNPLAYABLE = {
    ...RECORDED,
    entries: RECORDED.entries.map((entry) => ({ ...entry, input: null as never })),
  };

  it('of the mission has all that its worker has recorded, even after the worker is lost', async () => {
    const rig = startLink();
    expect(await rig.takeRecording()).toBeUndefined();
    await rig.connected();
    await rig.live(90_000);
    const { header, entries, marks, time } = rig.workers[0]?.mission()?.record() ?? {};
    expect(marks).toHaveLength(1);
    for (let attempt = 0; attempt <= ATTEMPTS_TO_RESUME; attempt++) {
      expect(rig.logged()).toMatchObject({ header, entries, marks, time });
      rig.workers.at(-1)?.mute('everything');
      rig.workers.at(-1)?.fail('boom');
      while (rig.link().status === 'lost' && rig.workers.at(-1)?.wasClosed()) rig.ticks(1);
    }
  });

  it('of a branch is lived through in a worker of its own to the hash of its last instant', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(90_000);
    await rig.session.seek(later(60_000));
    await rig.session.takeOver();
    await rig.operations.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T18:00' });
    const taken = await rig.takeRecording();
    expect(taken?.entries.map(({ input }) => input.kind)).toEqual(['operation']);
    expect(taken?.marks.at(-1)).toMatchObject({
      time: taken?.time,
      entryCount: 1,
      hash: rig.workers[0]?.mission()?.mission.hash(),
    });
    expect(await rig.check(taken as NonNullable<typeof taken>)).toEqual({
      equalCount: 2,
      differsAt: undefined,
    });
    expect(rig.workers.map(({ wasClosed }) => wasClosed())).toEqual([false, true]);
    expect(rig.link()).toEqual({ status: 'connected' });
  });

  it('is taken from the log while there is no worker', async () => {
    const rig = startLink({ isStarting: (index) => index === 0 });
    await rig.connected();
    await rig.live(90_000);
    rig.workers[0]?.fail('boom');
    const taken = await rig.takeRecording();
    expect(taken).toMatchObject({ header: { seed: 1 }, marks: [{}], time: rig.time() });
    const checked = rig.check(taken as NonNullable<typeof taken>);
    rig.workers.at(-1)?.fail();
    await expect(checked).rejects.toThrow('the worker did not start');
  });

  it('replaces the mission, and a notice says how many hashes are equal', async () => {
    const rig = startLink();
    await rig.connected();
    const onShown = vi.fn();
    rig.open(RECORDED, COST_MS, onShown);
    expect(rig.link()).toEqual({ status: 'connecting' });
    expect(rig.store.get(sliceAtoms.commands)).toBeUndefined();
    expect(onShown).not.toHaveBeenCalled();
    await rig.connected();
    expect(onShown).toHaveBeenCalledOnce();
    expect(rig.announced.map(({ text }) => text)).toEqual(['The recording is opened. 15 hashes equal.']);
    expect(rig.store.get(sliceAtoms.timeline)?.map(({ title }) => title)).toContain('Antenna test');
    expect(rig.workers[0]?.wasClosed()).toBe(true);
    expect(rig.logged()).toMatchObject({ header: { seed: 7 }, marks: RECORDED.marks });
    // Another worker continues it.
    rig.workers.at(-1)?.fail('boom');
    await rig.connected();
    expect(rig.announced.at(-1)?.text).toMatch(/^The simulation restarted and resumes from 12:15:00/);
  });

  it('gives its worker the time to live through it', async () => {
    const rig = startLink({ isStarting: (index) => index !== 1 });
    await rig.connected();
    rig.open(RECORDED, COST_MS);
    rig.ticks(PATIENCE_TICKS + 3);
    expect(rig.link()).toEqual({ status: 'connecting' });
    rig.ticks(1);
    expect(rig.workers).toHaveLength(3);
  });

  it('that fails leaves the mission before it, and says so', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.operations.handOverConsole('duty crew');
    const onShown = vi.fn();
    rig.open(UNPLAYABLE, COST_MS, onShown);
    await eventually(() => expect(rig.workers).toHaveLength(3));
    await rig.connected();
    expect(rig.announced.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Failed to open the recording: .+ The mission before it continues\.$/),
    );
    expect(rig.workers.at(-1)?.mission()?.mission.header.seed).toBe(1);
    expect(rig.store.get(sliceAtoms.duty)?.holder).toBe('duty crew');
    expect(onShown).not.toHaveBeenCalled();
  });

  it('refuses the requests of the mission that it replaces', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.mute('everything');
    const outcome = rig.operations.handOverConsole('duty crew');
    rig.open(RECORDED, COST_MS);
    expect(await outcome).toEqual({
      ok: false,
      message: 'Another mission was opened. The request was not carried out.',
    });
  });
});

describe('the mission of the window', () => {
  it('has an id, its log, and another id once it is another mission', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(90_000);
    const { header } = rig.workers[0]?.mission()?.record() ?? {};
    await rig.session.takeOver();
    await eventually(() => expect(rig.store.get(sliceAtoms.transport)?.branch).toBe('B'));
    expect(rig.missionId()).toBe('1'.repeat(32));
    expect(rig.logged()).toMatchObject({ header, marks: [{}], branches: [{ view: { id: 'B' } }] });
    rig.workers[0]?.fail('boom');
    await rig.connected();
    expect(rig.missionId()).toBe('1'.repeat(32));

    rig.open(recordingOf(simulateInputs()), 3_600_000);
    await rig.connected();
    expect(rig.missionId()).toBe('2'.repeat(32));
    expect(rig.logged()?.header.seed).toBe(7);
    expect(rig.memory.read('1'.repeat(32))).toBeUndefined();
  });

  it('has another id after its state has crashed every worker', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    for (let attempt = 1; attempt <= ATTEMPTS_TO_RESUME + 1; attempt++) {
      rig.workers.at(-1)?.fail('boom');
      while (rig.workers.length <= attempt) rig.ticks(1);
      await rig.connected();
    }
    expect(rig.missionId()).toBe('2'.repeat(32));
  });
});

describe('a mission that the browser keeps', () => {
  const ID = '1'.repeat(32);
  async function startKept(options: LinkOptions = {}) {
    const database = fakeDatabase();
    const rig = startLink({ database, ...options });
    await rig.connected();
    rig.keepMissions(true);
    await rig.live(60_000);
    await eventually(() => expect(rig.store.get(keepingAtom).status).toBe('on'));
    return { ...rig, database };
  }

  it('is nowhere in the page, and continues from the database with the next worker', async () => {
    const rig = await startKept();
    await rig.operations.queueCommand({ name: 'Data Downlink', scheduledTime: '2027-01-01T00:00' });
    await eventually(() => expect(rig.logged()).toBeUndefined());
    rig.workers[0]?.fail('boom');
    await rig.connected();
    expect(rig.missionId()).toBe(ID);
    expect(rig.announced.at(-1)?.text).toMatch(/^The simulation restarted and resumes from 12:01:00/);
    expect(rig.store.get(sliceAtoms.commands)?.map(({ name }) => name)).toContain('Data Downlink');
    // It is kept without another word from the user.
    await rig.operations.handOverConsole('duty crew');
    await rig.live(2000);
    await eventually(() => expect(rig.logged()).toBeUndefined());
    expect(rig.database.read(ID)?.record.entries.at(-1)?.input).toMatchObject({ name: 'handOverConsole' });
  });

  it('is waited for while the database cannot be read, and no other mission begins', async () => {
    const rig = await startKept();
    const { load } = rig.database;
    rig.database.load = () => Promise.reject(new DOMException('the disk is gone', 'DataError'));
    rig.workers[0]?.fail('boom');
    for (let attempt = 2; attempt <= ATTEMPTS_TO_RESUME + 4; attempt++) {
      await eventually(() => expect(rig.link()).toEqual({ status: 'lost', attempt }));
      rig.ticks(LONGEST_PAUSE_TICKS);
    }
    expect(rig.store.get(linkFailureAtom)?.reason).toBe('the disk is gone');
    rig.database.load = load;
    rig.ticks(LONGEST_PAUSE_TICKS);
    await rig.connected();
    expect(rig.missionId()).toBe(ID);
  });

  it('is recorded from the database while its worker does not answer', async () => {
    const rig = await startKept();
    rig.workers[0]?.mute('everything');
    const recording = rig.takeRecording();
    rig.ticks(PATIENCE_TICKS);
    expect(await recording).toMatchObject({ header: { seed: 1 }, time: rig.time(), marks: [{}] });
  });

  it('is written to its end before another mission replaces it', async () => {
    const rig = await startKept();
    await rig.live(20_000);
    expect(rig.database.read(ID)?.record.time).toBeLessThan(rig.time());
    rig.begin({});
    await eventually(() => expect(rig.workers[0]?.wasClosed()).toBe(true));
    expect(rig.database.read(ID)?.record.time).toBe(rig.time());
  });

  it('is in the memory of the page once the database fails, which is announced once', async () => {
    const rig = await startKept();
    rig.database.fail(new DOMException('no room', 'QuotaExceededError'));
    for (const holder of ['duty crew', 'operator'] as const) await rig.operations.handOverConsole(holder);
    expect(rig.logged()?.entries).toHaveLength(2);
    expect(rig.announced.filter(({ id }) => id === 'keeping-stopped')).toEqual([
      expect.objectContaining({
        level: 'warning',
        text: 'This browser no longer keeps the mission: the storage of this browser is full. Everything else continues.',
      }),
    ]);
  });

  it('is in the memory of the page while the user has keeping switched off', async () => {
    const rig = await startKept();
    rig.keepMissions(false);
    await eventually(() => expect(rig.store.get(keepingAtom).status).toBe('off'));
    await eventually(() => expect(rig.logged()).toBeDefined());
    const kept = rig.database.read(ID);
    await rig.operations.handOverConsole('duty crew');
    rig.workers[0]?.fail('boom');
    await rig.connected();
    await rig.operations.handOverConsole('operator');
    expect(rig.logged()?.entries.filter(({ input }) => input.kind === 'operation')).toHaveLength(2);
    expect(rig.database.read(ID)).toEqual(kept);
  });
});

describe('a new mission', () => {
  it.each([
    ['of a profile', { profile: 'calm' } as const],
    ['with an exercise', { exercise: EXERCISE_CATALOGUE[0].id } as const],
  ])('%s replaces the mission, and another worker continues it', async (_case, begin) => {
    const rig = startLink();
    await rig.connected();
    rig.begin(begin);
    await rig.connected();
    expect(rig.consoles.at(-1)).toMatchObject({ missionId: '2'.repeat(32), begin });
    expect(rig.logged()?.header).toMatchObject(begin);
    expect(rig.store.get(sliceAtoms.exercise) !== undefined).toBe('exercise' in begin);
    await rig.operations.queueCommand({ name: 'Data Downlink', scheduledTime: '2027-01-01T00:00' });
    rig.workers.at(-1)?.fail('boom');
    await rig.connected();
    expect(rig.consoles.at(-1)).toMatchObject({ missionId: '2'.repeat(32), begin: undefined });
    expect(rig.logged()?.header).toMatchObject(begin);
    expect(rig.store.get(sliceAtoms.commands)?.map(({ name }) => name)).toContain('Data Downlink');
  });
});

describe('a kept mission', () => {
  const ID = 'a'.repeat(32);
  const NAMED = { id: ID, name: 'the mission of 12:00' };
  const kept = (): SessionRecord => {
    const { header, entries, marks, keyframe, time } = structuredClone(simulateInputs().record());
    return { header, entries, marks, keyframe, time };
  };
  /** Writes the log of an earlier visit. */
  function log({ memory }: ReturnType<typeof startLink>, record: SessionRecord, build = 'one'): void {
    const { header, time, entries, marks, keyframe } = record;
    const counts = { entryCount: entries.length, markCount: marks.length };
    const head = { id: ID, generation: 'earlier', build, header, time, savedAt: time, ...counts };
    memory.write({ head, piece: { entries, marks }, number: 0, keyframe });
  }
  const QUARTER_MS = 900_000;

  it('is continued in step with UTC, lives through the time away, and keeps its id', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.operations.handOverConsole('operator');
    await rig.live(40 * 60_000);
    log(rig, kept());
    rig.continueMission(NAMED, QUARTER_MS);
    await rig.connected();
    expect(rig.consoles.at(-1)).toMatchObject({ missionId: ID, join: ID, name: 'Desk' });
    expect(rig.missionId()).toBe(ID);
    expect(rig.logged()?.header.seed).toBe(7);
    expect(rig.store.get(sliceAtoms.timeline)?.map(({ title }) => title)).toContain('Antenna test');
    expect(rig.store.get(sliceAtoms.transport)).toMatchObject({ isInStep: true, rate: 1 });
    await rig.live(1000);
    expect(rig.store.get(sliceAtoms.clock)?.time).toBe(rig.time());
    expect(rig.announced.at(-1)?.text).toMatch(/25 min/);
    // Another worker continues it, and joins nobody.
    rig.workers.at(-1)?.fail('boom');
    await rig.connected();
    expect(rig.consoles.at(-1)).toMatchObject({ missionId: ID, join: undefined });
    expect(rig.logged()?.header.seed).toBe(7);
  });

  it('that another build has kept is lived through from its start', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(QUARTER_MS);
    log(rig, kept(), 'another');
    rig.continueMission(NAMED, QUARTER_MS);
    await rig.connected();
    expect(rig.store.get(sliceAtoms.timeline)?.map(({ title }) => title)).toContain('Antenna test');
    expect(rig.logged()?.marks).toEqual(kept().marks);
  });

  it.each([
    [
      'cannot be restored, and is too long to be lived through',
      (record: SessionRecord) => ({
        ...record,
        header: { ...record.header, startTime: later(-2 * MS_PER_DAY) },
        keyframe: record.keyframe && { ...record.keyframe, hash: '0'.repeat(16) },
      }),
    ],
    [
      'is not readable',
      (record: SessionRecord) => ({
        ...record,
        entries: record.entries.map((entry) => ({ ...entry, input: null as never })),
        keyframe: undefined,
      }),
    ],
  ])('that %s leaves the running mission, and says why', async (_why, damage) => {
    const rig = startLink();
    await rig.connected();
    await rig.operations.handOverConsole('duty crew');
    log(rig, damage(kept()));
    rig.continueMission(NAMED, QUARTER_MS);
    await eventually(() => expect(rig.workers).toHaveLength(3));
    await rig.connected();
    const failures = rig.announced.filter(({ id }) => id === 'recording-failed');
    expect(failures.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Failed to continue the mission of 12:00: .+[^.]\. The mission before it continues\.$/,
      ),
    ]);
    expect(failures[0]?.text).not.toContain('Simulation restarted');
    expect(rig.restarts()).toEqual([]);
    expect(rig.missionId()).toBe('1'.repeat(32));
    expect(rig.logged()?.header.seed).toBe(1);
    expect(rig.store.get(sliceAtoms.duty)?.holder).toBe('duty crew');
  });
});
