import { atom } from 'jotai';
import type { TimeSpan } from '../../../shared/contract/history.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';

/** Somebody was at the page. */
export interface Presence {
  readonly wall: EpochMs;
  /** Live edge of the branch shown. */
  readonly mission: EpochMs;
  readonly branch: BranchId;
}

/** Without a sign of somebody for so long, nobody was there; of a hidden page also for so long a time of the mission. */
const AWAY_MS = 10 * MS_PER_MIN;
const MISSED_MS = 30 * MS_PER_MIN;
/** A mission that stood still has nothing to tell. */
const LEAST_MS = MS_PER_MIN;

/** What of the mission nobody has seen between two signs of somebody, if that is worth telling. */
export function missedBetween(
  left: Presence,
  back: Presence,
  wasHidden: boolean,
): Required<TimeSpan> | undefined {
  const missedMs = back.mission - left.mission;
  const isAway = back.wall - left.wall >= AWAY_MS || (wasHidden && missedMs >= MISSED_MS);
  return isAway && missedMs >= LEAST_MS && back.branch === left.branch
    ? { from: left.mission, to: back.mission }
    : undefined;
}

/** A period to tell of: what nobody has seen, or what somebody has asked for. */
export interface ReportedPeriod extends Required<TimeSpan> {
  readonly isAbsence: boolean;
}

export const reportedPeriodAtom = atom<ReportedPeriod>();

/** What nobody has seen last, also once it has been dismissed. */
export const lastAbsenceAtom = atom<ReportedPeriod>();

/** Tells of the last hour of the time shown. */
export const reportLastHourAtom = atom(undefined, (get, set) => {
  const now = get(missionSecondAtom);
  if (now !== undefined) set(reportedPeriodAtom, { from: addMs(now, -MS_PER_H), to: now, isAbsence: false });
});
