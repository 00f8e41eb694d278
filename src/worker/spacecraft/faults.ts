import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { MAX_STRENGTH, ONSET_DISTURBANCE, WORSENING } from './fault-effects.ts';
import type { FaultName } from './fault-kinds.ts';
import { type FdirPlan, onsetStrength } from './fdir.ts';
import type { ActiveFault, SpacecraftState } from './model.ts';

/** FDIR does not see the fault: it lasts until the ground ends it. */
const UNSEEN: FdirPlan = { course: 'lasting' };

/** Whether a fault has been cleared on board by an instant. */
const isOver = ({ clearedAt }: FdirPlan, time: EpochMs): boolean =>
  clearedAt !== undefined && clearedAt <= time;

/**
 * The spacecraft with a fault that acts from an instant on. A fault of the kind that acts already is worse from then on,
 * within its bounds, and goes over to the new anomaly: faults of one kind do not stack.
 */
export function injectFault(
  state: SpacecraftState,
  anomalyId: string,
  name: FaultName,
  time: EpochMs,
  plan: FdirPlan = UNSEEN,
): SpacecraftState {
  if (isOver(plan, time)) return state;
  const held = state.faults.find((fault) => fault.name === name);
  const fault: ActiveFault = held
    ? {
        ...held,
        anomalyId,
        strength: Math.min(MAX_STRENGTH, held.strength * WORSENING),
        plan,
        closedAt: undefined,
      }
    : {
        anomalyId,
        name,
        startTime: time,
        strength: onsetStrength(plan),
        plan,
        closedAt: undefined,
        mending: undefined,
      };
  return {
    ...state,
    disturbance: Math.max(state.disturbance, ONSET_DISTURBANCE[name] ?? 0),
    faults: held ? state.faults.with(state.faults.indexOf(held), fault) : [...state.faults, fault],
  };
}

const change = (
  state: SpacecraftState,
  anomalyId: string,
  changed: Partial<Pick<ActiveFault, 'anomalyId' | 'closedAt'>>,
): SpacecraftState => {
  const index = state.faults.findIndex((fault) => fault.anomalyId === anomalyId);
  const fault = state.faults[index];
  return fault ? { ...state, faults: state.faults.with(index, { ...fault, ...changed }) } : state;
};

/** The spacecraft on which the fault of an anomaly goes on after the anomaly has been closed. */
export const closeFault = (state: SpacecraftState, anomalyId: string, time: EpochMs): SpacecraftState =>
  change(state, anomalyId, { closedAt: time });

/** The spacecraft on which another anomaly tells of a fault from now on. */
export const handOverFault = (state: SpacecraftState, from: string, to: string): SpacecraftState =>
  change(state, from, { anomalyId: to, closedAt: undefined });

/** For so long after its anomaly was closed the monitor waits before it reports a fault again. */
const REDETECTION_MS = MS_PER_MIN;

/** The faults that nothing tells of, and that nothing ends at the moment: due to be detected again. */
export const undetectedFaults = (
  { faults }: SpacecraftState,
  isTold: (anomalyId: string) => boolean,
  time: EpochMs,
): readonly ActiveFault[] =>
  faults.filter(
    ({ anomalyId, closedAt, mending, plan }) =>
      mending === undefined &&
      !isOver(plan, time) &&
      !isTold(anomalyId) &&
      (closedAt === undefined || time - closedAt >= REDETECTION_MS),
  );
