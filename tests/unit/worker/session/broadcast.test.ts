import { describe, expect, it } from 'vitest';
import type {
  MissionUpdate,
  Notice,
  SliceName,
  Snapshot,
} from '../../../../src/shared/contract/mission-control.ts';
import { applyUpdate } from '../../../../src/ui/mission/link/apply-update.ts';
import { createBroadcast, type UpdateDraft } from '../../../../src/worker/session/broadcast.ts';
import { applyUpdates, later, startMission } from '../../../support/mission.ts';

const notice = (id: number): Notice => ({ id, level: 'info', time: later(id), text: `Notice ${id}` });

const START = startMission().snapshot();
/** Returns the snapshot with some slices renewed but equal. */
const renewed = (held: Snapshot, ...names: readonly SliceName[]): Snapshot => ({
  ...held,
  ...Object.fromEntries(names.map((name) => [name, { ...held[name], revision: held[name].revision + 1 }])),
});

/** Returns a draft at a second, numbered by that second. */
const draftAt = (second: number, slices: Snapshot = START): UpdateDraft => ({
  time: later(second * 1000),
  rate: 1,
  slices,
  notices: [notice(second)],
  handled: [`request-${second}`],
});

/** Creates a listener that answers when the test decides. */
function slowListener() {
  const updates: MissionUpdate[] = [];
  const answers: (() => void)[] = [];
  return {
    updates,
    listener: (update: MissionUpdate) => {
      updates.push(update);
      return new Promise<void>((resolve) => answers.push(resolve));
    },
    answer: async () => {
      answers.shift()?.();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

const noticeIds = (update: MissionUpdate | undefined): readonly number[] =>
  update?.notices.map(({ id }) => id) ?? [];

const sliceNames = (updates: readonly MissionUpdate[]) => updates.map(({ slices }) => Object.keys(slices));

describe('a broadcast', () => {
  it('sends a new listener the snapshot, then each update, while it acknowledges immediately', () => {
    const broadcast = createBroadcast();
    const updates: MissionUpdate[] = [];
    const second = renewed(START, 'clock');
    broadcast.subscribe((update) => void updates.push(update), draftAt(1));
    broadcast.publish(draftAt(2, second));
    broadcast.publish(draftAt(3, renewed(second, 'clock', 'realData')));
    expect(updates[0]).toEqual(draftAt(1));
    expect(sliceNames(updates.slice(1))).toEqual([['clock'], ['clock', 'realData']]);
    expect(updates.map(({ time, handled }) => ({ time, handled }))).toEqual(
      [1, 2, 3].map((at) => ({ time: later(at * 1000), handled: [`request-${at}`] })),
    );
  });

  it('merges for a listener that is busy: newest slices, every notice and request, in order', async () => {
    const broadcast = createBroadcast();
    const { updates, listener, answer } = slowListener();
    const second = renewed(START, 'clock', 'log');
    const third = renewed(second, 'clock', 'telemetry');
    broadcast.subscribe(listener, draftAt(1));
    broadcast.publish(draftAt(2, second));
    broadcast.publish(draftAt(3, third));
    await answer();
    expect(updates.slice(1)).toMatchObject([
      {
        time: later(3000),
        notices: [notice(2), notice(3)],
        handled: ['request-2', 'request-3'],
      },
    ]);
    expect(sliceNames(updates.slice(1))).toEqual([['clock', 'telemetry', 'log']]);
    expect(applyUpdates(updates)).toEqual(third);
  });

  it('delivers nothing twice: what waited is removed on delivery', async () => {
    const broadcast = createBroadcast();
    const { updates, listener, answer } = slowListener();
    broadcast.subscribe(listener, draftAt(1));
    broadcast.publish(draftAt(2));
    await answer();
    await answer();
    expect(updates.map(noticeIds)).toEqual([[1], [2]]);
    broadcast.publish(draftAt(3));
    expect(updates.map(noticeIds)).toEqual([[1], [2], [3]]);
  });

  it('is not delayed for others by a slow listener', () => {
    const broadcast = createBroadcast();
    const slow = slowListener();
    const quick: MissionUpdate[] = [];
    broadcast.subscribe(slow.listener, draftAt(1));
    broadcast.subscribe((update) => void quick.push(update), draftAt(1));
    for (const second of [2, 3, 4]) broadcast.publish(draftAt(second));
    expect(slow.updates.map(noticeIds)).toEqual([[1]]);
    expect(quick.map(noticeIds)).toEqual([[1], [2], [3], [4]]);
  });

  it('ends with its subscription, also for waiting updates; the others continue', async () => {
    const broadcast = createBroadcast();
    const [gone, staying] = [slowListener(), slowListener()];
    const id = broadcast.subscribe(gone.listener, draftAt(1));
    const other = broadcast.subscribe(staying.listener, draftAt(1));
    expect(id).not.toBe(other);
    broadcast.publish(draftAt(2));
    broadcast.unsubscribe(id);
    broadcast.unsubscribe(99);
    await gone.answer();
    await staying.answer();
    expect(gone.updates.map(noticeIds)).toEqual([[1]]);
    expect(staying.updates.map(noticeIds)).toEqual([[1], [2]]);
  });

  it('keeps the newest hundred notices for the first listener', () => {
    const broadcast = createBroadcast();
    for (let second = 1; second <= 120; second++) broadcast.publish(draftAt(second));
    const [first, second]: [MissionUpdate[], MissionUpdate[]] = [[], []];
    const id = broadcast.subscribe((update) => void first.push(update), draftAt(121));
    broadcast.subscribe((update) => void second.push(update), draftAt(121));
    const unheard = Array.from({ length: 100 }, (_, index) => 21 + index);
    expect(noticeIds(first[0])).toEqual([...unheard, 121]);
    expect(noticeIds(second[0])).toEqual([121]);
    broadcast.publish(draftAt(122));
    broadcast.unsubscribe(id);
    const third: MissionUpdate[] = [];
    broadcast.subscribe((update) => void third.push(update), draftAt(123));
    expect(noticeIds(third[0])).toEqual([123]);
  });

  it('sends each listener only the list entries new to it, whatever it has missed', async () => {
    const broadcast = createBroadcast();
    const slow = slowListener();
    const quick: MissionUpdate[] = [];
    const [command] = START.commands.value;
    const revise = (held: Snapshot, commands: Snapshot['commands']['value']): Snapshot => ({
      ...held,
      commands: { revision: held.commands.revision + 1, value: commands },
    });
    const added = (id: string) => ({ ...(command ?? expect.fail('There is no command.')), id });
    const second = revise(START, [...START.commands.value, added('cmd-a')]);
    const third = revise(second, [...second.commands.value.slice(1), added('cmd-b')]);
    broadcast.subscribe(slow.listener, draftAt(1));
    broadcast.subscribe((update) => void quick.push(update), draftAt(1));
    broadcast.publish(draftAt(2, second));
    broadcast.publish(draftAt(3, third));
    await slow.answer();
    expect(applyUpdates(slow.updates)).toEqual(third);
    expect(applyUpdates(quick)).toEqual(third);
    const sent = (updates: readonly MissionUpdate[]) =>
      updates.slice(1).map(({ slices }) => {
        const text = JSON.stringify(slices.commands);
        return ['cmd-1', 'cmd-a', 'cmd-b'].filter((id) => text.includes(`"${id}"`));
      });
    expect(sent(quick)).toEqual([['cmd-a'], ['cmd-b']]);
    expect(sent(slow.updates)).toEqual([['cmd-a', 'cmd-b']]);
  });

  it('sends the snapshot again to a listener that has failed', async () => {
    const broadcast = createBroadcast();
    const updates: MissionUpdate[] = [];
    broadcast.subscribe((update) => {
      updates.push(update);
      if (updates.length === 2) throw new Error('boom');
    }, draftAt(1));
    const second = renewed(START, 'commands');
    expect(() => broadcast.publish(draftAt(2, second))).toThrow('boom');
    const third = renewed(second, 'clock');
    broadcast.publish(draftAt(3, third));
    broadcast.publish(draftAt(4, renewed(third, 'clock')));
    expect(updates[2]?.slices).toEqual(third);
    expect(sliceNames(updates.slice(3))).toEqual([['clock']]);
    // It may not know of the requests either, and their callers would wait forever.
    expect(updates.slice(2).map(({ handled }) => handled)).toEqual([
      ['request-2', 'request-3'],
      ['request-4'],
    ]);
  });

  it('does so after a late failure too, and reports the error', async () => {
    const told = process.listeners('unhandledRejection');
    const errors: unknown[] = [];
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => errors.push(error));
    try {
      const broadcast = createBroadcast();
      const updates: MissionUpdate[] = [];
      broadcast.subscribe((update) => {
        updates.push(update);
        return updates.length === 2 ? Promise.reject(new Error('boom')) : undefined;
      }, draftAt(1));
      const second = renewed(START, 'commands');
      broadcast.publish(draftAt(2, second));
      const third = renewed(second, 'clock');
      broadcast.publish(draftAt(3, third));
      await new Promise<void>((resolve) => setImmediate(resolve));
      expect(updates[2]?.slices).toEqual(third);
      expect(errors).toEqual([new Error('boom')]);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of told) process.on('unhandledRejection', listener);
    }
  });

  it('delivers an update caused by a listener after the present one', () => {
    const broadcast = createBroadcast();
    const times: number[] = [];
    const second = renewed(START, 'commands');
    let shownThen: Snapshot | undefined;
    broadcast.subscribe((update) => {
      if (times.length === 0) broadcast.publish(draftAt(2, second));
      times.push(update.time);
      shownThen = applyUpdate(shownThen, update);
    }, draftAt(1));
    expect(times).toEqual([later(1000), later(2000)]);
    expect(shownThen).toEqual(second);
  });
});
