import type { TelemetrySample } from './entities.ts';
import { degrees, MS_PER_DAY, MS_PER_S } from './units.ts';

/** The business constants of spec §9, in one place for the worker, the cards and the charts. */

export const TELEMETRY_PERIOD_MS = 5 * MS_PER_S;
/** How many telemetry samples are kept. */
export const TELEMETRY_HISTORY_LENGTH = 20;
/** The three live-data calls are made together this often. */
export const REAL_DATA_PERIOD_MS = 10 * MS_PER_S;
/** ORBITA-1's positions are generated anew this often. */
export const ORBITA_PERIOD_MS = 10 * MS_PER_S;
export const ORBITA_SAMPLE_COUNT = 50;
export const ORBITA_SAMPLE_STEP_MS = 6 * MS_PER_S;
export const ANOMALY_PERIOD_MS = 30 * MS_PER_S;
/** Chance that one anomaly poll brings an anomaly. */
export const ANOMALY_PROBABILITY = 0.1;
export const ANOMALY_LIST_CAP = 10;
export const PERFORMANCE_PERIOD_MS = 30 * MS_PER_S;
/** The mission started this long before the page was loaded. */
export const MISSION_AGE_AT_LOAD_MS = 7 * MS_PER_DAY;
export const ASTRONAUTS_SHOWN = 5;

/** Commands per day, Monday to Sunday, of the weekly chart. */
export const WEEKLY_COMMANDS = [8, 6, 9, 7, 8, 5, 4] as const;

/** ORBITA-1 is observed from London. */
export const LONDON = { name: 'London', latitude: degrees(51.5074), longitude: degrees(-0.1278) } as const;

/** Values that the tracking cards show as they stand here; they are not computed. */
export const FIXED_DISPLAY = {
  issVelocityKmPerS: 7.66,
  orbitaVelocityKmPerS: 7.58,
  orbitPeriodMin: 93.2,
  apogeeKm: 428,
  perigeeKm: 423,
  inclination: degrees(51.6),
} as const;

export type TelemetryChannel = Exclude<keyof TelemetrySample, 'timestamp'>;
export const TELEMETRY_CHANNELS = [
  'batteryVoltage',
  'solarOutput',
  'signalStrength',
  'temperature',
  'attitudeStability',
] as const satisfies readonly TelemetryChannel[];

/** A reading below `low` or above `high` has passed the limit; a reading equal to it has not. */
export interface Bounds {
  readonly low?: number;
  readonly high?: number;
}

/** The two limits of a channel, in the channel's unit. */
export interface ChannelLimits {
  readonly warning: Bounds;
  readonly critical: Bounds;
}

export const TELEMETRY_LIMITS: Readonly<Record<TelemetryChannel, ChannelLimits>> = {
  batteryVoltage: { warning: { low: 22 }, critical: { low: 20 } },
  solarOutput: { warning: {}, critical: {} },
  signalStrength: { warning: { low: 50 }, critical: { low: 40 } },
  temperature: { warning: { low: -20, high: 40 }, critical: { low: -40, high: 60 } },
  attitudeStability: { warning: { high: 1.5 }, critical: { high: 3 } },
};

export type TelemetryLevel = 'nominal' | 'warning' | 'critical' | 'unknown';

const isOutside = (value: number, { low = -Infinity, high = Infinity }: Bounds): boolean =>
  value < low || value > high;

/** The level of one reading in its channel's unit; a reading that is not a finite number is `unknown`. */
export function telemetryLevel(channel: TelemetryChannel, value: number): TelemetryLevel {
  if (!Number.isFinite(value)) return 'unknown';
  const { warning, critical } = TELEMETRY_LIMITS[channel];
  if (isOutside(value, critical)) return 'critical';
  return isOutside(value, warning) ? 'warning' : 'nominal';
}

/** The least of its power in a light that a sound array gives: it turns about one axis, and the Sun stands off it at most 50°. */
const SOUND_ARRAY_SHARE = 0.6;
/** Less light than for this power is dusk, which judges nothing. */
const JUDGED_FROM_W = 50;

/** Whether the array gives much less than it could in this light. Spec §9 has no limit for it: dark is not wrong. */
export const isArrayWeak = ({
  powerW,
  potentialW,
}: {
  readonly powerW: number;
  readonly potentialW: number;
}): boolean => potentialW >= JUDGED_FROM_W && powerW < SOUND_ARRAY_SHARE * potentialW;

/** In words, for a system health in percent (spec §9). */
export function healthLabel(systemHealth: number): 'Excellent' | 'Good' | 'Fair' | 'Poor' {
  if (systemHealth >= 90) return 'Excellent';
  if (systemHealth >= 80) return 'Good';
  return systemHealth >= 70 ? 'Fair' : 'Poor';
}

/** In words, for a signal strength in percent (spec §9). */
export const signalLabel = (signalStrength: number): 'Strong' | 'Weak' =>
  signalStrength > 70 ? 'Strong' : 'Weak';

/** In words, for a number of anomalies (spec §9). */
export const anomalyLabel = (anomalyCount: number): 'Low' | 'High' => (anomalyCount < 3 ? 'Low' : 'High');
