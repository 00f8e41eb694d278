import type { PeriodSummary, TimeSpan } from '../../../shared/contract/history.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_H } from '../../../shared/kit/units.ts';
import { formatInstant, formatPeriod, formatUtcMinute } from '../../kit/format.ts';

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** Names a period: `Last hour`, or before an hour has passed, `Last 20 min`. */
export const periodName = ({ from, to }: Pick<PeriodSummary, 'from' | 'to'>): string =>
  to - from === MS_PER_H ? 'Last hour' : `Last ${formatDuration(to - from, to - from < MS_PER_H ? 1 : 2)}`;

/** Formats a period in whole minutes: `04:12 to 08:30 UTC`; of another day, `2026-11-20 04:12 to 08:30 UTC`. */
export function spanText(span: Required<TimeSpan>, today: string | undefined): string {
  const { start, end } = formatPeriod(span, today, formatUtcMinute);
  return `${start} to ${end} UTC`;
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
  const changes = modes.map(({ time, mode }) => `${mode} at ${formatInstant(time, today, formatUtcMinute)}`);
  return [...(commands > 0 ? [count(commands, 'command')] : []), ...outOfLimits, ...changes].join(', ');
}
