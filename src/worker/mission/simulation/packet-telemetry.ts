import type { CommandName } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { TelemetryState } from '../../ground/telemetry/telemetry.ts';
import { streamsOf } from '../../kit/random.ts';
import {
  beginTelemetry,
  type OnboardStep,
  receiveTelecommand,
  reportJump,
  stepOnboard,
} from '../../onboard/onboard.ts';
import type { Craft } from '../../onboard/readings.ts';
import { shiftOnboard } from '../../onboard/state.ts';
import { showSpacecraft } from '../state/ground-view.ts';
import { appendEvents, type MissionState, type SimulationContext } from '../state/mission-state.ts';

/** The software on board in the mission: its telemetry packets, and the telecommands that reach it. */

function craftOf(
  { telemetry, seed, propagators }: MissionState,
  { environmentAt }: SimulationContext,
): Craft {
  const orbit = propagators[SPACECRAFT];
  return {
    spacecraft: telemetry.spacecraft,
    streams: streamsOf(seed),
    environmentAt,
    orbitAt: (time) => (orbit.ok ? orbit.value.stateAt(time) : undefined),
  };
}

const withStep = (state: MissionState, { onboard, packets }: OnboardStep): MissionState => ({
  ...state,
  onboard,
  packets,
});

/** Begins packet telemetry, or begins it again after a gap on the wire. */
export const beginPackets = (state: MissionState, context: SimulationContext): MissionState =>
  withStep(state, beginTelemetry(state.onboard, craftOf(state, context), state.time));

/** Generates the packets of a step of the spacecraft. */
export function generatePackets(
  state: MissionState,
  before: TelemetryState,
  context: SimulationContext,
): MissionState {
  const { onboard, telemetry, time } = state;
  if (!onboard || telemetry.time !== time) return state;
  return withStep(state, stepOnboard(onboard, before, telemetry, craftOf(state, context)));
}

/** Reports a jump of mission time, which loses the packets on the way. */
export function reportPacketGap(state: MissionState, shiftMs: number): MissionState {
  const { onboard, telemetry, time } = state;
  if (!onboard) return state;
  const shifted = shiftMs < 0 ? shiftOnboard(onboard, shiftMs) : onboard;
  return withStep(state, reportJump(shifted, telemetry.spacecraft, time));
}

const telecommandText = (name: CommandName): string => `Telecommand: ${name} has started on board ORBITA-1`;

/** Receives octets on board, over whatever link; the first ones begin packet telemetry. */
export function enterTelecommand(
  before: MissionState,
  octets: Uint8Array,
  context: SimulationContext,
): MissionState {
  const state = before.onboard ? before : beginPackets(before, context);
  const { onboard, time } = state;
  if (!onboard) return state;
  const received = receiveTelecommand(onboard, octets, craftOf(state, context), time);
  const begun = state === before ? [] : (state.packets ?? []);
  const entered = showSpacecraft(
    { ...state, onboard: received.onboard, packets: [...begun, ...received.packets] },
    received.spacecraft,
  );
  const { started } = received;
  if (!started) return entered;
  return appendEvents(entered, [{ time, kind: 'Command', level: 'info', text: telecommandText(started) }]);
}
