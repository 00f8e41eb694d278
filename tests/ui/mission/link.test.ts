import { expose, proxy, wrap } from 'comlink';
import { createStore } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MissionHost } from '../../../src/shared/mission-control.ts';
import type { EpochMs } from '../../../src/shared/units.ts';
import { linkStateAtom, missionSecondAtom, telemetryAtom } from '../../../src/ui/mission/atoms.ts';
import {
  ATTEMPTS_WITH_CHECKPOINT,
  LINK_TICK_MS,
  linkMission,
  SILENT_TICKS,
  STARTING_TICKS,
} from '../../../src/ui/mission/link.ts';
import { createMissionTime } from '../../../src/ui/mission/mission-time.ts';
import { createMission, type Mission } from '../../../src/worker/mission.ts';
import { createRandom } from '../../../src/worker/random.ts';
import { later, T0 } from '../../support/mission.ts';

/** A worker's end of a real channel, with a real mission; it does nothing by itself. */
interface TestWorker {
  readonly mission: () => Mission | undefined;
  readonly fail: (message: string) => void;
  readonly wasClosed: () => boolean;
}

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function startLink({ isStarting = () => true }: { isStarting?: (index: number) => boolean } = {}) {
  const store = createStore();
  const workers: TestWorker[] = [];
  const announced: { id: string; text: string }[] = [];
  let now = 0;
  let time: EpochMs = T0;
  let tick = (): void => undefined;

  const end = linkMission({
    store,
    missionTime: createMissionTime(),
    now: () => now,
    announce: (notice) => announced.push(notice),
    every: (_periodMs, callback) => {
      tick = callback;
      return () => undefined;
    },
    connect(onFailure) {
      const { port1, port2 } = new MessageChannel();
      cleanUps.push(() => port1.close());
      let mission: Mission | undefined;
      let closed = false;
      const host: MissionHost = {
        open(checkpoint) {
          mission = createMission({ clock: { now: () => time }, random: createRandom(1), checkpoint });
          return proxy(mission.control);
        },
      };
      if (isStarting(workers.length)) expose(host, port1);
      workers.push({ mission: () => mission, fail: onFailure, wasClosed: () => closed });
      return {
        host: wrap<MissionHost>(port2),
        close() {
          closed = true;
          port2.close();
        },
      };
    },
  });
  cleanUps.push(end);

  const link = () => store.get(linkStateAtom);
  return {
    store,
    workers,
    announced,
    link,
    end,
    ticks(count: number) {
      for (let index = 0; index < count; index++) {
        now += LINK_TICK_MS;
        tick();
      }
    },
    /** Lets mission time pass in the newest worker, and waits until the page has seen it. */
    async live(ms: number) {
      time = later(ms, time);
      now += ms;
      workers.at(-1)?.mission()?.advanceTo(time);
      await vi.waitFor(() =>
        expect(store.get(telemetryAtom)?.at(-1)?.timestamp).toBeGreaterThan(time - 5000),
      );
    },
    connected: () => vi.waitFor(() => expect(link().status).toBe('connected')),
    time: () => time,
  };
}

describe('the link', () => {
  it('connects with the first snapshot', async () => {
    const { store, link, connected } = startLink();
    expect(link()).toEqual({ status: 'connecting' });
    await connected();
    expect(store.get(telemetryAtom)).toHaveLength(20);
    expect(store.get(missionSecondAtom)).toBe(T0);
  });

  it('lets mission time run on between updates', async () => {
    const { store, ticks, connected } = startLink();
    await connected();
    ticks(4);
    expect(store.get(missionSecondAtom)).toBe(later(1000));
  });

  it('says that a silent worker is lost within 3 s, and not earlier than a late update can explain', async () => {
    const { link, ticks, connected } = startLink();
    await connected();
    ticks(SILENT_TICKS - 1);
    expect(link().status).toBe('connected');
    ticks(1);
    expect(link()).toEqual({ status: 'lost', attempt: 1 });
    expect(SILENT_TICKS * LINK_TICK_MS).toBeLessThan(3000);
  });

  it('starts a new worker at once, that carries on where the old one was last heard', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    const [old] = rig.workers;
    const lastSeen = old?.mission()?.snapshot();
    rig.ticks(SILENT_TICKS);
    expect(old?.wasClosed()).toBe(true);
    expect(rig.workers).toHaveLength(2);
    await rig.connected();
    expect(rig.workers[1]?.mission()?.snapshot()).toEqual(lastSeen);
    expect(rig.announced.map(({ text }) => text)).toEqual([
      'The simulation was restarted and carries on from 12:01:00 UTC.',
    ]);
  });

  it('restarts a worker that throws without waiting for its silence', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.fail('boom');
    expect(rig.link()).toEqual({ status: 'lost', attempt: 1 });
    await rig.connected();
    expect(rig.workers).toHaveLength(2);
  });

  it('does not listen to a worker that it has given up', async () => {
    const rig = startLink();
    await rig.connected();
    rig.workers[0]?.fail('boom');
    await rig.connected();
    const seen = rig.store.get(telemetryAtom);
    rig.workers[0]?.mission()?.advanceTo(later(60_000));
    rig.workers[0]?.fail('again');
    expect(rig.workers).toHaveLength(2);
    expect(rig.store.get(telemetryAtom)).toBe(seen);
  });

  it('gives a starting worker more time, then tries again with longer and longer pauses', async () => {
    const rig = startLink({ isStarting: (index) => index >= 3 });
    rig.ticks(STARTING_TICKS - 1);
    expect(rig.link()).toEqual({ status: 'connecting' });
    rig.ticks(1);
    expect(rig.link()).toEqual({ status: 'lost', attempt: 1 });
    expect(rig.workers).toHaveLength(2);
    rig.ticks(STARTING_TICKS);
    expect(rig.link()).toEqual({ status: 'lost', attempt: 2 });
    expect(rig.workers).toHaveLength(2);
    rig.ticks(4);
    expect(rig.workers).toHaveLength(3);
    rig.ticks(STARTING_TICKS + 8);
    expect(rig.workers).toHaveLength(4);
    await rig.connected();
  });

  it('starts anew, and says so, when the saved state brings down one worker after the other', async () => {
    const rig = startLink();
    await rig.connected();
    await rig.live(60_000);
    for (let attempt = 1; attempt <= ATTEMPTS_WITH_CHECKPOINT + 1; attempt++) {
      rig.workers.at(-1)?.fail('boom');
      while (rig.workers.length <= attempt) rig.ticks(1);
      await rig.connected();
    }
    const anew = rig.announced.filter(({ id }) => id === 'mission-anew');
    expect(anew.map(({ text }) => text)).toEqual([
      'The mission could not be carried on (boom). The simulation starts anew.',
    ]);
    expect(rig.workers.at(-1)?.mission()?.snapshot().clock.value.startTime).toBe(rig.time() - 7 * 86_400_000);
  });

  it('forgets an outage once the new worker has lived for a while', async () => {
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

  it('ends with the worker', async () => {
    const rig = startLink();
    await rig.connected();
    rig.end();
    expect(rig.workers[0]?.wasClosed()).toBe(true);
  });
});
