import { expose, proxy } from 'comlink';
import type { MissionHost } from '../../src/shared/mission-control.ts';
import { addMs, epochMs } from '../../src/shared/units.ts';
import { createMission } from '../../src/worker/mission/mission.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** The mission's worker with a clock controlled by the page: each message advances it by five seconds. */
const host: MissionHost = {
  open(checkpoint) {
    const mission = createMission({ clock: { now: () => T0 }, seed: 1, checkpoint });
    let time = T0;
    addEventListener('message', ({ data }) => {
      if (data !== 'tick') return;
      time = addMs(time, 5000);
      mission.advanceTo(time);
    });
    return proxy(mission.control);
  },
};

expose(host);
