import { describe, expect, it } from 'vitest';
import type { RoomHome, UnnumberedEntry } from '../../src/gateway/rooms/home.ts';
import { ROOM_LIMITS, type RoomEntry, type RoomHead } from '../../src/shared/contract/room.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { eventually } from './eventually.ts';

/** A store of rooms that a test has to itself. */
export interface HomeStore {
  /** Returns the home of one process. */
  readonly home: RoomHome;
  /** Opens the store as another process would; absent if it admits only one. */
  readonly openAnother?: (() => Promise<RoomHome>) | undefined;
  /** Ends everything without a goodbye, and opens the store again; absent if it is not to outlast its process. */
  readonly crash?: (() => Promise<RoomHome>) | undefined;
}

export const ROOM = 'a'.repeat(32);
export const OTHER_ROOM = 'b'.repeat(32);

export const roomHead = (id = ROOM): RoomHead => ({
  id,
  startedAt: epochMs(1_700_000_000_000),
  epoch: 'e'.repeat(16),
  operatorDigest: '0'.repeat(64),
  viewerDigest: '1'.repeat(64),
  time: epochMs(1_700_000_000_000),
  pace: { run: { rate: 1, isInStep: true }, slowsOnCritical: true },
});

export const roomEntry = (id: string): UnnumberedEntry => ({
  id,
  time: epochMs(1_700_000_001_000),
  act: { kind: 'return' },
  by: 'console-1',
  at: epochMs(1_700_000_002_000),
});

/** Returns an entry whose text has about this many bytes, and more bytes than characters. */
export const longEntry = (id: string, bytes: number): UnnumberedEntry => ({
  ...roomEntry(id),
  act: { kind: 'pace', pace: { ...roomHead().pace, ...{ note: 'ü'.repeat(bytes / 2 - 150) } } },
});

export const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the number of the snapshot, and its octets as text. */
async function snapshotIn(home: RoomHome): Promise<readonly (number | string)[] | undefined> {
  const snapshot = await home.snapshot(ROOM);
  return snapshot && [snapshot.n, new TextDecoder().decode(snapshot.bytes)];
}

const idsTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `id-${index}`);
const oneTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

const appendAll = (home: RoomHome, ids: readonly string[], room = ROOM) =>
  Promise.all(ids.map((id) => home.append(room, roomEntry(id))));

