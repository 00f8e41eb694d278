import { atom } from 'jotai';
import type { TimeSpan } from '../../../shared/contract/history.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { missionSecondAtom, ownedAtom, subjectAtom } from '../../mission/link/atoms.ts';

/** Observation of a user at the page. */
export interface Presence {
  readonly wall: EpochMs;
  /** Live edge of the branch shown. */
  readonly mission: EpochMs;
  /** The mission and branch shown. */
  readonly subject: string;
}

/** Time without user activity that counts as absence; for a hidden page so does `MISSED_MS` of mission time. */
const AWAY_MS = 10 * MS_PER_MIN;
const MISSED_MS = 30 * MS_PER_MIN;
/** A shorter mission time contains nothing to report. */
const LEAST_MS = MS_PER_MIN;

/** Returns the part of the mission missed between two observations of a user, if it is worth reporting. */
export function missedBetween(
  left: Presence,
  back: Presence,
  wasHidden: boolean,
): Required<TimeSpan> | undefined {
  const missedMs = back.mission - left.mission;
  const isAway = back.wall - left.wall >= AWAY_MS || (wasHidden && missedMs >= MISSED_MS);
  return isAway && missedMs >= LEAST_MS && back.subject === left.subject
    ? { from: left.mission, to: back.mission }
    : undefined;
}

/**
 * Returns what is known of a user who gives a sign in a replay: the mission as it was left, and the time of the sign, unless
 * that ends an absence, which is reported once the present is shown again.
 */
export const stillHere = (left: Presence | undefined, wall: EpochMs | undefined): Presence | undefined =>
  left && wall !== undefined && wall - left.wall < AWAY_MS ? { ...left, wall } : left;

/** Period to report: an absence, or one that the user asked for. */
export interface ReportedPeriod extends Required<TimeSpan> {
  readonly isAbsence: boolean;
}

/** Belongs to the mission and branch shown. */
export const reportedPeriodAtom = ownedAtom<ReportedPeriod | undefined>(subjectAtom, undefined);

/** Most recent absence from the mission and branch shown, kept after it has been dismissed. */
export const lastAbsenceAtom = ownedAtom<ReportedPeriod | undefined>(subjectAtom, undefined);

/** Reports the last hour of the displayed time. */
export const reportLastHourAtom = atom(undefined, (get, set) => {
  const now = get(missionSecondAtom);
  if (now !== undefined) set(reportedPeriodAtom, { from: addMs(now, -MS_PER_H), to: now, isAbsence: false });
});
