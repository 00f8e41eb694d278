import type { TelemetryLevel } from '../../shared/telemetry-channels.ts';
import type { StatusLevel } from '../kit/status/levels.ts';

/** Status level of a telemetry level. */
export const TELEMETRY_STATUS: Readonly<Record<TelemetryLevel, StatusLevel>> = {
  critical: 'critical',
  warning: 'caution',
  nominal: 'normal',
  unknown: 'off',
};

/** The word for a telemetry level. */
export const TELEMETRY_WORDS: Readonly<Record<TelemetryLevel, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  nominal: 'Nominal',
  unknown: 'Unknown',
};
