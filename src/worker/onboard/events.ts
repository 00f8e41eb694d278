import type { EpochMs } from '../../shared/kit/units.ts';
import {
  EVENT_SERVICE,
  EVENT_SEVERITIES,
  type EventDefinition,
  type FdirAction,
  fdirEvent,
  MODE_EVENTS,
  UNDERVOLTAGE,
} from '../../shared/packets/events.ts';
import { FAULT_KINDS } from '../spacecraft/fault-kinds.ts';
import { isContained } from '../spacecraft/fdir.ts';
import { type ActiveFault, deviation, type SpacecraftState } from '../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../spacecraft/propagate.ts';
import { packetOf } from './catalogue.ts';
import type { Output } from './output.ts';
import type { OnboardState } from './state.ts';

/** Reports an event, unless it is disabled. */
export function sendEvent(
  output: Output,
  { disabledEvents }: OnboardState,
  { id, severity }: EventDefinition,
  spacecraft: SpacecraftState,
): void {
  if (disabledEvents.includes(id)) return;
  output.send(packetOf(EVENT_SERVICE, EVENT_SEVERITIES.indexOf(severity) + 1), {
    eventId: id,
    eventBusVoltage: spacecraft.busVoltage,
    eventBusTemperature: spacecraft.busTemperature,
    eventAttitudeDeviation: deviation(spacecraft),
  });
  output.count('events');
}

/** Reports a change of the mode and the begin of an undervoltage, and returns the software that has reported them. */
export function reportCondition(
  output: Output,
  state: OnboardState,
  spacecraft: SpacecraftState,
): OnboardState {
  const { mode, undervoltageS } = spacecraft;
  const isUndervoltage = undervoltageS > 0;
  const { reported } = state;
  if (mode === reported.mode && isUndervoltage === reported.isUndervoltage) return state;
  if (mode !== reported.mode) sendEvent(output, state, MODE_EVENTS[mode], spacecraft);
  if (isUndervoltage && !reported.isUndervoltage) sendEvent(output, state, UNDERVOLTAGE, spacecraft);
  return { ...state, reported: { mode, isUndervoltage } };
}

/** Returns what FDIR did about a fault between two instants; `undefined` if nothing. */
function fdirAction(
  { name, mending, plan }: ActiveFault,
  from: EpochMs,
  { spacecraft, time }: PropagatedSpacecraft,
): FdirAction | undefined {
  if (!spacecraft.faults.some((other) => other.name === name)) {
    // The recovery command of the ground is none of FDIR's.
    if (mending !== undefined && mending.until <= time) return undefined;
    return plan.course === 'transient' ? 'retried' : 'restored';
  }
  if (!isContained(plan, time) || isContained(plan, from)) return undefined;
  return plan.course === 'safed' ? 'safed' : 'switched';
}

/** Reports what FDIR did in a step of the spacecraft. */
export function reportFdir(
  output: Output,
  state: OnboardState,
  before: PropagatedSpacecraft,
  after: PropagatedSpacecraft,
): void {
  for (const fault of before.spacecraft.faults) {
    const action = fdirAction(fault, before.time, after);
    if (action) sendEvent(output, state, fdirEvent(action, FAULT_KINDS[fault.name].part), after.spacecraft);
  }
}
