import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS, mapChannels, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { exp } from '../../../shared/kit/math.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { loopTarget } from '../../spacecraft/attitude.ts';
import { type FaultEffects, fullEffects } from '../../spacecraft/fault-effects.ts';
import { FAULT_NAMES, type FaultName } from '../../spacecraft/fault-kinds.ts';
import { CONTAINED_SHARE } from '../../spacecraft/fdir.ts';
import { clearChange, isLitIn, type ObservedChange } from './observed-change.ts';
import type { ActingFault, Symptoms } from './symptoms.ts';

/** A change of a channel since the onset of a fault, and what accounts for it; their sum is the change. */
export interface Share {
  /** 0 within the noise. */
  readonly change: number;
  /** Of the mode that the spacecraft has entered or left since. */
  readonly byMode: number;
  /** Of the other open faults. */
  readonly byOthers: number;
  readonly own: number;
}

/** Time constant with which a fault's effect on a channel comes, in seconds; in the others it is there at once. */
const SETTLING_S: Partial<Readonly<Record<TelemetryChannel, number>>> = {
  batteryVoltage: 60,
  temperature: 2700,
  attitudeStability: 120,
};

/** What of a fault's effect on a channel has come after a time. */
function settledShare(channel: TelemetryChannel, afterMs: number): number {
  const settlingS = SETTLING_S[channel];
  return settlingS === undefined ? 1 : 1 - exp(-afterMs / MS_PER_S / settlingS);
}

/** Change of the signal per dB, loss of a safe link, and of a station's link for a square degree off pointing. */
const POINTS_PER_DB = 100 / 26;
const SAFE_LOSS_DB = 3;
const STATION_LOSS_DB = 0.12;
/** Cooling of the bus by the loads that a safe spacecraft sheds. */
const SAFE_COOLING_C = 10;

/** Most that a cause changes a channel by in full size, about, in its unit and with its sign. */
function sizeOf(effects: FaultEffects, channel: TelemetryChannel): number {
  const missing = 1 - effects.strings * effects.deployed;
  switch (channel) {
    case 'attitudeStability':
      return effects.wheel + effects.torque + effects.driftLimit;
    case 'signalStrength':
      return (
        -POINTS_PER_DB *
        (effects.signalLossDb + STATION_LOSS_DB * (effects.misalignment + effects.wheel) ** 2)
      );
    case 'solarOutput':
      return -600 * missing;
    case 'temperature':
      return 78 * effects.blocked + 24 * effects.heaterStuck - effects.cooling;
    case 'batteryVoltage':
      return -(effects.voltageDrop + 28 * (1 - effects.cells) + 0.4 * (effects.resistance - 1) + missing);
  }
}

const SIZES = Object.fromEntries(
  FAULT_NAMES.map((name) => {
    const effects = fullEffects(name);
    return [name, mapChannels((channel) => sizeOf(effects, channel))];
  }),
) as unknown as Readonly<Record<FaultName, Readonly<Record<TelemetryChannel, number>>>>;

/** The largest effect of the causes on a channel in the direction of its change. */
function largest(causes: readonly FaultName[], channel: TelemetryChannel, change: number): number {
  let size = 0;
  for (const cause of causes) size = Math.max(size, SIZES[cause][channel] * Math.sign(change));
  return size;
}

const MISALIGNMENTS = Object.fromEntries(
  FAULT_NAMES.map((name) => [name, fullEffects(name).misalignment]),
) as Readonly<Record<FaultName, number>>;

const misalignmentOf = (causes: readonly FaultName[]): number =>
  Math.max(0, ...causes.map((cause) => MISALIGNMENTS[cause]));

/** Misalignments add up, and the loss grows with their square: what a fault loses beside others, points. */
function lostBesideOthers(fault: ActingFault, acting: readonly ActingFault[]): number {
  const others = acting.reduce(
    (sum, { name, reported }) => sum + (name === fault.name ? 0 : misalignmentOf(reported.causes)),
    0,
  );
  return 2 * POINTS_PER_DB * STATION_LOSS_DB * misalignmentOf(fault.reported.causes) * others;
}

