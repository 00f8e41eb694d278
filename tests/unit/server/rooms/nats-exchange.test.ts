import { expect, it, onTestFinished } from 'vitest';
import { openNatsRooms } from '../../../../src/server/rooms/nats-home.ts';
import { ROOM_CLOSE } from '../../../../src/shared/contract/room.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { eventually } from '../../../support/eventually.ts';
import { handClock } from '../../../support/gateway.ts';
import { answered, every } from '../../../support/nats-load.ts';
import { hasNats, startNats } from '../../../support/nats-server.ts';
import { startRooms } from '../../../support/room-consoles.ts';

const clock = handClock();

async function startProcess(url: string) {
  const opened = await answered(async () => {
    const rooms = await openNatsRooms(url, { replicas: 1, every });
    if (!rooms.ok) throw new Error(rooms.message);
    return rooms.value;
  });
  onTestFinished(opened.home.close);
  return startRooms({ ...opened, clock });
}

it.skipIf(!hasNats())(
  'gateways with one NATS server have the same rooms, also after its restart',
  async () => {
    const nats = await startNats();
    const processes = [await startProcess(nats.url), await startProcess(nats.url)] as const;
    const [first, second] = processes;
    const pass = (): void => {
      clock.advance(1000);
      for (const { server } of processes) server.tick();
    };
    const { id, operatorKey } = await first.begin();
    const zoe = await first.enter(id, 'zoe', operatorKey);
    pass();
    const anna = await second.enter(id, 'anna', operatorKey);
    const expectBoth = () =>
      eventually(() => {
        pass();
        for (const console of [zoe, anna]) {
          const room = console.heard('room').at(-1);
          expect([room?.consoles.map((one) => one.id), room?.lead]).toEqual([['zoe', 'anna'], 'zoe']);
        }
      });
    await expectBoth();
    const mark = { time: epochMs(clock.time), entryCount: 0, hash: '0123456789abcdef' };
    anna.say({ type: 'mark', n: 0, mark });
    pass();
    expect(await zoe.hears('mark')).toEqual({ type: 'mark', n: 0, mark });

    await nats.kill();
    await eventually(() => {
      pass();
      expect(anna.heard('room').at(-1)?.consoles).toHaveLength(1);
    });
    nats.start();
    await expectBoth();

    await answered(() => first.home.head(id));
    zoe.say({ type: 'renew', operatorKey: 'N'.repeat(22) });
    await zoe.hears('renewed');
    pass();
    expect(await anna.ends()).toBe(ROOM_CLOSE.renewed);
    expect(zoe.closed).toBeUndefined();
  },
);
