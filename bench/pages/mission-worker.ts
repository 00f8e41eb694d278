import { expose, proxy } from 'comlink';
import type { MissionHost } from '../../src/shared/contract/mission-control.ts';
import { addMs, epochMs } from '../../src/shared/kit/units.ts';
import { openSession } from '../../src/worker/session/session.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** The mission's worker with a clock that the page controls: each message advances it by five seconds. */
const host: MissionHost = {
  async open(_console, resume) {
    const mission = openSession({ clock: { now: () => T0 }, seed: 1, resume });
    let time = T0;
    addEventListener('message', ({ data }) => {
      if (data !== 'tick') return;
      time = addMs(time, 5000);
      mission.advanceTo(time);
    });
    return proxy(mission.control);
  },
  check: () => ({ equalCount: 0 }),
};

expose(host);
