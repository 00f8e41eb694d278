import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
} from '../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import { loopSigma } from './attitude.ts';
import type { EnvironmentAt } from './environment.ts';
import { gatherEffects } from './fault-effects.ts';
import { flyAhead, longestStepAt } from './fly-ahead.ts';
import type { SpacecraftState } from './model.ts';
import { signalPerDegree } from './radio.ts';
import { SENSORS } from './sensors.ts';
import { SAFE_AFTER_S } from './step.ts';

/** Limit of a channel, with its forbidden side. */
export interface ChannelLimit {
  readonly channel: TelemetryChannel;
  readonly level: Extract<TelemetryLevel, 'warning' | 'critical'>;
  /** The limit, in the channel's unit. */
  readonly value: number;
  readonly isUpper: boolean;
}

/** Time band within which an event is expected. */
export interface Band {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** Crossing of a limit by a reading, outward or back in. */
export interface LimitCrossing extends Band {
  readonly to: 'out' | 'in';
  /** Time until which noise may carry the reading back, if it stays close to the limit for a while after the turn. */
  readonly closeUntil?: EpochMs;
}

/** Limit that is not kept throughout. */
export interface ForeseenLimit extends Pick<ChannelLimit, 'channel' | 'value'> {
  /** First turns, alternately out and in. */
  readonly turns: readonly LimitCrossing[];
  /** First to last time, apart from the turns, at which noise may carry the reading across the limit. */
  readonly near?: Band;
  /** True if FDIR keeps the limit even by acting as late as it may. */
  readonly isAverted?: true;
}

export interface ForeseenMode extends Band {
  readonly mode: SpacecraftMode;
  /** True if the forecast cannot tell whether SAFE or SURVIVAL comes first; `mode` is then SAFE. */
  readonly isOrSurvival?: true;
}

/**
 * Forecast without action. A limit that is not among `limits` is kept with a margin until `until`, by a channel that
 * is inside it now.
 */
export interface Foresight extends Band {
  readonly limits: readonly ForeseenLimit[];
  readonly mode?: ForeseenMode;
}

/** All limits of all channels; the solar output has none. */
export const CHANNEL_LIMITS: readonly ChannelLimit[] = TELEMETRY_CHANNELS.flatMap((channel) =>
  (['warning', 'critical'] as const).flatMap((level) => {
    const { low, high } = CHANNELS[channel].limits[level];
    return [
      ...(low === undefined ? [] : [{ channel, level, value: low, isUpper: false }]),
      ...(high === undefined ? [] : [{ channel, level, value: high, isUpper: true }]),
    ];
  }),
);

export const LIMITS_OF = mapChannels((channel) =>
  CHANNEL_LIMITS.filter((limit) => limit.channel === channel),
);

type LimitKey = Pick<ChannelLimit, 'channel' | 'value'>;

export const isSameLimit = (one: LimitKey, other: LimitKey): boolean =>
  one.channel === other.channel && one.value === other.value;

/** True if a reading is on the forbidden side of a limit. */
export const isBeyond = ({ isUpper, value }: ChannelLimit, reading: number): boolean =>
  isUpper ? reading > value : reading < value;

/** Maximum number of turns tracked per limit: out and back, or back and out again. */
export const MOST_TURNS = 2;
/** Standard deviations by which noise may move a reading over hours. */
const NOISE_SIGMAS = 3;
/** Share of the noise beyond which a reading is clearly on one side of the limit. */
const SEEN_SHARE = 0.4;
/** Largest calibration error of the signal strength, points. */
const SIGNAL_CALIBRATION = 0.5;
/** A reading that takes longer to leave its limit after a turn may be carried back by noise. */
const LEAVING_MS = 10 * MS_PER_MIN;
/** Share of its lead time by which an event may come earlier or later, in addition to the forecast step. */
const LEAD_SHARE = 0.01;

/** Lead time beyond which charge errors accumulate: near empty, a small charge moves the voltage strongly. */
const CHARGE_ERROR_MS = MS_PER_H;

/** Returns the distance beyond which a reading is clearly on one side of a limit. */
const seenAt = (channel: TelemetryChannel, noise: number, leadMs: number): number =>
  SEEN_SHARE * noise * (channel === 'batteryVoltage' ? Math.max(1, leadMs / CHARGE_ERROR_MS) : 1);

/** Returns the amount by which noise and calibration may move a reading from its true value. */
export function noiseOf(channel: TelemetryChannel, craft: SpacecraftState, time: EpochMs): number {
  if (channel !== 'attitudeStability' && channel !== 'signalStrength') return CHANNELS[channel].deadband;
  const sigma = loopSigma(craft.mode, gatherEffects(craft.faults, time, craft.mode));
  if (channel === 'attitudeStability') return NOISE_SIGMAS * sigma;
  // The antenna swings with the attitude: the further it is off its target, the more the signal changes with it.
  const swing = sigma * signalPerDegree(craft);
  return SIGNAL_CALIBRATION + NOISE_SIGMAS * Math.sqrt(SENSORS.signalStrength.noise ** 2 + swing ** 2);
}

/** Distance inside its limits that exceeds the noise of a channel, in its unit. */
const FAR_INSIDE: Readonly<Record<TelemetryChannel, number>> = {
  ...mapChannels((channel) => CHANNELS[channel].deadband),
  signalStrength: 8,
  attitudeStability: 0.6,
};

/** Channels with limits, and the readings between which they are far inside. */
const WATCHED = TELEMETRY_CHANNELS.filter((channel) => LIMITS_OF[channel].length > 0).map((channel) => {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } =
    CHANNELS[channel].limits.warning;
  return { channel, above: low + FAR_INSIDE[channel], below: high - FAR_INSIDE[channel] };
});

