import { describe, expect, it } from 'vitest';
import type { RoomHome } from '../../../../src/gateway/rooms/home.ts';
import { SERVER_ROOM_LIMITS } from '../../../../src/gateway/rooms/limits.ts';
import { createMemoryHome } from '../../../../src/gateway/rooms/memory-home.ts';
import { ROOM_CLOSE } from '../../../../src/shared/contract/room.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { eventually } from '../../../support/eventually.ts';
import { handClock } from '../../../support/gateway.ts';
import { createMemoryExchange } from '../../../support/memory-exchange.ts';
import { bookmark, type PlayedConsole, roomBeginning, startRooms } from '../../../support/room-consoles.ts';

const NOW = handClock().time;
const H = 3600;

/** Starts processes with one home, one clock and a room, and with what they tell each other. */
async function startProcesses(count: number, limits = {}, home = createMemoryHome()) {
  const clock = handClock();
  const exchange = createMemoryExchange();
  const processes = Array.from({ length: count }, () => {
    const link = exchange.open();
    return { ...startRooms({ home, clock, limits, exchange: link.exchange }), link };
  });
  const [first, second] = processes;
  if (!first || !second) throw new Error('These are too few.');
  const { id, operatorKey } = await first.begin();
  const viewerKey = async (): Promise<string> => {
    const operator = await first.enter(id, 'asks', operatorKey);
    const { viewerKey: key = '' } = await operator.hears('welcome');
    operator.leave();
    return key;
  };
  /** Lets time pass for all processes, second by second. */
  function pass(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      for (const { server } of processes) server.tick();
    }
  }
  return { processes, first, second, clock, home, id, operatorKey, viewerKey: await viewerKey(), pass };
}

const shown = (console: PlayedConsole) => {
  const room = console.heard('room').at(-1);
  return room && [room.consoles.map(({ id }) => id), room.viewerCount, room.lead];
};