/** Tests what the gateway expects of every home. `open` opens an empty store, and removes it when the test has finished. */
export function testRoomHome(name: string, open: () => Promise<HomeStore>, can: HomeAbilities): void {
  async function begin(): Promise<HomeStore> {
    const store = await open();
    expect(await store.home.create(roomHead(), octets('beginning'))).toBe(true);
    return store;
  }

  describe(`rooms in ${name}`, () => {
    it('begin once', async () => {
      const { home } = await begin();
      expect(await home.create({ ...roomHead(), epoch: 'another' }, octets('another'))).toBe(false);
      expect(await home.head(ROOM)).toEqual(roomHead());
      expect(await snapshotIn(home)).toEqual([0, 'beginning']);
      expect(await home.since(ROOM, 0)).toEqual([]);
    });

    it('begin once, also when two ask at the same time', async () => {
      const { home } = await open();
      const [first, second] = await Promise.all([
        home.create(roomHead(), octets('first')),
        home.create({ ...roomHead(), epoch: 'second' }, octets('second')),
      ]);
      expect([first, second].filter(Boolean)).toHaveLength(1);
      const { epoch } = (await home.head(ROOM)) ?? {};
      expect([epoch, await snapshotIn(home)]).toEqual(
        first ? [roomHead().epoch, [0, 'first']] : ['second', [0, 'second']],
      );
    });

    it('that do not exist have nothing, and take nothing', async () => {
      const { home } = await open();
      expect(await home.head(ROOM)).toBeUndefined();
      expect(await home.snapshot(ROOM)).toBeUndefined();
      expect(await home.since(ROOM, 0)).toEqual([]);
      expect(await home.append(ROOM, roomEntry('one'))).toEqual({ kind: 'gone' });
      expect(await home.renew(ROOM, { operatorDigest: 'x', viewerDigest: 'y' })).toBe(false);
      await home.keepSnapshot(ROOM, { n: 1, bytes: octets('one') });
      await home.drop(ROOM);
      expect(await home.snapshot(ROOM)).toBeUndefined();
      expect(await home.rooms()).toEqual([]);
    });

    it('number their entries without gaps, each room for itself', async () => {
      const { home } = await begin();
      await home.create(roomHead(OTHER_ROOM), octets('other'));
      expect(await home.append(ROOM, roomEntry('one'))).toEqual({ kind: 'appended', n: 1 });
      expect(await home.append(OTHER_ROOM, roomEntry('one'))).toEqual({ kind: 'appended', n: 1 });
      expect(await home.append(ROOM, roomEntry('two'))).toEqual({ kind: 'appended', n: 2 });
      expect(await home.since(ROOM, 0)).toEqual([
        { ...roomEntry('one'), n: 1 },
        { ...roomEntry('two'), n: 2 },
      ]);
      expect(await home.since(ROOM, 1)).toEqual([{ ...roomEntry('two'), n: 2 }]);
      expect(await home.since(ROOM, 2)).toEqual([]);
      expect(await home.since(ROOM, 7)).toEqual([]);
    });

    it('number fifty entries that arrive at once', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      const ids = idsTo(50);
      const answers = await Promise.all([
        appendAll(home, ids.slice(25)),
        appendAll(another, ids.slice(0, 25)),
      ]);
      const numbers = answers.flat().map((answer) => answer.kind === 'appended' && answer.n);
      expect(new Set(numbers)).toEqual(new Set(oneTo(50)));
      for (const each of [home, another]) {
        const entries = await each.since(ROOM, 0);
        expect(entries.map(({ n }) => n)).toEqual(oneTo(50));
        expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(ids));
      }
    });

    it('take an entry once, however often and from wherever it comes', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      await appendAll(home, ['one', 'two']);
      expect(await home.append(ROOM, roomEntry('one'))).toEqual({ kind: 'duplicate', n: 1 });
      expect(await another.append(ROOM, roomEntry('two'))).toEqual({ kind: 'duplicate', n: 2 });
      const atOnce = [home, another, home, another].map((each) => each.append(ROOM, roomEntry('three')));
      const kinds = (await Promise.all(atOnce)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['appended', 'duplicate', 'duplicate', 'duplicate']);
      expect((await another.since(ROOM, 0)).map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    });

    it('report each entry once and in order, wherever it is appended', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      await appendAll(home, ['before']);
      const seen = [home, another].map((each) => {
        const entries: RoomEntry[] = [];
        each.subscribe(ROOM, (entry) => entries.push(entry));
        return entries;
      });
      for (const each of [home, another]) expect(await each.since(ROOM, 0)).toHaveLength(1);
      await Promise.all([appendAll(home, idsTo(20)), appendAll(another, idsTo(30).slice(10))]);
      const entries = await home.since(ROOM, 1);
      expect(entries.map(({ n }) => n)).toEqual(oneTo(31).slice(1));
      await eventually(() => expect(seen).toEqual([entries, entries]));
    });

    it('leave no entry out between what is asked for and what is reported', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      const appending = appendAll(home, idsTo(40));
      const known = new Map<number, string>();
      another.subscribe(ROOM, ({ n, id }) => known.set(n, id));
      for (const { n, id } of await another.since(ROOM, 0)) known.set(n, id);
      await appending;
      const entries = await home.since(ROOM, 0);
      await eventually(() => expect(known.size).toBe(40));
      expect(entries.map(({ n }) => known.get(n))).toEqual(entries.map(({ id }) => id));
    });

    it('report nothing of other rooms, nor to those who have stopped listening', async () => {
      const { home } = await begin();
      await home.create(roomHead(OTHER_ROOM), octets('other'));
      const seen: string[] = [];
      const stop = home.subscribe(ROOM, ({ id }) => seen.push(`stopped ${id}`));
      home.subscribe(ROOM, ({ id }) => seen.push(id));
      await appendAll(home, ['elsewhere'], OTHER_ROOM);
      await appendAll(home, ['one']);
      await eventually(() => expect(seen.toSorted()).toEqual(['one', 'stopped one']));
      stop();
      await appendAll(home, ['two']);
      await eventually(() => expect(seen).toContain('two'));
      expect(seen).toHaveLength(3);
    });

    it('replace their snapshot by one with as many entries or more', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      await appendAll(home, idsTo(5));
      await home.keepSnapshot(ROOM, { n: 3, bytes: octets('three') });
      await another.keepSnapshot(ROOM, { n: 3, bytes: octets('three again') });
      await another.keepSnapshot(ROOM, { n: 2, bytes: octets('two') });
      for (const each of [home, another]) {
        expect(await snapshotIn(each)).toEqual([3, 'three again']);
      }
      await another.keepSnapshot(ROOM, { n: 5, bytes: octets('five') });
      expect(await snapshotIn(home)).toEqual([5, 'five']);
    });

    it('keep a snapshot of the greatest size', async () => {
      const { home } = await begin();
      const bytes = new Uint8Array(ROOM_LIMITS.snapshotBytes).map((_, index) => index % 251);
      await home.keepSnapshot(ROOM, { n: 1, bytes });
      const kept = await home.snapshot(ROOM);
      expect(kept?.n).toBe(1);
      expect(Buffer.compare(kept?.bytes ?? bytes.subarray(1), bytes)).toBe(0);
    });

    it('get new keys, and stay as they are otherwise', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      const digests = { operatorDigest: '2'.repeat(64), viewerDigest: '3'.repeat(64) };
      expect(await home.renew(ROOM, { ...digests, ...{ epoch: 'no digest' } })).toBe(true);
      expect(await another.head(ROOM)).toEqual({ ...roomHead(), ...digests });
    });

    it('are gone when they are dropped, and may begin again', async () => {
      const { home, openAnother } = await begin();
      const another = (await openAnother?.()) ?? home;
      await home.create(roomHead(OTHER_ROOM), octets('other'));
      await appendAll(another, idsTo(3));
      await another.drop(ROOM);
      for (const each of [home, another]) {
        expect(await each.rooms()).toEqual([OTHER_ROOM]);
        expect(await each.head(ROOM)).toBeUndefined();
        expect(await each.since(ROOM, 0)).toEqual([]);
        expect(await each.snapshot(ROOM)).toBeUndefined();
        expect(await each.append(ROOM, roomEntry('late'))).toEqual({ kind: 'gone' });
      }
      expect(await home.create({ ...roomHead(), epoch: 'again' }, octets('again'))).toBe(true);
      expect(await another.append(ROOM, roomEntry('id-0'))).toEqual({ kind: 'appended', n: 1 });
      expect(await home.since(ROOM, 0)).toEqual([{ ...roomEntry('id-0'), n: 1 }]);
      expect((await home.rooms()).toSorted()).toEqual([ROOM, OTHER_ROOM]);
    });

    it(`are full at ${ROOM_LIMITS.entries} entries, and still know each of them`, async () => {
      const { home } = await begin();
      const ids = idsTo(ROOM_LIMITS.entries);
      const answers = await appendAll(home, ids);
      expect(answers.at(-1)).toEqual({ kind: 'appended', n: ROOM_LIMITS.entries });
      expect(await home.append(ROOM, roomEntry('more'))).toEqual({ kind: 'full' });
      expect(await home.append(ROOM, roomEntry('id-0'))).toEqual({ kind: 'duplicate', n: 1 });
      const entries = await home.since(ROOM, 0);
      expect(entries).toHaveLength(ROOM_LIMITS.entries);
      expect(entries.at(-1)?.id).toBe(ids.at(-1));
    });

    it(`are full at ${ROOM_LIMITS.logBytes} bytes`, async () => {
      const { home } = await begin();
      const size = ROOM_LIMITS.messageBytes;
      const fitting = Math.floor(ROOM_LIMITS.logBytes / size);
      const answers = await Promise.all(
        idsTo(fitting + 5).map((id) => home.append(ROOM, longEntry(id, size))),
      );
      expect(answers.slice(0, fitting).every(({ kind }) => kind === 'appended')).toBe(true);
      expect(answers.at(-1)).toEqual({ kind: 'full' });
      const stored = JSON.stringify(await home.since(ROOM, 0));
      expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(ROOM_LIMITS.logBytes + ROOM_LIMITS.entries);
    });

    if (!can.crash) return;

    it('are the same after a crash', async () => {
      const { home, crash } = await begin();
      await appendAll(home, idsTo(10));
      await home.keepSnapshot(ROOM, { n: 7, bytes: octets('seven') });
      await home.renew(ROOM, { operatorDigest: 'new', viewerDigest: 'newer' });
      const entries = await home.since(ROOM, 0);
      const again = (await crash?.()) ?? home;
      expect(await again.rooms()).toEqual([ROOM]);
      expect(await again.head(ROOM)).toEqual({
        ...roomHead(),
        operatorDigest: 'new',
        viewerDigest: 'newer',
      });
      expect(await again.since(ROOM, 0)).toEqual(entries);
      expect(await snapshotIn(again)).toEqual([7, 'seven']);
      expect(await again.append(ROOM, roomEntry('id-4'))).toEqual({ kind: 'duplicate', n: 5 });
      expect(await again.append(ROOM, roomEntry('next'))).toEqual({ kind: 'appended', n: 11 });
    });
  });
}

export interface HomeAbilities {
  /** Whether its stores can crash and be opened again. */
  readonly crash: boolean;
}
