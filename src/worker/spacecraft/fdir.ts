import { addMs, type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { drawBetween } from '../chance.ts';
import type { Random } from '../random.ts';
import type { FaultName } from './fault-kinds.ts';

/**
 * On-board fault detection, isolation and recovery (FDIR), in stages as on real spacecraft: a retry on the unit, the switch
 * to the redundant unit, the safe configuration. What a fault does lies in `fault-effects.ts`, how it ends without the
 * ground here. Sources and figures: `docs/model.md`.
 */

/** The share of a fault's effect that is left behind its redundant unit, and in the safe configuration. */
export const CONTAINED_SHARE = 0.25;

/**
 * How a fault goes on if the ground does nothing. `transient`: a retry clears it. `contained`: the switch to the redundant
 * unit takes most of its effect away, and a reconfiguration clears it later. `safed`: the switch fails, and FDIR takes the
 * spacecraft into safe mode. `lasting`: FDIR does not see it, and only the ground ends it.
 */
export const FAULT_COURSES = ['transient', 'contained', 'safed', 'lasting'] as const;
export type FaultCourse = (typeof FAULT_COURSES)[number];

/** What FDIR does about one fault, decided as it appears. Plain cloneable data. */
export interface FdirPlan {
  readonly course: FaultCourse;
  /** The redundant unit has taken over, or safe mode has begun; absent where neither is needed or possible. */
  readonly containedAt?: EpochMs;
  /** The fault is gone; absent where only the ground ends it. */
  readonly clearedAt?: EpochMs;
}

/** From minutes to minutes. */
type Minutes = readonly [from: number, to: number];

interface FdirRule {
  /** Shares of the courses; the rest is contained. */
  readonly transient: number;
  readonly safed?: number;
  readonly lasting?: number;
  /** From the onset to the redundant unit: the monitor's filter, the retries and the switch. */
  readonly containMin: Minutes;
  /** From there to the end of the reconfiguration. */
  readonly clearMin: Minutes;
  /** Load shedding: the payload is off from the containment to the end. */
  readonly shedsPayload?: true;
}

/** A retry: power cycle, reset or a second reading, counted over a few cycles of the monitor. */
const RETRY_MIN: Minutes = [1.5, 4];

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

/** The plan for a fault that takes a course from an instant on. */
function planCourse(name: FaultName, course: FaultCourse, time: EpochMs, random: Random): FdirPlan {
  const { containMin, clearMin } = FDIR_RULES[name];
  const after = (from: EpochMs, [least, most]: Minutes): EpochMs =>
    addMs(from, Math.round(drawBetween(random, least, most) * MS_PER_MIN));
  if (course === 'lasting') return { course };
  if (course === 'transient') return { course, clearedAt: after(time, RETRY_MIN) };
  const containedAt = after(time, containMin);
  return { course, containedAt, clearedAt: after(containedAt, clearMin) };
}

/** A fault that a retry clears is a glitch: it has less than the whole effect of its kind. */
const TRANSIENT_STRENGTH = 0.6;

/** The strength with which a fault appears: 1, or less where a retry clears it. */
export const onsetStrength = ({ course }: FdirPlan): number =>
  course === 'transient' ? TRANSIENT_STRENGTH : 1;

/** How FDIR's plan for a fault is made. `random` is of FDIR's own; a course that is not given is drawn. */
export type PlanFault = (name: FaultName, time: EpochMs, random: Random, course?: FaultCourse) => FdirPlan;

export const planFault: PlanFault = (name, time, random, course = drawCourse(FDIR_RULES[name], random)) =>
  planCourse(name, course, time, random);

/** Whether a fault's redundant unit has taken over by an instant. */
export const isContained = ({ containedAt }: FdirPlan, time: EpochMs): boolean =>
  containedAt !== undefined && containedAt <= time;

/** A plan under a clock that was set back. */
export const shiftPlan = ({ course, containedAt, clearedAt }: FdirPlan, shiftMs: number): FdirPlan => ({
  course,
  ...(containedAt !== undefined && { containedAt: addMs(containedAt, shiftMs) }),
  ...(clearedAt !== undefined && { clearedAt: addMs(clearedAt, shiftMs) }),
});
