import {
  isSameNetwork,
  isSameStation,
  type NetworkStation,
  SPECIFIED_NETWORK,
} from '../../shared/contract/network.ts';
import { networkEvents } from '../ground/log/log-events.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { renewUplink } from './simulation/command-execution.ts';
import { forecastFaults } from './simulation/fault-forecasts.ts';
import { appendEvents, type MissionState, type SimulationContext } from './state/mission-state.ts';

/**
 * Changes the ground stations that the radio uses. The link follows with the spacecraft's next step, as at any AOS
 * and LOS.
 * @param network `undefined` for the specified one
 * @param contextOver returns the context with another network
 * @param actor who changes it, while there are several consoles
 */
export function enterNetwork(
  state: MissionState,
  network: readonly NetworkStation[] | undefined,
  contextOver: (network: readonly NetworkStation[]) => SimulationContext,
  actor: string | undefined,
): MissionState {
  const { time, contacts: held } = state;
  const present = held.plan.network;
  // A station that stays keeps its identity, so that earlier searches over it are reused.
  const stations = (network ?? SPECIFIED_NETWORK).map(
    (station) => present.find((one) => isSameStation(one, station)) ?? station,
  );
  if (isSameNetwork(present, stations)) return state;
  const contacts = completeContacts(state.propagators, stations, time);
  const changed = appendEvents(
    { ...state, network: network && stations, contacts },
    networkEvents(held.plan, contacts.plan, time, actor),
  );
  const context = contextOver(stations);
  return forecastFaults(renewUplink(changed, context), time, context);
}
