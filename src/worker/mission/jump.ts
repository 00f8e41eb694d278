import { formatDuration } from '../../shared/kit/quantity-text.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import { shiftAnomalies } from '../ground/anomalies/anomaly-reports.ts';
import { gatherVerifications, shiftVerifications } from '../ground/commanding/verification.ts';
import { shiftLog } from '../ground/log/event-log.ts';
import { orbitEvents } from '../ground/log/log-events.ts';
import { rewindWatch } from '../ground/parting/watch.ts';
import { shiftWatches } from '../ground/telemetry/limit-watch.ts';
import { rewindTelemetry } from '../ground/telemetry/telemetry.ts';
import type { Step } from '../kit/steps.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { advance } from './advance.ts';
import { shiftTriggers } from './exercise/triggers.ts';
import { enterIssOrbit } from './iss-orbit-input.ts';
import { shiftCommands } from './operations/commands.ts';
import { shiftCrew } from './operations/console-duty.ts';
import { coastSpacecraft } from './simulation/coast.ts';
import { rewindUplink } from './simulation/command-execution.ts';
import { foreseeEclipse } from './simulation/fault-forecasts.ts';
import { reportPacketGap } from './simulation/packet-telemetry.ts';
import {
  appendEvents,
  type MissionState,
  measure,
  remark,
  type SimulationContext,
} from './state/mission-state.ts';

/** Last part of a jump, simulated step by step so that histories are full and at their normal cadence. */
const SIMULATED_MS = 2 * MS_PER_MIN;

/** Returns the report of a gap in wall time, in milliseconds, once the mission has caught up. */
export const suspensionText = (gapMs: number): string =>
  `Simulation was suspended for ${formatDuration(gapMs)} and has caught up.`;

/** Moves the mission to an instant without simulating the time until then; its log says so. */
export function jump(state: MissionState, to: EpochMs, context: SimulationContext): Step<MissionState> {
  if (to < state.time) {
    const text = `System clock moved back by ${formatDuration(state.time - to)}; mission time adjusted.`;
    return remark(reportPacketGap(rewind(state, to, context)), 'warning', text);
  }
  const simulatedFrom = addMs(to, -SIMULATED_MS);
  const skipped = simulatedFrom > state.time ? skip(state, simulatedFrom, context) : state;
  const simulated = advance(skipped, to, context);
  const reported = reportPacketGap(simulated.state);
  const remarked = remark(reported, 'info', suspensionText(to - state.time));
  return { ...remarked, notices: [...remarked.notices, ...simulated.notices] };
}

/** Advances time without samples, draws and duty crew; the spacecraft is propagated through the last day. */
function skip(state: MissionState, to: EpochMs, context: SimulationContext): MissionState {
  const coasted = coastSpacecraft(state, to, context);
  const logEvents = [...orbitEvents(state.contacts.plan, state.time, to), ...coasted.logEvents];
  const contacts = completeContacts(state.propagators, state.contacts.plan.network, to);
  return appendEvents(
    { ...coasted.state, time: to, contacts },
    logEvents.sort((a, b) => a.time - b.time),
  );
}

/**
 * Moves mission time back. Measurements belong to the clock that dated them, so those in the future are
 * dropped. Anomalies, their faults, executed commands and the log keep their age, so that none of them lies in the future.
 */
function rewind(held: MissionState, to: EpochMs, context: SimulationContext): MissionState {
  const state = enterIssOrbit(held, undefined, context);
  const telemetry = rewindTelemetry(state.telemetry, to);
  const shiftMs = to - state.time;
  const verifications = shiftVerifications(state.verifications, shiftMs);
  const anomalies = shiftAnomalies(state.operator.anomalies, shiftMs);
  const operator = {
    ...state.operator,
    anomalies,
    commands: shiftCommands(state.operator.commands, shiftMs),
    crew: shiftCrew(state.operator.crew, shiftMs),
  };
  const contacts = completeContacts(state.propagators, state.contacts.plan.network, to);
  const rewound: MissionState = {
    ...state,
    time: to,
    telemetry,
    ...(state.predictionWatch && { predictionWatch: rewindWatch(state.predictionWatch, to) }),
    limits: state.limits && shiftWatches(state.limits, shiftMs),
    contacts,
    operator,
    verifications,
    shownVerifications: gatherVerifications(state.shownVerifications, verifications),
    log: shiftLog(state.log, shiftMs),
    issTransition: undefined,
  };
  const shifted = shiftTriggers(rewound, shiftMs);
  const foreseen = { ...shifted, eclipse: foreseeEclipse(shifted, to, context) };
  return measure(rewindUplink(foreseen, shiftMs, context), to);
}
