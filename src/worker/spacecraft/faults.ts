import type { EpochMs } from '../../shared/units.ts';
import { ONSET_JOLT } from './fault-effects.ts';
import type { FaultName } from './fault-kinds.ts';
import type { ActiveFault, SpacecraftState } from './model.ts';

/** The spacecraft with a fault that acts from an instant on. An anomaly that has its fault already keeps it. */
export function injectFault(
  state: SpacecraftState,
  anomalyId: string,
  name: FaultName,
  time: EpochMs,
): SpacecraftState {
  if (state.faults.some((fault) => fault.anomalyId === anomalyId)) return state;
  const fault: ActiveFault = { anomalyId, name, startTime: time, strength: 1, mending: undefined };
  return {
    ...state,
    jolt: Math.max(state.jolt, ONSET_JOLT[name] ?? 0),
    faults: [...state.faults, fault],
  };
}

/** The spacecraft without an anomaly's fault; the channels recover with their own time constants. */
export function clearFault(state: SpacecraftState, anomalyId: string): SpacecraftState {
  const faults = state.faults.filter((fault) => fault.anomalyId !== anomalyId);
  return faults.length === state.faults.length ? state : { ...state, faults };
}
