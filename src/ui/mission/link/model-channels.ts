import type { HistoryChannel, ModelChannel } from '../../../shared/contract/history.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { type Bounds, CHANNELS, type ChartedChannel } from '../../../shared/entities/telemetry-channels.ts';

/** Channels of the spacecraft model that a chart can show beside telemetry: one table with all their properties. */

interface ModelChannelDefinition extends ChartedChannel {
  /** Returns the value as known on the ground, in the view and in the archive. */
  readonly read: (view: SpacecraftView) => number;
  /** Converts that value to the unit of the channel. */
  readonly factor: number;
}

const NO_LIMITS: ChartedChannel['limits'] = { warning: {}, critical: {} };
const NOT_NEGATIVE: Bounds = { low: 0 };
const SHARE: Bounds = { low: 0, high: 100 };

export const MODEL_DEFINITIONS: Readonly<Record<ModelChannel, ModelChannelDefinition>> = {
  stateOfCharge: {
    title: 'Battery charge',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 10,
    range: SHARE,
    read: ({ battery }) => battery.soc,
    factor: 100,
  },
  /** Positive while charging. */
  batteryCurrent: {
    title: 'Battery current',
    unit: 'A',
    spokenUnit: 'amperes',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 5,
    range: {},
    read: ({ battery }) => battery.currentA,
    factor: 1,
  },
  /** Available power of the array, without sensor noise. */
  arrayPower: {
    title: 'Array power',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 50,
    range: NOT_NEGATIVE,
    read: ({ array }) => array.powerW,
    factor: 1,
  },
  loadPower: {
    title: 'Load power',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 50,
    range: NOT_NEGATIVE,
    read: ({ loads }) => loads.totalW,
    factor: 1,
  },
  arrayTemperature: {
    title: 'Array temperature',
    unit: '°C',
    spokenUnit: 'degrees Celsius',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 20,
    range: {},
    read: ({ array }) => array.temperature,
    factor: 1,
  },
  busTemperature: {
    title: 'Bus temperature',
    unit: '°C',
    spokenUnit: 'degrees Celsius',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 5,
    range: {},
    read: ({ thermal }) => thermal.busTemperature,
    factor: 1,
  },
  /** Share of the wheels' capacity. */
  wheelMomentum: {
    title: 'Wheel momentum',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 10,
    range: SHARE,
    read: ({ attitude }) => attitude.wheelMomentumShare,
    factor: 100,
  },
  /** Margin of the high-gain link, in use or not. */
  linkMargin: {
    title: 'Link margin',
    unit: 'dB',
    spokenUnit: 'decibels',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 5,
    range: {},
    read: ({ radio }) => radio.marginDb,
    factor: 1,
  },
  /** Misalignment of the high-gain antenna. */
  antennaMisalignment: {
    title: 'Antenna misalignment',
    unit: '°',
    spokenUnit: 'degrees',
    decimals: 2,
    limits: NO_LIMITS,
    scaleStep: 1,
    range: NOT_NEGATIVE,
    read: ({ radio }) => radio.misalignment,
    factor: 1,
  },
  /** Data stored on board. */
  recorder: {
    title: 'Recorder',
    unit: 'MB',
    spokenUnit: 'megabytes',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 100,
    range: NOT_NEGATIVE,
    read: ({ data }) => data.storedMb,
    factor: 1,
  },
  /** Total since the start of the mission. */
  downlinked: {
    title: 'Data downlinked',
    unit: 'MB',
    spokenUnit: 'megabytes',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 100,
    range: NOT_NEGATIVE,
    read: ({ data }) => data.downlinkedMb,
    factor: 1,
  },
};

export const isModelChannel = (channel: HistoryChannel): channel is ModelChannel =>
  Object.hasOwn(MODEL_DEFINITIONS, channel);

/** Returns the value of a channel in its unit. */
export const readModelChannel = (channel: ModelChannel, view: SpacecraftView): number =>
  MODEL_DEFINITIONS[channel].read(view) * MODEL_DEFINITIONS[channel].factor;

export const chartedChannel = (channel: HistoryChannel): ChartedChannel =>
  isModelChannel(channel) ? MODEL_DEFINITIONS[channel] : CHANNELS[channel];
