/**
 * Telemetry channels of ORBITA-1: one table for the worker and the page. `src/worker/spacecraft/sensors.ts` models
 * their sensors, in the same order.
 */

/** A reading below `low` or above `high` is out of the limit; an equal one is inside. */
export interface Bounds {
  readonly low?: number;
  readonly high?: number;
}

/** Modes in which readings beyond a limit may be by design: the modes of `spacecraft.ts` besides NOMINAL. */
type RestrictedMode = 'SAFE' | 'SURVIVAL';

/** All numbers are in the channel's unit. */
export interface ChannelDefinition {
  /** Title on cards, charts and tables. */
  readonly title: string;
  /** One word, as in anomalies, legible from across a room. */
  readonly shortName: string;
  /** Name within a sentence. */
  readonly phrase: string;
  readonly unit: string;
  /** The unit as a word, for screen readers. */
  readonly spokenUnit: string;
  readonly decimals: number;
  readonly limits: { readonly warning: Bounds; readonly critical: Bounds };
  /**
   * Distance inside a limit at which a channel counts as back: at least four standard deviations of the sensor's noise
   * (attitude: two of the control loop's variation).
   */
  readonly deadband: number;
  /**
   * Delays of a limit, in seconds of mission time, for the event log and for anomalies that ask because of it; the
   * displayed level has none. `onS`: readings are beyond the limit for as long before that is reported, so that a
   * single reading reports nothing; at most 30 s, the sample period over low gain. `offS`: readings are inside the
   * limit, by the deadband, for as long before the channel counts as back; at least 60 s, so that no report repeats
   * within a minute.
   */
  readonly delays: { readonly onS: number; readonly offS: number };
  /**
   * Readings that a mode causes by design without a fault, also beyond a limit: four standard deviations around what
   * the mode aims at. Only a reading beyond these bounds is reported and makes an anomaly ask in that mode.
   */
  readonly byDesign?: Readonly<Record<RestrictedMode, Bounds>>;
  /** Resolution of the sensor: every reading is a whole number of these steps. */
  readonly step: number;
  /** Random variation of a reading: two standard deviations. */
  readonly variation: number;
  /** Smallest change that is reported, well above `variation`; or a share of the reading, if that is more. */
  readonly leastChange: number;
  readonly leastChangeShare?: number;
  /** A slope below this, in units per minute, is noise and shows as steady. */
  readonly steadyPerMin: number;
  /** Step of the chart's scale, which shows at least two, so that noise stays small. */
  readonly scaleStep: number;
  /** Bounds of all readings. */
  readonly range: Bounds;
  /** Typical reading of an uneventful day. */
  readonly typical: number;
}

/** Channel properties that a chart needs. */
export type ChartedChannel = Pick<
  ChannelDefinition,
  'title' | 'unit' | 'spokenUnit' | 'decimals' | 'limits' | 'scaleStep' | 'range'
>;

