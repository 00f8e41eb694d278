import { describe, expect, it } from 'vitest';
import type { MissionUpdate, Notice, SliceName } from '../../../src/shared/mission-control.ts';
import { createBroadcast } from '../../../src/worker/broadcast.ts';
import { later } from '../../support/mission.ts';

const notice = (id: number): Notice => ({ id, level: 'info', time: later(id), text: `Notice ${id}` });

/** An update at a number of seconds, which says that many and changes some slices. */
const updateAt = (second: number, names: readonly SliceName[] = []): MissionUpdate => ({
  time: later(second * 1000),
  slices: Object.fromEntries(names.map((name) => [name, { revision: second, value: second }])),
  notices: [notice(second)],
  handled: [`request-${second}`],
  resume: second,
});

/** A listener that answers when it is told to. */
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

describe('a broadcast', () => {
  it('gives the new listener the whole, then each update as it comes, while it answers at once', () => {
    const broadcast = createBroadcast();
    const updates: MissionUpdate[] = [];
    broadcast.subscribe((update) => void updates.push(update), updateAt(1, ['clock', 'log']));
    broadcast.publish(updateAt(2, ['clock']));
    broadcast.publish(updateAt(3, ['clock']));
    expect(updates).toEqual([updateAt(1, ['clock', 'log']), updateAt(2, ['clock']), updateAt(3, ['clock'])]);
  });

  it('merges for a listener that is busy: newest slices, every notice and request, in order', async () => {
    const broadcast = createBroadcast();
    const { updates, listener, answer } = slowListener();
    broadcast.subscribe(listener, updateAt(1));
    broadcast.publish(updateAt(2, ['clock', 'log']));
    broadcast.publish(updateAt(3, ['clock', 'telemetry']));
    await answer();
    const [{ slices: second }, { slices: third }] = [
      updateAt(2, ['clock', 'log']),
      updateAt(3, ['clock', 'telemetry']),
    ];
    expect(updates.slice(1)).toEqual([
      {
        time: later(3000),
        slices: { ...second, ...third },
        notices: [notice(2), notice(3)],
        handled: ['request-2', 'request-3'],
        resume: 3,
      },
    ]);
  });

  it('delivers nothing twice: what waited is gone once it has been delivered', async () => {
    const broadcast = createBroadcast();
    const { updates, listener, answer } = slowListener();
    broadcast.subscribe(listener, updateAt(1));
    broadcast.publish(updateAt(2));
    await answer();
    await answer();
    expect(updates.map(noticeIds)).toEqual([[1], [2]]);
    broadcast.publish(updateAt(3));
    expect(updates.map(noticeIds)).toEqual([[1], [2], [3]]);
  });

  it('lets a slow listener hold up nobody else', () => {
    const broadcast = createBroadcast();
    const slow = slowListener();
    const quick: MissionUpdate[] = [];
    broadcast.subscribe(slow.listener, updateAt(1));
    broadcast.subscribe((update) => void quick.push(update), updateAt(1));
    for (const second of [2, 3, 4]) broadcast.publish(updateAt(second));
    expect(slow.updates.map(noticeIds)).toEqual([[1]]);
    expect(quick.map(noticeIds)).toEqual([[1], [2], [3], [4]]);
  });

  it('ends with its subscription, also for what was waiting; the others go on', async () => {
    const broadcast = createBroadcast();
    const [gone, staying] = [slowListener(), slowListener()];
    const id = broadcast.subscribe(gone.listener, updateAt(1));
    const other = broadcast.subscribe(staying.listener, updateAt(1));
    expect(id).not.toBe(other);
    broadcast.publish(updateAt(2));
    broadcast.unsubscribe(id);
    broadcast.unsubscribe(99);
    await gone.answer();
    await staying.answer();
    expect(gone.updates.map(noticeIds)).toEqual([[1]]);
    expect(staying.updates.map(noticeIds)).toEqual([[1], [2]]);
  });

  it('keeps what nobody is there to hear for the first that comes, the newest hundred of it', () => {
    const broadcast = createBroadcast();
    for (let second = 1; second <= 120; second++) broadcast.publish(updateAt(second));
    const [first, second]: [MissionUpdate[], MissionUpdate[]] = [[], []];
    const id = broadcast.subscribe((update) => void first.push(update), updateAt(121));
    broadcast.subscribe((update) => void second.push(update), updateAt(121));
    const unheard = Array.from({ length: 100 }, (_, index) => 21 + index);
    expect(noticeIds(first[0])).toEqual([...unheard, 121]);
    expect(noticeIds(second[0])).toEqual([121]);
    broadcast.publish(updateAt(122));
    broadcast.unsubscribe(id);
    const third: MissionUpdate[] = [];
    broadcast.subscribe((update) => void third.push(update), updateAt(123));
    expect(noticeIds(third[0])).toEqual([123]);
  });
});
