import type { CommandName } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { LinkProfile } from '../../../shared/packets/link.ts';
import type { TelemetryState } from '../../ground/telemetry/telemetry.ts';
import { streamsOf } from '../../kit/random.ts';
import { beginTelemetry, reportJump, stepOnboard, withLink } from '../../onboard/onboard.ts';
import type { Craft } from '../../onboard/readings.ts';
import { nextRelease } from '../../onboard/schedule.ts';
import type { OnboardStep } from '../../onboard/sending.ts';
import { beginOnboard, shiftOnboard } from '../../onboard/state.ts';
import { type Received, receiveTelecommand, releaseDue } from '../../onboard/telecommands.ts';
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

/** Adds the packets of one more thing that happens at this instant. */
const withStep = (state: MissionState, { onboard, packets }: OnboardStep): MissionState => ({
  ...state,
  onboard,
  packets: [...(state.packets ?? []), ...packets],
});

/** Returns the mission as an input finds it: the packets of the step before have been sent. */
const withoutPackets = (state: MissionState): MissionState => ({ ...state, packets: undefined });

/** Begins packet telemetry, or begins it again after a gap on the wire. */
export const beginPackets = (state: MissionState, context: SimulationContext): MissionState =>
  withStep(withoutPackets(state), beginTelemetry(state.onboard, craftOf(state, context), state.time));

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
  return withStep(withoutPackets(state), reportJump(shifted, telemetry.spacecraft, time));
}

const telecommandText = (name: CommandName): string => `Telecommand: ${name} has started on board ORBITA-1`;

/** Changes how the link to other ground systems works, also before packet telemetry begins over it. */
export function enterLink(state: MissionState, profile: LinkProfile): MissionState {
  const onboard = state.onboard ?? beginOnboard(state.telemetry.spacecraft);
  if (state.onboard?.link.profile === profile) return state;
  return { ...state, onboard: withLink(onboard, profile) };
}

/** Enters what a telecommand has done into the mission. */
function withReceived(state: MissionState, received: Received): MissionState {
  const entered = showSpacecraft(withStep(state, received), received.spacecraft);
  const { started } = received;
  if (!started) return entered;
  const text = telecommandText(started);
  return appendEvents(entered, [{ time: state.time, kind: 'Command', level: 'info', text }]);
}

/** Receives octets on board, over whatever link; the first ones begin packet telemetry. */
export function enterTelecommand(
  before: MissionState,
  octets: Uint8Array,
  context: SimulationContext,
): MissionState {
  const state = before.onboard ? withoutPackets(before) : beginPackets(before, context);
  const { onboard, time } = state;
  if (!onboard) return state;
  return withReceived(state, receiveTelecommand(onboard, octets, craftOf(state, context), time));
}

/** Returns the next instant at which a scheduled telecommand is released: a whole second. */
export const nextReleaseTime = ({ onboard }: MissionState): EpochMs | undefined => {
  const time = onboard && nextRelease(onboard);
  return time === undefined ? undefined : epochMs(Math.ceil(time / MS_PER_S) * MS_PER_S);
};

/** Releases the scheduled telecommands that are due. */
export function releaseScheduled(before: MissionState, context: SimulationContext): MissionState {
  let state = before;
  for (;;) {
    const received: Received | undefined =
      state.onboard && releaseDue(state.onboard, craftOf(state, context), state.time);
    if (!received) return state;
    state = withReceived(state, received);
  }
}
