import type { MissionSlices, SliceName } from '../../../../../src/shared/contract/mission-control.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import { createFakeGateway, type FakeGateway, settle } from '../../../../support/fake-gateway.ts';
import { startMission, T0 } from '../../../../support/mission.ts';

/** A mission with a gateway, advanced second by second. */
export interface LiveMission {
  readonly mission: Session;
  readonly gateway: FakeGateway;
  readonly errors: string[];
  readonly now: () => EpochMs;
  /** Advances by so many seconds and delivers all answers meanwhile. */
  live(seconds: number): Promise<void>;
  slice<Name extends SliceName>(name: Name): MissionSlices[Name];
}

/** Starts a mission before its first round. */
export function startLiveMission(options: Parameters<typeof startMission>[0] = {}): LiveMission {
  const gateway = createFakeGateway(T0);
  const errors: string[] = [];
  const mission = startMission({ gateway, logError: (text) => errors.push(text), ...options });
  let time = T0;
  return {
    mission,
    gateway,
    errors,
    now: () => time,
    async live(seconds) {
      for (let second = 0; second < seconds; second++) {
        time = addMs(time, MS_PER_S);
        gateway.time = time;
        mission.advanceTo(time);
        await settle();
      }
    },
    slice: (name) => mission.snapshot()[name].value as never,
  };
}
