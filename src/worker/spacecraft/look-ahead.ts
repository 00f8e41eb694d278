import { type HistoryChannel, isTelemetryChannel, type ModelChannel } from '../../shared/contract/history.ts';
import type { PredictedChannel } from '../../shared/contract/look-ahead.ts';
import type { NetworkStation } from '../../shared/contract/network.ts';
import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import { CHANNELS, type TelemetryChannel } from '../../shared/entities/telemetry-channels.ts';
import type { EpochMs, TimeRange } from '../../shared/kit/units.ts';
import { DRIFT_LIMIT } from './attitude.ts';
import type { Environment, EnvironmentAt } from './environment.ts';
import { type Deliveries, flyAhead } from './fly-ahead.ts';
import { type Foresight, noiseOf, noteForesight } from './forecast.ts';
import type { SpacecraftState } from './model.ts';
import { MODEL_VALUES } from './model-values.ts';
import { SENSORS } from './sensors.ts';
import { viewSpacecraft } from './view.ts';

/** A flight ahead, as read by the sensors. */
export interface Prediction {
  readonly foresight: Foresight;
  readonly modes: readonly { readonly time: EpochMs; readonly mode: SpacecraftMode }[];
  readonly channels: { readonly [Channel in HistoryChannel]?: PredictedChannel };
}

/** Where the flight takes place. */
export interface Surroundings {
  readonly environmentAt: EnvironmentAt;
  readonly network: readonly NetworkStation[];
}

/** Values of a channel and the half widths of its band, step by step. */
interface Line {
  readonly channel: HistoryChannel;
  readonly values: number[];
  readonly spreads: number[];
}

/** Returns the reading that the sensor of a channel is expected to give. */
function expectedReading(channel: TelemetryChannel, craft: SpacecraftState): number {
  const { read, calibrationError } = SENSORS[channel];
  return read(craft, Math.min(1, craft.drift / DRIFT_LIMIT) * calibrationError);
}

/** Collects what sensors are expected to read, from the steps of a flight ahead. */
interface ReadingNotes {
  note(craft: SpacecraftState, time: EpochMs, environment: Environment): void;
  channels(): Prediction['channels'];
}

export function noteReadings(
  channels: readonly HistoryChannel[],
  network: readonly NetworkStation[],
): ReadingNotes {
  const instants: number[] = [];
  const lines = channels.map((channel): Line => ({ channel, values: [], spreads: [] }));
  const isModelRead = channels.some((channel) => !isTelemetryChannel(channel));
  return {
    note(craft, time, environment) {
      instants.push(time);
      const view = isModelRead ? viewSpacecraft(craft, environment, time, 0, network) : undefined;
      for (const { channel, values, spreads } of lines) {
        const value = isTelemetryChannel(channel)
          ? expectedReading(channel, craft)
          : MODEL_VALUES[channel](view as NonNullable<typeof view>);
        values.push(value);
        spreads.push(spreadOf(channel, value, craft, time));
      }
    },
    channels() {
      const times = Float64Array.from(instants);
      return Object.fromEntries(lines.map((line) => [line.channel, withBand(line.channel, times, line)]));
    },
  };
}

/** Flies the spacecraft ahead and reads these channels at each step. */
export function predict(
  state: SpacecraftState,
  { environmentAt, network }: Surroundings,
  span: TimeRange,
  channels: readonly HistoryChannel[],
  deliveries: Deliveries,
): Prediction {
  const notes = noteForesight(state.mode, span.from);
  const readings = noteReadings(channels, network);
  const modes: { time: EpochMs; mode: SpacecraftMode }[] = [];
  let { mode } = state;
  const until = flyAhead(
    state,
    environmentAt,
    span,
    (craft, time, environment) => {
      notes.note(craft, time);
      if (craft.mode !== mode) modes.push({ time, mode: craft.mode });
      ({ mode } = craft);
      if (environment) readings.note(craft, time, environment);
    },
    deliveries,
  );
  return { foresight: notes.foresight(until), modes, channels: readings.channels() };
}

/**
 * Half width of the band of a model channel, in the unit of the view: measured over 30 missions of a day, see
 * `tests/unit/worker/mission/look-ahead.test.ts`.
 */
const MODEL_SPREAD: Readonly<Record<Exclude<ModelChannel, 'arrayPower'>, number>> = {
  stateOfCharge: 0.004,
  batteryCurrent: 0.6,
  loadPower: 16,
  arrayTemperature: 2,
  busTemperature: 0.2,
  wheelMomentum: 0.01,
  linkMargin: 0.5,
  antennaMisalignment: 0.01,
  recorder: 40,
  downlinked: 40,
};
/** The array swings with the attitude, and its sensor has noise: share of the power. */
const ARRAY_SPREAD = 0.03;

/** Returns the amount by which a reading may be off its expected value. */
function spreadOf(channel: HistoryChannel, value: number, craft: SpacecraftState, time: EpochMs): number {
  if (channel === 'arrayPower' || channel === 'solarOutput') return ARRAY_SPREAD * Math.abs(value);
  return isTelemetryChannel(channel) ? noiseOf(channel, craft, time) : MODEL_SPREAD[channel];
}

/**
 * Returns a line with its band. Around each time it covers the values a step earlier and later, because a sunset or
 * the beginning of a pass may come that much earlier or later; a channel of telemetry keeps to the range of its sensor.
 */
function withBand(channel: HistoryChannel, times: Float64Array, { values, spreads }: Line): PredictedChannel {
  const low = new Float64Array(times.length);
  const high = new Float64Array(times.length);
  const { low: least = -Infinity, high: most = Infinity } = isTelemetryChannel(channel)
    ? CHANNELS[channel].range
    : {};
  for (const [index, value] of values.entries()) {
    const [before = value, after = value] = [values[index - 1], values[index + 1]];
    const spread = spreads[index] ?? 0;
    low[index] = Math.max(least, Math.min(value, before, after) - spread);
    high[index] = Math.min(most, Math.max(value, before, after) + spread);
  }
  return { times, values: Float64Array.from(values), low, high };
}
