import { wrap } from 'comlink';
import { createStore } from 'jotai';
import type { MissionHost } from '../../src/shared/contract/mission-host.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { sliceAtoms } from '../../src/ui/mission/link/atoms.ts';
import { linkMission } from '../../src/ui/mission/link/link.ts';
import { createMissionTime } from '../../src/ui/mission/link/mission-time.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 10;
/** A page's clock is coarse, so many steps are timed together. */
const STEPS_A_ROUND = 25;

const echoWorker = new Worker(new URL('./echo-worker.ts', import.meta.url), { type: 'module' });

const echo = (): Promise<void> =>
  new Promise((resolve) => {
    echoWorker.addEventListener('message', () => resolve(), { once: true });
    echoWorker.postMessage('tick');
  });

/** Opens a link to a real mission in a worker; returns a function that ticks it once and waits for the atom. */
async function openLink(): Promise<() => Promise<void>> {
  const store = createStore();
  const worker = new Worker(new URL('./mission-worker.ts', import.meta.url), { type: 'module' });
  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = store.sub(sliceAtoms.telemetry, () => {
        stop();
        resolve();
      });
    });
  const first = changed();
  linkMission({
    store,
    missionTime: createMissionTime(),
    console: { missionId: '1'.repeat(32), kind: 'desk', openedAt: epochMs(0), window: '' },
    connect: () => ({ host: wrap<MissionHost>(worker), close: () => worker.terminate() }),
    newMissionId: () => '1'.repeat(32),
    now: () => performance.now(),
    utc: () => epochMs(Date.now()),
    newRequestId: () => '',
    every: () => () => undefined,
    sayGoodbye: () => undefined,
    announce: () => undefined,
  });
  await first;
  return () => {
    const next = changed();
    worker.postMessage('tick');
    return next;
  };
}

async function timed(step: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < STEPS_A_ROUND; index++) await step();
  return (performance.now() - start) / STEPS_A_ROUND;
}

/** Measures the milliseconds per step from a worker's tick to the changed atom, and of a bare echo, alternating. */
async function measureLatency(): Promise<{ readonly measured: number[]; readonly floor: number[] }> {
  const tick = await openLink();
  const measured: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [bare, whole] = [await timed(echo), await timed(tick)];
    if (round < WARM_UP_ROUNDS) continue;
    floor.push(bare);
    measured.push(whole);
  }
  return { measured, floor };
}

Object.assign(window, { measureLatency });
