import type { AnomalySeverity, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultRisk, SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { bandText, limitText } from '../../mission/look-ahead/crossing-text.ts';

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
  return `${CHANNELS[risk.channel].title} ${limitText({ ...risk, isUpper: isUpperLimit(risk) })}`;
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
  return {
    what: whatOf(next),
    when: `${bandText({ from: next.from, to: next.until }, now)}${mayAct ? ', unless FDIR acts first' : ''}`,
  };
}
