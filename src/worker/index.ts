import { expose, proxy } from 'comlink';
import type { MissionHost } from '../shared/mission-control.ts';
import { epochMs } from '../shared/units.ts';
import { type Clock, createMission, type Mission } from './mission.ts';
import { createRandom } from './random.ts';

/** The worker's composition root: the only file of the worker that touches the clock, chance, timers and the channel. */

const clock: Clock = { now: () => epochMs(Date.now()) };

/** Wakes the mission whenever something is due; after a sleep or a set clock the first wake-up brings the whole jump. */
function drive(mission: Mission): void {
  mission.advanceTo(clock.now());
  setTimeout(drive, Math.max(0, mission.nextDueTime() - clock.now()), mission);
}

const host: MissionHost = {
  open(checkpoint) {
    const mission = createMission({ clock, random: createRandom(Date.now()), checkpoint });
    drive(mission);
    return proxy(mission.control);
  },
};

expose(host);
