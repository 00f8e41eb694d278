import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNatsHome, openNatsHome } from '../../../../src/server/rooms/nats-home.ts';
import type { RoomEntry } from '../../../../src/shared/contract/room.ts';
import { eventually } from '../../../support/eventually.ts';
import { answered, every, expectLog, openNats, startLoad } from '../../../support/nats-load.ts';
import { hasNats, startNats } from '../../../support/nats-server.ts';
import { octets, ROOM, roomEntry, roomHead, testRoomHome } from '../../../support/room-homes.ts';

const isTested = hasNats();

if (isTested) {
  testRoomHome(
    'NATS',
    async () => {
      const server = await startNats();
      return {
        home: await openNats(server.url),
        openAnother: () => openNats(server.url),
        crash: async () => {
          await server.kill();
          server.start();
          return openNats(server.url);
        },
      };
    },
    { crash: true },
  );
}

describe.skipIf(!isTested)('a NATS server', () => {
  it('that does not answer is told with a way out', async () => {
    const server = await startNats();
    await server.kill();
    const opened = await openNatsHome(server.url, { replicas: 1, every });
    expect(opened).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^Cannot keep rooms in NATS: .+\. Start its servers with JetStream, correct NATS_URL, or start without it$/,
      ),
    });
  });

  it('that is away makes operations reject, and they work when it is back', async () => {
    const server = await startNats();
    const home = await openNats(server.url);
    await home.create(roomHead(), octets('beginning'));
    const seen: string[] = [];
    home.subscribe(ROOM, ({ id }) => seen.push(id));
    await home.append(ROOM, roomEntry('before'));
    await server.kill();
    await expect(home.append(ROOM, roomEntry('meanwhile'))).rejects.toThrow();
    await expect(home.since(ROOM, 0)).rejects.toThrow();
    await expect(home.rooms()).rejects.toThrow();
    server.start();
    const another = await openNats(server.url);
    await another.append(ROOM, roomEntry('by another'));
    await answered(() => home.append(ROOM, roomEntry('after')));
    await eventually(() => expect(seen).toEqual(['before', 'by another', 'after']));
  });

  it('that is killed under load loses nothing, and keeps nothing twice', async () => {
    const server = await startNats();
    const homes = [await openNats(server.url), await openNats(server.url)];
    await homes[0]?.create(roomHead(), octets('beginning'));
    const seen: RoomEntry[] = [];
    homes[1]?.subscribe(ROOM, (entry) => seen.push(entry));
    const load = startLoad(homes);
    for (let kill = 0; kill < 2; kill++) {
      await load.more(50);
      await server.kill();
      server.start();
    }
    await load.more(50);
    await load.end();
    const fresh = await openNats(server.url);
    expectLog(await fresh.since(ROOM, 0), load.acknowledged);
    await eventually(() => expect(seen).toHaveLength(load.acknowledged.size));
    expectLog(seen, load.acknowledged);
  });

  it.each([
    ['nobody has written since', []],
    ['another process has written as much since', ['other two', 'other three']],
  ])('that is restored from a backup has lost entries, which is reported: %s', async (_case, others) => {
    const server = await startNats();
    const home = await openNats(server.url);
    await home.create(roomHead(), octets('beginning'));
    let losses = 0;
    home.subscribe(
      ROOM,
      () => undefined,
      () => {
        losses += 1;
      },
    );
    await home.append(ROOM, roomEntry('one'));
    const restore = await server.backUp();
    for (const id of ['two', 'three']) await answered(() => home.append(ROOM, roomEntry(id)));
    expect(losses).toBe(0);
    await restore();
    const another = await openNats(server.url);
    for (const id of others) await another.append(ROOM, roomEntry(id));
    await eventually(() => expect(losses).toBe(1));
    const left = await home.since(ROOM, 0);
    expect(left.map(({ id }) => id)).toEqual(['one', ...others]);
    expect(await home.append(ROOM, roomEntry('two'))).toEqual({ kind: 'appended', n: left.length + 1 });
    expect(losses).toBe(1);
  });

  it('does not republish a message: the next comparison reports it', async () => {
    const server = await startNats();
    const writer = await openNats(server.url);
    await writer.create(roomHead(), octets('beginning'));
    let isDropping = false;
    const connection = withDrops(await connect({ servers: server.url }), () => isDropping);
    let compare = (): void => undefined;
    const intervals: number[] = [];
    const home = await createNatsHome(connection, {
      replicas: 1,
      every: (ms, action) => {
        intervals.push(ms);
        compare = action;
        return () => undefined;
      },
    });
    onTestFinished(home.close);
    const seen: string[] = [];
    home.subscribe(ROOM, ({ id }) => seen.push(id));
    await home.since(ROOM, 0);

    await writer.append(ROOM, roomEntry('one'));
    await eventually(() => expect(seen).toEqual(['one']));
    isDropping = true;
    await writer.append(ROOM, roomEntry('dropped'));
    expect(seen).toEqual(['one']);
    compare();
    await eventually(() => expect(seen).toEqual(['one', 'dropped']));
    // A message that follows shows at once that another is missing.
    await writer.append(ROOM, roomEntry('dropped, too'));
    isDropping = false;
    await writer.append(ROOM, roomEntry('next'));
    await eventually(() => expect(seen).toEqual(['one', 'dropped', 'dropped, too', 'next']));
    expect(intervals).toEqual([1000]);
  });
});

/** A connection that loses messages of its subscriptions to logs at times. */
const withDrops = (connection: NatsConnection, isDropping: () => boolean): NatsConnection =>
  new Proxy(connection, {
    get(target, name) {
      if (name !== 'subscribe') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      const subscribe: NatsConnection['subscribe'] = (subject, options) =>
        target.subscribe(subject, {
          ...options,
          callback: (error, message) => {
            if (!isDropping()) void options?.callback?.(error, message);
          },
        });
      return subscribe;
    },
  });
