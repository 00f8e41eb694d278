import type { Anomaly } from '../../../shared/entities/entities.ts';
import {
  CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import {
  capitalize,
  channelName,
  formatPresent,
  formatReading,
  formatRounded,
  formatRoundedSize,
  formatSigned,
  formatUtcTime,
  roundReading,
} from '../telemetry/telemetry-text.ts';
import type { Look } from './look.ts';
import { isLitIn, type ObservedChange } from './observed-change.ts';
import { type Share, shareOf } from './shares.ts';
import type { Symptoms } from './symptoms.ts';

/**
 * Words for what the samples show: the message and the first line of the explanation. A text is kept while its reading
 * varies within the noise, so a present reading is "about" its value.
 */

/** True if a text that gives a reading as `formatPresent` does still holds for another reading. */
export function isStillAbout(channel: TelemetryChannel, stated: number, value: number): boolean {
  const difference = Math.abs(roundReading(channel, stated) - value);
  return (
    difference <= CHANNELS[channel].variation ||
    formatRounded(channel, stated) === formatRounded(channel, value)
  );
}

export function recurrenceText({ recurrence }: Symptoms): string {
  if (!recurrence) return '';
  if (recurrence === 'worse') return 'The fault has become worse. ';
  return 'The fault persists; its earlier entry left the list. ';
}

/** Returns the message of an anomaly at its detection, before a sample shows the fault. */
export const detectionMessage = (type: Anomaly['type']): string =>
  `${type} monitor alarm; not confirmed by samples yet.`;

/** "Signal strength is about 58 %, 8 points lower than before the onset." */
export function messageOf(
  symptoms: Symptoms,
  { span, shown, isAtSunrise, phase }: Look,
  channel: TelemetryChannel,
): string {
  const { type } = FAULT_KINDS[symptoms.name];
  if (!span || phase === 'unseen') return detectionMessage(type);
  const name = capitalize(channelName(channel));
  const value = formatPresent(channel, span.to[channel]);
  if (isAtSunrise && symptoms.view) {
    const most = formatReading(channel, symptoms.view.array.potentialW);
    return `${name} is ${value} since sunrise; the maximum is ${most}.`;
  }
  const isLit = isLitNow(symptoms, span);
  if (shown?.bySlope && span.slopes) {
    const { before, now } = span.slopes;
    const light = isLit ? LIT : DARK;
    return `${name} changes by ${formatSigned(now, 2)} °C/min ${light}, ${formatSigned(before, 2)} °C/min before the onset.`;
  }
  const share = shareOf(symptoms, span, channel);
  const { change } = share;
  if (change === 0) return `${name} is ${value}, no clear change since the onset.`;
  const size = `${formatDifference(span, channel)} ${change < 0 ? 'lower' : 'higher'} than before the onset`;
  return `${name} is ${value}, ${size}${ownText(share, channel)}${illuminationText(span, channel, isLit)}.`;
}

/** Formats the difference of the two readings as rounded in the texts. */
function formatDifference({ from, to }: ObservedChange, channel: TelemetryChannel): string {
  return formatRoundedSize(
    channel,
    roundReading(channel, to[channel]) - roundReading(channel, from[channel]),
  );
}

/** Describes the fault's own share of a change. */
function ownText({ change, own }: Share, channel: TelemetryChannel): string {
  if (own === change) return '';
  return isNoise(own, channel)
    ? ', hardly any of it by this fault'
    : `, about ${formatRoundedSize(channel, own)} of it by this fault`;
}

const isNoise = (change: number, channel: TelemetryChannel): boolean =>
  Math.abs(change) < CHANNELS[channel].variation;

const LIT = 'while sunlit';

const DARK = 'in eclipse';

/** True if the spacecraft is in sunlight, from its report or its array output; `undefined` without either. */
function isLitNow(
  { view, telemetry }: Pick<Symptoms, 'view' | 'telemetry'>,
  span?: ObservedChange,
): boolean | undefined {
  if (view && Number.isFinite(view.light)) return view.light >= 0.5;
  const newest = span?.to ?? telemetry.at(-1);
  return newest && isLitIn(newest);
}

/** Returns the illumination that texts about a channel mention, true for sunlight; `undefined` if none. */
export const lightIn = (
  symptoms: Symptoms,
  { span }: Look,
  channel: TelemetryChannel,
): boolean | undefined => (FOLLOWS_LIGHT.has(channel) ? isLitNow(symptoms, span) : undefined);

/** Channels that depend on the illumination. */
const FOLLOWS_LIGHT: ReadonlySet<TelemetryChannel> = new Set([
  'batteryVoltage',
  'solarOutput',
  'temperature',
]);

function illuminationText(
  { from, to }: ObservedChange,
  channel: TelemetryChannel,
  isLit: boolean | undefined,
): string {
  if (isLit === undefined) return '';
  if (!FOLLOWS_LIGHT.has(channel)) return '';
  if (isLit === isLitIn(from)) return isLit ? ` ${LIT}` : ` ${DARK}`;
  // Sunlight raises each of them, and the array gives nothing without it.
  const share = channel === 'solarOutput' && !isLit ? 'because' : 'partly because';
  const because = isLit === to[channel] > from[channel] ? share : 'although';
  return `, ${because} the Sun has ${isLit ? 'risen' : 'set'}`;
}

/** Time after the onset within which the next samples may still show the fault. */
const AWAITED_MS = MS_PER_MIN;

/** "Signal strength is about 58 %, in limits; it was 66 % before the onset." */
export function seenLine(symptoms: Symptoms, seen: Look, channel: TelemetryChannel, time: EpochMs): string {
  const tripped = `The ${FAULT_KINDS[symptoms.name].type} monitor tripped.`;
  const reading = capitalize(readingClause(symptoms, seen, channel, seen.span ? 'is' : 'was'));
  if (!seen.span || seen.phase === 'unseen') {
    const isAwaited = time - symptoms.since < AWAITED_MS;
    return `${tripped} ${reading}; ${isAwaited ? 'waiting for the next samples' : 'no sample shows a clear change'}.`;
  }
  return `${reading}${comparison(seen.span, channel, symptoms.since)}.${accounts(symptoms, seen.span, channel)}`;
}

export function readingClause(
  symptoms: Symptoms,
  { span }: Look,
  channel: TelemetryChannel,
  verb: 'is' | 'was',
): string {
  const newest = span?.to ?? symptoms.telemetry.findLast((sample) => Number.isFinite(sample[channel]));
  if (!newest) return `no reading of ${channelName(channel)} has been received yet`;
  const isLit = isLitNow(symptoms, span);
  const light = isLit === undefined || !FOLLOWS_LIGHT.has(channel) ? '' : ` ${isLit ? LIT : DARK}`;
  const value = newest[channel];
  const reading = verb === 'is' ? formatPresent(channel, value) : formatReading(channel, value);
  return `${channelName(channel)} ${verb} ${reading}${light}${levelText(channel, value)}`;
}

/** Describes the channel's value before the onset, with the illumination then if it has changed. */
function comparison({ from, to }: ObservedChange, channel: TelemetryChannel, since: EpochMs): string {
  const hasIlluminationChanged = FOLLOWS_LIGHT.has(channel) && isLitIn(from) !== isLitIn(to);
  const light = hasIlluminationChanged ? ` ${isLitIn(from) ? LIT : DARK}` : '';
  // A fault that is reported again began before its new entry.
  const when = since - from.timestamp > MS_PER_MIN ? ` at ${formatUtcTime(from.timestamp)},` : '';
  return `; it was ${formatRounded(channel, from[channel])}${light}${when} before the onset`;
}

/**
 * " SAFE mode accounts for about 1.70° of the change, the other open faults for about 0.30°."; the message states the
 * fault's own share.
 */
function accounts(symptoms: Symptoms, span: ObservedChange, channel: TelemetryChannel): string {
  const { byMode, byOthers } = shareOf(symptoms, span, channel);
  if (isNoise(byMode, channel)) return '';
  const size = (part: number): string => `for about ${formatRoundedSize(channel, part)}`;
  const rest = isNoise(byOthers, channel) ? '' : `, the other open faults ${size(byOthers)}`;
  return ` ${symptoms.view?.mode} mode accounts ${size(byMode)} of the change${rest}.`;
}

function levelText(channel: TelemetryChannel, value: number): string {
  // The array output has no limits.
  if (channel === 'solarOutput') return '';
  const level = telemetryLevel(channel, value);
  return `, ${level === 'nominal' ? 'in limits' : level}`;
}
