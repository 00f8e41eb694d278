import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RoomEntry } from '../../../../src/shared/contract/room.ts';
import { eventually } from '../../../support/eventually.ts';
import { answered, expectLog, openNats, startLoad } from '../../../support/nats-load.ts';
import { hasNats, type NatsServer, startNatsCluster } from '../../../support/nats-server.ts';
import { octets, ROOM, roomHead } from '../../../support/room-homes.ts';

describe.skipIf(!hasNats())('three NATS servers', () => {
  it('lose nothing and keep nothing twice while their leader is killed under load', async () => {
    const servers = await startNatsCluster();
    const urls = servers.map(({ url }) => url).join(',');
    const homes = [await openNats(urls, 3), await openNats(urls, 3)];
    await answered(async () => {
      await homes[0]?.create(roomHead(), octets('beginning'));
      expect(await homes[1]?.head(ROOM)).toEqual(roomHead());
    });
    const seen: RoomEntry[] = [];
    homes[1]?.subscribe(ROOM, (entry) => seen.push(entry));
    const observer = await connect({ servers: urls.split(','), maxReconnectAttempts: -1 });
    onTestFinished(() => observer.close());

    const load = startLoad(homes);
    for (let kill = 0; kill < 2; kill++) {
      await load.more(50);
      const leader = await leaderAmong(servers, observer);
      await leader.kill();
      leader.start();
    }
    await load.more(50);
    await load.end();
    const fresh = await openNats(urls, 3);
    const entries = await answered(() => fresh.since(ROOM, 0));
    expectLog(entries, load.acknowledged);
    await eventually(() => expect(seen).toHaveLength(load.acknowledged.size));
    expectLog(seen, load.acknowledged);
  });
});

/** Returns the server that leads the stream of the room, once the others have all that it has. */
async function leaderAmong(servers: readonly NatsServer[], observer: NatsConnection): Promise<NatsServer> {
  return answered(async () => {
    const manager = await jetstreamManager(observer);
    for await (const { cluster, state } of manager.streams.list(`orbita.*.${ROOM}.log`)) {
      const leader = servers.find(({ name }) => name === cluster?.leader);
      const isWhole = cluster?.replicas?.every(({ current }) => current);
      if (leader && isWhole && state.messages > 0) return leader;
    }
    throw new Error('The stream has no leader, or a server lags behind');
  });
}
