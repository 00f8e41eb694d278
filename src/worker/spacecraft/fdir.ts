import type { FaultCourse, FaultName } from '../../shared/entities/faults.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import { drawBetween, type Random } from '../kit/random.ts';

/**
 * On-board fault detection, isolation and recovery (FDIR), in stages as on real spacecraft: a retry on the unit, the
 * switch to the redundant unit, the safe configuration. This file determines how a fault ends without the ground; its
 * effects are in `fault-effects.ts`. Sources and figures: `docs/model.md`.
 */

/** Remaining share of a fault's effect on the redundant unit, and in the safe configuration. */
export const CONTAINED_SHARE = 0.25;

/** FDIR's plan for one fault, decided at onset. Plain cloneable data. */
export interface FdirPlan {
  readonly course: FaultCourse;
  /**
   * Time of the switch to the redundant unit, or of the start of safe mode; absent where neither is needed or
   * possible.
   */
  readonly containedAt?: EpochMs;
  /** Time of clearing; absent where only the ground clears it. */
  readonly clearedAt?: EpochMs;
}

type Minutes = readonly [from: number, to: number];

interface FdirRule {
  /** Probabilities of the courses; the rest is contained. */
  readonly transient: number;
  readonly safed?: number;
  readonly lasting?: number;
  /** Time from onset to the redundant unit: monitor filter, retries and switch. */
  readonly containMin: Minutes;
  /** Time from then to the end of the reconfiguration. */
  readonly clearMin: Minutes;
  /** True if the payload is shed from the containment to the end. */
  readonly shedsPayload?: true;
}

/** Time of a retry after the onset: power cycle, reset or second reading, over a few cycles of the monitor. */
export const RETRY_MIN: Minutes = [1.5, 4];

export const FDIR_RULES: Readonly<Record<FaultName, FdirRule>> = {
  'weak-cell': { transient: 0.94, containMin: [8, 15], clearMin: [40, 90], shedsPayload: true },
  'high-resistance': { transient: 0.65, lasting: 0.03, containMin: [10, 20], clearMin: [60, 120] },
  'cell-short': {
    transient: 0.94,
    safed: 0.001,
    containMin: [1.5, 3.5],
    clearMin: [60, 120],
    shedsPayload: true,
  },
  'open-string': { transient: 0.7, containMin: [10, 20], clearMin: [60, 120] },
  'wing-folded': { transient: 0.8, containMin: [8, 15], clearMin: [60, 120], shedsPayload: true },
  'drive-stuck': { transient: 0.8, safed: 0.001, containMin: [4, 6], clearMin: [45, 90], shedsPayload: true },
  'antenna-off': { transient: 0.6, lasting: 0.03, containMin: [10, 20], clearMin: [60, 150] },
  'gimbal-slip': { transient: 0.65, lasting: 0.03, containMin: [10, 20], clearMin: [60, 150] },
  'receiver-detuned': { transient: 0.65, lasting: 0.03, containMin: [10, 20], clearMin: [60, 150] },
  'heater-stuck-on': { transient: 0.75, containMin: [15, 30], clearMin: [60, 120] },
  'radiator-blocked': {
    transient: 0.8,
    safed: 0.001,
    containMin: [8, 12],
    clearMin: [60, 120],
    shedsPayload: true,
  },
  'louvre-open': { transient: 0.7, lasting: 0.03, containMin: [10, 20], clearMin: [60, 120] },
  'wheel-friction': { transient: 0.7, containMin: [10, 20], clearMin: [60, 120] },
  'wheel-failing': {
    transient: 0.8,
    safed: 0.001,
    containMin: [4, 6],
    clearMin: [45, 90],
    shedsPayload: true,
  },
  'gyro-drift': { transient: 0.65, lasting: 0.05, containMin: [10, 20], clearMin: [60, 120] },
};

function drawCourse({ transient, safed = 0, lasting = 0 }: FdirRule, random: Random): FaultCourse {
  const draw = random.next();
  if (draw < transient) return 'transient';
  if (draw < transient + safed) return 'safed';
  return draw < transient + safed + lasting ? 'lasting' : 'contained';
}

/** Plans a fault with a given course from an instant on. */
function planCourse(name: FaultName, course: FaultCourse, time: EpochMs, random: Random): FdirPlan {
  const { containMin, clearMin } = FDIR_RULES[name];
  const after = (from: EpochMs, [least, most]: Minutes): EpochMs =>
    addMs(from, Math.round(drawBetween(random, least, most) * MS_PER_MIN));
  if (course === 'lasting') return { course };
  if (course === 'transient') return { course, clearedAt: after(time, RETRY_MIN) };
  const containedAt = after(time, containMin);
  return { course, containedAt, clearedAt: after(containedAt, clearMin) };
}

/** Strength of a fault that a retry clears: a glitch with a reduced effect. */
const TRANSIENT_STRENGTH = 0.6;

/** Returns the strength of a fault at onset: 1, or less if a retry clears it. */
export const onsetStrength = ({ course }: FdirPlan): number =>
  course === 'transient' ? TRANSIENT_STRENGTH : 1;

/** Makes FDIR's plan for a fault. `random` is FDIR's own stream; the course is drawn if not given. */
export type PlanFault = (name: FaultName, time: EpochMs, random: Random, course?: FaultCourse) => FdirPlan;

export const planFault: PlanFault = (name, time, random, course = drawCourse(FDIR_RULES[name], random)) =>
  planCourse(name, course, time, random);

/** True if a fault is contained by an instant. */
export const isContained = ({ containedAt }: FdirPlan, time: EpochMs): boolean =>
  containedAt !== undefined && containedAt <= time;

export const shiftPlan = ({ course, containedAt, clearedAt }: FdirPlan, shiftMs: number): FdirPlan => ({
  course,
  ...(containedAt !== undefined && { containedAt: addMs(containedAt, shiftMs) }),
  ...(clearedAt !== undefined && { clearedAt: addMs(clearedAt, shiftMs) }),
});
