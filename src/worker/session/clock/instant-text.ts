import { type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import { formatUtcMinute, formatUtcTime } from '../../ground/telemetry/telemetry-text.ts';

const dayOf = (time: EpochMs): number => Math.floor(time / MS_PER_DAY);

/** Formats an instant, with its date if it is on another UTC day than the present: `12:03:10`, `2026-11-20 12:03` */
export const instantText = (time: EpochMs, present: EpochMs): string =>
  dayOf(time) === dayOf(present)
    ? formatUtcTime(time)
    : `${new Date(time).toISOString().slice(0, 10)} ${formatUtcMinute(time)}`;
