import { type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { openSession } from '../src/worker/session/session.ts';
import { planFault } from '../src/worker/spacecraft/fdir.ts';

/** Result of a mission without an operator, or with the duty crew. */
export interface Endurance {
  readonly seed: number;
  /** Share of the time in NOMINAL mode, 0 to 1. */
  readonly nominal: number;
  /** Share of the time with the payload on. */
  readonly payload: number;
  /** Lowest bus voltage, V, and longest time below 20 V, minutes. */
  readonly lowestV: number;
  readonly longestBelow20VMin: number;
  /** Minutes in SURVIVAL. */
  readonly survivalMin: number;
  /** Faults per hour that need action: those that no on-board retry clears. */
  readonly worthAnsweringPerH: number;
  /** Slowest acknowledgement or resolution of an anomaly, minutes; `undefined` if nobody responds. */
  readonly slowestAnswerMin: number | undefined;
  /** Mean system health, percent, and data downlinked, MB per day. */
  readonly health: number;
  readonly downlinkedMbPerDay: number;
  /** True if Attitude Adjustment and a quiet day eventually lead back to NOMINAL. */
  readonly isRecoverable: boolean;
}

const LOW_V = 20;
const STEP_MS = MS_PER_MIN;

/** Simulates days of a mission with its own clock. */
export function endure(seed: number, from: EpochMs, days: number, hasCrew: boolean): Endurance {
  let worthAnswering = 0;
  const mission = openSession({
    clock: { now: () => from },
    seed,
    planFault: (name, time, random, course) => {
      const plan = planFault(name, time, random, course);
      // A predefined course marks the sample data.
      if (course === undefined && plan.course !== 'transient') worthAnswering += 1;
      return plan;
    },
  });
  if (hasCrew) mission.control.handOverConsole('duty crew');
  let nominal = 0;
  let payload = 0;
  let survival = 0;
  let health = 0;
  let lowestV = Number.POSITIVE_INFINITY;
  let below = 0;
  let longestBelow = 0;
  let slowest: number | undefined;
  const waiting = new Map<string, EpochMs>();
  const steps = (days * MS_PER_DAY) / STEP_MS;
  const firstMb = mission.snapshot().performance.value.dataDownloaded;
  for (let step = 1; step <= steps; step++) {
    const time = (from + step * STEP_MS) as EpochMs;
    mission.advanceTo(time);
    const { spacecraft, anomalies, performance } = mission.snapshot();
    const view = spacecraft.value;
    if (!view) throw new Error('ORBITA-1 has no orbit.');
    if (view.mode === 'NOMINAL') nominal += 1;
    if (view.mode === 'SURVIVAL') survival += 1;
    if (view.loads.payloadW > 0) payload += 1;
    health += performance.value.systemHealth;
    lowestV = Math.min(lowestV, view.battery.voltageV);
    below = view.battery.voltageV < LOW_V ? below + 1 : 0;
    longestBelow = Math.max(longestBelow, below);
    for (const { id, status, timestamp } of anomalies.value) {
      if (status === 'Active') waiting.set(id, timestamp);
      else if (waiting.delete(id)) slowest = Math.max(slowest ?? 0, (time - timestamp) / MS_PER_MIN);
    }
  }
  return {
    seed,
    nominal: nominal / steps,
    payload: payload / steps,
    lowestV,
    longestBelow20VMin: longestBelow,
    survivalMin: survival,
    worthAnsweringPerH: worthAnswering / (days * 24),
    slowestAnswerMin: slowest,
    health: health / steps,
    downlinkedMbPerDay: (mission.snapshot().performance.value.dataDownloaded - firstMb) / days,
    isRecoverable: recovers(mission, (from + days * MS_PER_DAY) as EpochMs),
  };
}

/** True if ground recovery succeeds: after six hours of duty crew work the spacecraft is NOMINAL. */
function recovers(mission: ReturnType<typeof openSession>, from: EpochMs): boolean {
  mission.control.handOverConsole('duty crew');
  for (let ms = STEP_MS; ms <= 6 * MS_PER_H; ms += STEP_MS) {
    mission.advanceTo((from + ms) as EpochMs);
    if (mission.snapshot().spacecraft.value?.mode === 'NOMINAL') return true;
  }
  return false;
}
