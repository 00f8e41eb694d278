import { pow } from '../../../shared/kit/math.ts';
import { type EpochMs, epochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import { WGS72 } from '../../../shared/orbit/constants.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';

/** Size of an orbit, from its mean elements: some kilometres off the osculating orbit. */
export interface OrbitSize {
  readonly periodMin: number;
  /** Altitudes above the equatorial radius of the Earth (WGS-72). A perigee below the ground is negative. */
  readonly perigeeKm: number;
  readonly apogeeKm: number;
}

const MINUTES_PER_DAY = 1440;
const SECONDS_PER_MIN = 60;

/** Returns the size of the orbit, by Kepler's third law with the mean motion. */
export function orbitSize(elements: OrbitalElements): OrbitSize {
  const periodMin = MINUTES_PER_DAY / Number(elements.MEAN_MOTION);
  const radiansPerS = (2 * Math.PI) / (periodMin * SECONDS_PER_MIN);
  const axisKm = pow(WGS72.gravity / radiansPerS ** 2, 1 / 3);
  const eccentricity = Number(elements.ECCENTRICITY);
  return {
    periodMin,
    perigeeKm: axisKm * (1 - eccentricity) - WGS72.radiusKm,
    apogeeKm: axisKm * (1 + eccentricity) - WGS72.radiusKm,
  };
}

/**
 * Orbit regime by altitude: low (LEO), medium (MEO), geostationary transfer (GTO), highly elliptical (HEO),
 * geostationary (GEO); `deep space` is everything else, from about the geostationary altitude.
 */
export type OrbitRegime = 'LEO' | 'MEO' | 'GTO' | 'HEO' | 'GEO' | 'deep space';

/** Upper limit of LEO, and half the width of the geostationary ring (IADC-02-01). */
const LEO_KM = 2000;
const GEO_KM = 35_786;
const GEO_RING_KM = 200;
/** Apogees of transfer orbits, and maximum inclination that counts as GEO (ESA Space Environment Report). */
const GTO_APOGEE_KM = [31_570, 40_002] as const;
const GEO_INCLINATION_DEG = 25;
/** Steeper orbits with such an apogee are Molniya orbits, whose perigee does not move. */
const GTO_INCLINATION_DEG = 55;
const HEO_ECCENTRICITY = 0.2;

export function orbitRegime(elements: OrbitalElements): OrbitRegime {
  const { perigeeKm, apogeeKm } = orbitSize(elements);
  const inclination = Number(elements.INCLINATION);
  const isInRing = (altitudeKm: number): boolean => Math.abs(altitudeKm - GEO_KM) <= GEO_RING_KM;
  if (apogeeKm <= LEO_KM) return 'LEO';
  if (isInRing(perigeeKm) && isInRing(apogeeKm) && inclination <= GEO_INCLINATION_DEG) return 'GEO';
  const [lowestGto, highestGto] = GTO_APOGEE_KM;
  const isTransfer = perigeeKm <= LEO_KM && apogeeKm >= lowestGto && apogeeKm <= highestGto;
  if (isTransfer && inclination < GTO_INCLINATION_DEG) return 'GTO';
  if (Number(elements.ECCENTRICITY) >= HEO_ECCENTRICITY) return 'HEO';
  return apogeeKm < GEO_KM - GEO_RING_KM ? 'MEO' : 'deep space';
}

/** Accuracy of positions from some elements. */
export interface ElementsAccuracy {
  /** Days since the epoch; negative before it. */
  readonly ageDays: number;
  /** Order of magnitude of the position error in km, mostly along-track. */
  readonly errorKm: number;
  /** Explanation for the operator. */
  readonly meaning: string;
}

const ERROR_AT_EPOCH_KM = 1;
/** Below this perigee altitude, drag makes the error grow several times as fast. */
const DENSE_AIR_KM = 400;
const DENSE_AIR_FACTOR = 3;

/**
 * Error growth in km per day, as orders of magnitude. LEO by Levit and Marshall (2011), 1.5 km per day; half-day
 * and eccentric orbits more, due to drag at perigee and resonance with the Earth's field, high circular ones less.
 */
const GROWTH_KM_PER_DAY: Readonly<Record<OrbitRegime, number>> = {
  LEO: 1.5,
  MEO: 0.5,
  GTO: 5,
  HEO: 3,
  GEO: 1,
  'deep space': 1,
};

/** Up to this error, positions and pass times are as computed. */
export const GOOD_KM = 10;
const FAIR_KM = 100;

/** Describes a position error in a sentence. */
export function errorText(errorKm: number): string {
  const about = `Positions are within about ${Math.round(errorKm)} km`;
  if (errorKm <= GOOD_KM) return `${about}, pass times within a few seconds.`;
  if (errorKm <= FAIR_KM) return `${about}, pass times within a minute.`;
  return 'Positions and pass times are unreliable.';
}

function meaningOf(errorKm: number): string {
  if (errorKm <= GOOD_KM) return errorText(errorKm);
  return `${errorText(errorKm)} Get newer elements${errorKm <= FAIR_KM ? ' for tracking' : ''}.`;
}

/** Returns the epoch of the elements, to the millisecond. */
export const elementsEpoch = ({ EPOCH }: OrbitalElements): EpochMs =>
  epochMs(Date.parse(EPOCH.endsWith('Z') ? EPOCH : `${EPOCH}Z`));

/**
 * Estimates the accuracy of SGP4 at an instant from the age of the elements: at best 1 km (Vallado and others, AIAA
 * 2006-6753), and as uncertain before the epoch as after it. Excludes maneuvers and solar storms.
 * @param epoch epoch of the elements, as the propagator uses it
 */
export function elementsAccuracy(elements: OrbitalElements, epoch: EpochMs, time: EpochMs): ElementsAccuracy {
  const ageDays = (time - epoch) / MS_PER_DAY;
  const regime = orbitRegime(elements);
  const factor = regime === 'LEO' && orbitSize(elements).perigeeKm < DENSE_AIR_KM ? DENSE_AIR_FACTOR : 1;
  const errorKm = ERROR_AT_EPOCH_KM + GROWTH_KM_PER_DAY[regime] * factor * Math.abs(ageDays);
  return { ageDays, errorKm, meaning: meaningOf(errorKm) };
}
