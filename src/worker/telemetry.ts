import type { TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../shared/limits.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { Random } from './random.ts';
import type { Environment } from './spacecraft/environment.ts';
import { readSensors, type SpacecraftState, stepSpacecraft } from './spacecraft/model.ts';

export interface TelemetryState {
  /** The spacecraft at `time`. */
  readonly spacecraft: SpacecraftState;
  readonly time: EpochMs;
  /** Oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  readonly history: readonly TelemetrySample[];
}

/** The environment at an instant, `undefined` where there is no orbit: then nothing is measured. */
export type EnvironmentAt = (time: EpochMs) => Environment | undefined;

/** The longest step the model takes, and the most that is simulated of a long gap. */
export const COAST_STEP_MS = MS_PER_MIN;
export const COAST_LIMIT_MS = MS_PER_DAY;

/** Flies the spacecraft to an instant and reads its sensors there. */
export function recordSample(
  state: TelemetryState,
  time: EpochMs,
  environmentAt: EnvironmentAt,
  random: Random,
): TelemetryState {
  const flown = coast(state, time, environmentAt, random);
  if (flown === state) return state;
  const sample = readSensors(flown.spacecraft, time, random);
  return { ...flown, history: [...state.history, sample].slice(-TELEMETRY_HISTORY_LENGTH) };
}

/**
 * Megabytes that a stretch of time brought down which was not flown, taken to be like the one that was: a day has
 * fifteen orbits, so that one day is much like the next.
 */
export const estimateDownlinkedMb = (flownMb: number, flownMs: number, notFlownMs: number): number =>
  flownMs > 0 ? (flownMb * notFlownMs) / flownMs : 0;

/**
 * Flies the spacecraft to an instant without measuring, in steps of at most a minute. Of a gap of more than a day only
 * the last day is flown (1440 steps): the spacecraft has forgotten by then where it started. What the days before it
 * brought down is estimated from it.
 */
export function coast(
  state: TelemetryState,
  to: EpochMs,
  environmentAt: EnvironmentAt,
  random: Random,
): TelemetryState {
  let { spacecraft } = state;
  let time = Math.max(state.time, to - COAST_LIMIT_MS) as EpochMs;
  const from = time;
  while (time < to) {
    const next = Math.min(addMs(time, COAST_STEP_MS), to) as EpochMs;
    const environment = environmentAt(next);
    if (!environment) break;
    spacecraft = stepSpacecraft(spacecraft, environment, (next - time) / MS_PER_S, random);
    time = next;
  }
  if (time === from) return state;
  const flownMb = spacecraft.downlinkedMb - state.spacecraft.downlinkedMb;
  const estimatedMb = estimateDownlinkedMb(flownMb, time - from, from - state.time);
  return {
    ...state,
    spacecraft: { ...spacecraft, downlinkedMb: spacecraft.downlinkedMb + estimatedMb },
    time,
  };
}

/** Forgets what lies after an instant, for a clock that was set back. */
export const rewindTelemetry = (state: TelemetryState, to: EpochMs): TelemetryState => ({
  ...state,
  time: to,
  history: state.history.filter(({ timestamp }) => timestamp <= to),
});
