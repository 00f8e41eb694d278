import { expose, proxy } from 'comlink';
import type { MissionHost } from '../../src/shared/contract/mission-host.ts';
import { refused } from '../../src/shared/contract/outcome.ts';
import { addMs, epochMs } from '../../src/shared/kit/units.ts';
import { openLogged } from '../../src/worker/session/keeping/open-logged.ts';
import { openSession } from '../../src/worker/session/session.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** The mission's worker with a clock that the page controls: each message advances it by five seconds. */
const host: MissionHost = {
  async open({ missionId, window }, page, source) {
    const effects = {
      missionId,
      build: '',
      window,
      page,
      loadDatabase: () => Promise.reject(new Error('there is no database')),
      loadReader: () => import('../../src/worker/session/keeping/continue-kept.ts'),
      now: () => T0,
      after: () => undefined,
      giveUp: () => undefined,
      newId: () => '',
    };
    const { session, control } = await openLogged(source, {}, effects, (resume) =>
      openSession({ clock: { now: () => T0 }, seed: 1, resume }),
    );
    let time = T0;
    addEventListener('message', ({ data }) => {
      if (data !== 'tick') return;
      time = addMs(time, 5000);
      session.advanceTo(time);
    });
    const none = async () => refused('There is no server.');
    return proxy({ ...control, shareMission: none, renewRoomKeys: none, sendDoneAlone: none });
  },
  flush: async () => undefined,
  logged: async () => undefined,
  check: () => ({ equalCount: 0 }),
};

expose(host);
