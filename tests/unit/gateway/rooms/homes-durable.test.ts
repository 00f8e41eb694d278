import { onTestFinished } from 'vitest';
import { openDurableHomes } from '../../../support/durable-homes.ts';
import { ROOM, testRoomHome } from '../../../support/room-homes.ts';
import { bundleForEdge, startWorkerd } from '../../../support/workerd-process.ts';

const script = await bundleForEdge('tests/support/durable-home-object.ts');

testRoomHome(
  'Durable Objects',
  async () => {
    const worker = await startWorkerd({ script, roomsClass: 'HomeObject' });
    onTestFinished(() => worker.close());
    const open = () => {
      const home = openDurableHomes(worker.url);
      onTestFinished(() => home.close());
      return home;
    };
    return {
      home: open(),
      async crash() {
        await worker.restart();
        const home = open();
        // Nobody lists the objects of a namespace: only those that have been asked are known.
        await home.head(ROOM);
        return home;
      },
    };
  },
  { crash: true },
);
