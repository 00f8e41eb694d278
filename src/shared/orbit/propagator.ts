import {
  checkForDecay,
  json2satrec,
  type MeanElements,
  type OMMJsonObject,
  type SatRec,
  SatRecError,
  sgp4,
} from 'satellite.js';
import { failed, type Result, succeeded } from '../result.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../units.ts';
import { readOmm } from './elements.ts';
import type { Vector } from './vector.ts';

/** Mean orbital elements as an Orbit Mean-Elements Message in JSON, the way CelesTrak publishes them. */
export type OrbitalElements = OMMJsonObject;

/** Position in km and velocity in km/s in TEME, the frame that SGP4 answers in. */
export interface StateTeme {
  readonly positionTeme: Vector;
  readonly velocityTeme: Vector;
}

export interface Propagator {
  /** The instant that the elements refer to. */
  readonly epoch: EpochMs;
  /** The state at an instant, or `undefined` where SGP4 has none (the orbit has decayed by then). */
  stateAt(time: EpochMs): StateTeme | undefined;
}

/** Why SGP4 has no state, in words; it answers some impossible elements with no error and numbers that are none. */
const REASONS: Readonly<Record<SatRecError, string>> = {
  [SatRecError.None]: 'SGP4 finds no position for these elements',
  [SatRecError.MeanEccentricityOutOfRange]: 'the mean eccentricity has left the range 0 to 1',
  [SatRecError.MeanMotionBelowZero]: 'the mean motion has fallen to zero',
  [SatRecError.PerturbedEccentricityOutOfRange]:
    'Sun and Moon have driven the eccentricity out of the range 0 to 1',
  [SatRecError.SemiLatusRectumBelowZero]: 'the eccentricity is too high for a closed orbit',
  [SatRecError.Decayed]: 'the orbit has decayed: the satellite would be below the ground',
};

/** An OMM epoch, UTC with or without a suffix, with its microseconds kept (they are worth 7 m). */
function parseEpoch(text: string): EpochMs {
  const [, seconds = '', fraction = ''] = /^(.+?)(\.\d+)?Z?$/.exec(text) ?? [];
  return epochMs(Date.parse(`${seconds}Z`) + Number(`0${fraction}`) * 1000);
}

/**
 * Whether an orbit has ended that SGP4 has a position for: it goes on with numbers that mean nothing long after a
 * decay, and with the next revolution of an orbit whose perigee lies in the ground.
 */
function hasEnded(satrec: SatRec, minutes: number, { am, em }: MeanElements): boolean {
  const isSuborbital = am * (1 - em) < 1;
  const turns = (satrec.mo + satrec.mdot * minutes) / (2 * Math.PI);
  return checkForDecay(satrec) || (isSuborbital && turns > Math.ceil(satrec.mo / (2 * Math.PI)));
}

/** An instant for a message, to the second. */
const spell = (time: EpochMs): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * An SGP4 propagator (WGS-72, improved mode) for a set of elements, in TEME. The elements are checked by `readOmm`.
 * Fails with a reason in words when they are out of range or give no position at their own epoch.
 */
export function createPropagator(elements: OrbitalElements): Result<Propagator> {
  const checked = readOmm(elements);
  if (!checked.ok) return checked;
  const name = checked.value.OBJECT_NAME;
  const epoch = parseEpoch(checked.value.EPOCH);
  const satrec = json2satrec(checked.value);

  const stateAt = (time: EpochMs): StateTeme | undefined => {
    if (!Number.isFinite(time)) return undefined;
    const minutes = (time - epoch) / MS_PER_MIN;
    const state = sgp4(satrec, minutes);
    if (!state || !Number.isFinite(state.position.x)) return undefined;
    if (hasEnded(satrec, minutes, state.meanElements)) {
      satrec.error = SatRecError.Decayed;
      return undefined;
    }
    return { positionTeme: state.position, velocityTeme: state.velocity };
  };

  if (!stateAt(epoch)) {
    return failed(`${name}: at the epoch of its elements (${spell(epoch)}) ${REASONS[satrec.error]}.`);
  }
  return succeeded({ epoch, stateAt });
}
