import type { AnomalySeverity, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultRisk, SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS, formatLimit, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcMinute } from '../../kit/format.ts';

/** Forecast for a fault if nobody intervenes, in words. */
export interface RiskText {
  /** `Signal strength falls below 50 %` */
  readonly what: string;
  /** `in 29 to 72 min, unless FDIR acts first` */
  readonly when: string;
}

/** Present state, compared with a forecast. */
export interface Present {
  readonly newest: TelemetrySample;
  readonly mode: SpacecraftMode;
  readonly now: EpochMs;
}

/** A shorter time range is given as one instant. */
const NARROW_MS = 3 * MS_PER_MIN;

const isUpperLimit = ({ channel, value }: { readonly channel: TelemetryChannel; readonly value: number }) =>
  [CHANNELS[channel].limits.warning.high, CHANNELS[channel].limits.critical.high].includes(value);

/** True if the risk is still ahead: neither past nor already shown by the newest reading. */
function isAhead(risk: FaultRisk, { newest, mode, now }: Present): boolean {
  if (risk.until < now || (risk.closeUntil !== undefined && now <= risk.closeUntil)) return false;
  if ('mode' in risk) return mode !== 'SURVIVAL'; // leaving SURVIVAL is no risk
  const reading = newest[risk.channel];
  return isUpperLimit(risk) ? reading <= risk.value : reading >= risk.value;
}

function whatOf(risk: FaultRisk): string {
  if ('mode' in risk) return `ORBITA-1 enters ${risk.mode}${risk.isOrSurvival ? ' or SURVIVAL' : ''}`;
  const verb = isUpperLimit(risk) ? 'rises above' : 'falls below';
  return `${CHANNELS[risk.channel].title} ${verb} ${formatLimit(risk.channel, risk.value)}`;
}

/** Time range of the risk, the same as in the explanation of its anomaly. */
function whenOf({ from, until }: FaultRisk, now: EpochMs): string {
  if (until - now < MS_PER_MIN) return 'within a minute';
  if (from - now < MS_PER_MIN) {
    // A time of day this far ahead may be tomorrow's.
    if (until - now >= MS_PER_H)
      return `at any moment within the next ${Math.ceil((until - now) / MS_PER_H)} h`;
    return `by ${formatUtcMinute(addMs(until, MS_PER_MIN - 1))} UTC`;
  }
  const left = formatAge(from - now);
  if (until - from <= NARROW_MS) return `at about ${formatUtcMinute(from)} UTC, in ${left}`;
  const most = formatAge(addMs(until, MS_PER_MIN - 1) - now);
  const isInMinutes = until - now < MS_PER_H - MS_PER_MIN;
  return `in ${isInMinutes ? Math.floor((from - now) / MS_PER_MIN) : left} to ${most}`;
}

/** True if the forecast accounts for a severity: Critical requires a critical limit or another mode. */
export function isForeseen(
  severity: AnomalySeverity,
  risks: readonly FaultRisk[],
  present: Present,
): boolean {
  const isCritical = (risk: FaultRisk): boolean =>
    'mode' in risk || Object.values(CHANNELS[risk.channel].limits.critical).includes(risk.value);
  return risks.some((risk) => isAhead(risk, present) && (severity !== 'Critical' || isCritical(risk)));
}

/** Returns `undefined` if nothing is foreseen. */
export function riskText(risks: readonly FaultRisk[], present: Present): RiskText | undefined {
  const { newest, now } = present;
  const next = risks.find((risk) => isAhead(risk, present));
  if (!next) return undefined;
  const mayAct = next.fdirUntil !== undefined && newest.timestamp <= next.fdirUntil;
  return { what: whatOf(next), when: `${whenOf(next, now)}${mayAct ? ', unless FDIR acts first' : ''}` };
}
