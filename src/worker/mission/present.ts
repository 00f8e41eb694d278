import type { MissionSlices } from '../../shared/contract/mission-control.ts';
import { NO_ADVICE } from '../../shared/entities/advice.ts';
import { MS_PER_S } from '../../shared/kit/units.ts';
import { loadOf } from '../ground/anomalies/asks.ts';
import { hasLink, lightTimeMs } from '../onboard/sending.ts';
import { followEphemerides } from '../orbit/ephemerides.ts';
import { viewExercise } from './exercise/running-exercise.ts';
import { windowsOf } from './iss-orbit-input.ts';
import { shownDuty } from './operations/console-duty.ts';
import { adviceOf } from './state/advice.ts';
import { gridBefore } from './state/grid.ts';
import type { MissionState, SimulationContext } from './state/mission-state.ts';
import {
  type KeptSlices,
  type MissionFacts,
  type MissionSnapshot,
  openSlices,
  reviseSlices,
} from './state/slices.ts';

/** Returns the mission clock, which shows whole seconds. */
export const clockAt = ({ startTime, time }: MissionState): MissionSlices['clock'] => ({
  startTime,
  time: gridBefore(time, MS_PER_S),
});

/** False in an exercise without suggestions. */
const hasSuggestions = ({ exercise }: SimulationContext): boolean =>
  exercise?.definition.aids.suggestions ?? true;

const keptSlicesOf = (state: MissionState, context: SimulationContext): KeptSlices => ({
  telemetry: state.telemetry.history,
  commands: state.operator.commands.commands,
  timeline: state.operator.timeline.events,
  anomalies: context.anomaliesShown(state.operator.anomalies.anomalies),
  spacecraft: context.viewShown(context.viewOnGround(state), state.operator.anomalies),
  performance: state.performance,
  contacts: state.contacts.plan,
  log: state.log,
  verifications: state.shownVerifications,
});

/** Called at each step: to copy the slices into another object would take most of its time. */
export const factsOf = (state: MissionState, context: SimulationContext): MissionFacts =>
  Object.assign(keptSlicesOf(state, context), {
    asks: state.operator.anomalies.asks,
    packets: state.packets,
    onboard: state.onboard,
    isLinked: state.onboard && hasLink(state.onboard, state.telemetry.spacecraft),
    lightTimeMs:
      state.onboard &&
      lightTimeMs(state.onboard, state.telemetry.spacecraft, () =>
        context.environmentAt(state.telemetry.time),
      ),
  });

/** Slices shown of a mission, and the state that they show. */
export interface PresentedState {
  readonly state: MissionState;
  readonly slices: MissionSnapshot;
}

/**
 * Returns the slices shown of a mission, all derived from its state.
 * @param held slices shown before: unchanged values keep their identity
 */
export function present(
  state: MissionState,
  context: SimulationContext,
  held: PresentedState | undefined,
): PresentedState {
  if (held?.state === state) return held;
  const slices = held?.slices;
  const clock = clockAt(state);
  const known = slices?.clock.value;
  const isSameClock = known?.time === clock.time && known.startTime === clock.startTime;
  const values = {
    clock: isSameClock ? known : clock,
    ...keptSlicesOf(state, context),
    duty: shownDuty(state.operator.crew, state.operator.anomalies, slices?.duty.value),
    eclipse: state.eclipse,
    anomalyLoad: loadOf(
      { asks: state.operator.anomalies.asks, profile: state.profile },
      state.time,
      slices?.anomalyLoad.value,
    ),
    advice: hasSuggestions(context) ? adviceOf(state, context, slices?.advice.value) : NO_ADVICE,
    exercise: viewExercise(context.exercise, state.exercise, slices?.exercise.value),
    // Windows of the same orbits share their overlap.
    ephemerides:
      held?.state.propagators === state.propagators
        ? followEphemerides(held.slices.ephemerides.value, state.propagators, state.time)
        : windowsOf(state),
  };
  return { state, slices: slices ? reviseSlices(slices, values) : openSlices(values) };
}
