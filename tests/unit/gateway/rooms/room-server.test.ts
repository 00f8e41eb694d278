import { describe, expect, it } from 'vitest';
import type { RoomHome } from '../../../../src/gateway/rooms/home.ts';
import { createMemoryHome } from '../../../../src/gateway/rooms/memory-home.ts';
import { ROOM_CLOSE, ROOM_LIMITS, type RoomPace } from '../../../../src/shared/contract/room.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { eventually } from '../../../support/eventually.ts';
import { createGate } from '../../../support/gate.ts';
import { handClock } from '../../../support/gateway.ts';
import {
  bookmark,
  IN_STEP,
  type PlayedConsole,
  roomBeginning,
  roomSnapshot,
  roomWithOperator,
  startRooms,
} from '../../../support/room-consoles.ts';

const NOW = handClock().time;
const idsTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `act-${index}`);
const numbersOf = (console: PlayedConsole): readonly number[] => console.entries().map(({ n }) => n);
const lastRoom = (console: PlayedConsole) => console.heard('room').at(-1);

describe('a room', () => {
  it('welcomes operators and viewers, and tells operators alone the key of the viewers', async () => {
    const { rooms, id, viewerKey, operator } = await roomWithOperator();
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    const welcome = await operator.hears('welcome');
    expect(welcome).toMatchObject({ role: 'operator', last: 0, snapshot: 0, now: NOW });
    expect(welcome.head).toMatchObject({ startedAt: NOW, time: NOW, pace: IN_STEP });
    expect(welcome.endsAt).toBe(NOW + ROOM_LIMITS.longestMs);
    expect(await viewer.hears('welcome')).toMatchObject({ role: 'viewer' });
    expect(viewer.heard('welcome')[0]).not.toHaveProperty('viewerKey');
  });

  it('tells a stranger nothing, not even whether it exists', async () => {
    const { rooms, id, operatorKey } = await roomWithOperator();
    const strangers = [
      [id, 'A'.repeat(22)],
      [id, ''],
      [id, 'x'.repeat(5000)],
      ['0'.repeat(32), operatorKey],
    ].map(([room = '', key = '']) => {
      const stranger = rooms.connect(room, 'eve');
      stranger.hello(key);
      return stranger;
    });
    for (const stranger of strangers) expect(await stranger.ends()).toBe(ROOM_CLOSE.refused);
    expect(new Set(strangers.map(({ closed }) => closed?.reason)).size).toBe(1);
  });

  it('delivers the acts of all operators to everybody, in one order and once', async () => {
    const { rooms, id, operatorKey, viewerKey, operator } = await roomWithOperator();
    const other = await rooms.enter(id, 'bert', operatorKey);
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    for (const own of idsTo(4)) {
      operator.act(bookmark(`anna-${own}`, NOW));
      other.act(bookmark(`bert-${own}`, NOW));
    }
    const seen = await Promise.all([operator, other, viewer].map((console) => console.hearsEntries(8)));
    expect(new Set(seen.map((ids) => ids.join())).size).toBe(1);
    expect(numbersOf(viewer)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(viewer.entries()[0]).toMatchObject({ by: 'anna', at: NOW, ...bookmark('anna-act-0', NOW) });
    const ack = await other.hears('ack', 3);
    expect(other.entries()[ack.n - 1]?.id).toBe(ack.id);
  });

  it('takes an act once, however often it is sent', async () => {
    const { operator } = await roomWithOperator();
    operator.act(bookmark('one', NOW));
    operator.act(bookmark('one', NOW));
    operator.act(bookmark('two', NOW));
    await operator.hears('ack', 2);
    expect(operator.heard('ack').map(({ id, n }) => [id, n])).toEqual([
      ['one', 1],
      ['one', 1],
      ['two', 2],
    ]);
    expect(await operator.hearsEntries(2)).toEqual(['one', 'two']);
  });

  it('acknowledges an act only once it is stored', async () => {
    const gate = createGate();
    const memory = createMemoryHome();
    const release = gate.hold();
    const append: RoomHome['append'] = async (...act) => {
      await gate.passed();
      return memory.append(...act);
    };
    const { operator } = await roomWithOperator({ home: { ...memory, append } });
    operator.act(bookmark('one', NOW));
    operator.say({ type: 'time', sent: 12.5 });
    expect(await operator.hears('time')).toEqual({ type: 'time', sent: 12.5, now: NOW });
    expect(operator.heard('ack')).toEqual([]);
    release();
    expect(await operator.hears('ack')).toMatchObject({ id: 'one', n: 1 });
  });

  it('sends a console what it lacks: from the newest entry that it knows, or from the newest snapshot on', async () => {
    const { rooms, id, operatorKey, epoch, operator } = await roomWithOperator();
    for (const own of idsTo(5)) operator.act(bookmark(own, NOW));
    await operator.hearsEntries(5);
    const back = await rooms.enter(id, 'bert', operatorKey, { since: 3, epoch });
    expect(await back.hearsEntries(3)).toEqual(['act-2', 'act-3', 'act-4']);
    const ofAnotherLog = await rooms.enter(id, 'carl', operatorKey, { since: 3, epoch: 'another' });
    expect(await ofAnotherLog.hearsEntries(5)).toEqual(idsTo(5));
    expect((await rooms.server.keepSnapshot(id, roomSnapshot(4, epoch))).ok).toBe(true);
    const fresh = await rooms.enter(id, 'dora', operatorKey);
    expect(await fresh.hears('welcome')).toMatchObject({ last: 5, snapshot: 4 });
    expect(await fresh.hearsEntries(1)).toEqual(['act-4']);
  });

  it('leaves no gap between what a console lacks and what happens meanwhile', async () => {
    const gate = createGate();
    const memory = createMemoryHome();
    const since: RoomHome['since'] = async (...range) => {
      const entries = await memory.since(...range);
      await gate.passed();
      return entries;
    };
    // Nothing is kept in memory, so that the log is read from the home.
    const { rooms, id, operatorKey, operator } = await roomWithOperator({
      home: { ...memory, since },
      limits: { tailLength: 0 },
    });
    for (const own of ['a', 'b', 'c']) operator.act(bookmark(own, NOW));
    await operator.hearsEntries(3);
    const release = gate.hold();
    const joining = await rooms.enter(id, 'bert', operatorKey);
    operator.act(bookmark('d', NOW));
    await operator.hearsEntries(4);
    release();
    expect(await joining.hearsEntries(4)).toEqual(['a', 'b', 'c', 'd']);
    rooms.pass(2);
    operator.act(bookmark('e', NOW));
    expect(await joining.hearsEntries(5)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(numbersOf(joining)).toEqual([1, 2, 3, 4, 5]);
  });

  it('subscribes once to its log, for however many sockets, and no longer when it is empty', async () => {
    const memory = createMemoryHome();
    let subscriptions = 0;
    const subscribe: RoomHome['subscribe'] = (...listening) => {
      subscriptions += 1;
      const stop = memory.subscribe(...listening);
      return () => {
        subscriptions -= 1;
        stop();
      };
    };
    const { rooms, id, viewerKey, operator } = await roomWithOperator({ home: { ...memory, subscribe } });
    const viewers = await Promise.all(idsTo(20).map((own) => rooms.enter(id, own, viewerKey)));
    expect(subscriptions).toBe(1);
    for (const console of [operator, ...viewers]) console.leave();
    rooms.pass(61);
    expect(subscriptions).toBe(0);
    const back = await rooms.enter(id, 'wall', viewerKey);
    expect(back.heard('welcome')).toHaveLength(1);
  });

  it('shows the entries of another process', async () => {
    const home = createMemoryHome();
    const { id, operatorKey, operator } = await roomWithOperator({ home });
    const another = startRooms({ home });
    const distant = await another.enter(id, 'bert', operatorKey);
    operator.act(bookmark('here', NOW));
    expect(await distant.hearsEntries(1)).toEqual(['here']);
    distant.act(bookmark('there', NOW));
    expect(await operator.hearsEntries(2)).toEqual(['here', 'there']);
  });
});

describe('the acts of a room', () => {
  it('are those of operators', async () => {
    const { rooms, id, viewerKey, operator } = await roomWithOperator();
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    viewer.act(bookmark('one', NOW));
    expect(await viewer.hears('nak')).toEqual({
      type: 'nak',
      id: 'one',
      why: 'This link is for viewers, who do not operate the mission.',
    });
    operator.act(bookmark('two', NOW));
    expect(await operator.hearsEntries(1)).toEqual(['two']);
  });

  it('lie at most a little ahead of the mission, which runs as its entries say', async () => {
    const { operator } = await roomWithOperator();
    const ahead = ROOM_LIMITS.aheadMs;
    const paced = (own: string, time: number, run: RoomPace['run']): void =>
      operator.say({
        type: 'act',
        draft: { id: own, time: epochMs(time), act: { kind: 'pace', pace: { run, slowsOnCritical: true } } },
      });
    operator.act(bookmark('far', NOW + ahead + 1));
    expect((await operator.hears('nak')).why).toContain('ahead of the mission');
    expect(operator.heard('nak')[0]).not.toHaveProperty('retryMs');
    operator.act(bookmark('near', NOW + ahead));
    expect((await operator.hears('ack')).id).toBe('near');
    paced('fast', NOW, { rate: 60, isInStep: false });
    await operator.hears('ack', 1);
    operator.act(bookmark('far-at-60', NOW + 60 * ahead + 1));
    await operator.hears('nak', 1);
    operator.act(bookmark('near-at-60', NOW + 60 * ahead));
    expect((await operator.hears('ack', 2)).id).toBe('near-at-60');
  });

  it('are five a second of a console and ten of a room: others are told when to try again', async () => {
    const { rooms, id, operatorKey, operator } = await roomWithOperator();
    const others = await Promise.all(['bert', 'carl'].map((own) => rooms.enter(id, own, operatorKey)));
    for (const own of idsTo(6)) operator.act(bookmark(own, NOW));
    const nak = await operator.hears('nak');
    expect(nak).toMatchObject({ id: 'act-5', retryMs: 200 });
    for (const [index, console] of others.entries()) {
      for (const own of idsTo(5)) console.act(bookmark(`${index}-${own}`, NOW));
    }
    const ofRoom = await others[1]?.hears('nak', 4);
    expect(ofRoom?.retryMs).toBe(100);
    await operator.hearsEntries(10);
    rooms.clock.advance(200);
    operator.act(bookmark('act-5', NOW));
    expect(await operator.hears('ack', 5)).toMatchObject({ id: 'act-5', n: 11 });
  });

  it('wait while they cannot be stored', async () => {
    const memory = createMemoryHome();
    let isBroken = true;
    const append: RoomHome['append'] = (...act) =>
      isBroken ? Promise.reject(new Error('The disk is full.')) : memory.append(...act);
    const { rooms, operator } = await roomWithOperator({ home: { ...memory, append } });
    operator.act(bookmark('one', NOW));
    expect(await operator.hears('nak')).toMatchObject({ id: 'one', retryMs: 1000 });
    expect(rooms.server.health().state).toBe('failing');
    expect(rooms.lines).toContainEqual(expect.objectContaining({ error: 'The disk is full.' }));
    isBroken = false;
    operator.act(bookmark('one', NOW));
    expect(await operator.hears('ack')).toMatchObject({ id: 'one', n: 1 });
    expect(rooms.server.health()).toEqual({ state: 'ok', openRooms: 1, operators: 1, viewers: 0 });
  });

  it('are refused for good when the log is full', async () => {
    const { operator } = await roomWithOperator({
      home: { ...createMemoryHome(), append: async () => ({ kind: 'full' }) },
    });
    operator.act(bookmark('one', NOW));
    expect(await operator.hears('nak')).not.toHaveProperty('retryMs');
  });

  it.each([
    ['entries', { telecommandEntries: 2 }],
    ['bytes', { telecommandBytes: 300 }],
  ])(
    'of operators are still taken when the %s of the log leave no more room for telecommands',
    async (_, limits) => {
      const { operator } = await roomWithOperator({ limits });
      const telecommand = (id: string) =>
        operator.act({
          id,
          time: epochMs(NOW),
          act: { kind: 'input', input: { kind: 'telecommand', bytes: '1864c00000062f110100009f7a' } },
        });
      telecommand('first');
      telecommand('second');
      telecommand('third');
      expect(await operator.hears('nak')).toEqual({
        type: 'nak',
        id: 'third',
        why: 'The log of this shared mission has no more room for telecommands of ground systems. Its operators can go on.',
      });
      operator.act(bookmark('own', NOW));
      expect(await operator.hearsEntries(3)).toEqual(['first', 'second', 'own']);
    },
  );
});

describe('the keys of a room', () => {
  it('are replaced: the links of before are closed', async () => {
    const { rooms, id, operatorKey, viewerKey, operator } = await roomWithOperator();
    const others = [await rooms.enter(id, 'bert', operatorKey), await rooms.enter(id, 'wall', viewerKey)];
    operator.say({ type: 'renew', operatorKey: 'n'.repeat(22) });
    const renewed = await operator.hears('renewed');
    for (const other of others) expect(await other.ends()).toBe(ROOM_CLOSE.renewed);
    for (const key of [operatorKey, viewerKey]) {
      const late = rooms.connect(id, 'late');
      late.hello(key);
      expect(await late.ends()).toBe(ROOM_CLOSE.refused);
    }
    const bert = await rooms.enter(id, 'bert', renewed.operatorKey);
    expect((await bert.hears('welcome')).viewerKey).toBe(renewed.viewerKey);
    const viewer = await rooms.enter(id, 'wall', renewed.viewerKey);
    operator.act(bookmark('one', NOW));
    expect(await viewer.hearsEntries(1)).toEqual(['one']);
    expect(operator.closed).toBeUndefined();
  });

  it('are noticed when another process has replaced them', async () => {
    const home = createMemoryHome();
    const { rooms, id, operatorKey, operator } = await roomWithOperator({ home });
    const another = startRooms({ home });
    const distant = await another.enter(id, 'bert', operatorKey);
    distant.say({ type: 'renew', operatorKey: 'n'.repeat(22) });
    const { operatorKey: newer } = await distant.hears('renewed');
    const fresh = await rooms.enter(id, 'carl', newer);
    rooms.pass(60);
    expect(await operator.ends()).toBe(ROOM_CLOSE.renewed);
    expect(fresh.closed).toBeUndefined();
  });

  it('are in no line of the log, and not in the home', async () => {
    const memory = createMemoryHome();
    const given: unknown[] = [];
    const home: RoomHome = {
      ...memory,
      create: (head, snapshot) => {
        given.push(head, new TextDecoder().decode(snapshot));
        return memory.create(head, snapshot);
      },
      renew: (id, digests) => {
        given.push(digests);
        return memory.renew(id, digests);
      },
      append: (_id, entry) => Promise.reject(new Error(`Cannot store ${entry.id}.`)),
    };
    const { rooms, operatorKey, viewerKey, operator } = await roomWithOperator({ home });
    operator.act(bookmark('one', NOW));
    await operator.hears('nak');
    operator.say({ type: 'renew', operatorKey: 'n'.repeat(22) });
    const renewed = await operator.hears('renewed');
    const texts = JSON.stringify([rooms.lines, given]);
    for (const key of [operatorKey, viewerKey, renewed.operatorKey, renewed.viewerKey]) {
      expect(texts).not.toContain(key);
    }
    expect(rooms.lines.map(({ what }) => what)).toEqual([
      'a room has begun',
      'the home fails',
      'a room has new keys',
    ]);
  });
});

describe('a log that has lost its end', () => {
  /**
   * Returns a room whose home has forgotten all but the first two of five entries, and was started again.
   * @param snapshotN number of entries that its newest snapshot includes
   */
  async function rolledBack(snapshotN = 0) {
    const before = createMemoryHome();
    const { id, operatorKey, viewerKey, epoch, operator } = await roomWithOperator({ home: before });
    for (const own of idsTo(5)) operator.act(bookmark(own, NOW));
    await operator.hearsEntries(5);
    const after = createMemoryHome();
    const [head, snapshot] = [await before.head(id), await before.snapshot(id)];
    if (!head || !snapshot) throw new Error('There is no room.');
    await after.create(head, snapshot.bytes);
    const entries = await before.since(id, 0);
    for (const entry of entries.slice(0, 2)) await after.append(id, entry);
    await after.keepSnapshot(id, { ...snapshot, n: snapshotN });
    const rooms = startRooms({ home: after });
    rooms.clock.advance(60_000);
    return { rooms, id, operatorKey, viewerKey, entries, known: { since: 5, epoch } };
  }

  it('gets it back from an operator, as it was, and new acts wait for it', async () => {
    const { rooms, id, operatorKey, viewerKey, entries, known } = await rolledBack();
    const anna = await rooms.enter(id, 'anna', operatorKey, known);
    const bert = await rooms.enter(id, 'bert', operatorKey, known);
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    expect((await anna.hears('welcome')).last).toBe(2);
    bert.act(bookmark('new', NOW));
    expect(await bert.hears('nak')).toMatchObject({ id: 'new', retryMs: 1000 });
    anna.say({ type: 'refill', entries: entries.slice(2, 4) });
    anna.say({ type: 'refill', entries: entries.slice(4) });
    bert.say({ type: 'refill', entries: entries.slice(2) });
    await viewer.hearsEntries(5);
    expect(viewer.entries()).toEqual(entries);
    bert.act(bookmark('new', NOW));
    expect(await bert.hears('ack')).toMatchObject({ id: 'new', n: 6 });
    expect(await anna.hearsEntries(5)).toEqual(['act-1', 'act-2', 'act-3', 'act-4', 'new']);
  });

  it('gets it back from an operator whose console needs longer than the wait of an act, which is as long as nothing comes', async () => {
    const { rooms, id, operatorKey, entries, known } = await rolledBack();
    const anna = await rooms.enter(id, 'anna', operatorKey, known);
    for (const entry of entries.slice(2, 4)) {
      rooms.pass(4);
      anna.say({ type: 'refill', entries: [entry] });
      await anna.hearsEntries(entry.n - 1);
    }
    rooms.pass(4);
    anna.act(bookmark('new', NOW));
    expect(await anna.hears('nak')).toMatchObject({ id: 'new', retryMs: 1000 });
  });

  it('goes on without it if nobody sends it', async () => {
    const { rooms, id, operatorKey, known } = await rolledBack();
    const anna = await rooms.enter(id, 'anna', operatorKey, known);
    rooms.pass(5);
    anna.act(bookmark('new', NOW));
    expect(await anna.hears('ack')).toMatchObject({ id: 'new', n: 3 });
  });

  it('accepts no acts if its newest snapshot has lost entries that nobody sends, because who enters would not see them', async () => {
    const { rooms, id, operatorKey, entries, known } = await rolledBack(4);
    const carl = await rooms.enter(id, 'carl', operatorKey);
    carl.act(bookmark('new', NOW));
    expect(await carl.hears('nak')).toMatchObject({ id: 'new', retryMs: 1000 });
    rooms.pass(5);
    carl.act(bookmark('new', NOW));
    const refusal = await carl.hears('nak', 1);
    expect(refusal.why).toContain('The server has lost the end of the log');
    expect(refusal.retryMs).toBeUndefined();
    const anna = await rooms.enter(id, 'anna', operatorKey, known);
    anna.say({ type: 'refill', entries: entries.slice(2) });
    await carl.hearsEntries(1);
    carl.act(bookmark('new', NOW));
    expect(await carl.hears('ack')).toMatchObject({ id: 'new', n: 6 });
    expect(await carl.hearsEntries(2)).toEqual(['act-4', 'new']);
  });

  it('takes nothing with a gap, from the future, of a console that did not know it, or of a viewer', async () => {
    const { rooms, id, operatorKey, viewerKey, entries, known } = await rolledBack();
    const anna = await rooms.enter(id, 'anna', operatorKey, known);
    const bert = await rooms.enter(id, 'bert', operatorKey);
    const viewer = await rooms.enter(id, 'wall', viewerKey, known);
    anna.say({ type: 'refill', entries: entries.slice(3) });
    const [third] = entries.slice(2);
    if (!third) throw new Error('There is no third entry.');
    anna.say({ type: 'refill', entries: [{ ...third, at: epochMs(rooms.clock.time + 1) }] });
    anna.say({ type: 'refill', entries: [{ ...third, time: epochMs(rooms.clock.time + 3_600_000) }] });
    bert.say({ type: 'refill', entries: entries.slice(2) });
    viewer.say({ type: 'refill', entries: entries.slice(2) });
    expect(await viewer.ends()).toBe(ROOM_CLOSE.malformed);
    rooms.pass(5);
    bert.act(bookmark('new', NOW));
    expect(await bert.hears('ack')).toMatchObject({ n: 3 });
  });

  it.each([
    ['as the room takes an entry', false],
    ['by its home', true],
  ])('is read again if it is found while consoles are there, %s', async (_how, isFoundByHome) => {
    const memory = createMemoryHome();
    let report: Parameters<RoomHome['subscribe']>[1] = () => undefined;
    let reportLoss: Parameters<RoomHome['subscribe']>[2];
    const subscribe: RoomHome['subscribe'] = (id, listener, onLost) => {
      report = listener;
      reportLoss = onLost;
      return memory.subscribe(id, listener);
    };
    const { rooms, operator } = await roomWithOperator({ home: { ...memory, subscribe } });
    operator.act(bookmark('one', NOW));
    await operator.hearsEntries(1);
    if (isFoundByHome) reportLoss?.();
    else report({ ...bookmark('another', NOW), n: 1, by: 'bert', at: epochMs(NOW) });
    expect(await operator.ends()).toBe(ROOM_CLOSE.later);
    expect(rooms.lines.at(-1)).toMatchObject({ what: 'the log of a room has lost entries' });
  });
});

describe('a console that reads slowly', () => {
  it('is closed, and the others go on', async () => {
    const { rooms, id, viewerKey, operator } = await roomWithOperator();
    const slow = await rooms.enter(id, 'slow', viewerKey);
    slow.unread = ROOM_LIMITS.unreadBytes + 1;
    operator.act(bookmark('one', NOW));
    expect(await slow.ends()).toBe(ROOM_CLOSE.slow);
    operator.act(bookmark('two', NOW));
    expect(await operator.hearsEntries(2)).toEqual(['one', 'two']);
    expect(slow.entries()).toEqual([]);
  });

  it('gets a long log in parts, each when it has read the one before', async () => {
    const { rooms, id, viewerKey, operator } = await roomWithOperator({
      limits: { actsOfConsole: 1000, actsOfRoom: 1000, messagesAtOnce: 1000, catchUpBytes: 1000 },
    });
    for (const own of idsTo(300)) {
      const draft = bookmark(own, NOW);
      const long = { kind: 'bookmark' as const, text: 'x'.repeat(900) };
      operator.act({ ...draft, act: { kind: 'input', input: long } });
    }
    await operator.hears('ack', 299);
    const viewer = rooms.connect(id, 'wall');
    viewer.unread = 2000;
    viewer.hello(viewerKey);
    await viewer.hears('welcome');
    rooms.pass(3);
    expect(viewer.entries()).toEqual([]);
    viewer.flush();
    expect(await viewer.hearsEntries(300)).toEqual(idsTo(300));
    expect(viewer.heard('log').length).toBeGreaterThan(3);
  });
});

describe('the members of a room', () => {
  it('are announced: operators by name, viewers by number, and the longest operator leads', async () => {
    const { rooms, id, operatorKey, viewerKey, operator } = await roomWithOperator();
    expect(lastRoom(operator)).toEqual({
      type: 'room',
      consoles: [{ id: 'anna', name: 'Desk anna', kind: 'desk' }],
      viewerCount: 0,
      lead: 'anna',
    });
    const bert = await rooms.enter(id, 'bert', operatorKey);
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    rooms.pass(1);
    expect(lastRoom(viewer)).toMatchObject({ viewerCount: 1, lead: 'anna' });
    expect(lastRoom(viewer)?.consoles.map((one) => one.id)).toEqual(['anna', 'bert']);
    operator.leave();
    rooms.pass(1);
    expect(lastRoom(bert)).toMatchObject({ lead: 'bert', viewerCount: 1 });
    bert.leave();
    rooms.pass(1);
    expect(lastRoom(viewer)).toEqual({ type: 'room', consoles: [], viewerCount: 1 });
  });

  it('are announced once a second at most', async () => {
    const { rooms, operator } = await roomWithOperator();
    rooms.pass(1);
    const before = operator.heard('room').length;
    for (const name of ['One', 'Two', 'Three']) {
      operator.say({ type: 'presence', presence: { name, kind: 'wall', past: epochMs(NOW) } });
    }
    rooms.pass(1);
    rooms.pass(1);
    const names = operator.heard('room').slice(before);
    expect(names.map(({ consoles }) => consoles[0]?.name)).toEqual(['One', 'Three']);
    expect(names.at(-1)?.consoles[0]).toMatchObject({ kind: 'wall', past: NOW });
  });

  it('of which viewers may change their presence, which nobody sees', async () => {
    const { rooms, id, viewerKey, operator } = await roomWithOperator();
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    rooms.pass(2);
    const before = operator.heard('room').length;
    viewer.say({ type: 'presence', presence: { name: 'Me', kind: 'desk' } });
    rooms.pass(2);
    expect(operator.heard('room')).toHaveLength(before);
    expect(viewer.closed).toBeUndefined();
  });

  it('hear the marks of the others, which are not stored', async () => {
    const { rooms, id, operatorKey, viewerKey, operator } = await roomWithOperator();
    const bert = await rooms.enter(id, 'bert', operatorKey);
    const viewer = await rooms.enter(id, 'wall', viewerKey);
    const mark = { time: epochMs(NOW), entryCount: 3, hash: '0123456789abcdef' };
    operator.say({ type: 'mark', n: 0, mark });
    for (const other of [bert, viewer])
      expect(await other.hears('mark')).toEqual({ type: 'mark', n: 0, mark });
    expect(operator.heard('mark')).toEqual([]);
    expect(await rooms.home.since(id, 0)).toEqual([]);
    viewer.say({ type: 'mark', n: 0, mark });
    expect(await viewer.ends()).toBe(ROOM_CLOSE.malformed);
  });

  it('are limited in number for each role; a console that comes back takes its own place', async () => {
    const { rooms, id, operatorKey, viewerKey, operator } = await roomWithOperator({
      limits: { operators: 2, viewers: 1 },
    });
    await rooms.enter(id, 'bert', operatorKey);
    await rooms.enter(id, 'wall', viewerKey);
    for (const [own, key] of [
      ['carl', operatorKey],
      ['window', viewerKey],
    ] as const) {
      const late = rooms.connect(id, own);
      late.hello(key);
      expect(await late.ends()).toBe(ROOM_CLOSE.full);
    }
    const again = await rooms.enter(id, 'anna', operatorKey);
    expect(await operator.ends()).toBe(ROOM_CLOSE.later);
    rooms.pass(1);
    expect(lastRoom(again)?.consoles.map((one) => one.id)).toEqual(['bert', 'anna']);
  });
});

describe('a socket', () => {
  it('says hello within five seconds', async () => {
    const { rooms, id, operatorKey } = await roomWithOperator();
    const [silent, inTime] = [rooms.connect(id, 'silent'), rooms.connect(id, 'bert')];
    rooms.pass(4);
    inTime.hello(operatorKey);
    await inTime.hears('welcome');
    rooms.pass(1);
    expect(silent.closed?.code).toBe(ROOM_CLOSE.late);
    expect(inTime.closed).toBeUndefined();
  });

  it('is told if it speaks another version, whatever else it says', async () => {
    const { rooms, id } = await roomWithOperator();
    const newer = rooms.connect(id, 'newer');
    newer.sayText(JSON.stringify({ type: 'hello', v: 2, secret: 'of another form' }));
    expect(newer.closed?.code).toBe(ROOM_CLOSE.version);
  });

  it.each([
    ['octets', undefined],
    ['no JSON', '{"type":"hello"'],
    ['no object', '"hello"'],
    ['an unknown message', '{"type":"shutdown"}'],
    ['a message before the hello', '{"type":"time","sent":1}'],
    ['too long a message', JSON.stringify({ type: 'time', sent: 1, padding: 'x'.repeat(17_000) })],
    ['a deep message', `{"type":"time","sent":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('is closed if it sends %s', async (_what, text) => {
    const { rooms, id } = await roomWithOperator();
    const hostile = rooms.connect(id, 'eve');
    hostile.sayText(text);
    expect(hostile.closed?.code).toBe(ROOM_CLOSE.malformed);
  });

  it.each([
    ['a second hello', { type: 'hello', v: 1, key: 'k', console: 'c', presence: { name: '', kind: 'desk' } }],
    [
      'an input of another kind',
      { type: 'act', draft: { id: 'x', time: NOW, act: { kind: 'input', input: { kind: 'x' } } } },
    ],
    [
      'an operation with a foreign argument',
      {
        type: 'act',
        draft: {
          id: 'x',
          time: NOW,
          act: { kind: 'input', input: { kind: 'operation', name: 'executeCommand', input: { $ne: 1 } } },
        },
      },
    ],
    ['a time beyond all missions', { type: 'act', draft: { ...bookmark('x', 1e300) } }],
    [
      'a rate that does not exist',
      {
        type: 'act',
        draft: {
          id: 'x',
          time: NOW,
          act: { kind: 'pace', pace: { ...IN_STEP, run: { rate: 1e9, isInStep: true } } },
        },
      },
    ],
    ['a mark without a hash', { type: 'mark', n: 1, mark: { time: NOW, entryCount: 1, hash: '<script>' } }],
  ])('of an operator is closed if it sends %s, and nothing is stored', async (_what, message) => {
    const { rooms, id, operator } = await roomWithOperator();
    operator.sayText(JSON.stringify(message));
    expect(await operator.ends()).toBe(ROOM_CLOSE.malformed);
    expect(await rooms.home.since(id, 0)).toEqual([]);
  });

  it('that floods is closed', async () => {
    const { operator } = await roomWithOperator();
    for (let sent = 0; sent < 500 && !operator.closed; sent++) operator.say({ type: 'time', sent });
    expect(operator.closed?.code).toBe(ROOM_CLOSE.malformed);
    expect(operator.heard('time').length).toBeLessThan(250);
  });

  it('that floods before its welcome is closed', async () => {
    const { rooms, id, operatorKey } = await roomWithOperator();
    const hasty = rooms.connect(id, 'bert');
    hasty.hello(operatorKey);
    for (let sent = 0; sent < 60; sent++) hasty.say({ type: 'time', sent });
    expect(hasty.closed?.code).toBe(ROOM_CLOSE.malformed);
  });

  it('may send acts right after its hello', async () => {
    const { rooms, id, operatorKey } = await roomWithOperator();
    const hasty = rooms.connect(id, 'bert');
    hasty.hello(operatorKey);
    hasty.act(bookmark('one', NOW));
    hasty.act(bookmark('two', NOW));
    expect(await hasty.hearsEntries(2)).toEqual(['one', 'two']);
  });

  it('may try again later if the home cannot be read, or the server stops', async () => {
    const memory = createMemoryHome();
    let isBroken = false;
    const head: RoomHome['head'] = (id) => (isBroken ? Promise.reject(new Error('away')) : memory.head(id));
    const { rooms, id, operatorKey, operator } = await roomWithOperator({ home: { ...memory, head } });
    isBroken = true;
    const unlucky = rooms.connect(id, 'bert');
    unlucky.hello(operatorKey);
    expect(await unlucky.ends()).toBe(ROOM_CLOSE.later);
    const silent = rooms.connect(id, 'carl');
    rooms.server.close();
    expect([operator.closed?.code, silent.closed?.code]).toEqual([ROOM_CLOSE.later, ROOM_CLOSE.later]);
  });
});

describe('the end of a room', () => {
  const H = 3600;

  it('comes seven days after its start, also for those who are there', async () => {
    const { rooms, id, operatorKey, operator } = await roomWithOperator();
    rooms.clock.advance(ROOM_LIMITS.longestMs - 1000);
    rooms.server.tick();
    expect(operator.closed).toBeUndefined();
    rooms.pass(1);
    expect(await operator.ends()).toBe(ROOM_CLOSE.ended);
    await eventually(async () => expect(await rooms.home.rooms()).toEqual([]));
    const late = rooms.connect(id, 'bert');
    late.hello(operatorKey);
    expect(await late.ends()).toBe(ROOM_CLOSE.refused);
  });

  it('comes 24 hours after the last member has left, and after the last entry', async () => {
    const { rooms, operator } = await roomWithOperator();
    rooms.server.tick();
    rooms.clock.advance(20 * H * 1000);
    operator.act(bookmark('one', NOW));
    await operator.hears('ack');
    operator.leave();
    rooms.clock.advance(23 * H * 1000);
    rooms.server.tick();
    expect(await rooms.home.rooms()).toHaveLength(1);
    rooms.clock.advance(H * 1000);
    rooms.server.tick();
    await eventually(async () => expect(await rooms.home.rooms()).toEqual([]));
  });

  it('does not come while somebody is there, even without entries', async () => {
    const { rooms, operator } = await roomWithOperator();
    for (let day = 0; day < 5; day++) {
      rooms.clock.advance(24 * H * 1000);
      rooms.server.tick();
    }
    operator.act(bookmark('one', NOW));
    await operator.hears('ack');
    expect(operator.closed).toBeUndefined();
  });

  it('of a room that nobody has entered since the start of the server comes a day after that', async () => {
    const home = createMemoryHome();
    const { operator } = await roomWithOperator({ home });
    operator.leave();
    const restarted = startRooms({ home });
    restarted.clock.advance(23 * H * 1000);
    restarted.server.tick();
    const begun = await restarted.begin();
    await expect.poll(() => home.rooms()).toHaveLength(2);
    restarted.clock.advance(2 * H * 1000);
    restarted.server.tick();
    await eventually(async () => expect(await home.rooms()).toEqual([begun.id]));
  });

  it('is noticed when another process has removed the room', async () => {
    const { rooms, id, operator } = await roomWithOperator();
    await rooms.home.drop(id);
    operator.act(bookmark('one', NOW));
    expect(await operator.ends()).toBe(ROOM_CLOSE.ended);
  });
});

describe('the number of rooms', () => {
  it('is limited for a process and for a client', async () => {
    const { server } = startRooms({ limits: { rooms: 3, roomsOfClient: 2 } });
    const begin = async (client: string) => (await server.begin(roomBeginning(), client)).ok;
    expect([await begin('a'), await begin('a'), await begin('a')]).toEqual([true, true, false]);
    expect([await begin('b'), await begin('b')]).toEqual([true, false]);
  });
});
