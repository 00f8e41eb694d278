import { createPropagator, type OrbitalElements } from '../../shared/orbit/propagator.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { enterOrbit } from '../orbit/ephemerides.ts';
import type { Propagators } from '../orbit/propagators.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { reviseSlices } from '../state/slices.ts';

/** The propagators with the ISS on the orbit of these elements; without elements on the built-in one. */
export const propagatorsOn = (
  elements: OrbitalElements | undefined,
  { propagators }: SimulationContext,
): Propagators => (elements ? { ...propagators, iss: createPropagator(elements) } : propagators);

/** The mission with the ISS on a newly determined orbit, reached by an orbit transition. */
export function enterIssOrbit(
  state: MissionState,
  elements: OrbitalElements | undefined,
  context: SimulationContext,
): MissionState {
  if (elements === state.issElements) return state;
  const { time, slices } = state;
  const propagators = propagatorsOn(elements, context);
  const contacts = completeContacts(propagators, state.contacts.plan.network, time);
  return {
    ...state,
    issElements: elements,
    propagators,
    contacts,
    slices: reviseSlices(slices, {
      ephemerides: enterOrbit(slices.ephemerides.value, propagators, 'iss', time),
      contacts: contacts.plan,
    }),
  };
}
