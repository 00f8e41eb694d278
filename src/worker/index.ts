import { expose, proxy } from 'comlink';
import { DEFAULT_ANON_KEY } from '../shared/backend.ts';
import type { MissionHost } from '../shared/mission-control.ts';
import { epochMs, MS_PER_S } from '../shared/units.ts';
import { createHttpGateway } from './live-data/http-gateway.ts';
import { type Clock, createMission, type Mission } from './mission/mission.ts';

/**
 * Composition root of the worker: its only file that touches the clock, randomness, timers and the channel.
 */

const clock: Clock = { now: () => epochMs(Date.now()) };

/**
 * Wakes the mission whenever something is due, and every second. After a suspension or a clock change the
 * first wake-up brings the whole jump.
 */
function drive(mission: Mission): void {
  mission.advanceTo(clock.now());
  const untilDue = mission.nextDueTime() - clock.now();
  setTimeout(drive, Math.min(Math.max(0, untilDue), MS_PER_S), mission);
}

const { VITE_BACKEND_URL, VITE_BACKEND_ANON_KEY } = import.meta.env;
const backendUrl = new URL(VITE_BACKEND_URL || '/', location.origin);

const gateway = createHttpGateway({
  baseUrl: backendUrl.href.replace(/\/$/, ''),
  key: VITE_BACKEND_ANON_KEY || DEFAULT_ANON_KEY,
  fetch: (url, init) => fetch(url, init),
});

/** The browser's network state does not apply to a gateway on this computer. */
const isGatewayHere = ['localhost', '127.0.0.1', '[::1]'].includes(backendUrl.hostname);

/** Reports to the mission when the computer goes offline and online. */
function followNetwork(mission: Mission): void {
  const appendEvents = () => {
    mission.setOnline(isGatewayHere || navigator.onLine);
    mission.advanceTo(clock.now());
  };
  addEventListener('online', appendEvents);
  addEventListener('offline', appendEvents);
  mission.setOnline(isGatewayHere || navigator.onLine);
}

const host: MissionHost = {
  open(checkpoint, lossReason) {
    const mission = createMission({
      clock,
      seed: Date.now(),
      gateway,
      logError: console.error,
      checkpoint,
      lossReason,
    });
    followNetwork(mission);
    drive(mission);
    return proxy(mission.control);
  },
};

expose(host);
