import type { TelemetrySample } from '../shared/entities.ts';
import { type TelemetryChannel, telemetryLevel } from '../shared/limits.ts';
import { MS_PER_S } from '../shared/units.ts';

/** How a sentence speaks of each channel. */
const CHANNEL_WORDS: Readonly<
  Record<TelemetryChannel, { readonly name: string; readonly unit: string; readonly decimals: number }>
> = {
  batteryVoltage: { name: 'battery voltage', unit: ' V', decimals: 2 },
  solarOutput: { name: 'solar output', unit: ' W', decimals: 0 },
  signalStrength: { name: 'signal strength', unit: ' %', decimals: 1 },
  temperature: { name: 'bus temperature', unit: ' °C', decimals: 1 },
  attitudeStability: { name: 'attitude deviation', unit: '°', decimals: 2 },
};

/** A number as text, with a real minus sign (U+2212), and never a minus zero. */
function formatReading(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/**
 * A clause that cites a channel: its newest value, its level and its change over the history, such as
 * `battery voltage is 26.41 V (nominal), down 0.62 V in 95 s`.
 */
export function citeChannel(history: readonly TelemetrySample[], channel: TelemetryChannel): string {
  const { name, unit, decimals } = CHANNEL_WORDS[channel];
  const [oldest, newest] = [history.at(0), history.at(-1)];
  if (!oldest || !newest) return `${name} has not been received yet`;
  const value = newest[channel];
  const level = channel === 'solarOutput' ? '' : ` (${telemetryLevel(channel, value)})`;
  const cited = `${name} is ${formatReading(value, decimals)}${unit}${level}`;
  const spanS = Math.round((newest.timestamp - oldest.timestamp) / MS_PER_S);
  if (spanS <= 0) return cited;
  const change = Number((value - oldest[channel]).toFixed(decimals));
  if (change === 0) return `${cited}, unchanged in ${spanS} s`;
  const size = `${formatReading(Math.abs(change), decimals)}${unit}`;
  return `${cited}, ${change > 0 ? 'up' : 'down'} ${size} in ${spanS} s`;
}

/** A sentence that cites several channels, in their order. */
export function citeChannels(
  history: readonly TelemetrySample[],
  channels: readonly TelemetryChannel[],
): string {
  const sentence = channels.map((channel) => citeChannel(history, channel)).join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
