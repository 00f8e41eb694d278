import type { CommandName, TelemetrySample } from '../../shared/entities.ts';
import { type TelemetryChannel, telemetryLevel } from '../../shared/limits.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN } from '../../shared/units.ts';
import { FAULT_KINDS, type FaultKind, type FaultName } from '../spacecraft/fault-kinds.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import {
  capitalize,
  channelName,
  formatLimit,
  formatNumber,
  formatReading,
  formatSize,
  formatSpan,
  formatUtcMinute,
  formatUtcTime,
  passedLimit,
} from '../telemetry-words.ts';
import { FAULT_CHAINS, type Sign } from './fault-chains.ts';
import { housekeeping } from './housekeeping.ts';
import {
  clearChange,
  clearSlopeChange,
  FULL_LIGHT,
  isLitIn,
  isShown,
  type Span,
  spanSince,
} from './observed-change.ts';

/** A fault and everything that is known of it and of the spacecraft. */
export interface Symptoms {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** The last sample before it. */
  readonly before?: TelemetrySample | undefined;
  /** How fast the bus warmed before it, °C/min, where that is known. */
  readonly slopeBefore?: number | undefined;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  readonly view?: SpacecraftView | undefined;
  /** Counted from the time of the diagnosis. */
  readonly forecast?: LimitForecast | undefined;
  /** When it ended physically, and the command that ended it. */
  readonly endedAt?: EpochMs | undefined;
  readonly endedBy?: CommandName | undefined;
  /** False once its anomaly has been acknowledged, which shows no actions any more (spec §4). */
  readonly isResolvable?: boolean;
}

/** unseen: no sample shows it yet; recovered: it has ended, and its channel is back. */
export type FaultPhase = 'unseen' | 'seen' | 'ended' | 'recovered';

export interface Diagnosis {
  readonly message: string;
  readonly aiExplanation: string;
  readonly phase: FaultPhase;
  /** The channel that it is told by. */
  readonly channel: TelemetryChannel;
}

/** A sign is due within this time. */
const FIRST_SIGNS_MS = MS_PER_MIN;

/** What the samples show of a fault, before anything is put into words: cheap enough for every sample. */
interface Look {
  readonly span: Span | undefined;
  /** The first of its signs that is seen. */
  readonly shown: Sign | undefined;
  /** It began in the shadow, and there is light now. */
  readonly isAtSunrise: boolean;
  readonly phase: FaultPhase;
}

function look(symptoms: Symptoms): Look {
  const { name, since, before, slopeBefore, telemetry, view, endedAt } = symptoms;
  const { signs } = FAULT_CHAINS[name];
  const span = spanSince(since, before, telemetry, slopeBefore);
  const shown = span && signs.find((sign) => isShown(span, sign, view?.light));
  const isAtSunrise = !shown && span !== undefined && isSunrise(symptoms, span);
  if (endedAt === undefined) {
    return { span, shown, isAtSunrise, phase: shown || isAtSunrise ? 'seen' : 'unseen' };
  }
  const isBack = span !== undefined && span.to.timestamp > endedAt && isRecovered(span, signs[0]);
  return { span, shown, isAtSunrise, phase: isBack ? 'recovered' : 'ended' };
}

/** How far a fault has come. */
export const phaseOf = (symptoms: Symptoms): FaultPhase => look(symptoms).phase;

/**
 * What is wrong, seen in what and why, in plain words. Every change that is told is one that two samples show, above
 * their noise; what a fault should do is never told as if it had been seen.
 */
