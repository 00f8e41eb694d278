import { formatDuration } from '../../shared/quantity-text.ts';
import { type TelemetryChannel, telemetryLevel } from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN } from '../../shared/units.ts';
import type { FaultName } from '../spacecraft/fault-kinds.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import {
  capitalize,
  channelName,
  formatLimit,
  formatSpan,
  formatUtcMinute,
} from '../telemetry/telemetry-words.ts';
import { type FdirStage, fdirSentence, fdirStage, type KnownFdir } from './expected-fdir.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';

/** Facts about the further course of a fault, as known on the ground. */
export interface Course extends KnownFdir {
  /** Limit that the fault passes without FDIR, or with what FDIR has reported. */
  readonly forecast?: LimitForecast | undefined;
  /** Time of the last forecast. */
  readonly foreseenAt?: EpochMs | undefined;
}

type Reading = (channel: TelemetryChannel) => number;

/** Time until an event: `50 s`, `12 min`, `2 h 5 min`. */
function formatLead(leadMs: number): string {
  const minutes = Math.round(leadMs / MS_PER_MIN);
  return minutes < 90 ? formatSpan(leadMs) : formatDuration(minutes * MS_PER_MIN);
}

/** Whether the forbidden side of a limit is above it. */
const isUpper = (channel: TelemetryChannel, limit: number): boolean =>
  channel === 'attitudeStability' || (channel === 'temperature' && limit > 0);

/** "Battery voltage falls below the warning limit of 22 V in about 10 h 12 min, at 22:12 UTC." */
function limitSentence(forecast: LimitForecast, stage: FdirStage, now: EpochMs): string {
  const { channel, level, value, time } = forecast;
  const leadMs = time - now;
  if (!Number.isFinite(leadMs) || !Number.isFinite(value) || leadMs < 0) return '';
  const passes = isUpper(channel, value) ? 'rises above' : 'falls below';
  const isAverted = stage === 'retry' || stage === 'switch';
  const name = isAverted ? `Without FDIR, ${channelName(channel)}` : capitalize(channelName(channel));
  const what = `${name} ${passes} the ${level} limit of ${formatLimit(channel, value)}`;
  if (leadMs < MS_PER_MIN) return `${what} in less than a minute.`;
  const at = leadMs < MS_PER_DAY ? `, at ${formatUtcMinute(addMs(now, leadMs))}` : '';
  return `${what} in about ${formatLead(leadMs)}${at}.`;
}

/** True for a limit that a reading has already passed: no forecast is needed. */
export const isPassed = ({ channel, value }: LimitForecast, reading: number): boolean =>
  isUpper(channel, value) ? reading > value : reading < value;

/** Outlook without action: what is expected of FDIR, and the limit that will be passed. */
export function outlook(course: Course, reading: Reading, now: EpochMs): string {
  return [fdirSentence(course, now), limitWords(course, reading, now)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function limitWords(course: Course, reading: Reading, now: EpochMs): string {
  const { causes, forecast, foreseenAt } = course;
  const stage = fdirStage(course);
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) {
    return stage === 'reported' ? '' : possibleLimits(causes, reading);
  }
  if (forecast) {
    return isPassed(forecast, reading(forecast.channel)) ? '' : limitSentence(forecast, stage, now);
  }
  const { leadsTo } = FAULT_SIGNATURES[only];
  if (leadsTo === undefined) return NO_LIMIT;
  if (foreseenAt === undefined || stage === 'reported') return '';
  const isWithin = telemetryLevel(leadsTo, reading(leadsTo)) === 'nominal';
  return `No ${isWithin ? '' : 'further '}limit violation is expected within 12 h.`;
}

const NO_LIMIT = 'No limit violation is expected.';

/** While several causes fit: the channels that one of them takes out of limits. */
function possibleLimits(causes: readonly FaultName[], reading: Reading): string {
  const led = causes.flatMap((cause) => FAULT_SIGNATURES[cause].leadsTo ?? []);
  if (led.length === 0) return NO_LIMIT;
  const ahead = [...new Set(led)].filter(
    (channel) => telemetryLevel(channel, reading(channel)) === 'nominal',
  );
  return ahead.map((channel) => `At worst, ${channelName(channel)} leaves its limits.`).join(' ');
}