const DEFINITIONS = {
  /** Bus voltage. */
  batteryVoltage: {
    title: 'Battery voltage',
    shortName: 'Battery',
    phrase: 'battery voltage',
    unit: 'V',
    spokenUnit: 'volts',
    decimals: 2,
    limits: { warning: { low: 22 }, critical: { low: 20 } }, // spec §9
    deadband: 0.15,
    delays: { onS: 10, offS: 60 }, // three readings; the bus settles within a minute of a load step
    step: 0.01,
    variation: 0.04,
    leastChange: 0.1,
    steadyPerMin: 0.03,
    scaleStep: 1,
    range: {},
    typical: 28.42,
  },
  /** Available power of the array, 0 in eclipse. */
  solarOutput: {
    title: 'Solar output',
    shortName: 'Solar',
    phrase: 'solar output',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    limits: { warning: {}, critical: {} }, // none: eclipse is normal
    deadband: 0,
    delays: { onS: 0, offS: 0 },
    step: 0.25,
    variation: 6,
    leastChange: 5,
    leastChangeShare: 0.03,
    steadyPerMin: 6,
    scaleStep: 50,
    range: { low: 0 },
    typical: 604,
  },
  /** Link margin as a percentage. */
  signalStrength: {
    title: 'Signal strength',
    shortName: 'Signal',
    phrase: 'signal strength',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 1,
    limits: { warning: { low: 50 }, critical: { low: 40 } }, // spec §9
    deadband: 2,
    delays: { onS: 10, offS: 120 }, // off: follows the pointing, whose control loop takes 120 s
    // The transmitter is 3 dB weaker outside NOMINAL, and the antenna points as coarsely as the spacecraft.
    byDesign: { SAFE: { low: 37 }, SURVIVAL: { low: 35 } },
    step: 0.1,
    variation: 1,
    leastChange: 2.5,
    steadyPerMin: 0.7,
    scaleStep: 5,
    range: { low: 0, high: 100 },
    typical: 66.2,
  },
  /** Bus temperature. */
  temperature: {
    title: 'Temperature',
    shortName: 'Temperature',
    phrase: 'bus temperature',
    unit: '°C',
    spokenUnit: 'degrees Celsius',
    decimals: 1,
    limits: { warning: { low: -20, high: 40 }, critical: { low: -40, high: 60 } }, // spec §9
    deadband: 0.5,
    delays: { onS: 10, offS: 60 }, // three readings; the bus follows within 45 minutes
    step: 0.02,
    variation: 0.1,
    leastChange: 0.3,
    steadyPerMin: 0.1,
    scaleStep: 5,
    range: {},
    typical: 14.1,
  },
  /** Deviation from the nominal attitude. */
  attitudeStability: {
    title: 'Attitude deviation',
    shortName: 'Attitude',
    phrase: 'attitude deviation',
    unit: '°',
    spokenUnit: 'degrees',
    decimals: 2,
    limits: { warning: { high: 1.5 }, critical: { high: 3 } }, // spec §9
    deadband: 0.2,
    delays: { onS: 20, offS: 120 }, // on: longer than noise; off: the time constant of the control loop
    // Coarse pointing: 2.0° and 2.5° with a standard deviation of 0.3°, and the drift of the sensors.
    byDesign: { SAFE: { high: 3.5 }, SURVIVAL: { high: 4 } },
    step: 0.005,
    variation: 0.1,
    leastChange: 0.3,
    steadyPerMin: 0.12,
    scaleStep: 0.5,
    range: { low: 0 },
    typical: 0.61,
  },
} as const satisfies Readonly<Record<string, ChannelDefinition>>;

export type TelemetryChannel = keyof typeof DEFINITIONS;

export const CHANNELS: Readonly<Record<TelemetryChannel, ChannelDefinition>> = DEFINITIONS;

/** In the order of cards, charts and exports. */
export const TELEMETRY_CHANNELS = Object.keys(DEFINITIONS) as readonly TelemetryChannel[];

export function mapChannels<Value>(
  compute: (channel: TelemetryChannel) => Value,
): Readonly<Record<TelemetryChannel, Value>> {
  const values = {} as Record<TelemetryChannel, Value>;
  for (const channel of TELEMETRY_CHANNELS) values[channel] = compute(channel);
  return values;
}

/** Returns the unit to append to a number: `26.41 V`, but `0.30°`. */
export const unitOf = (channel: TelemetryChannel): string => {
  const { unit } = CHANNELS[channel];
  return unit === '°' ? unit : ` ${unit}`;
};

/** Formats a limit as in spec §9: `22 V`, `−20 °C`, `1.5°`. */
export const formatLimit = (channel: TelemetryChannel, value: number): string =>
  `${String(value).replace('-', '−')}${unitOf(channel)}`;

export type TelemetryLevel = 'nominal' | 'warning' | 'critical' | 'unknown';

const isOutside = (value: number, { low = -Infinity, high = Infinity }: Bounds): boolean =>
  value < low || value > high;

/** Returns the level of a reading in its channel's unit; a non-finite reading is `unknown`. */
export function telemetryLevel(channel: TelemetryChannel, value: number): TelemetryLevel {
  if (!Number.isFinite(value)) return 'unknown';
  const { warning, critical } = CHANNELS[channel].limits;
  if (isOutside(value, critical)) return 'critical';
  return isOutside(value, warning) ? 'warning' : 'nominal';
}

/** True if a mode takes a channel beyond one of its limits by design. */
export function isLimitByDesign(
  channel: TelemetryChannel,
  limit: number,
  mode: 'NOMINAL' | RestrictedMode,
): boolean {
  const bounds = mode === 'NOMINAL' ? undefined : CHANNELS[channel].byDesign?.[mode];
  return bounds !== undefined && !isOutside(limit, bounds);
}

/** True if a reading is beyond a limit only because of the mode, by design. */
export function isByDesign(
  channel: TelemetryChannel,
  value: number,
  mode: 'NOMINAL' | RestrictedMode,
): boolean {
  const bounds = mode === 'NOMINAL' ? undefined : CHANNELS[channel].byDesign?.[mode];
  const isBeyond =
    telemetryLevel(channel, value) === 'warning' || telemetryLevel(channel, value) === 'critical';
  return isBeyond && bounds !== undefined && !isOutside(value, bounds);
}
