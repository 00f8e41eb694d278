import type { Ephemerides } from '../../shared/entities/satellites.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import type { Ephemeris } from '../../shared/orbit/ephemeris.ts';
import type { OrbitTransition } from '../../shared/orbit/orbit-transition.ts';
import { createPropagator } from '../../shared/orbit/propagator.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { enterOrbit, followEphemerides, transition } from '../orbit/ephemerides.ts';
import type { Propagators } from '../orbit/propagators.ts';
import type { MissionState, SimulationContext } from './state/mission-state.ts';

/** Returns the propagators, with the ISS on the orbit of these elements, by default on the built-in one. */
export const propagatorsOn = (
  elements: OrbitalElements | undefined,
  { propagators }: SimulationContext,
): Propagators => (elements ? { ...propagators, iss: createPropagator(elements) } : propagators);

const transitionOf = (ephemeris: Ephemeris): OrbitTransition | undefined =>
  ephemeris.status === 'available' ? ephemeris.window.transition : undefined;

/** Returns the windows of the satellites' motion, including an orbit transition in progress. */
export function windowsOf({ propagators, time, issTransition }: MissionState): Ephemerides {
  const isInProgress = issTransition && time < issTransition.startTime + issTransition.durationMs;
  return transition(
    'iss',
    followEphemerides(undefined, propagators, time),
    isInProgress ? issTransition : undefined,
  );
}

/** Moves the ISS to a newly determined orbit by an orbit transition. */
export function enterIssOrbit(
  state: MissionState,
  elements: OrbitalElements | undefined,
  context: SimulationContext,
): MissionState {
  if (elements === state.issElements) return state;
  const { time } = state;
  const propagators = propagatorsOn(elements, context);
  const contacts = completeContacts(propagators, state.contacts.plan.network, time);
  return {
    ...state,
    issElements: elements,
    issTransition: transitionOf(enterOrbit(windowsOf(state), propagators, 'iss', time).iss),
    propagators,
    contacts,
  };
}
