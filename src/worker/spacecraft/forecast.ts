import type { SpacecraftMode } from '../../shared/spacecraft.ts';
import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
} from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { loopSigma } from './attitude.ts';
import type { EnvironmentAt } from './environment.ts';
import { gatherEffects } from './fault-effects.ts';
import { copyOf, type SpacecraftState } from './model.ts';
import { COARSE_STEP_MS, STEP_MS } from './propagate.ts';
import { SENSORS } from './sensors.ts';
import { stepCraft } from './step.ts';

/** A limit of a channel, and the side of it that is forbidden. */
export interface ChannelLimit {
  readonly channel: TelemetryChannel;
  readonly level: Extract<TelemetryLevel, 'warning' | 'critical'>;
  /** The limit, in the channel's unit. */
  readonly value: number;
  readonly isUpper: boolean;
}

/** The band of time within which something is expected. */
export interface Band {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** A reading passes a limit: out of it, or back in. */
export interface Turn extends Band {
  readonly to: 'out' | 'in';
}

/** A limit that is not kept all the time. */
export interface ForeseenLimit extends ChannelLimit {
  /** The first turns, out and in by turns. */
  readonly turns: readonly Turn[];
  /** From here on, after the turns, the reading is so close to the limit that noise may take it past. */
  readonly near?: EpochMs;
  /** FDIR keeps it, if it acts as late as it may. */
  readonly isKeptByFdir?: true;
}

export interface ForeseenMode extends Band {
  readonly mode: SpacecraftMode;
}

/**
 * What is foreseen without action. A limit that is not among `limits` is kept with a margin until `until`, by a
 * channel that is inside it now.
 */
export interface Foresight extends Band {
  readonly limits: readonly ForeseenLimit[];
  readonly modes: readonly ForeseenMode[];
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

export const isSameLimit = (one: ChannelLimit, other: ChannelLimit): boolean =>
  one.channel === other.channel && one.value === other.value;

/** Whether a reading is on the forbidden side of a limit. */
export const isBeyond = ({ isUpper, value }: ChannelLimit, reading: number): boolean =>
  isUpper ? reading > value : reading < value;

/** First part of a forecast, propagated in the model's own steps for immediate effects. */
const CLOSE_MS = 5 * MS_PER_MIN;
/** Turns that a limit is followed for: out, back, and out again. */
export const MOST_TURNS = 3;
/** Standard deviations of a reading that its noise may move it by, over hours. */
const NOISE_SIGMAS = 3;
/** Share of the noise beyond which a reading shows on which side of the limit it is. */
const SEEN_SHARE = 0.4;
/** The same for a link margin, in percent: sensor, calibration, and the antenna that swings with the attitude. */
const SIGNAL_NOISE = 2.5;
/** A reading that takes longer to leave its limit after a turn may well be taken back by noise. */
const LEAVING_MS = 10 * MS_PER_MIN;
/** Share of its lead time by which an event may come earlier or later, beside the step of the forecast. */
const LEAD_SHARE = 0.01;

/** How far noise and calibration may move a reading from its true value. */
function noiseOf(channel: TelemetryChannel, craft: SpacecraftState, time: EpochMs): number {
  if (channel === 'signalStrength') return SIGNAL_NOISE;
  if (channel !== 'attitudeStability') return CHANNELS[channel].deadband;
  return NOISE_SIGMAS * loopSigma(craft.mode, gatherEffects(craft.faults, time, craft.mode));
}

/** Follows a reading past one limit. */
class LimitWatch {
  readonly #limit: ChannelLimit;
  readonly #turns: Turn[] = [];
  /** The side of the limit; unknown while the reading has been at the limit from the start. */
  #isOut: boolean | undefined;
  /** Since when noise may take the reading to the other side; forgotten if it soon leaves the limit after a turn. */
  #near: EpochMs | undefined;
  #hasLeft = false;

  constructor(limit: ChannelLimit) {
    this.#limit = limit;
  }

  get channel(): TelemetryChannel {
    return this.#limit.channel;
  }

  note(reading: number, noise: number, time: EpochMs): void {
    if (this.#turns.length === MOST_TURNS) return;
    const { isUpper, value } = this.#limit;
    const beyond = isUpper ? reading - value : value - reading;
    const isOut = beyond > 0;
    const distance = Math.abs(beyond);
    if (distance > noise && !this.#hasLeft) {
      if (this.#near !== undefined && time - this.#near <= LEAVING_MS) this.#near = undefined;
      this.#hasLeft = true;
    }
    if (distance > SEEN_SHARE * noise && isOut !== this.#isOut) {
      const isFirst = this.#isOut === undefined && this.#near === undefined;
      if (!isFirst) this.#turns.push({ to: isOut ? 'out' : 'in', from: this.#near ?? time, until: time });
      this.#isOut = isOut;
      this.#near = undefined;
      this.#hasLeft = distance > noise;
    }
    if (distance <= noise) this.#near ??= time;
  }

  /** What was noted, with its times as bands; `undefined` for a limit that is kept. */
  foreseen(bandOf: (band: Band) => Band): ForeseenLimit | undefined {
    if (this.#turns.length === 0 && this.#near === undefined && !this.#isOut) return undefined;
    const turns = this.#turns.map((turn) => ({ to: turn.to, ...bandOf(turn) }));
    return { ...this.#limit, turns, ...(this.#near !== undefined && { near: this.#near }) };
  }
}

/**
 * What comes without action: when each channel passes its limits, out and back, and when the mode changes. The model
 * propagated without noise, in steps of a minute after the first five; where a reading comes within its noise of a limit, a
 * band of time is given.
 */
export function foresee(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  time: EpochMs,
  horizonMs: number,
): Foresight {
  const craft = copyOf(state);
  const watches = CHANNEL_LIMITS.map((limit) => new LimitWatch(limit));
  const modes: ForeseenMode[] = [];
  /** A band, wider by what the forecast is uncertain by, never before the forecast. */
  const bandOf = ({ from, until }: Band): Band => {
    const spreadMs = (then: EpochMs): number =>
      LEAD_SHARE * (then - time) + (then - time > CLOSE_MS ? COARSE_STEP_MS : STEP_MS);
    return {
      from: epochMs(Math.max(time, from - spreadMs(from))),
      until: addMs(until, spreadMs(until)),
    };
  };
  const note = (then: EpochMs): void => {
    for (const watch of watches) {
      watch.note(SENSORS[watch.channel].read(craft, 0), noiseOf(watch.channel, craft, then), then);
    }
  };
  note(time);
  let then = time;
  while (then - time < horizonMs) {
    const stepMs = then - time < CLOSE_MS ? STEP_MS : COARSE_STEP_MS;
    const next = addMs(then, stepMs);
    const environment = environmentAt(next);
    if (!environment) break;
    const { mode } = craft;
    stepCraft(craft, environment, next, stepMs / MS_PER_S, undefined);
    if (craft.mode !== mode) modes.push({ mode: craft.mode, ...bandOf({ from: next, until: next }) });
    note(next);
    then = next;
  }
  return {
    from: time,
    until: then,
    limits: watches.flatMap((watch) => watch.foreseen(bandOf) ?? []),
    modes,
  };
}
