import type { TelemetryChannel } from '../../shared/limits.ts';
import type { FaultName } from '../spacecraft/fault-kinds.ts';
import type { Housekeeping } from './housekeeping.ts';

/** Where and how a fault is seen. */
export interface Sign {
  readonly channel: TelemetryChannel;
  readonly direction: 'up' | 'down' | 'either';
  /** In the Earth's shadow it cannot be seen. */
  readonly needsLight?: true;
  /** It is told by how fast the channel moves, compared with before: the orbit moves it as well. */
  readonly bySlope?: true;
}

/** How a fault is explained: from cause to sign, and what the remedy does about it. */
export interface FaultChain {
  /** The most telling one first. */
  readonly signs: readonly [Sign, ...Sign[]];
  /** The channel that it takes out of its limits in the end, if it does: what a forecast looks at. */
  readonly leadsTo?: TelemetryChannel;
  /** What has happened, as a clause: "one array string is open". */
  readonly cause: string;
  /** What should be, what is, and why, as a sentence. */
  readonly chain: (seen: Housekeeping) => string;
  /** What the remedy does; it follows the command's name. */
  readonly remedyDoes: string;
  /** What a command that makes it worse does; it follows the commands' names. Only where `worsenedBy` names one. */
  readonly wouldWorsen?: string;
}

const voltage = { channel: 'batteryVoltage', direction: 'down' } as const;
const solar = { channel: 'solarOutput', direction: 'down', needsLight: true } as const;
const signal = { channel: 'signalStrength', direction: 'down' } as const;
const warmer = { channel: 'temperature', direction: 'up' } as const;
const warming = { ...warmer, bySlope: true } as const;
const colder = { channel: 'temperature', direction: 'down' } as const;
const cooling = { ...colder, bySlope: true } as const;
const attitude = { channel: 'attitudeStability', direction: 'up' } as const;

