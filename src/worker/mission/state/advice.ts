import { currentOrNextPass } from '../../../shared/contract/contact-plan.ts';
import {
  type Advice,
  type DownlinkOffer,
  LEAVE_SAFE_MODE_SOC,
  NO_ADVICE,
  type SafeModeAdvice,
} from '../../../shared/entities/advice.ts';
import type { CommandName } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { isActing } from '../../ground/anomalies/anomalies.ts';
import { fittingFaults } from '../../ground/anomalies/known-faults.ts';
import { startCommand } from '../../spacecraft/activities.ts';
import { FAULT_KINDS, type FaultKind } from '../../spacecraft/fault-kinds.ts';
import { type PropagatedSpacecraft, propagateSpacecraft } from '../../spacecraft/propagate.ts';
import type { MissionState, SimulationContext } from './mission-state.ts';

/** Suggestions for the spacecraft itself, based on what the ground knows. */

const LEAVES_SAFE_MODE = 'Attitude Adjustment';
const SIGNAL = CHANNELS.signalStrength;
const LEAST_V = CHANNELS.batteryVoltage.limits.warning.low ?? 22;

type KnownState = Pick<MissionState, 'uplink' | 'time' | 'operator'>;

/** Returns the last reported end of a command in progress; `undefined` otherwise. */
const endOf = (view: SpacecraftView, name: CommandName, time: EpochMs): EpochMs | undefined =>
  view.activities.find((activity) => activity.name === name && activity.endTime > time)?.endTime;

const isOnItsWay = ({ uplink }: Pick<KnownState, 'uplink'>, name: CommandName): boolean =>
  uplink.some((command) => command.name === name);

const worsens = (command: CommandName) => (fault: keyof typeof FAULT_KINDS) => {
  const { worsenedBy }: FaultKind = FAULT_KINDS[fault];
  return worsenedBy.includes(command);
};

function safeModeAdvice(state: KnownState, view: SpacecraftView): SafeModeAdvice {
  const command = LEAVES_SAFE_MODE;
  const exitEnd = endOf(view, command, state.time);
  if (exitEnd !== undefined) return { command, waitsFor: 'exit', until: exitEnd };
  if (isOnItsWay(state, command)) return { command, waitsFor: 'exit' };
  const recoveryEnd = endOf(view, 'Enter Safe Mode', state.time);
  if (recoveryEnd !== undefined) return { command, waitsFor: 'recovery', until: recoveryEnd };
  if (isOnItsWay(state, 'Enter Safe Mode')) return { command, waitsFor: 'recovery' };
  const { anomalies } = state.operator;
  // The anomaly card that suggests it has weighed it against the other faults.
  const isSuggested = anomalies.anomalies.some(
    ({ id, suggestedAction }) => suggestedAction === command && isActing(id, anomalies.faults),
  );
  const worsened = isSuggested ? undefined : fittingFaults(anomalies).find(worsens(command));
  if (worsened) return { command, waitsFor: 'fault', fault: FAULT_KINDS[worsened].type };
  if (view.battery.soc <= LEAVE_SAFE_MODE_SOC) return { command, waitsFor: 'charge' };
  if (view.battery.voltageV < LEAST_V) return { command, waitsFor: 'voltage' };
  if (view.radio.antenna === 'none') return { command, waitsFor: 'link' };
  return { command };
}

/** A smaller gain is not worth a command. */
const LEAST_GAIN_MB = 10;

interface Downlinked {
  readonly mb: number;
  readonly leastSignal: number;
}

/** Returns the downlinked megabytes at an instant, and the lowest signal strength until then. */
function downlinkUntil(
  from: PropagatedSpacecraft,
  until: EpochMs,
  { environmentAt }: SimulationContext,
): Downlinked {
  let leastSignal = from.spacecraft.signalStrength;
  const { spacecraft } = propagateSpacecraft(from, until, environmentAt, undefined, (craft) => {
    leastSignal = Math.min(leastSignal, craft.signalStrength);
    return false;
  });
  return { mb: spacecraft.downlinkedMb, leastSignal };
}

/** Returns the lowest limit that signal strength may fall below. */
const signalLimitBelow = (leastSignal: number): number | undefined =>
  [SIGNAL.limits.critical.low, SIGNAL.limits.warning.low].find(
    (limit) => limit !== undefined && leastSignal < limit + SIGNAL.deadband,
  );

/** Forecasts the gain of a Data Downlink until an instant and its cost in signal strength, compared with none. */
function downlinkForecast(
  { spacecraft, time }: PropagatedSpacecraft,
  until: EpochMs,
  context: SimulationContext,
): Pick<DownlinkOffer, 'expectedMb' | 'signalLimit'> {
  const without = downlinkUntil({ spacecraft, time }, until, context);
  const begun = startCommand(spacecraft, { commandId: '', name: 'Data Downlink', time });
  const withIt = downlinkUntil({ spacecraft: begun, time }, until, context);
  const signalLimit = signalLimitBelow(withIt.leastSignal);
  return {
    expectedMb: Math.floor((withIt.mb - without.mb) / LEAST_GAIN_MB) * LEAST_GAIN_MB,
    ...(signalLimit !== undefined &&
      signalLimit !== signalLimitBelow(without.leastSignal) && { signalLimit }),
  };
}

/** A downlink is offered this long before AOS, so that reading the offer costs no part of the pass. */
const OFFERED_MS = 2 * MS_PER_MIN;

/** Returns the pass in progress or about to begin; the first of several. */
function passAt({ contacts }: MissionState, time: EpochMs): (Pass & { readonly name: string }) | undefined {
  const found = contacts.plan.satellites[SPACECRAFT];
  if (!found.ok) return undefined;
  return found.value.stations
    .flatMap(({ station: { name }, passes }) => {
      const pass = currentOrNextPass(passes, time);
      return pass && pass.aos - time <= OFFERED_MS ? [{ ...pass, name }] : [];
    })
    .sort((one, other) => one.aos - other.aos)[0];
}

function downlinkOffer(
  state: MissionState,
  view: SpacecraftView,
  context: SimulationContext,
): DownlinkOffer | undefined {
  const command = 'Data Downlink';
  if (view.radio.antenna !== 'high' || view.mode === 'SURVIVAL') return undefined;
  if (isOnItsWay(state, command) || endOf(view, command, state.time) !== undefined) return undefined;
  if (fittingFaults(state.operator.anomalies).some(worsens(command))) return undefined;
  const pass = passAt(state, view.time);
  if (!pass) return undefined;
  const { name: station, aos: from, los: until } = pass;
  const forecast = downlinkForecast(state.telemetry.downlink.reported, until, context);
  return forecast.expectedMb < LEAST_GAIN_MB ? undefined : { command, station, from, until, ...forecast };
}

/**
 * Returns the suggestions for the spacecraft itself at the time of a state.
 * @param held the previous suggestions, returned if they are the same
 */
export function adviceOf(state: MissionState, context: SimulationContext, held: Advice = NO_ADVICE): Advice {
  const view = context.viewOnGround(state);
  if (!view) return held === NO_ADVICE ? held : NO_ADVICE;
  const downlink = downlinkOffer(state, view, context);
  const advice: Advice = {
    ...(view.mode === 'SAFE' && { safeMode: safeModeAdvice(state, view) }),
    ...(downlink && { downlink }),
  };
  return JSON.stringify(advice) === JSON.stringify(held) ? held : advice;
}
