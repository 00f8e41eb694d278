import type { CommandName } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { LinkProfile } from '../../../shared/packets/link.ts';
import type { TelemetryState } from '../../ground/telemetry/telemetry.ts';
import { streamsOf } from '../../kit/random.ts';
import { withBitErrors } from '../../onboard/bit-errors.ts';
import { beginTelemetry, type LinkChange, reportJump, stepOnboard, withLink } from '../../onboard/onboard.ts';
import type { Craft } from '../../onboard/readings.ts';
import { nextRelease } from '../../onboard/schedule.ts';
import type { OnboardStep } from '../../onboard/sending.ts';
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

/** Returns the packets of a step as the link delivers them. */
function delivered({ seed, time }: MissionState, { onboard, packets }: OnboardStep): readonly Uint8Array[] {
  const { bitErrorRate = 0 } = onboard.link;
  if (bitErrorRate === 0) return packets;
  // The sum differs for every step: time and the count of generated packets never go back together.
  const random = streamsOf(seed)('bit errors of telemetry').at(time + onboard.counters.packets);
  return packets.map((packet) => withBitErrors(packet, bitErrorRate, random));
}

/** Adds the packets of one more thing that happens at this instant. */
const withStep = (state: MissionState, step: OnboardStep): MissionState => ({
  ...state,
  onboard: step.onboard,
  packets: [...(state.packets ?? []), ...delivered(state, step)],
});

/** Returns a telecommand as the link delivers it. */
function received({ seed, time, onboard }: MissionState, octets: Uint8Array): Uint8Array {
  const { bitErrorRate = 0 } = onboard?.link ?? {};
  if (!onboard || bitErrorRate === 0) return octets;
  const { accepted, refused, discarded } = onboard.counters;
  const step = time + accepted + refused + discarded;
  return withBitErrors(octets, bitErrorRate, streamsOf(seed)('bit errors of telecommands').at(step));
}

/** Returns the mission as an input finds it: the packets of the step before have been sent. */
const withoutPackets = (state: MissionState): MissionState => ({ ...state, packets: undefined });

/** Begins packet telemetry, or begins it again after a gap on the wire. */
export const beginPackets = (
  state: MissionState,
  context: SimulationContext,
  profile?: LinkProfile,
): MissionState =>
  withStep(
    withoutPackets(state),
    beginTelemetry(state.onboard, craftOf(state, context), state.time, profile),
  );

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
export function reportPacketGap(state: MissionState): MissionState {
  const { onboard, telemetry, time } = state;
  if (!onboard) return state;
  return withStep(withoutPackets(state), reportJump(onboard, telemetry.spacecraft, time));
}

const telecommandText = (name: CommandName): string => `Telecommand: ${name} has started on board ORBITA-1`;

/** Changes how the link to other ground systems works; fails before packet telemetry begins over it. */
export function enterLink(state: MissionState, change: LinkChange): Result<MissionState> {
  const { onboard } = state;
  if (!onboard) return failed('There is no link yet. Begin packet telemetry first.');
  const { profile, bitErrorRate = 0 } = onboard.link;
  const isSame =
    (change.profile ?? profile) === profile && (change.bitErrorRate ?? bitErrorRate) === bitErrorRate;
  return succeeded(isSame ? state : { ...state, onboard: withLink(onboard, change) });
}

/** Enters what a telecommand has done into the mission. */
function withReceived(state: MissionState, step: Received): MissionState {
  const entered = showSpacecraft(withStep(state, step), step.spacecraft);
  const { started } = step;
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
  return withReceived(
    state,
    receiveTelecommand(onboard, received(state, octets), craftOf(state, context), time),
  );
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
    const step: Received | undefined =
      state.onboard && releaseDue(state.onboard, craftOf(state, context), state.time);
    if (!step) return state;
    state = withReceived(state, step);
  }
}