describe('a room in several processes', () => {
  it('shows everybody the same consoles, viewers and lead', async () => {
    const { processes, first, second, id, operatorKey, viewerKey, pass } = await startProcesses(3);
    const third = processes[2] ?? second;
    const zoe = await first.enter(id, 'zoe', operatorKey);
    pass(1);
    const anna = await second.enter(id, 'anna', operatorKey);
    pass(1);
    const bert = await first.enter(id, 'bert', operatorKey);
    const walls = [
      await first.enter(id, 'wall', viewerKey),
      await second.enter(id, 'wall', viewerKey),
      await third.enter(id, 'wall', viewerKey),
    ];
    pass(4);
    for (const console of [zoe, anna, bert, ...walls]) {
      expect(shown(console)).toEqual([['zoe', 'anna', 'bert'], 3, 'zoe']);
    }
    anna.say({ type: 'presence', presence: { name: 'Anna', kind: 'desk', past: epochMs(NOW) } });
    zoe.leave();
    pass(2);
    for (const console of [anna, bert, ...walls]) {
      expect(shown(console)).toEqual([['anna', 'bert'], 3, 'anna']);
      expect(console.heard('room').at(-1)?.consoles[0]).toMatchObject({ name: 'Anna', past: NOW });
    }
  });

  it('has the same lead everywhere if two enter at the same instant', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    const [zoe, anna] = [
      await first.enter(id, 'zoe', operatorKey),
      await second.enter(id, 'anna', operatorKey),
    ];
    pass(4);
    expect(shown(zoe)).toEqual(shown(anna));
    expect(zoe.heard('room').at(-1)?.lead).toBe('anna');
  });

  it('is full for everybody once one process has found its log full, also for who comes later', async () => {
    const full: RoomHome = { ...createMemoryHome(), append: async () => ({ kind: 'full' }) };
    const { first, second, id, operatorKey, pass } = await startProcesses(2, {}, full);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    const anna = await second.enter(id, 'anna', operatorKey);
    pass(5);
    expect(anna.heard('room').at(-1)).not.toHaveProperty('isFull');
    zoe.act(bookmark('one', NOW));
    await zoe.hears('nak');
    pass(3);
    for (const console of [zoe, anna]) expect(console.heard('room').at(-1)).toMatchObject({ isFull: true });
    const late = await second.enter(id, 'late', operatorKey);
    pass(2);
    expect(late.heard('room').at(-1)).toMatchObject({ isFull: true });
  });

  it('never has two leads at once, not even while a process has just opened it', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    pass(10);
    const anna = await second.enter(id, 'anna', operatorKey);
    pass(10);
    const leads = [zoe, anna].flatMap((console) => console.heard('room').map(({ lead }) => lead));
    expect(new Set(leads)).toEqual(new Set([undefined, 'zoe']));
  });

  it('forgets the consoles of a process that is silent, and shows them when it is heard again', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    pass(1);
    const anna = await second.enter(id, 'anna', operatorKey);
    pass(4);
    first.link.setCut(true);
    pass(5);
    expect(shown(anna)).toEqual([['zoe', 'anna'], 0, 'zoe']);
    pass(8);
    expect(shown(anna)).toEqual([['anna'], 0, 'anna']);
    first.link.setCut(false);
    pass(5);
    for (const console of [zoe, anna]) expect(shown(console)).toEqual([['zoe', 'anna'], 0, 'zoe']);
  });

  it('shows at once that a process has stopped', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    await first.enter(id, 'zoe', operatorKey);
    const anna = await second.enter(id, 'anna', operatorKey);
    pass(4);
    first.server.close();
    pass(1);
    expect(shown(anna)).toEqual([['anna'], 0, 'anna']);
  });

  it('passes on the marks of operators', async () => {
    const { first, second, id, operatorKey, viewerKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    const bert = await first.enter(id, 'bert', operatorKey);
    const anna = await second.enter(id, 'anna', operatorKey);
    const wall = await second.enter(id, 'wall', viewerKey);
    pass(4);
    const mark = { time: epochMs(NOW), entryCount: 3, hash: '0123456789abcdef' };
    zoe.say({ type: 'mark', n: 2, mark });
    pass(1);
    for (const console of [bert, anna, wall]) {
      expect(console.heard('mark')).toEqual([{ type: 'mark', n: 2, mark }]);
    }
    expect(zoe.heard('mark')).toEqual([]);
  });

  it('closes the sockets of old keys at once, in whichever process they are', async () => {
    const { first, second, id, operatorKey, viewerKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    const others = [await second.enter(id, 'anna', operatorKey), await second.enter(id, 'wall', viewerKey)];
    pass(4);
    zoe.say({ type: 'renew', operatorKey: 'N'.repeat(22) });
    const { operatorKey: newer } = await zoe.hears('renewed');
    pass(1);
    for (const other of others) expect(await other.ends()).toBe(ROOM_CLOSE.renewed);
    const anna = await second.enter(id, 'anna', newer);
    pass(3);
    expect([zoe.closed, anna.closed]).toEqual([undefined, undefined]);
    expect(shown(anna)).toEqual([['zoe', 'anna'], 0, 'zoe']);
  });

  it('has a console that comes back once, where it came last', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    const before = await first.enter(id, 'zoe', operatorKey);
    const anna = await first.enter(id, 'anna', operatorKey);
    pass(4);
    const after = await second.enter(id, 'zoe', operatorKey);
    pass(4);
    expect(before.closed?.code).toBe(ROOM_CLOSE.later);
    for (const console of [anna, after]) expect(shown(console)).toEqual([['anna', 'zoe'], 0, 'anna']);
  });

  it('has a limited number of operators in all of them together', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2, { operators: 2 });
    await first.enter(id, 'zoe', operatorKey);
    await second.enter(id, 'anna', operatorKey);
    pass(4);
    const late = second.connect(id, 'bert');
    late.hello(operatorKey);
    expect(await late.ends()).toBe(ROOM_CLOSE.full);
    await second.enter(id, 'zoe', operatorKey);
  });

  it('costs a message a second at most, and none without consoles', async () => {
    const { first, second, id, operatorKey, viewerKey, pass } = await startProcesses(2);
    await first.enter(id, 'zoe', operatorKey);
    pass(4);
    const before = [first, second].map(({ link }) => link.sent());
    const sinceThen = () => [first, second].map(({ link }, index) => link.sent() - (before[index] ?? 0));
    for (let second = 0; second < 5; second++) {
      for (let n = 0; n < 10; n++) (await first.enter(id, `wall-${n}`, viewerKey)).leave();
      pass(1);
    }
    expect(sinceThen()[0]).toBeLessThanOrEqual(6);
    pass(30);
    // A sign of life each three seconds; the other process has no consoles.
    expect(sinceThen()[0]).toBeLessThanOrEqual(6 + 10);
    expect(sinceThen()[1]).toBe(0);
  });

  it('says nothing new to its consoles while nothing changes', async () => {
    const { first, second, id, operatorKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    await second.enter(id, 'anna', operatorKey);
    pass(5);
    const before = zoe.heard('room').length;
    pass(30);
    expect(zoe.heard('room')).toHaveLength(before);
  });

  it('no longer counts for the client that has begun it, once another process has ended it', async () => {
    const { first, second, clock, home } = await startProcesses(2, { roomsOfClient: 1 });
    const begin = async () => first.server.begin(roomBeginning(undefined, clock.time), 'client');
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.message);
    expect((await begin()).ok).toBe(false);
    await second.server.end(begun.value.id);
    expect(await home.rooms()).not.toContain(begun.value.id);
    clock.advance(SERVER_ROOM_LIMITS.sweepMs);
    first.server.tick();
    await eventually(async () => expect((await begin()).ok).toBe(true));
  });

  it('does not end in one that has been left long ago while consoles are in another', async () => {
    const { first, second, home, clock, id, operatorKey, pass } = await startProcesses(2);
    const zoe = await first.enter(id, 'zoe', operatorKey);
    await second.enter(id, 'anna', operatorKey);
    zoe.leave();
    pass(70);
    clock.advance(25 * H * 1000);
    pass(1);
    // The home has been asked for its rooms.
    await eventually(() => expect(first.server.health().state).toBe('ok'));
    await new Promise(setImmediate);
    pass(20);
    await new Promise(setImmediate);
    expect(await home.rooms()).toEqual([id]);
    second.server.close();
    clock.advance(26 * H * 1000);
    first.server.tick();
    await eventually(async () => {
      pass(11);
      expect(await home.rooms()).toEqual([]);
    });
  });
});
