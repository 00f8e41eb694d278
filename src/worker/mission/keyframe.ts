import { NO_ADVICE } from '../../shared/advice.ts';
import type { Ephemeris } from '../../shared/ephemeris.ts';
import type { LogEntry } from '../../shared/event-log.ts';
import type { MissionSlices } from '../../shared/mission-control.ts';
import type { OrbitTransition } from '../../shared/orbit-transition.ts';
import { hashOf } from '../kit/hash.ts';
import { operatorSlices } from '../operations/operator-state.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { followEphemerides, transition } from '../orbit/ephemerides.ts';
import { viewOnGround } from '../state/ground-view.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { openSlices } from '../state/slices.ts';
import { propagatorsOn } from './iss-orbit-input.ts';
import { clockAt } from './present.ts';

/** State of a mission without its log and what follows from time and orbits. Plain cloneable data. */
export interface KeptState
  extends Omit<MissionState, 'propagators' | 'contacts' | 'slices'>,
    Pick<MissionSlices, 'clock' | 'performance' | 'eclipse'> {
  /** Verifications as shown on the rows of their commands. */
  readonly shownVerifications: MissionSlices['verifications'];
  /** Orbit transition of the ISS, if one is in progress. */
  readonly issTransition: OrbitTransition | undefined;
}

export const transitionOf = (ephemeris: Ephemeris): OrbitTransition | undefined =>
  ephemeris.status === 'available' ? ephemeris.window.transition : undefined;

export function keptStateOf({ propagators: _, contacts: _c, slices, ...state }: MissionState): KeptState {
  return {
    clock: clockAt(slices.clock.value, state.time),
    performance: slices.performance.value,
    eclipse: slices.eclipse.value,
    shownVerifications: slices.verifications.value,
    issTransition: transitionOf(slices.ephemerides.value.iss),
    ...state,
  };
}

/** The mission of a kept state, exactly as it was. */
export function restoreState(
  kept: KeptState,
  log: readonly LogEntry[],
  context: SimulationContext,
): MissionState {
  const { clock, performance, eclipse, shownVerifications, issTransition, ...state } = kept;
  const propagators = propagatorsOn(state.issElements, context);
  const contacts = completeContacts(propagators, context.network, state.time);
  return {
    ...state,
    propagators,
    contacts,
    slices: openSlices({
      clock,
      telemetry: state.telemetry.history,
      ephemerides: transition('iss', followEphemerides(undefined, propagators, state.time), issTransition),
      contacts: contacts.plan,
      ...operatorSlices(state.operator),
      performance,
      log,
      spacecraft: viewOnGround(state.telemetry, state.operator.anomalies, context),
      eclipse,
      advice: NO_ADVICE, // made when the mission is shown
      verifications: shownVerifications,
    }),
  };
}

/**
 * Hash of everything that later behaviour depends on, and of the log. The orbit transition is left out: it moves a
 * marker for some seconds only.
 */
export const hashKeptState = ({ issTransition: _, ...kept }: KeptState, log: readonly LogEntry[]): string =>
  hashOf({ log, ...kept });

export const hashState = (state: MissionState): string =>
  hashKeptState(keptStateOf(state), state.slices.log.value);
