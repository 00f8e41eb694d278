import { TELEMETRY_LIMITS, type TelemetryChannel } from '../../shared/limits.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** Wording for each channel. */
interface ChannelWords {
  readonly name: string;
  readonly unit: string;
  /** A change of a percentage is given in points. */
  readonly changeUnit: string;
  readonly decimals: number;
}

const CHANNEL_WORDS: Readonly<Record<TelemetryChannel, ChannelWords>> = {
  batteryVoltage: { name: 'battery voltage', unit: ' V', changeUnit: ' V', decimals: 2 },
  solarOutput: { name: 'solar output', unit: ' W', changeUnit: ' W', decimals: 0 },
  signalStrength: { name: 'signal strength', unit: ' %', changeUnit: ' points', decimals: 1 },
  temperature: { name: 'bus temperature', unit: ' °C', changeUnit: ' °C', decimals: 1 },
  attitudeStability: { name: 'attitude deviation', unit: '°', changeUnit: '°', decimals: 2 },
};

export const channelName = (channel: TelemetryChannel): string => CHANNEL_WORDS[channel].name;

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A number as text, with a minus sign (U+2212), and without negative zero. */
export function formatNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** A reading with its unit: `26.41 V`. */
export function formatReading(channel: TelemetryChannel, value: number): string {
  const { unit, decimals } = CHANNEL_WORDS[channel];
  return `${formatNumber(value, decimals)}${unit}`;
}

/**
 * A reading beyond a limit, rounded away from the limit, so that the text agrees: 21.996 V is `21.99 V`, not
 * `22.00 V`.
 */
export function formatBeyond(channel: TelemetryChannel, value: number, limit: number): string {
  const scale = 10 ** CHANNEL_WORDS[channel].decimals;
  return formatReading(
    channel,
    (value < limit ? Math.floor(value * scale) : Math.ceil(value * scale)) / scale,
  );
}

/** The size of a change, without its sign: `6.2 points`. */
export function formatSize(channel: TelemetryChannel, change: number): string {
  const { changeUnit, decimals } = CHANNEL_WORDS[channel];
  return `${formatNumber(Math.abs(change), decimals)}${changeUnit}`;
}

/** A change with its sign: `+38 W`, `−0.30°`. */
export const formatChange = (channel: TelemetryChannel, change: number): string =>
  `${change < 0 ? '−' : '+'}${formatSize(channel, change)}`;

/** A limit as in spec §9: `22 V`, `−20 °C`, `1.5°`. */
export const formatLimit = (channel: TelemetryChannel, value: number): string =>
  `${String(value).replace('-', '−')}${CHANNEL_WORDS[channel].unit}`;

/** Limit of a level that a value has passed, `undefined` if none. */
export function passedLimit(
  channel: TelemetryChannel,
  level: 'warning' | 'critical',
  value: number,
): number | undefined {
  const { low, high } = TELEMETRY_LIMITS[channel][level];
  if (low !== undefined && value < low) return low;
  return high !== undefined && value > high ? high : undefined;
}

/** A duration in one unit: `45 s`, `6 min`, `10 h`. */
export function formatSpan(durationMs: number): string {
  const span = Math.max(0, durationMs);
  if (span < 2 * MS_PER_MIN) return `${Math.round(span / MS_PER_S)} s`;
  return span < 1.5 * MS_PER_H ? `${Math.round(span / MS_PER_MIN)} min` : `${Math.round(span / MS_PER_H)} h`;
}

/** `12:03:10 UTC` */
export const formatUtcTime = (time: EpochMs): string => `${new Date(time).toISOString().slice(11, 19)} UTC`;

/** `12:03 UTC` */
export const formatUtcMinute = (time: EpochMs): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

/** A rounded amount of change: `3 points`, `0.2°`. */
export const formatAmount = (channel: TelemetryChannel, amount: number): string =>
  `${amount}${CHANNEL_WORDS[channel].changeUnit}`;
