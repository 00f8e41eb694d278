import type { TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../shared/limits.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_S } from '../shared/units.ts';
import type { Random } from './random.ts';
import type { EnvironmentAt } from './spacecraft/environment.ts';
import { shiftPlan } from './spacecraft/fdir.ts';
import { type Flown, flySpacecraft } from './spacecraft/fly.ts';
import type { ActiveFault, Activity } from './spacecraft/model.ts';
import { readSensors } from './spacecraft/sensors.ts';

export type { EnvironmentAt };

/** The spacecraft, the instant it has been flown to, and what was measured of it. */
export interface TelemetryState extends Flown {
  /** Oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  readonly history: readonly TelemetrySample[];
}

/** The most that is flown of a long gap, in steps of a minute. */
export const COAST_LIMIT_MS = MS_PER_DAY;
/** In survival the spacecraft sends a sample only this often. */
const SURVIVAL_PERIOD_MS = 30 * MS_PER_S;

/** Flies the spacecraft to an instant and reads its sensors there, unless it saves its power. */
export function recordSample(
  state: TelemetryState,
  time: EpochMs,
  environmentAt: EnvironmentAt,
  random: Random,
): TelemetryState {
  const flown = coast(state, time, environmentAt, random);
  if (flown.time < time) return flown;
  const newest = state.history.at(-1);
  const isSilent =
    flown.spacecraft.mode === 'SURVIVAL' && newest && time - newest.timestamp < SURVIVAL_PERIOD_MS;
  if (isSilent) return flown;
  const sample = readSensors(flown.spacecraft, time, random);
  const history = state.history.slice(1 - TELEMETRY_HISTORY_LENGTH);
  history.push(sample);
  return { spacecraft: flown.spacecraft, time: flown.time, history };
}

/**
 * Megabytes that a stretch of time brought down which was not flown, taken to be like the one that was: a day has
 * fifteen orbits, so that one day is much like the next.
 */
export const estimateDownlinkedMb = (flownMb: number, flownMs: number, notFlownMs: number): number =>
  flownMs > 0 ? (flownMb * notFlownMs) / flownMs : 0;

/**
 * Flies the spacecraft to an instant without measuring: see `flySpacecraft`. Of a gap of more than a day only the last
 * day is flown: the spacecraft has forgotten by then where it started. What the days before it brought down is estimated
 * from it.
 */
export function coast(
  state: TelemetryState,
  to: EpochMs,
  environmentAt: EnvironmentAt,
  random: Random,
): TelemetryState {
  const from = Math.max(state.time, to - COAST_LIMIT_MS) as EpochMs;
  const flown = flySpacecraft({ spacecraft: state.spacecraft, time: from }, to, environmentAt, random);
  const { spacecraft, time } = flown;
  if (time === from) return state;
  if (from === state.time) return { spacecraft, time, history: state.history };
  const flownMb = spacecraft.downlinkedMb - state.spacecraft.downlinkedMb;
  const estimatedMb = estimateDownlinkedMb(flownMb, time - from, from - state.time);
  const downlinkedMb = spacecraft.downlinkedMb + estimatedMb;
  return { spacecraft: { ...spacecraft, downlinkedMb }, time, history: state.history };
}

/** Forgets what lies after an instant, for a clock that was set back. What is under way takes as long as it would have. */
export function rewindTelemetry(state: TelemetryState, to: EpochMs): TelemetryState {
  const shiftMs = Math.min(0, to - state.time);
  const { activities, faults } = state.spacecraft;
  return {
    ...state,
    spacecraft: {
      ...state.spacecraft,
      activities: activities.map((activity) => shiftActivity(activity, shiftMs)),
      faults: faults.map((fault) => shiftFault(fault, shiftMs)),
    },
    time: to,
    history: state.history.filter(({ timestamp }) => timestamp <= to),
  };
}

const shiftActivity = (activity: Activity, shiftMs: number): Activity => ({
  ...activity,
  startTime: addMs(activity.startTime, shiftMs),
  endTime: addMs(activity.endTime, shiftMs),
});

const shiftFault = ({ mending, closedAt, plan, ...fault }: ActiveFault, shiftMs: number): ActiveFault => ({
  ...fault,
  startTime: addMs(fault.startTime, shiftMs),
  plan: shiftPlan(plan, shiftMs),
  closedAt: closedAt && addMs(closedAt, shiftMs),
  mending: mending && { from: addMs(mending.from, shiftMs), until: addMs(mending.until, shiftMs) },
});
