import type { MissionSlices } from '../../shared/contract/mission-control.ts';
import type { LogEntry } from '../../shared/entities/event-log.ts';
import { hashOf } from '../kit/hash.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { propagatorsOn } from './iss-orbit-input.ts';
import { clockAt } from './present.ts';
import type { MissionState, SimulationContext } from './state/mission-state.ts';

/** State of a mission without its log, packets, and values derived from time and orbits. Plain cloneable data. */
export interface KeptState
  extends Omit<MissionState, 'propagators' | 'contacts' | 'startTime' | 'packets' | 'log'>,
    Pick<MissionSlices, 'clock'> {}

export function keptStateOf(mission: MissionState): KeptState {
  const { propagators: _, contacts: _c, startTime: _s, packets: _p, log: _l, ...state } = mission;
  return { ...state, clock: clockAt(mission) };
}

/** Restores a mission from a kept state, exactly as it was. */
export function restoreState(
  { clock: { startTime }, ...state }: KeptState,
  log: readonly LogEntry[],
  context: SimulationContext,
): MissionState {
  const propagators = propagatorsOn(state.issElements, context);
  const contacts = completeContacts(propagators, context.network, state.time);
  return { ...state, startTime, log, propagators, contacts };
}

/**
 * Hashes the log and everything that later behaviour depends on. The orbit transition is excluded: it only moves a
 * marker for some seconds.
 */
export const hashKeptState = ({ issTransition: _, ...kept }: KeptState, log: readonly LogEntry[]): string =>
  hashOf({ log, ...kept });

export const hashState = (state: MissionState): string => hashKeptState(keptStateOf(state), state.log);