export const FAULT_CHAINS: Readonly<Record<FaultName, FaultChain>> = {
  'weak-cell': {
    signs: [voltage],
    cause: 'one battery cell has lost capacity',
    chain: ({ battery }) =>
      `Seven cells in series carry the same current${battery}; the weak one rests lower, takes the bus voltage down with it and is the first to be full or empty.`,
    remedyDoes: 'sheds the payload, so that the cell is spared',
    wouldWorsen: 'would draw more from it',
  },
  'high-resistance': {
    signs: [{ channel: 'batteryVoltage', direction: 'either' }, voltage],
    cause: 'the resistance of the battery’s cells has risen',
    chain: ({ battery }) =>
      `The bus should stay close to the battery’s resting voltage; with more resistance every ampere${battery} moves it further: under load it sags, and while charging a cell’s monitor ends the charge early, at a lower voltage.`,
    remedyDoes: 'brings the cells back to the temperature at which they conduct best',
    wouldWorsen: 'would ask the battery for a peak of current',
  },
  'cell-short': {
    signs: [voltage],
    leadsTo: 'batteryVoltage',
    cause: 'one battery cell is shorted',
    chain: ({ battery }) =>
      `The bus is the sum of seven cells of about 4 V; a shorted one adds nothing, and six are left for all of the current${battery}.`,
    remedyDoes: 'lowers the load, so that the shorted cell can be taken out of the string',
    wouldWorsen: 'would load the cells that are left',
  },
  'open-string': {
    signs: [solar, voltage],
    cause: 'one array string is open',
    chain: ({ array, isDark }) =>
      isDark
        ? 'Every string should give its share of the current; the open one has lost its blocking diode too, through which the battery leaks into the dark array.'
        : `Every string should give its share of the current${array}; the cells of an open one see the Sun and deliver nothing, and the battery gets less to recharge with.`,
    remedyDoes: 'drives the hinges to their end stop, which closes the contact again',
  },
  'wing-folded': {
    signs: [solar, attitude, voltage],
    leadsTo: 'batteryVoltage',
    cause: 'an array wing has folded back',
    chain: ({ array, isDark }) =>
      isDark
        ? 'Both wings should stand out evenly; with one folded back the spacecraft is lopsided and stands off its attitude, and at sunrise the array will give half.'
        : `Both wings should face the Sun${array}; a folded one turns its cells away, and what the bus then lacks comes out of the battery.`,
    remedyDoes: 'drives the wing back onto its latch',
    wouldWorsen: 'would swing the loose wing further',
  },
  'drive-stuck': {
    signs: [solar, attitude, voltage],
    leadsTo: 'batteryVoltage',
    cause: 'the array drive is stuck off the Sun',
    chain: ({ array, isDark }) =>
      isDark
        ? 'The drive should carry the array round to meet the Sun; stalled, its motor pushes against the wheels, and at sunrise the array will stand edge-on.'
        : `The drive should keep the array on the Sun${array}; stuck, it leaves only the cosine of the angle between them, and what the bus then lacks comes out of the battery.`,
    remedyDoes: 'drives the array through its range and frees it',
    wouldWorsen: 'would turn the stuck array further off the Sun',
  },
  'antenna-off': {
    signs: [signal],
    leadsTo: 'signalStrength',
    cause: 'the antenna is off its direction',
    chain: ({ antenna, link }) =>
      `The antenna should look straight at ${link}${antenna}; its beam is 10° wide, and the loss grows with the square of the angle.`,
    remedyDoes: 'turns the antenna back onto its direction',
    wouldWorsen: 'would turn the spacecraft under the antenna and add to the angle',
  },
  'gimbal-slip': {
    signs: [signal],
    leadsTo: 'signalStrength',
    cause: 'the antenna’s gimbal has slipped',
    chain: ({ antenna, link }) =>
      `The gimbal should hold the antenna on ${link}${antenna}; where it has slipped, the beam of 10° passes beside it, and the loss grows with the square of the angle.`,
    remedyDoes: 'drives the gimbal to its reference and back onto its direction',
    wouldWorsen: 'would shake the loose gimbal further',
  },
  'receiver-detuned': {
    signs: [signal],
    leadsTo: 'signalStrength',
    cause: 'the receiver is off its frequency',
    chain: ({ link }) =>
      `The link over ${link} should be as good as its range allows; a receiver beside its frequency loses part of every symbol, wherever the antenna points.`,
    remedyDoes: 'sweeps the band and locks the receiver onto the carrier again',
  },
  'heater-stuck-on': {
    signs: [warming, warmer, voltage],
    leadsTo: 'temperature',
    cause: 'the heater does not switch off',
    chain: ({ heater }) =>
      `The thermostat should heat below −5 °C only${heater}; stuck on, the heater warms the bus in sunlight too and costs the battery 60 W.`,
    remedyDoes: 'takes the heater’s switch under direct control and turns it off',
    wouldWorsen: 'would add the heat of the transmitter',
  },
  'radiator-blocked': {
    signs: [warming, warmer],
    leadsTo: 'temperature',
    cause: 'the radiator’s louvre is stuck shut',
    chain: ({ load }) =>
      `The radiator should give off the heat of the load${load}; behind a shut louvre it stays in the bus, which warms until it finds another way out.`,
    remedyDoes: 'drives the louvre open',
    wouldWorsen: 'would add the heat of the transmitter',
  },
  'louvre-open': {
    signs: [cooling, colder],
    cause: 'the radiator’s louvre is stuck open',
    chain: ({ load }) =>
      `The louvre should keep in what heat the load gives${load}; open, it lets more out than comes in, most of all in the Earth’s shadow, and the heater has to make up for it.`,
    remedyDoes: 'drives the louvre shut',
    wouldWorsen: 'would take away the payload’s heat as well',
  },
  'wheel-friction': {
    signs: [attitude],
    leadsTo: 'attitudeStability',
    cause: 'friction in a reaction wheel has risen',
    chain: ({ wheels }) =>
      `The wheels should hold the attitude to about half a degree${wheels}; one that rubs answers late, and the control loop follows with larger errors.`,
    remedyDoes: 'slews the wheel through zero speed, which spreads its lubricant',
    wouldWorsen: 'would load the wheel with the antenna’s torque',
  },
  'wheel-failing': {
    signs: [attitude, signal],
    leadsTo: 'attitudeStability',
    cause: 'a reaction wheel is failing',
    chain: ({ wheels }) =>
      `The wheels should hold the attitude to about half a degree${wheels}; a failing one no longer gives its torque, the spacecraft swings, and the antenna swings with it.`,
    remedyDoes: 'unloads the wheel and hands its axis to the others',
    wouldWorsen: 'would load the wheel with the antenna’s torque',
  },
  'gyro-drift': {
    signs: [attitude],
    cause: 'a gyro drifts',
    chain: () =>
      'The gyro should read zero at rest; its bias is taken for a rotation and steered against, so that the deviation grows by a little every second.',
    remedyDoes: 'measures the bias against the star trackers and takes it out',
  },
};
