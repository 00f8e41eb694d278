import type { EpochMs } from '../../shared/units.ts';
import { formatUtcDate, formatUtcMinute } from '../kit/format.ts';

/** `mission of 12:40`, or `mission of 2026-11-20 12:40` on another day. */
export function missionName(startTime: EpochMs, now: EpochMs): string {
  const date = formatUtcDate(startTime);
  return `mission of ${date === formatUtcDate(now) ? '' : `${date} `}${formatUtcMinute(startTime)}`;
}
