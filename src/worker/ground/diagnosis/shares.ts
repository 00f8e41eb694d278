import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS, mapChannels, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { exp } from '../../../shared/kit/math.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { loopTarget } from '../../spacecraft/attitude.ts';
import { type FaultEffects, fullEffects } from '../../spacecraft/fault-effects.ts';

import { CONTAINED_SHARE, FDIR_RULES } from '../../spacecraft/fdir.ts';
import { clearChange, isLitIn, type ObservedChange } from './observed-change.ts';
import type { ActingFault, Symptoms } from './symptoms.ts';

/** Change of a channel since a fault's onset, and the contributions that add up to it. */
export interface Share {
  /** 0 within the noise. */
  readonly change: number;
  /** Contribution of the mode entered or left since the onset. */
  readonly byMode: number;
  /** Contribution of the other open faults. */
  readonly byOthers: number;
  readonly own: number;
}

/** Time constant of a fault's effect on a channel, in seconds; on other channels it is immediate. */
const SETTLING_S: Partial<Readonly<Record<TelemetryChannel, number>>> = {
  batteryVoltage: 60,
  temperature: 2700,
  attitudeStability: 120,
};

/** Returns the share of a fault's effect on a channel that has developed after a time. */
function settledShare(channel: TelemetryChannel, afterMs: number): number {
  const settlingS = SETTLING_S[channel];
  return settlingS === undefined ? 1 : 1 - exp(-afterMs / MS_PER_S / settlingS);
}

/** Signal points per dB; loss in safe mode, dB; pointing loss over a station, dB per square degree. */
const POINTS_PER_DB = 100 / 26;
const SAFE_LOSS_DB = 3;
const STATION_LOSS_DB = 0.12;
/** Cooling of the bus by the load shedding of safe mode, °C. */
const SAFE_COOLING_C = 10;

/** Returns the approximate largest effect of a cause on a channel, in its unit and with its sign; 0 for a channel that shows no faults. */
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
    default:
      return 0;
  }
}

const SIZES = Object.fromEntries(
  FAULT_NAMES.map((name) => {
    const effects = fullEffects(name);
    return [name, mapChannels((channel) => sizeOf(effects, channel))];
  }),
) as unknown as Readonly<Record<FaultName, Readonly<Record<TelemetryChannel, number>>>>;

/**
 * True if a cause moves a channel, at once or through another part: the antenna points as the spacecraft does, heat
 * follows the loads, and the cells conduct by their temperature.
 */
export function movesChannel(cause: FaultName, channel: TelemetryChannel): boolean {
  const sizes = SIZES[cause];
  if (sizes[channel] !== 0) return true;
  if (channel === 'signalStrength') return sizes.attitudeStability !== 0;
  const { leakW, darkLeakW } = fullEffects(cause);
  const movesLoad = leakW > 0 || darkLeakW > 0 || FDIR_RULES[cause].shedsPayload === true;
  if (channel === 'batteryVoltage') return movesLoad || sizes.temperature !== 0;
  return channel === 'temperature' && movesLoad;
}

/** Returns the largest effect of the causes on a channel in the direction of its change. */
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

/** Returns a fault's extra loss beside others, points: misalignments add up, and the loss grows with their square. */
function lostBesideOthers(fault: ActingFault, acting: readonly ActingFault[]): number {
  const others = acting.reduce(
    (sum, { name, reported }) => sum + (name === fault.name ? 0 : misalignmentOf(reported.causes)),
    0,
  );
  return 2 * POINTS_PER_DB * STATION_LOSS_DB * misalignmentOf(fault.reported.causes) * others;
}

/** Returns the effect of a mode on a channel relative to NOMINAL, in the channel's unit. */
function modeSize(mode: SpacecraftMode, channel: TelemetryChannel, isSunlit: boolean): number {
  if (mode === 'NOMINAL') return 0;
  if (channel === 'attitudeStability') {
    return loopTarget({ mode, isSunlit }) - loopTarget({ mode: 'NOMINAL', isSunlit });
  }
  if (channel === 'signalStrength') return -SAFE_LOSS_DB * POINTS_PER_DB;
  return channel === 'temperature' ? -SAFE_COOLING_C : 0;
}

/** A fault that acts on a channel, in the direction of its change. */
interface Contribution {
  readonly onset: EpochMs;
  /** Change since its onset without the mode's effect; negative against the direction. */
  readonly change: number;
  /** Largest change that it can account for. */
  readonly most: number;
  readonly isOwn: boolean;
}

/**
 * Splits the change of a channel among its causes. The mode accounts for its own effect. The newest fault accounts
 * for the change since its onset, up to its size; the next older one for the rest of the change since its own onset,
 * and so on. The shares of all cards together therefore do not exceed the change.
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
    .flatMap((fault): readonly Contribution[] => {
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
  // A remainder within the noise is not attributed.
  if (Math.abs(change) - own < CHANNELS[channel].variation) return whole;
  return { change, byMode: sign * byMode, byOthers: sign * (rest - own), own: sign * own };
}

/** Returns the fault's own part, given the parties from newest to oldest. */
function ownPart(parties: readonly Contribution[]): number {
  let newer = 0;
  for (const [index, { change, most, isOwn }] of parties.entries()) {
    const left = Math.max(0, change - newer);
    const part = index === parties.length - 1 ? left : Math.min(left, most);
    if (isOwn) return part;
    newer += part;
  }
  return 0;
}

/** Returns the fault's own share of a change; 0 within the noise. */
export function clearOwnChange(symptoms: Symptoms, span: ObservedChange, channel: TelemetryChannel): number {
  const { change, own } = shareOf(symptoms, span, channel);
  if (own === change) return change;
  const { leastChange, leastChangeShare = 0 } = CHANNELS[channel];
  const least = Math.max(leastChange, leastChangeShare * Math.abs(span.from[channel]));
  return Math.abs(own) >= least ? own : 0;
}
