import type { HistoryChannel, ModelChannel } from './history.ts';
import type { SpacecraftView } from './spacecraft.ts';
import { type Bounds, CHANNELS, type ChannelDefinition } from './telemetry-channels.ts';

/** The channels of the spacecraft model that a chart can show beside telemetry: one table of what is known of each. */

/** What a chart needs of a channel. All numbers are in its unit. */
export type ChartedChannel = Pick<
  ChannelDefinition,
  'title' | 'unit' | 'spokenUnit' | 'decimals' | 'limits' | 'scaleStep' | 'range'
>;

interface ModelChannelDefinition extends ChartedChannel {
  /** The value, as known on the ground. */
  readonly read: (view: SpacecraftView) => number;
}

const NO_LIMITS: ChannelDefinition['limits'] = { warning: {}, critical: {} };
const NOT_NEGATIVE: Bounds = { low: 0 };
const SHARE: Bounds = { low: 0, high: 100 };
const PERCENT = 100;

export const MODEL_DEFINITIONS: Readonly<Record<ModelChannel, ModelChannelDefinition>> = {
  stateOfCharge: {
    title: 'Battery charge',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 10,
    range: SHARE,
    read: ({ battery }) => battery.soc * PERCENT,
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
  },
  /** Available power of the array, without the noise of its sensor. */
  arrayPower: {
    title: 'Array power',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 50,
    range: NOT_NEGATIVE,
    read: ({ array }) => array.powerW,
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
    read: ({ attitude }) => attitude.wheelMomentumShare * PERCENT,
  },
  /** Of the high-gain link, whether it is in use or not. */
  linkMargin: {
    title: 'Link margin',
    unit: 'dB',
    spokenUnit: 'decibels',
    decimals: 1,
    limits: NO_LIMITS,
    scaleStep: 5,
    range: {},
    read: ({ radio }) => radio.marginDb,
  },
  /** Of the high-gain antenna. */
  antennaMisalignment: {
    title: 'Antenna misalignment',
    unit: '°',
    spokenUnit: 'degrees',
    decimals: 2,
    limits: NO_LIMITS,
    scaleStep: 1,
    range: NOT_NEGATIVE,
    read: ({ radio }) => radio.misalignment,
  },
  /** Data on board. */
  recorder: {
    title: 'Recorder',
    unit: 'MB',
    spokenUnit: 'megabytes',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 100,
    range: NOT_NEGATIVE,
    read: ({ data }) => data.storedMb,
  },
  /** Since the mission's start. */
  downlinked: {
    title: 'Data downlinked',
    unit: 'MB',
    spokenUnit: 'megabytes',
    decimals: 0,
    limits: NO_LIMITS,
    scaleStep: 100,
    range: NOT_NEGATIVE,
    read: ({ data }) => data.downlinkedMb,
  },
};

export const isModelChannel = (channel: HistoryChannel): channel is ModelChannel =>
  Object.hasOwn(MODEL_DEFINITIONS, channel);

export const chartedChannel = (channel: HistoryChannel): ChartedChannel =>
  isModelChannel(channel) ? MODEL_DEFINITIONS[channel] : CHANNELS[channel];
