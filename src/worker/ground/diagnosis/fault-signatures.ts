import type { FaultName } from '../../../shared/entities/faults.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';

import type { Housekeeping } from './housekeeping.ts';

/** Channel and direction in which a fault is visible. */
export interface Indication {
  readonly channel: TelemetryChannel;
  readonly direction: 'up' | 'down' | 'either';
  /** Not visible in eclipse. */
  readonly needsLight?: true;
  /** Judged by the channel's slope compared with that before the onset, because the orbit changes the channel too. */
  readonly bySlope?: true;
}

/** Explanation of a fault: what happened, why it shows, and what the recovery command does. */
export interface FaultSignature {
  /** Most significant first. */
  readonly indications: readonly [Indication, ...Indication[]];
  /** Channel that the fault finally takes out of limits, if any: the one to forecast. */
  readonly leadsTo?: TelemetryChannel;
  /** The fault as a clause, "one array string is open", and the same in the past tense. */
  readonly cause: string;
  readonly was: string;
  /** Reason for the symptoms, as a short clause that follows the cause. */
  readonly why: (seen: Housekeeping) => string;
  /** Effect of the recovery command; follows the command's name. */
  readonly recoveryEffect: string;
  /** Effect of a worsening command; follows the commands' names. Present only where `worsenedBy` names one. */
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

export const FAULT_SIGNATURES: Readonly<Record<FaultName, FaultSignature>> = {
  'weak-cell': {
    indications: [voltage],
    cause: 'one battery cell has lost capacity',
    was: 'one battery cell had lost capacity',
    why: ({ battery }) => `it rests lower than the other six and pulls the bus voltage down${battery}`,
    recoveryEffect: 'sheds the payload and spares the cell',
    wouldWorsen: 'would draw more from it',
  },
  'high-resistance': {
    indications: [{ channel: 'batteryVoltage', direction: 'either' }, voltage],
    cause: 'the resistance of the battery cells has risen',
    was: 'the resistance of the battery cells had risen',
    why: ({ battery }) => `current moves the bus voltage further from rest${battery}`,
    recoveryEffect: 'brings the cells to the temperature at which they conduct best',
    wouldWorsen: 'would draw peak current from the battery',
  },
  'cell-short': {
    indications: [voltage],
    leadsTo: 'batteryVoltage',
    cause: 'one battery cell is shorted',
    was: 'one battery cell was shorted',
    why: ({ battery }) => `six of seven cells carry the bus, at up to 4 V less${battery}`,
    recoveryEffect: 'lowers the load, so the shorted cell can be bypassed',
    wouldWorsen: 'would load the remaining cells',
  },
  'open-string': {
    indications: [solar, voltage],
    cause: 'one array string is open',
    was: 'one array string was open',
    why: ({ array, isDark }) =>
      isDark
        ? 'its blocking diode leaks battery current back into the array'
        : `up to a quarter of the array current is missing${array}`,
    recoveryEffect: 'drives the hinges to their end stop and closes the contact',
  },
  'wing-folded': {
    indications: [solar, attitude, voltage],
    leadsTo: 'batteryVoltage',
    cause: 'one array wing has retracted',
    was: 'one array wing had retracted',
    why: ({ array, isDark }) =>
      isDark
        ? 'the asymmetry disturbs attitude, and part of the array is turned away from the Sun at sunrise'
        : `up to half of the array is turned away from the Sun${array}`,
    recoveryEffect: 'drives the wing back onto its latch',
    wouldWorsen: 'would swing the loose wing further',
  },
  'drive-stuck': {
    indications: [solar, attitude, voltage],
    leadsTo: 'batteryVoltage',
    cause: 'the array drive is stuck off the Sun',
    was: 'the array drive was stuck off the Sun',
    why: ({ array, isDark }) =>
      isDark
        ? 'its motor pushes against the wheels, and the array is turned off the Sun at sunrise'
        : `the array is turned off the Sun${array}`,
    recoveryEffect: 'drives the array through its range and frees it',
    wouldWorsen: 'would turn the stuck array further off the Sun',
  },
  'antenna-off': {
    indications: [signal],
    leadsTo: 'signalStrength',
    cause: 'the antenna is off pointing',
    was: 'the antenna was off pointing',
    why: ({ antenna, link }) => `the loss grows with the square of the angle to ${link}${antenna}`,
    recoveryEffect: 'repoints the antenna',
    wouldWorsen: 'would turn the spacecraft under the antenna and add to the angle',
  },
  'gimbal-slip': {
    indications: [signal],
    leadsTo: 'signalStrength',
    cause: 'the antenna gimbal has slipped',
    was: 'the antenna gimbal had slipped',
    why: ({ antenna, link }) => `the beam, 10° wide, points past ${link}${antenna}`,
    recoveryEffect: 'drives the gimbal to its reference and back',
    wouldWorsen: 'would shake the loose gimbal further',
  },
  'receiver-detuned': {
    indications: [signal],
    leadsTo: 'signalStrength',
    cause: 'the receiver is off its frequency',
    was: 'the receiver was off its frequency',
    why: ({ link }) => `it loses part of every symbol over ${link}, wherever the antenna points`,
    recoveryEffect: 'sweeps the band and locks the receiver onto the carrier',
  },
  'heater-stuck-on': {
    indications: [warming, warmer, voltage],
    leadsTo: 'temperature',
    cause: 'the heater does not switch off',
    was: 'the heater did not switch off',
    why: ({ heater }) => `it should heat below −5 °C only${heater}, and costs the battery up to 60 W`,
    recoveryEffect: 'takes direct control of the heater and turns it off',
    wouldWorsen: 'would add the heat of the transmitter',
  },
  'radiator-blocked': {
    indications: [warming, warmer],
    leadsTo: 'temperature',
    cause: 'one radiator louvre is stuck shut',
    was: 'one radiator louvre was stuck shut',
    why: ({ load }) => `the heat of the load${load} stays in the bus`,
    recoveryEffect: 'drives the louvre open',
    wouldWorsen: 'would add the heat of the transmitter',
  },
  'louvre-open': {
    indications: [cooling, colder],
    cause: 'one radiator louvre is stuck open',
    was: 'one radiator louvre was stuck open',
    why: ({ load }) => `more heat leaves the bus than the load${load} gives`,
    recoveryEffect: 'drives the louvre shut',
    wouldWorsen: 'would also remove the payload’s heat',
  },
  'wheel-friction': {
    indications: [attitude],
    leadsTo: 'attitudeStability',
    cause: 'friction in a reaction wheel has risen',
    was: 'friction in a reaction wheel had risen',
    why: ({ wheels }) => `it responds late, so the control error grows${wheels}`,
    recoveryEffect: 'slews the wheel through zero speed, which spreads its lubricant',
    wouldWorsen: 'would load the wheel with the antenna’s torque',
  },
  'wheel-failing': {
    indications: [attitude, signal],
    leadsTo: 'attitudeStability',
    cause: 'a reaction wheel is failing',
    was: 'a reaction wheel was failing',
    why: ({ wheels }) => `it delivers too little torque, and the antenna swings with the spacecraft${wheels}`,
    recoveryEffect: 'unloads the wheel and hands its axis to the others',
    wouldWorsen: 'would load the wheel with the antenna’s torque',
  },
  'gyro-drift': {
    indications: [attitude],
    cause: 'the gyro has a bias',
    was: 'the gyro had a bias',
    why: () =>
      'the controller reads it as rotation and corrects for it, so the spacecraft points off its target',
    recoveryEffect: 'measures the bias against the star trackers and removes it',
  },
};
