import type { PeriodSummary, TimeSpan } from '../../../shared/contract/history.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_H } from '../../../shared/kit/units.ts';
import { formatInstantMinute, formatUtcDate } from '../../kit/format.ts';

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** Names a period: `Last hour`, or before an hour has passed, `Last 20 min`. */
export const periodName = ({ from, to }: Pick<PeriodSummary, 'from' | 'to'>): string =>
  to - from === MS_PER_H ? 'Last hour' : `Last ${formatDuration(to - from, to - from < MS_PER_H ? 1 : 2)}`;

/** Formats a period: `04:12 to 08:30 UTC`; of another day, `2026-11-20 04:12 to 08:30 UTC`; of several, with both dates. */
export function spanText({ from, to }: Required<TimeSpan>, today: string | undefined): string {
  const [first, last] = [formatUtcDate(from), formatUtcDate(to)];
  const isOneDay = first === last;
  return `${formatInstantMinute(from, isOneDay ? today : undefined)} to ${formatInstantMinute(to, isOneDay ? last : undefined)} UTC`;
}

/** Summarises a period in one short line: `4 faults, 4 recovered, 310 MB`. */
export function periodText({ faults, recovered, downlinkedMb }: PeriodSummary): string {
  const faultCountTexts = faults === 0 ? ['no faults'] : [count(faults, 'fault'), `${recovered} recovered`];
  return [...faultCountTexts, `${Math.round(downlinkedMb)} MB`].join(', ');
}

/** Lists further details for a reader: commands, time out of limits, modes. Empty if there are none. */
export function periodDetail(
  { commands, outOfLimitsMs, modes }: PeriodSummary,
  today: string | undefined,
): string {
  const outOfLimits =
    outOfLimitsMs >= 1000 ? [`readings out of limits for ${formatDuration(outOfLimitsMs, 1)}`] : [];
  const changes = modes.map(({ time, mode }) => `${mode} at ${formatInstantMinute(time, today)}`);
  return [...(commands > 0 ? [count(commands, 'command')] : []), ...outOfLimits, ...changes].join(', ');
}
