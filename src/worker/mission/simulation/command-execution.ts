import { currentOrNextPass } from '../../../shared/contract/contact-plan.ts';
import type { CommandName } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { fittingFaults } from '../../ground/anomalies/known-faults.ts';
import {
  arrivedBy,
  followLink,
  shiftUplink,
  type Uplink,
  uplinkVerifications,
} from '../../ground/commanding/uplink.ts';
import {
  beginVerification,
  gatherVerifications,
  mergeVerifications,
  type Verification,
} from '../../ground/commanding/verification.ts';
import type { LogEvent } from '../../ground/log/log-events.ts';
import { startCommand } from '../../spacecraft/activities.ts';
import { nextLinkTime } from '../../spacecraft/next-link.ts';
import { showSpacecraft, viewOf } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';

/** Commands from execution on the ground to start on board, and their verification. */

/** Updates the verifications; those without a verdict stay pending. */
export function showVerifications(state: MissionState, verifications: readonly Verification[]): MissionState {
  if (verifications === state.verifications) return state;
  return {
    ...state,
    verifications: verifications.filter(({ verdict }) => verdict === 'watching'),
    shownVerifications: gatherVerifications(state.shownVerifications, verifications),
  };
}

/** Returns the first AOS of the current or next passes. */
function nextStationTime({ contacts }: MissionState, time: EpochMs): EpochMs | undefined {
  const found = contacts.plan.satellites[SPACECRAFT];
  if (!found.ok) return undefined;
  const times = found.value.stations.flatMap(({ passes }) => currentOrNextPass(passes, time)?.aos ?? []);
  return times.length > 0 ? (Math.min(...times) as EpochMs) : undefined;
}

/** Starts an arrived command on board and begins its verification. */
function carryOut(
  state: MissionState,
  { commandId, name }: { readonly commandId: string; readonly name: CommandName },
  time: EpochMs,
  context: SimulationContext,
): MissionState {
  const { telemetry } = state;
  const { anomalies } = state.operator;
  const before = viewOf(telemetry, anomalies, context);
  const spacecraft = startCommand(telemetry.spacecraft, { commandId, name, time });
  const started = showSpacecraft(state, spacecraft);
  if (!before) return started;
  const station = nextStationTime(state, time);
  const verification = beginVerification({
    commandId,
    name,
    time,
    telemetry: telemetry.history,
    view: { ...before, activities: spacecraft.activities },
    faults: fittingFaults(anomalies),
    ...(station !== undefined && { nextStationTime: station }),
  });
  return showVerifications(started, [...started.verifications, verification]);
}

/** Sets the uplink, also shown on the rows of its commands. */
const withUplink = (state: MissionState, uplink: Uplink): MissionState => ({
  ...state,
  uplink,
  shownVerifications: mergeVerifications(state.shownVerifications, uplink.map(uplinkVerifications)),
});

/** Returns the uplink under the current link. */
function followedUplink(state: MissionState, context: SimulationContext): Uplink {
  const { antenna } = state.telemetry.spacecraft;
  return followLink(state.uplink, { antenna, time: state.time, contactTime: nextContact(state, context) });
}

/** Returns the next contact if there is no link. A result is reused until it has passed. */
export function nextContact(
  { telemetry, uplink, time }: MissionState,
  context: SimulationContext,
): EpochMs | undefined {
  const { spacecraft } = telemetry;
  if (spacecraft.antenna !== 'none') return undefined;
  const known = uplink.find(({ contactTime }) => contactTime !== undefined)?.contactTime;
  if (known !== undefined && known > time) return known;
  return nextLinkTime(spacecraft, context.environmentAt, time);
}

/** Uplinks an executed command: over high gain it arrives at once, after those already in the uplink. */
export function uplinkCommand(
  state: MissionState,
  commandId: string,
  context: SimulationContext,
): MissionState {
  const command = state.operator.commands.commands.find(({ id }) => id === commandId);
  if (!command) return state;
  const queued = { ...state, uplink: [...state.uplink, { commandId, name: command.name }] };
  if (state.telemetry.spacecraft.antenna === 'high') return deliverUplink(queued, context).state;
  return withUplink(queued, followedUplink(queued, context));
}

/** Starts the commands that have arrived by mission time, or by the end of a coast. */
export function deliverUplink(
  state: MissionState,
  context: SimulationContext,
  until: EpochMs = state.time,
): LoopStep {
  if (state.uplink.length === 0) return withoutEvents(state);
  const arrived = arrivedBy(state.uplink, state.telemetry.spacecraft.antenna, until);
  let delivered: MissionState = { ...state, uplink: state.uplink.slice(arrived.length) };
  const logEvents: LogEvent[] = [];
  for (const { command, time } of arrived) {
    delivered = carryOut(delivered, command, time, context);
    const text = `${command.name} is on board ORBITA-1`;
    logEvents.push({ time, kind: 'Command', level: 'info', text, of: [command.commandId] });
  }
  return { state: delivered, notices: [], logEvents };
}

/** Updates the uplink after a step of the spacecraft, which may have changed the link. */
export function stepUplink(state: MissionState, context: SimulationContext): LoopStep {
  if (state.uplink.length === 0) return withoutEvents(state);
  const delivered = deliverUplink(state, context);
  const uplink = followedUplink(delivered.state, context);
  const isSame = uplink === delivered.state.uplink;
  return isSame ? delivered : { ...delivered, state: withUplink(delivered.state, uplink) };
}

/** Updates the uplink for another ground network, which may be in contact at another time. */
export function renewUplink(state: MissionState, context: SimulationContext): MissionState {
  const { antenna } = state.telemetry.spacecraft;
  if (state.uplink.length === 0 || antenna !== 'none') return state;
  const contactTime = nextLinkTime(state.telemetry.spacecraft, context.environmentAt, state.time);
  return withUplink(state, followLink(state.uplink, { antenna, time: state.time, contactTime }));
}

/** Updates the uplink after the clock moved back by `shiftMs` (negative). */
export function rewindUplink(state: MissionState, shiftMs: number, context: SimulationContext): MissionState {
  if (state.uplink.length === 0) return state;
  const shifted = { ...state, uplink: shiftUplink(state.uplink, shiftMs) };
  return withUplink(shifted, followedUplink(shifted, context));
}
