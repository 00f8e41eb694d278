import { checkForDecay, json2satrec, type MeanElements, type SatRec, SatRecError, sgp4 } from 'satellite.js';
import { failed, type Result, succeeded } from '../kit/result.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../kit/units.ts';
import { WGS72 } from './constants.ts';
import { type OrbitalElements, readOmm } from './elements.ts';
import { julianDate, type StateTeme } from './frames.ts';
import { keepResonance } from './resonance.ts';

export interface Propagator {
  /** Epoch of the elements. */
  readonly epoch: EpochMs;
  /**
   * Returns the state at an instant, or `undefined` if there is none. An orbit that has decayed at one instant has
   * decayed at every later one, in any order of calls.
   */
  stateAt(time: EpochMs): StateTeme | undefined;
}

/** Reasons why SGP4 has no state; for some impossible elements it returns NaN without an error. */
const REASONS: Readonly<Record<SatRecError, string>> = {
  [SatRecError.None]: 'SGP4 finds no position for these elements',
  [SatRecError.MeanEccentricityOutOfRange]: 'the mean eccentricity has left the range 0 to 1',
  [SatRecError.MeanMotionBelowZero]: 'the mean motion has fallen to zero',
  [SatRecError.PerturbedEccentricityOutOfRange]:
    'Sun and Moon have driven the eccentricity out of the range 0 to 1',
  [SatRecError.SemiLatusRectumBelowZero]: 'the eccentricity is too high for a closed orbit',
  [SatRecError.Decayed]: 'the orbit has decayed: the satellite would be below the ground',
};

/** Parses an OMM epoch, UTC with or without a suffix, and keeps its microseconds (they are worth 7 m). */
function parseEpoch(text: string): EpochMs {
  const [, seconds = '', fraction = ''] = /^(.+?)(\.\d+)?Z?$/.exec(text) ?? [];
  return epochMs(Date.parse(`${seconds}Z`) + Number(`0${fraction}`) * 1000);
}

/** Interpolates every number of two records by a share; angles take the shorter way round. */
function between(satrec: SatRec, next: SatRec, share: number): SatRec {
  const ends = next as unknown as Readonly<Record<string, unknown>>;
  const moved = Object.entries(satrec).map(([field, start]: [string, unknown]) => {
    const end = ends[field];
    if (typeof start !== 'number' || typeof end !== 'number') return [field, start];
    const way = end - start;
    return [field, start + share * (way - 2 * Math.PI * Math.round(way / (2 * Math.PI)))];
  });
  return Object.fromEntries(moved) as SatRec;
}

/**
 * Converts elements for SGP4. satellite.js parses an epoch through a `Date`, to the millisecond; other SGP4 software
 * uses a Julian date in one number (AIAA 2006-6753), in steps of 40 µs. For a deep-space orbit the epoch determines
 * Sun, Moon and Greenwich, and a millisecond is worth up to 22 cm. All values change linearly within a second.
 */
function readSatrec(elements: OrbitalElements, epoch: EpochMs): SatRec {
  const satrec = json2satrec(elements);
  if (satrec.method === 'n') return satrec;
  const next = json2satrec({ ...elements, EPOCH: new Date(epoch + MS_PER_S).toISOString() });
  const share = (julianDate(epoch) - satrec.jdsatepoch) / (next.jdsatepoch - satrec.jdsatepoch);
  return between(satrec, next, share);
}

/** Lowest perigee altitude of an orbit; below, SGP4 fails in part of each revolution. */
const LOWEST_PERIGEE_KM = 25;
/** SGP4 has no state below this mean eccentricity. */
const LOWEST_ECCENTRICITY = -0.001;

/**
 * True if an orbit has ended although SGP4 still has a state: around a decay SGP4 has states only in some parts of a
 * revolution, and long after it returns meaningless numbers. The criterion is monotonic: mean perigee and eccentricity
 * without its oscillation, so that an orbit that has ended at one instant has ended at every later one. An orbit with a
 * perigee below ground lasts until its satellite reaches it.
 */
function hasEnded(satrec: SatRec, minutes: number, { am }: MeanElements): boolean {
  if (checkForDecay(satrec)) return true;
  const turns = (satrec.mo + satrec.mdot * minutes) / (2 * Math.PI);
  if (turns <= Math.ceil(satrec.mo / (2 * Math.PI))) return false;
  const eccentricity = satrec.ecco + (satrec.dedt - satrec.bstar * satrec.cc4) * minutes;
  const perigeeKm = (am * (1 - Math.max(eccentricity, 0)) - 1) * WGS72.radiusKm;
  const swing = satrec.isimp === 1 ? 0 : satrec.bstar * satrec.cc5;
  const lowestEccentricity = eccentricity + swing * satrec.sinmao - Math.abs(swing);
  return perigeeKm < LOWEST_PERIGEE_KM || lowestEccentricity < LOWEST_ECCENTRICITY;
}

/** Formats an instant for a message, to the second. */
const spell = (time: EpochMs): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * Creates an SGP4 propagator (WGS-72, improved mode, TEME) for elements, which `readOmm` checks. Fails with a reason if
 * they are out of range or give no position at their own epoch.
 */
export function createPropagator(elements: OrbitalElements): Result<Propagator> {
  const checked = readOmm(elements);
  if (!checked.ok) return checked;
  const name = checked.value.OBJECT_NAME;
  const epoch = parseEpoch(checked.value.EPOCH);
  const satrec = readSatrec(checked.value, epoch);
  const resumeResonance = keepResonance(satrec);

  const stateAt = (time: EpochMs): StateTeme | undefined => {
    if (!Number.isFinite(time)) return undefined;
    const minutes = (time - epoch) / MS_PER_MIN;
    resumeResonance(minutes);
    const state = sgp4(satrec, minutes);
    if (!state || !Number.isFinite(state.position.x)) return undefined;
    if (hasEnded(satrec, minutes, state.meanElements)) {
      satrec.error = SatRecError.Decayed;
      return undefined;
    }
    return { positionTeme: state.position, velocityTeme: state.velocity };
  };

  if (!stateAt(epoch)) {
    return failed(`${name}: at the epoch of its elements, ${spell(epoch)}, ${REASONS[satrec.error]}.`);
  }
  return succeeded({ epoch, stateAt });
}
