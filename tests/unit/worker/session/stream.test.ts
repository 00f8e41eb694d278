import { expose, proxy, wrap } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type MissionControl,
  type MissionUpdate,
  SLICE_NAMES,
} from '../../../../src/shared/contract/mission-control.ts';
import { MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { SUSPENDED_MS } from '../../../../src/worker/session/clock/follow-utc.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  applyUpdates,
  asListener,
  GROUNDED,
  later,
  recordUpdates,
  startMission,
  startUneventfulMission,
} from '../../../support/mission.ts';

describe('a subscription', () => {
  it('delivers the snapshot first, then only changed slices', () => {
    const mission = startUneventfulMission();
    mission.advanceTo(later(1000)); // the contact plan extends at T0, which is on its grid
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    expect(updates.map(({ slices }) => Object.keys(slices))).toEqual([[...SLICE_NAMES]]);
    expect(updates[0]?.slices).toEqual(mission.snapshot());

    mission.advanceTo(later(2000));
    mission.advanceTo(later(2500));
    mission.advanceTo(later(5000));
    mission.advanceTo(later(30_000));
    expect(updates.slice(1).map(({ slices }) => Object.keys(slices))).toEqual([
      ['clock'],
      ['clock', 'telemetry', 'spacecraft'],
      // In a pass: the expected downlink until its end decreases.
      ['clock', 'telemetry', 'ephemerides', 'performance', 'spacecraft', 'advice'],
    ]);
  });

  it('numbers the changes of each slice and dates each update', () => {
    const mission = startMission();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    mission.advanceTo(later(5000));
    mission.advanceTo(later(10_000));
    const revisions = updates.map(({ slices }) => slices.telemetry?.revision ?? 0);
    expect(revisions).toEqual([revisions[0], (revisions[0] ?? 0) + 1, (revisions[0] ?? 0) + 2]);
    expect(updates.map(({ time }) => time)).toEqual([later(0), later(5000), later(10_000)]);
  });

  it('sends a late subscriber the snapshot and an unsubscribed one nothing', () => {
    const mission = startMission();
    const early = recordUpdates();
    const id = mission.control.subscribe(early.listener);
    mission.advanceTo(later(60_000));
    mission.control.unsubscribe(id);
    const late = recordUpdates();
    mission.control.subscribe(late.listener);
    mission.advanceTo(later(61_000));
    expect(early.updates).toHaveLength(2);
    expect(late.updates).toHaveLength(2);
    expect(applyUpdates(late.updates)).toEqual(mission.snapshot());
  });

  it('treats an unknown id as an ended subscription', () => {
    expect(() => startMission().control.unsubscribe(99)).not.toThrow();
  });

  it('serves two listeners independently', () => {
    const mission = startMission();
    const [a, b] = [recordUpdates(), recordUpdates()];
    mission.control.subscribe(a.listener);
    mission.control.subscribe(b.listener);
    mission.advanceTo(later(5000));
    expect(a.updates[1]).toEqual(b.updates[1]);
  });
});

