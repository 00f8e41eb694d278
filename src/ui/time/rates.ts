import { RATES, type Rate, type RunTarget } from '../../shared/transport.ts';

/** Rates at which mission time goes on. */
export const RUNNING_RATES: readonly Rate[] = RATES.filter((rate) => rate > 0);

/** `60×` */
export const formatRate = (rate: number): string => `${rate}×`;

/** The next rate above or below; the same one at either end. A pause is left at 1×, and never entered. */
export function neighbourRate(rate: Rate, direction: 'faster' | 'slower'): Rate {
  if (direction === 'faster') return RATES.find((one) => one > rate) ?? rate;
  return RUNNING_RATES.findLast((one) => one < rate) ?? rate;
}

/** After "Run until". */
export const RUN_TARGET_NAMES: Readonly<Record<RunTarget, string>> = {
  aos: 'AOS',
  los: 'LOS',
  sunrise: 'sunrise',
  eclipse: 'eclipse',
  command: 'due command',
  event: 'event',
  alarm: 'alarm',
};
