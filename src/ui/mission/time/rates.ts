import { type Interruption, RATES, type Rate, type RunTarget } from '../../../shared/contract/transport.ts';

/** Rates at which mission time runs. */
export const RUNNING_RATES: readonly Rate[] = RATES.filter((rate) => rate > 0);

/** `60×` */
export const formatRate = (rate: number): string => `${rate}×`;

/** Returns the next faster or slower rate; the same one at either end. */
export function neighbourRate(rate: Rate, direction: 'faster' | 'slower'): Rate {
  if (direction === 'faster') return RATES.find((one) => one > rate) ?? rate;
  return RUNNING_RATES.findLast((one) => one < rate) ?? rate;
}

/** Labels after "Run until". */
export const RUN_TARGET_NAMES: Readonly<Record<RunTarget, string>> = {
  aos: 'AOS',
  los: 'LOS',
  sunrise: 'sunrise',
  eclipse: 'eclipse',
  command: 'due command',
  event: 'event',
  alarm: 'new anomaly',
};

/** `at 300×, until sunrise` */
export const continuationText = ({ rate, runUntil }: Interruption): string =>
  `at ${formatRate(rate)}${runUntil ? `, until ${RUN_TARGET_NAMES[runUntil]}` : ''}`;

/** Returns the rate that the computer achieves: `achieves 2412×`. */
export const achievedText = (rate: number): string => `achieves ${formatRate(Math.round(rate))}`;
