import {
  type DownlinkOffer,
  LEAVE_SAFE_MODE_SOC,
  type SafeModeAdvice,
} from '../../../shared/entities/advice.ts';
import { CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { percent } from './percent.ts';

const { attitudeStability, batteryVoltage } = CHANNELS;

/** Describes what ends safe mode, and when that is safe. */
function exitText({ command, waitsFor, until, fault }: SafeModeAdvice): string {
  const at = until === undefined ? '' : ` at ${formatUtcTime(until)} UTC`;
  switch (waitsFor) {
    case undefined:
      return `${command} ends it now`;
    case 'exit':
      return at ? `${command} ends it${at}` : `${command}, on its way, ends it`;
    case 'recovery':
      return `${command} ends it, once Enter Safe Mode is complete${at}`;
    case 'fault':
      return `${command} ends it, once the ${fault} fault has ended, which it could worsen`;
    case 'charge':
      return `${command} ends it, once the charge is above ${percent(LEAVE_SAFE_MODE_SOC)}`;
    case 'voltage':
      return `${command} ends it, once the bus is at ${batteryVoltage.limits.warning.low} V or more`;
    default:
      return `${command} ends it, once there is a link`;
  }
}

/** Describes the cost of safe mode, what ends it, and when that is safe. */
export const safeModeText = (advice: SafeModeAdvice): string =>
  `The payload is off, and attitude is coarse, mostly above ${attitudeStability.limits.warning.high}°. ${exitText(advice)}.`;

/** "Data Downlink brings 80 MB more until LOS Madrid, 12:25:34 UTC; signal may fall below 50 %." */
export function downlinkText(
  { command, station, from, until, expectedMb, signalLimit }: DownlinkOffer,
  now: EpochMs,
): string {
  const end = `${formatUtcTime(until)} UTC`;
  const during =
    from > now
      ? `in the pass over ${station}, ${formatUtcTime(from)} to ${end}`
      : `until LOS ${station}, ${end}`;
  const price = signalLimit === undefined ? '' : `; signal may fall below ${signalLimit} %`;
  return `${command} brings ${expectedMb} MB more ${during}${price}.`;
}