export function diagnose(symptoms: Symptoms, time: EpochMs): Diagnosis {
  const { name } = symptoms;
  const seen = look(symptoms);
  if (symptoms.endedAt !== undefined) return diagnoseEnded(symptoms, symptoms.endedAt, seen);
  const sign = seen.shown ?? signDue(name, isLitNow(symptoms, seen.span));
  const { channel } = sign;
  return {
    message: messageOf(symptoms, seen, time),
    aiExplanation: [
      observation(symptoms, seen.span, sign),
      FAULT_CHAINS[name].chain(housekeeping(symptoms.view)),
      forecastSentence(symptoms, seen.span, time),
      remedySentence(name),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    phase: seen.phase,
    channel,
  };
}

function messageOf(symptoms: Symptoms, { span, shown, isAtSunrise }: Look, time: EpochMs): string {
  if (span && shown) return seenMessage(symptoms.name, span, shown, isLitNow(symptoms, span));
  if (span && isAtSunrise && symptoms.view) return sunriseMessage(symptoms.name, symptoms.view, span);
  return unseenMessage(symptoms, span, time);
}

const LIT = 'while sunlit';
const DARK = 'in the Earth’s shadow';

/** As the spacecraft reports it, or by what its array gives; `undefined` where neither is at hand. */
function isLitNow(
  { view, telemetry }: Pick<Symptoms, 'view' | 'telemetry'>,
  span?: Span,
): boolean | undefined {
  if (view && Number.isFinite(view.light)) return view.light >= 0.5;
  const newest = span?.to ?? telemetry.at(-1);
  return newest && isLitIn(newest);
}

/** "Solar output fell 298 W in 40 s while sunlit: an array wing has folded back." */
function seenMessage(name: FaultName, span: Span, sign: Sign, isLit: boolean | undefined): string {
  const { channel } = sign;
  const seen = sign.bySlope && span.slopes ? slopeClause(span.slopes) : changeClause(span, channel);
  return `${capitalize(seen)}${lightWords(span, channel, isLit)}: ${FAULT_CHAINS[name].cause}.`;
}

/** True for what began in the shadow and only light can show, once there is light. */
function isSunrise({ name, view }: Symptoms, span: Span): boolean {
  if (!FAULT_CHAINS[name].signs[0].needsLight || !view) return false;
  const isLight = !isLitIn(span.from) && isLitIn(span.to) && view.light > FULL_LIGHT;
  return isLight && Number.isFinite(view.array.potentialW);
}

/** What the array gives of what it could. */
function sunriseMessage(name: FaultName, { array }: SpacecraftView, span: Span): string {
  const [{ channel }] = FAULT_CHAINS[name].signs;
  const most = formatReading(channel, array.potentialW);
  const value = formatReading(channel, span.to[channel]);
  return `${capitalize(channelName(channel))} is ${value} since sunrise, where ${most} would be the most: ${FAULT_CHAINS[name].cause}.`;
}

/** "battery voltage fell 1.80 V in 6 min" */
function changeClause(span: Span, channel: TelemetryChannel): string {
  const change = clearChange(span, channel);
  const verb = change < 0 ? 'fell' : 'rose';
  const spanText = formatSpan(span.to.timestamp - span.from.timestamp);
  return `${channelName(channel)} ${verb} ${formatSize(channel, change)} in ${spanText}`;
}

const formatSlope = (slope: number): string => `${slope < 0 ? '' : '+'}${formatNumber(slope, 2)}`;

/** "bus temperature went from +0.62 to +0.15 °C/min" */
const slopeClause = ({ before, now }: NonNullable<Span['slopes']>): string =>
  `${channelName('temperature')} went from ${formatSlope(before)} to ${formatSlope(now)} °C/min`;

/** The sign that is to be expected in this light. */
function signDue(name: FaultName, isLit: boolean | undefined): Sign {
  const { signs } = FAULT_CHAINS[name];
  return (isLit === false ? signs.find(({ needsLight }) => !needsLight) : undefined) ?? signs[0];
}

/** Channels that follow the light by themselves, so that a change of the light is part of theirs. */
const FOLLOWS_LIGHT: ReadonlySet<TelemetryChannel> = new Set([
  'batteryVoltage',
  'solarOutput',
  'temperature',
]);

function lightWords(span: Span, channel: TelemetryChannel, isLit: boolean | undefined): string {
  if (isLit === undefined) return '';
  if (!FOLLOWS_LIGHT.has(channel)) return '';
  if (isLit === isLitIn(span.from)) return isLit ? ` ${LIT}` : ` ${DARK}`;
  return isLit ? ', partly because the Sun has risen' : ', partly because the Sun has set';
}

function unseenMessage(symptoms: Symptoms, span: Span | undefined, time: EpochMs): string {
  const { name, since } = symptoms;
  const [first] = FAULT_CHAINS[name].signs;
  const { channel } = signDue(name, isLitNow(symptoms, span));
  const label = capitalize(FAULT_KINDS[name].label);
  if (time - since < FIRST_SIGNS_MS) {
    const later = channel === first.channel ? '' : `, in ${channelName(first.channel)} from sunrise`;
    return `${label}: first signs are expected in ${channelName(channel)} within a minute${later}.`;
  }
  const reading = span ? ` (${formatReading(channel, span.to[channel])})` : '';
  return `${label}: ${channelName(channel)}${reading} shows no clear sign of it yet.`;
}

/** "Solar output is 302 W, down 298 W in 40 s while sunlit." */
function observation(
  symptoms: Symptoms,
  span: Span | undefined,
  { channel, bySlope }: Pick<Sign, 'channel' | 'bySlope'>,
): string {
  const newest = span?.to ?? symptoms.telemetry.findLast((sample) => Number.isFinite(sample[channel]));
  const isLit = isLitNow(symptoms, span);
  const light = isLit === undefined || !FOLLOWS_LIGHT.has(channel) ? '' : ` ${isLit ? LIT : DARK}`;
  const name = channelName(channel);
  if (!newest) return `No reading of ${name} has been received yet.`;
  const value = `${capitalize(name)} ${span ? 'is' : 'was'} ${readingAndLevel(channel, newest[channel])}`;
  if (!span) return `${value} when it was last read${light}.`;
  const spanText = formatSpan(span.to.timestamp - span.from.timestamp);
  if (bySlope && span.slopes && clearSlopeChange(span) !== 0) {
    const { before, now } = span.slopes;
    return `${value} and moves by ${formatSlope(now)} °C/min${light}, where it moved by ${formatSlope(before)} °C/min before.`;
  }
  const change = clearChange(span, channel);
  if (change === 0) return `${value}, with no clear change in ${spanText}${light}.`;
  const size = `${change < 0 ? 'down' : 'up'} ${formatSize(channel, change)} in ${spanText}`;
  return `${value}, ${size}${lightWords(span, channel, isLit)}.`;
}

function readingAndLevel(channel: TelemetryChannel, value: number): string {
  const reading = formatReading(channel, value);
  // The array has no limits to be in.
  if (channel === 'solarOutput') return reading;
  const level = telemetryLevel(channel, value);
  return `${reading} (${level === 'nominal' ? 'in limits' : level})`;
}

/** "If nothing is done, battery voltage will be below 22 V (warning) in about 10 h (22:10 UTC)." */
function forecastSentence({ forecast, telemetry }: Symptoms, span: Span | undefined, time: EpochMs): string {
  if (!forecast || !Number.isFinite(forecast.inMs) || !Number.isFinite(forecast.value) || forecast.inMs < 0) {
    return '';
  }
  const { channel, level, value, inMs } = forecast;
  const newest = span?.to ?? telemetry.at(-1);
  // Once its limit has been passed there is nothing left to foretell.
  if (newest && passedLimit(channel, level, newest[channel]) === value) return '';
  const side = sideOf(channel, value);
  const about = inMs < MS_PER_MIN ? 'less than a minute' : `about ${formatSpan(inMs)}`;
  const at = inMs < MS_PER_DAY ? ` (${formatUtcMinute(addMs(time, inMs))})` : '';
  const limit = `${side} ${formatLimit(channel, value)}`;
  return `If nothing is done, ${channelName(channel)} will be ${limit} (${level}) in ${about}${at}.`;
}

/** On which side of a limit the harm lies. */
const sideOf = (channel: TelemetryChannel, limit: number): string =>
  channel === 'attitudeStability' || (channel === 'temperature' && limit > 0) ? 'above' : 'below';

function remedySentence(name: FaultName): string {
  const { remedy, worsenedBy }: FaultKind = FAULT_KINDS[name];
  const { remedyDoes, wouldWorsen } = FAULT_CHAINS[name];
  const worse = wouldWorsen ? `; ${worsenedBy.join(' or ')} ${wouldWorsen}` : '';
  return `${remedy} ${remedyDoes}${worse}.`;
}

/** "Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC; signal strength back at 66.0 %: ready to resolve." */
function diagnoseEnded(symptoms: Symptoms, endedAt: EpochMs, { span, phase }: Look): Diagnosis {
  const { name, endedBy, isResolvable = true } = symptoms;
  const [{ channel, needsLight }] = FAULT_CHAINS[name].signs;
  const isTelling = span && span.to.timestamp > endedAt && !(needsLight && !isLitIn(span.to));
  const newest = isTelling ? span : undefined;
  const isBack = phase === 'recovered';
  const label = capitalize(FAULT_KINDS[name].label);
  const by = endedBy ? ` by ${endedBy}` : '';
  const now = newest
    ? `; ${channelName(channel)} ${isBack ? 'back' : 'now'} at ${formatReading(channel, newest.to[channel])}`
    : '';
  const ending = endedBy ? `${endedBy} ${FAULT_CHAINS[name].remedyDoes}.` : 'It has ended without a command.';
  return {
    message: `${label} ended${by} at ${formatUtcTime(endedAt)}${now}${isResolvable ? ': ready to resolve' : ''}.`,
    aiExplanation: [
      observation(symptoms, span, { channel }),
      FAULT_CHAINS[name].chain(housekeeping(undefined)),
      endedBy === undefined || endedBy === FAULT_KINDS[name].remedy ? ending : `${endedBy} ended it.`,
    ].join(' '),
    phase,
    channel,
  };
}

/** In limits again, and no longer clearly on the fault's side of where it was before. */
function isRecovered(span: Span, sign: Sign): boolean {
  const { channel, direction, needsLight } = sign;
  if (telemetryLevel(channel, span.to[channel]) !== 'nominal') return false;
  if (needsLight && !(isLitIn(span.from) && isLitIn(span.to))) return false;
  const change = clearChange(span, channel);
  return direction === 'either' ? change === 0 : direction === 'up' ? change <= 0 : change >= 0;
}
