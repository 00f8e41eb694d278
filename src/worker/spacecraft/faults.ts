import type { FaultName } from '../../shared/entities/faults.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import { MAX_STRENGTH, ONSET_DISTURBANCE, WORSENING } from './fault-effects.ts';

import { type FdirPlan, onsetStrength } from './fdir.ts';
import { type ActiveFault, type SpacecraftState, withFaultFields, withFields } from './model.ts';

/** FDIR does not detect the fault: it lasts until the ground clears it. */
const UNSEEN: FdirPlan = { course: 'lasting' };

/** True if a fault has been cleared on board by an instant. */
const isOver = ({ clearedAt }: FdirPlan, time: EpochMs): boolean =>
  clearedAt !== undefined && clearedAt <= time;

/**
 * Activates a fault from an instant on. An active fault of the same kind gets worse, within bounds, and is reassigned
 * to the new anomaly: faults of one kind do not stack.
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
      })
    : {
        anomalyId,
        name,
        startTime: time,
        strength: onsetStrength(plan),
        plan,
        mending: undefined,
      };
  return withFields(state, {
    disturbance: Math.max(state.disturbance, ONSET_DISTURBANCE[name] ?? 0),
    faults: held ? state.faults.with(state.faults.indexOf(held), fault) : [...state.faults, fault],
  });
}

export function handOverFault(state: SpacecraftState, from: string, to: string): SpacecraftState {
  const index = state.faults.findIndex((fault) => fault.anomalyId === from);
  const fault = state.faults[index];
  if (!fault) return state;
  return withFields(state, { faults: state.faults.with(index, withFaultFields(fault, { anomalyId: to })) });
}

/** Returns the faults due for renewed detection: without a reported anomaly and without a recovery in progress. */
export const undetectedFaults = (
  { faults }: SpacecraftState,
  isReported: (anomalyId: string) => boolean,
  time: EpochMs,
): readonly ActiveFault[] =>
  faults.filter(
    ({ anomalyId, mending, plan }) => mending === undefined && !isOver(plan, time) && !isReported(anomalyId),
  );

/** Ends an active fault at an instant, as a retry would; returns the given state if there is none. */
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
