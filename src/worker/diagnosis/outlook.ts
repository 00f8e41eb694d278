import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import type { FaultName } from '../spacecraft/fault-kinds.ts';
import { FDIR_RULES, type FdirPlan } from '../spacecraft/fdir.ts';
import type { LimitForecast } from '../spacecraft/limit-forecast.ts';
import { capitalize, channelName, formatLimit, formatUtcMinute } from '../telemetry/telemetry-words.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';

/** Facts about the further course of a fault. */
export interface Course {
  readonly name: FaultName;
  readonly plan: FdirPlan;
  readonly forecast?: LimitForecast | undefined;
  /** Time of the last forecast. */
  readonly foreseenAt?: EpochMs | undefined;
  readonly view?: SpacecraftView | undefined;
}

/** Time of a future event, rounded, never to a minute in the past. */
export function byAbout(then: EpochMs, now: EpochMs): string {
  if (then - now < MS_PER_MIN) return 'within a minute';
  const minute = Math.ceil(then / MS_PER_MIN) * MS_PER_MIN;
  return `by about ${formatUtcMinute(minute as EpochMs)}`;
}

/** Time until an event: `50 s`, `12 min`, `2 h 5 min`. */
function formatLead(leadMs: number): string {
  if (leadMs < 2 * MS_PER_MIN) return `${Math.round(leadMs / MS_PER_S)} s`;
  const minutes = Math.round(leadMs / MS_PER_MIN);
  const perHour = MS_PER_H / MS_PER_MIN;
  if (minutes < 1.5 * perHour) return `${minutes} min`;
  return `${Math.floor(minutes / perHour)} h ${minutes % perHour} min`;
}

/** Future FDIR actions. The outcome of a retry is not known in advance. */
function fdirSentence({ name, plan, view }: Course, now: EpochMs): string {
  const { course, containedAt, clearedAt } = plan;
  if (course === 'lasting' || clearedAt === undefined) {
    return 'On-board FDIR does not act on it: only a command ends it.';
  }
  const cleared = byAbout(clearedAt, now);
  if (course === 'transient' || containedAt === undefined) {
    return `On-board FDIR retries the unit, which is expected to clear it ${cleared}.`;
  }
  const isAhead = containedAt > now;
  const contained = byAbout(containedAt, now);
  if (course === 'safed') {
    if (isAhead) {
      return `On-board FDIR retries the unit and, if that fails, takes the spacecraft into safe mode ${contained}.`;
    }
    const mode =
      view?.mode === 'NOMINAL' ? '' : ' The spacecraft stays in safe mode until it is commanded back.';
    return `Safe mode limits the effect. A reconfiguration is expected to end the fault ${cleared}.${mode}`;
  }
  const payload = FDIR_RULES[name].shedsPayload;
  if (!isAhead) {
    const price = payload ? '; the payload stays off until then' : '';
    return `The redundant unit limits the effect. A reconfiguration is expected to end the fault ${cleared}${price}.`;
  }
  const next = payload ? 'The payload is then off until the fault ends,' : 'A reconfiguration ends the fault';
  return `On-board FDIR retries, then switches to the redundant unit ${contained}. ${next} ${cleared}.`;
}

/** Whether the forbidden side of a limit is above it. */
const isUpper = (channel: TelemetryChannel, limit: number): boolean =>
  channel === 'attitudeStability' || (channel === 'temperature' && limit > 0);

/** "Battery voltage falls below the warning limit of 22 V in about 10 h 12 min, at 22:12 UTC." */
function limitSentence(forecast: LimitForecast, now: EpochMs): string {
  const { channel, level, value, time } = forecast;
  const leadMs = time - now;
  if (!Number.isFinite(leadMs) || !Number.isFinite(value) || leadMs < 0) return '';
  const passes = isUpper(channel, value) ? 'rises above' : 'falls below';
  const what = `${capitalize(channelName(channel))} ${passes} the ${level} limit of ${formatLimit(channel, value)}`;
  if (leadMs < MS_PER_MIN) return `${what} in less than a minute.`;
  const at = leadMs < MS_PER_DAY ? `, at ${formatUtcMinute(addMs(now, leadMs))}` : '';
  return `${what} in about ${formatLead(leadMs)}${at}.`;
}

/** True for a limit that a reading has already passed: no forecast is needed. */
export const isPassed = ({ channel, value }: LimitForecast, reading: number): boolean =>
  isUpper(channel, value) ? reading > value : reading < value;

/** Outlook without action: FDIR's part, and the limit that will be passed. */
export function outlook(
  course: Course,
  reading: (channel: TelemetryChannel) => number,
  now: EpochMs,
): string {
  const { name, plan, forecast, foreseenAt } = course;
  const isAhead = forecast && !isPassed(forecast, reading(forecast.channel));
  const limit = isAhead ? limitSentence(forecast, now) : '';
  const isLeftAlone = plan.course === 'lasting' && !forecast;
  const nowhere = isLeftAlone ? nowhereSentence(FAULT_SIGNATURES[name].leadsTo, foreseenAt, reading) : '';
  return [fdirSentence(course, now), limit, nowhere].filter((sentence) => sentence !== '').join(' ');
}

/** Sentence for a fault that leads out of no limit, or of no further one. */
function nowhereSentence(
  leadsTo: TelemetryChannel | undefined,
  foreseenAt: EpochMs | undefined,
  reading: (channel: TelemetryChannel) => number,
): string {
  if (leadsTo === undefined) return 'No limit is expected to be passed.';
  if (foreseenAt === undefined) return '';
  const isWithin = telemetryLevel(leadsTo, reading(leadsTo)) === 'nominal';
  return `No ${isWithin ? '' : 'further '}limit is expected to be passed within 12 h.`;
}