describe('back-pressure', () => {
  /** Creates a listener that answers when the test decides. */
  function slowListener() {
    const updates: MissionUpdate[] = [];
    const answers: (() => void)[] = [];
    const listener = asListener((update) => {
      updates.push(update);
      return new Promise<void>((resolve) => answers.push(resolve));
    });
    return { updates, listener, answer: () => answers.shift()?.() };
  }

  it('merges events for a listener that has not acknowledged into one update with the newest slices and every notice', async () => {
    const mission = startMission();
    const { updates, listener, answer } = slowListener();
    mission.control.subscribe(listener);
    mission.advanceTo(later(5000));
    mission.advanceTo(later(MS_PER_H));
    mission.advanceTo(later(2 * MS_PER_H));
    expect(updates).toHaveLength(1);
    answer();
    await eventually(() => expect(updates).toHaveLength(2));
    expect(applyUpdates(updates)).toEqual(mission.snapshot());
    const caughtUp = updates[1]?.notices.filter(({ text }) => text.includes('has caught up'));
    expect(caughtUp).toHaveLength(2);
    expect(updates[1]?.time).toBe(later(2 * MS_PER_H));
  });

  it('holds one update, not a queue, for a listener that never answers', () => {
    const mission = startMission();
    const { updates, listener } = slowListener();
    mission.control.subscribe(listener);
    for (let second = 1; second <= 1000; second++) mission.advanceTo(later(second * 1000));
    expect(updates).toHaveLength(1);
  });

  it('keeps the newest hundred notices for a listener that never acknowledges', async () => {
    const mission = startUneventfulMission({ propagators: GROUNDED });
    const { updates, listener, answer } = slowListener();
    mission.control.subscribe(listener);
    for (let gap = 1; gap <= 120; gap++) mission.advanceTo(later(gap * (SUSPENDED_MS + 1)));
    answer();
    await eventually(() => expect(updates).toHaveLength(2));
    const ids = updates[1]?.notices.map(({ id }) => id) ?? [];
    const newest = ids.at(-1) ?? 0;
    expect(newest).toBeGreaterThanOrEqual(120); // each gap is reported as such
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => newest - 99 + index));
  });

  it('continues after a listener has failed', async () => {
    const mission = startMission();
    const seen: MissionUpdate[] = [];
    const rejections: unknown[] = [];
    const keep = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', keep);
    mission.control.subscribe(
      asListener((update) => {
        seen.push(update);
        return seen.length === 1 ? Promise.reject(new Error('boom')) : Promise.resolve();
      }),
    );
    await eventually(() => expect(rejections).toHaveLength(1));
    mission.advanceTo(later(5000));
    expect(seen).toHaveLength(2);
    process.off('unhandledRejection', keep);
  });
});

describe('notices', () => {
  it('wait for the first listener and are delivered once', () => {
    const mission = startMission({ profile: 'none' });
    mission.advanceTo(later(MS_PER_H));
    const [first, second] = [recordUpdates(), recordUpdates()];
    mission.control.subscribe(first.listener);
    mission.control.subscribe(second.listener);
    mission.advanceTo(later(MS_PER_H + 1000));
    expect(first.updates.flatMap(({ notices }) => notices)).toHaveLength(1);
    expect(second.updates.flatMap(({ notices }) => notices)).toHaveLength(0);
  });
});

describe('over a real channel with Comlink', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  function connect(mission = startMission()) {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose(mission.control, port1);
    return { mission, control: wrap<MissionControl>(port2) };
  }

  it('delivers the snapshot, typed arrays and all', async () => {
    const { mission, control } = connect();
    const updates: MissionUpdate[] = [];
    await control.subscribe(proxy((update: MissionUpdate) => void updates.push(update)));
    await eventually(() => expect(updates).toHaveLength(1));
    expect(updates[0]?.slices).toEqual(mission.snapshot());
  });

  it('has one update in flight and merges the rest until it is acknowledged', async () => {
    const { mission, control } = connect();
    const updates: MissionUpdate[] = [];
    const answers: (() => void)[] = [];
    const listener = proxy((update: MissionUpdate) => {
      updates.push(update);
      return new Promise<void>((resolve) => answers.push(resolve));
    });
    await control.subscribe(listener);
    await eventually(() => expect(updates).toHaveLength(1));
    for (let second = 1; second <= 100; second++) mission.advanceTo(later(second * 1000));
    // After a round trip on the same channel, everything sent before it has arrived.
    await control.unsubscribe(-1);
    expect(updates).toHaveLength(1);
    answers.shift()?.();
    await eventually(() => expect(updates).toHaveLength(2));
    expect(updates[1]?.time).toBe(later(100_000));
    expect(applyUpdates(updates)).toEqual(mission.snapshot());
  });

  it('stops on unsubscribe', async () => {
    const { mission, control } = connect();
    const updates: MissionUpdate[] = [];
    const id = await control.subscribe(proxy((update: MissionUpdate) => void updates.push(update)));
    await eventually(() => expect(updates).toHaveLength(1));
    await control.unsubscribe(id);
    mission.advanceTo(later(60_000));
    await control.unsubscribe(-1);
    expect(updates).toHaveLength(1);
  });
});
