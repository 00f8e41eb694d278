import type { EpochMs } from '../../../shared/kit/units.ts';
import type { SpacecraftState } from '../../spacecraft/model.ts';
import { type ActualFault, NO_TRIGGERS } from '../state/exercise-state.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';

/** Records what has happened in an exercise up to the sample of an instant, and ends it. */
export function runExercise(
  state: MissionState,
  time: EpochMs,
  { exercise: running }: SimulationContext,
): LoopStep {
  const { exercise } = state;
  if (!running || !exercise || exercise.isOver) return withoutEvents(state);
  const faults = recordFaults(exercise.faults, state.telemetry.spacecraft, time);
  const recorded = faults === exercise.faults ? exercise : { ...exercise, faults };
  if (time < running.to) {
    return withoutEvents(recorded === exercise ? state : { ...state, exercise: recorded });
  }
  const text = `The exercise ${running.definition.name} is over`;
  return {
    state: {
      ...state,
      exercise: { ...recorded, isOver: true },
      triggers: { ...NO_TRIGGERS, ...state.triggers, pending: [] },
    },
    notices: [],
    logEvents: [{ time, kind: 'Mission', level: 'info', text }],
  };
}

function recordFaults(
  held: readonly ActualFault[],
  { faults }: SpacecraftState,
  time: EpochMs,
): readonly ActualFault[] {
  const hasEnded = (fault: ActualFault): boolean =>
    fault.to === undefined && !faults.some(({ name }) => name === fault.name);
  const begun = faults.filter(
    ({ name }) => !held.some((fault) => fault.name === name && fault.to === undefined),
  );
  if (begun.length === 0 && !held.some(hasEnded)) return held;
  return [
    ...held.map((fault) => (hasEnded(fault) ? { ...fault, to: time } : fault)),
    ...begun.map(({ name, anomalyId, startTime: from }) => ({ name, anomalyId, from })),
  ];
}