/** Effect of a mode on a channel against NOMINAL, in its unit. */
function modeSize(mode: SpacecraftMode, channel: TelemetryChannel, isSunlit: boolean): number {
  if (mode === 'NOMINAL') return 0;
  if (channel === 'attitudeStability') {
    return loopTarget({ mode, isSunlit }) - loopTarget({ mode: 'NOMINAL', isSunlit });
  }
  if (channel === 'signalStrength') return -SAFE_LOSS_DB * POINTS_PER_DB;
  return channel === 'temperature' ? -SAFE_COOLING_C : 0;
}

/** A fault that acts on a channel, in the direction of its change. */
interface Party {
  readonly onset: EpochMs;
  /** Change since its onset beside that of the mode, negative against the direction. */
  readonly change: number;
  /** What it can account for. */
  readonly most: number;
  readonly isOwn: boolean;
}

/**
 * What of a change of a channel each of its causes can account for. The mode accounts for its own effect. Of the faults the
 * newest accounts for what the channel has changed since its onset, up to its size; the next older one for what remains of
 * the change since its own, and so on. So the shares of all cards together are no more than the channel has changed.
 */
export function shareOf(symptoms: Symptoms, span: ObservedChange, channel: TelemetryChannel): Share {
  const change = clearChange(span, channel);
  const { name, view, modeBefore = 'NOMINAL', acting = [] } = symptoms;
  const mode = view?.mode ?? modeBefore;
  const whole: Share = { change, byMode: 0, byOthers: 0, own: change };
  const isOther = ({ name: other, reported }: ActingFault): boolean =>
    other !== name && largest(reported.causes, channel, change) > 0;
  if (change === 0 || (mode === modeBefore && !acting.some(isOther))) return whole;
  const sign = Math.sign(change);
  const now = span.to;
  const ofMode = (before: SpacecraftMode = 'NOMINAL'): number =>
    Math.max(0, sign * (modeSize(mode, channel, isLitIn(now)) - modeSize(before, channel, isLitIn(now))));
  const byMode = Math.min(Math.abs(change), ofMode(modeBefore));
  const rest = Math.abs(change) - byMode;
  const parties = acting
    .flatMap((fault): readonly Party[] => {
      const { name: other, before, mode: itsMode, isContained, reported } = fault;
      const beside = channel === 'signalStrength' && change < 0 ? lostBesideOthers(fault, acting) : 0;
      const size = largest(reported.causes, channel, change) + beside;
      if (size === 0 || !before || !Number.isFinite(before[channel])) return [];
      const isReduced = mode !== 'NOMINAL' || isContained === true;
      const settled = settledShare(channel, now.timestamp - before.timestamp);
      return [
        {
          onset: before.timestamp,
          change: sign * (now[channel] - before[channel]) - ofMode(itsMode),
          most: size * settled * (isReduced ? CONTAINED_SHARE : 1),
          isOwn: other === name,
        },
      ];
    })
    .sort((one, other) => other.onset - one.onset);
  const own = parties.some(({ isOwn }) => !isOwn) ? Math.min(rest, ownPart(parties)) : rest;
  // Less than the noise is nobody's.
  if (Math.abs(change) - own < CHANNELS[channel].variation) return whole;
  return { change, byMode: sign * byMode, byOthers: sign * (rest - own), own: sign * own };
}

/** The fault's own part, of parties from the newest to the oldest. */
function ownPart(parties: readonly Party[]): number {
  let newer = 0;
  for (const [index, { change, most, isOwn }] of parties.entries()) {
    const left = Math.max(0, change - newer);
    const part = index === parties.length - 1 ? left : Math.min(left, most);
    if (isOwn) return part;
    newer += part;
  }
  return 0;
}

/** The fault's own share of a change; 0 within the noise. */
export function clearOwnChange(symptoms: Symptoms, span: ObservedChange, channel: TelemetryChannel): number {
  const { change, own } = shareOf(symptoms, span, channel);
  if (own === change) return change;
  const { leastChange, leastChangeShare = 0 } = CHANNELS[channel];
  const least = Math.max(leastChange, leastChangeShare * Math.abs(span.from[channel]));
  return Math.abs(own) >= least ? own : 0;
}
