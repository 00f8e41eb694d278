import { degrees, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../kit/units.ts';

/** Business constants of spec §9, in one place for the worker, the cards and the charts. */

export const TELEMETRY_PERIOD_MS = 5 * MS_PER_S;
/** Length of the telemetry history, in samples. */
export const TELEMETRY_HISTORY_LENGTH = 20;
/** Period of the three live-data calls. */
export const REAL_DATA_PERIOD_MS = 10 * MS_PER_S;
/** Live data are stale if not renewed for three rounds. */
export const LIVE_DATA_LIFE_MS = 3 * REAL_DATA_PERIOD_MS;
/** Age from which a position is too old to locate the ISS. */
export const OLDEST_POSITION_MS = 10 * MS_PER_MIN;
/** Period of the updates of the satellites' positions. */
export const POSITION_PERIOD_MS = 10 * MS_PER_S;
export const POSITION_SAMPLE_COUNT = 50;
export const POSITION_SAMPLE_STEP_MS = 6 * MS_PER_S;
export const ANOMALY_PERIOD_MS = 30 * MS_PER_S;
/** Probability of an anomaly per poll. */
export const ANOMALY_PROBABILITY = 0.1;
export const ANOMALY_LIST_CAP = 10;
export const PERFORMANCE_PERIOD_MS = 30 * MS_PER_S;
/** Age of the mission at page load. */
export const MISSION_AGE_AT_LOAD_MS = 7 * MS_PER_DAY;
export const ASTRONAUTS_SHOWN = 5;

/** Commands per day, Monday to Sunday, of the weekly chart. */
export const WEEKLY_COMMANDS = [8, 6, 9, 7, 8, 5, 4] as const;

/** Fixed values of the tracking cards besides the velocities in `satellites.ts`; not computed. */
export const FIXED_DISPLAY = {
  orbitPeriodMin: 93.2,
  apogeeKm: 428,
  perigeeKm: 423,
  inclination: degrees(51.6),
} as const;

/**
 * Minimum share of its potential power that a healthy array delivers: it turns about one axis, and the Sun is at most
 * 50° off.
 */
const SOUND_ARRAY_SHARE = 0.6;
/** Below this potential power, at dusk, the array is not judged. */
const JUDGED_FROM_W = 50;

/** True if the array delivers much less than its potential. Spec §9 has no limit for it: eclipse is normal. */
export const isArrayWeak = ({
  powerW,
  potentialW,
}: {
  readonly powerW: number;
  readonly potentialW: number;
}): boolean => potentialW >= JUDGED_FROM_W && powerW < SOUND_ARRAY_SHARE * potentialW;

/** Returns the label of a system health in percent (spec §9). */
export function healthLabel(systemHealth: number): 'Excellent' | 'Good' | 'Fair' | 'Poor' {
  if (systemHealth >= 90) return 'Excellent';
  if (systemHealth >= 80) return 'Good';
  return systemHealth >= 70 ? 'Fair' : 'Poor';
}

/** Returns the label of a signal strength in percent (spec §9). */
export const signalLabel = (signalStrength: number): 'Strong' | 'Weak' =>
  signalStrength > 70 ? 'Strong' : 'Weak';

/** Returns the label of a number of anomalies (spec §9). */
export const anomalyLabel = (anomalyCount: number): 'Low' | 'High' => (anomalyCount < 3 ? 'Low' : 'High');

/** Time within which a cancellation can be undone, in mission time. */
export const UNDO_MS = 10_000;
