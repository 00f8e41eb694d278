import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { MAX_STRENGTH, ONSET_DISTURBANCE, WORSENING } from './fault-effects.ts';
import type { FaultName } from './fault-kinds.ts';
import { type FdirPlan, onsetStrength } from './fdir.ts';
import { type ActiveFault, type SpacecraftState, withFaultFields, withFields } from './model.ts';

/** FDIR does not detect the fault: it lasts until the ground clears it. */
const UNSEEN: FdirPlan = { course: 'lasting' };

/** Whether a fault has been cleared on board by an instant. */
const isOver = ({ clearedAt }: FdirPlan, time: EpochMs): boolean =>
  clearedAt !== undefined && clearedAt <= time;

/**
 * The spacecraft with a fault active from an instant on. An active fault of the same kind gets worse, within
 * bounds, and is reassigned to the new anomaly: faults of one kind do not stack.
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
    ? withFaultFields(held, {
        anomalyId,
        strength: Math.min(MAX_STRENGTH, held.strength * WORSENING),
        plan,
        closedAt: undefined,
      })
    : {
        anomalyId,
        name,
        startTime: time,
        strength: onsetStrength(plan),
        plan,
        closedAt: undefined,
        mending: undefined,
      };
  return withFields(state, {
    disturbance: Math.max(state.disturbance, ONSET_DISTURBANCE[name] ?? 0),
    faults: held ? state.faults.with(state.faults.indexOf(held), fault) : [...state.faults, fault],
  });
}

const change = (
  state: SpacecraftState,
  anomalyId: string,
  changed: Partial<Pick<ActiveFault, 'anomalyId' | 'closedAt'>>,
): SpacecraftState => {
  const index = state.faults.findIndex((fault) => fault.anomalyId === anomalyId);
  const fault = state.faults[index];
  return fault
    ? withFields(state, { faults: state.faults.with(index, withFaultFields(fault, changed)) })
    : state;
};

/** The spacecraft after the anomaly of a fault was closed; the fault stays active. */
export const closeFault = (state: SpacecraftState, anomalyId: string, time: EpochMs): SpacecraftState =>
  change(state, anomalyId, { closedAt: time });

/** The spacecraft with a fault reassigned to another anomaly. */
export const handOverFault = (state: SpacecraftState, from: string, to: string): SpacecraftState =>
  change(state, from, { anomalyId: to, closedAt: undefined });

/** Delay after the closing of an anomaly before the monitor reports its fault again. */
const REDETECTION_MS = MS_PER_MIN;

/** Faults due for renewed detection: without an open anomaly and without a recovery in progress. */
export const undetectedFaults = (
  { faults }: SpacecraftState,
  isListed: (anomalyId: string) => boolean,
  time: EpochMs,
): readonly ActiveFault[] =>
  faults.filter(
    ({ anomalyId, closedAt, mending, plan }) =>
      mending === undefined &&
      !isOver(plan, time) &&
      !isListed(anomalyId) &&
      (closedAt === undefined || time - closedAt >= REDETECTION_MS),
  );

/** The spacecraft with an active fault that ends at an instant, as after a retry; the given one if it has none. */
export const clearFault = (state: SpacecraftState, name: FaultName, time: EpochMs): SpacecraftState =>
  state.faults.some((fault) => fault.name === name)
    ? withFields(state, {
        faults: state.faults.map((fault) =>
          fault.name === name
            ? withFaultFields(fault, { plan: { course: 'transient', clearedAt: time } })
            : fault,
        ),
      })
    : state;
