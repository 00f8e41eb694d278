import { CHANNELS, type TelemetryChannel, unitOf } from '../../../shared/entities/telemetry-channels.ts';
import { pow } from '../../../shared/kit/math.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';

/** Appends the unit to an amount of change; changes of a percentage are in points. */
function withChangeUnit(channel: TelemetryChannel, amount: string): string {
  if (CHANNELS[channel].unit !== '%') return `${amount}${unitOf(channel)}`;
  return `${amount} ${amount === '1' ? 'point' : 'points'}`;
}

export const channelName = (channel: TelemetryChannel): string => CHANNELS[channel].phrase;

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Formats a number with its sign: `+0.12`, `−0.30`. */
export const formatSigned = (value: number, decimals: number): string =>
  `${value < 0 ? '' : '+'}${formatNumber(value, decimals)}`;

/** Formats a reading with its unit: `26.41 V`. */
export function formatReading(channel: TelemetryChannel, value: number): string {
  return `${formatNumber(value, CHANNELS[channel].decimals)}${unitOf(channel)}`;
}

/**
 * Formats a reading beyond a limit, rounded away from the limit so that the text agrees: 21.996 V is `21.99 V`, not
 * `22.00 V`.
 */
export function formatBeyond(channel: TelemetryChannel, value: number, limit: number): string {
  const scale = pow(10, CHANNELS[channel].decimals);
  return formatReading(
    channel,
    (value < limit ? Math.floor(value * scale) : Math.ceil(value * scale)) / scale,
  );
}

/** Formats the size of a change, without its sign: `6.2 points`. */
export function formatSize(channel: TelemetryChannel, change: number): string {
  return withChangeUnit(channel, formatNumber(Math.abs(change), CHANNELS[channel].decimals));
}

/** Returns the number of decimals that are significant given the noise. */
const clearDecimals = (channel: TelemetryChannel): number => (CHANNELS[channel].variation < 1 ? 1 : 0);

/** Rounds a reading to its significant digits, as `formatRounded` does. */
export const roundReading = (channel: TelemetryChannel, value: number): number =>
  Number(value.toFixed(clearDecimals(channel)));

/** Formats a reading to its significant digits: `58 %`, `26.4 V`. */
export const formatRounded = (channel: TelemetryChannel, value: number): string =>
  `${formatNumber(value, clearDecimals(channel))}${unitOf(channel)}`;

/**
 * Formats the present reading for a text that is kept while it varies within the noise: `about 58 %`. An exact 0 is
 * not a measurement.
 */
export const formatPresent = (channel: TelemetryChannel, value: number): string =>
  value === 0 ? formatReading(channel, value) : `about ${formatRounded(channel, value)}`;

/** Formats the size of a change to its significant digits: `6 points`. */
export const formatRoundedSize = (channel: TelemetryChannel, change: number): string =>
  withChangeUnit(channel, formatNumber(Math.abs(change), clearDecimals(channel)));

/** Formats a change with its sign: `+38 W`, `−0.30°`. */
export const formatChange = (channel: TelemetryChannel, change: number): string =>
  `${change < 0 ? '−' : '+'}${formatSize(channel, change)}`;

/** Returns the limit of a level that a value has passed, `undefined` if none. */
export function passedLimit(
  channel: TelemetryChannel,
  level: 'warning' | 'critical',
  value: number,
): number | undefined {
  const { low, high } = CHANNELS[channel].limits[level];
  if (low !== undefined && value < low) return low;
  return high !== undefined && value > high ? high : undefined;
}

/** Formats a duration in one unit: `45 s`, `6 min`, `10 h`. */
export function formatSpan(durationMs: number): string {
  const span = Math.max(0, durationMs);
  if (span < 2 * MS_PER_MIN) return `${Math.round(span / MS_PER_S)} s`;
  return span < 1.5 * MS_PER_H ? `${Math.round(span / MS_PER_MIN)} min` : `${Math.round(span / MS_PER_H)} h`;
}

/** Rounds a span up to one that `formatSpan` represents exactly. */
export function wholeSpan(durationMs: number): number {
  const unit = durationMs < 2 * MS_PER_MIN ? MS_PER_S : durationMs < 1.5 * MS_PER_H ? MS_PER_MIN : MS_PER_H;
  return Math.ceil(durationMs / unit) * unit;
}

const ofDay = (time: EpochMs): number => time - Math.floor(time / MS_PER_DAY) * MS_PER_DAY;

const twoDigits = (count: number): string => (count < 10 ? `0${count}` : `${count}`);

/** `12:03:10 UTC` */
export const formatUtcTime = (time: EpochMs): string =>
  `${utcMinute(time)}:${twoDigits(Math.floor(ofDay(time) / MS_PER_S) % 60)} UTC`;

/** `12:03 UTC` */
export const formatUtcMinute = (time: EpochMs): string => `${utcMinute(time)} UTC`;

function utcMinute(time: EpochMs): string {
  const minutes = Math.floor(ofDay(time) / MS_PER_MIN);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Formats a rounded amount of change: `3 points`, `0.2°`. */
export const formatAmount = (channel: TelemetryChannel, amount: number): string =>
  withChangeUnit(channel, `${amount}`);