const isQuiet = (watch: LimitWatch): boolean => watch.isQuiet;

/** Tracks a reading relative to one limit. */
class LimitWatch {
  readonly #limit: ChannelLimit;
  readonly #turns: LimitCrossing[] = [];
  /** Side of the limit; unknown while the reading has stayed at the limit since the start. */
  #isOut: boolean | undefined;
  /**
   * Time since when noise may carry the reading across; becomes part of the turn if the reading then soon leaves the
   * limit. It is kept if the reading leaves without a turn, because noise may have carried it across before.
   */
  #near: EpochMs | undefined;
  /** Last time at which noise could carry the reading across. */
  #lastNear: EpochMs | undefined;
  #hasLeft = false;

  constructor(limit: ChannelLimit) {
    this.#limit = limit;
  }

  /** True if a reading far inside the limit adds no information. */
  get isQuiet(): boolean {
    return this.#isOut === false && this.#hasLeft;
  }

  note(reading: number, noise: number, seen: number, time: EpochMs): void {
    if (this.#turns.length === MOST_TURNS) return;
    const { isUpper, value } = this.#limit;
    const beyond = isUpper ? reading - value : value - reading;
    const isOut = beyond > 0;
    const distance = Math.abs(beyond);
    if (distance > noise && !this.#hasLeft) {
      const last = this.#turns.at(-1);
      if (last && this.#near !== undefined && time - this.#near <= LEAVING_MS) {
        this.#turns.splice(-1, 1, { ...last, closeUntil: time });
        this.#near = undefined;
      }
      this.#hasLeft = true;
    }
    if (distance > seen && isOut !== this.#isOut) {
      const isFirst = this.#isOut === undefined && this.#near === undefined;
      if (!isFirst) this.#turns.push({ to: isOut ? 'out' : 'in', from: this.#near ?? time, until: time });
      this.#isOut = isOut;
      this.#near = undefined;
      this.#hasLeft = distance > noise;
    }
    if (distance > noise || this.#turns.length === MOST_TURNS) return;
    this.#near ??= time;
    this.#lastNear = time;
  }

  /** Returns the turns noted, with their times as bands; `undefined` for a limit that is kept. */
  foreseen(bandOf: (band: Band) => Band): ForeseenLimit | undefined {
    const [from, until] = [this.#near, this.#lastNear];
    const near = from === undefined || until === undefined ? undefined : { from, until };
    if (this.#turns.length === 0 && !near && !this.#isOut) return undefined;
    const turns = this.#turns.map(({ to, closeUntil, ...band }) => ({
      to,
      ...bandOf(band),
      ...(closeUntil !== undefined && { closeUntil: bandOf({ from: closeUntil, until: closeUntil }).until }),
    }));
    const { channel, value } = this.#limit;
    return { channel, value, turns, ...(near && { near }) };
  }
}

/**
 * Returns the mode entered within a band, with SAFE as an alternative if undervoltage could have caused it within the
 * band.
 */
function modeWithin(craft: SpacecraftState, before: SpacecraftMode, band: Band): ForeseenMode {
  const isOrSafe =
    craft.mode === 'SURVIVAL' &&
    before === 'NOMINAL' &&
    SAFE_AFTER_S - craft.undervoltageS <= (band.until - band.from) / MS_PER_S;
  return isOrSafe ? { mode: 'SAFE', isOrSurvival: true, ...band } : { mode: craft.mode, ...band };
}

/** Collects, from the steps of a flight ahead, where each channel crosses its limits and when the mode changes. */
interface ForesightNotes {
  note(craft: SpacecraftState, then: EpochMs): void;
  /** Returns the forecast, for a flight that ended at an instant. */
  foresight(until: EpochMs): Foresight;
}

/** @param time start of the flight, in this mode */
export function noteForesight(from: SpacecraftMode, time: EpochMs): ForesightNotes {
  const watched = WATCHED.map((channel) => ({
    ...channel,
    watches: LIMITS_OF[channel.channel].map((limit) => new LimitWatch(limit)),
  }));
  let next: ForeseenMode | undefined;
  let mode = from;
  let last = time;
  /** Widens a band by the forecast's uncertainty, but not to before its start. */
  const bandOf = ({ from: first, until }: Band): Band => {
    const spreadMs = (then: EpochMs): number => LEAD_SHARE * (then - time) + longestStepAt(then - time - 1);
    return {
      from: epochMs(Math.max(time, first - spreadMs(first))),
      until: addMs(until, spreadMs(until)),
    };
  };
  function noteMode(craft: SpacecraftState, then: EpochMs): void {
    if (craft.mode !== mode) {
      const band = bandOf({ from: last, until: then });
      if (!next) next = modeWithin(craft, mode, band);
      else if (next.mode === 'SAFE' && craft.mode === 'SURVIVAL' && then <= next.until)
        next = { ...next, isOrSurvival: true };
    }
    ({ mode } = craft);
    last = then;
  }
  return {
    note(craft, then) {
      noteMode(craft, then);
      for (const { channel, above, below, watches } of watched) {
        const reading = SENSORS[channel].read(craft, 0);
        if (reading > above && reading < below && watches.every(isQuiet)) continue;
        const noise = noiseOf(channel, craft, then);
        const seen = seenAt(channel, noise, then - time);
        for (const watch of watches) watch.note(reading, noise, seen, then);
      }
    },
    foresight: (until) => ({
      from: time,
      until,
      limits: watched.flatMap(({ watches }) => watches.flatMap((watch) => watch.foreseen(bandOf) ?? [])),
      ...(next && { mode: next }),
    }),
  };
}

/**
 * Forecasts without action when each channel crosses its limits, out and back, and when the mode changes, in a flight
 * ahead without noise. If a reading comes within its noise of a limit, a time band is given.
 */
export function foresee(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  time: EpochMs,
  horizonMs: number,
): Foresight {
  const { note, foresight } = noteForesight(state.mode, time);
  return foresight(flyAhead(state, environmentAt, { from: time, to: addMs(time, horizonMs) }, note));
}
