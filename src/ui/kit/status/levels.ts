import type { TelemetryLevel } from '../../../shared/telemetry-channels.ts';

/** The six status levels, most urgent first (design.md §5). Each has its own colour, shape and word. */
export const STATUS_LEVELS = ['critical', 'serious', 'caution', 'normal', 'standby', 'off'] as const;
export type StatusLevel = (typeof STATUS_LEVELS)[number];

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
