import { asin, atan2, cos, hypot, pow, sin } from '../../shared/kit/math.ts';
import {
  type Degrees,
  degrees,
  type EpochMs,
  MS_PER_DAY,
  type Radians,
  toDegrees,
  toRadians,
  wrapLongitude,
} from '../../shared/kit/units.ts';
import { WGS72 } from '../../shared/orbit/constants.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import { length, type Vector } from '../../shared/orbit/vector.ts';

/**
 * Unknowns of an orbit fit. Nearly circular orbits have no well-defined perigee, so eccentricity and argument of
 * perigee are fitted as a vector, and the anomaly is counted from the ascending node.
 */
export interface FitParameters {
  /** Revolutions a day. */
  readonly meanMotion: number;
  /** The eccentricity times cosine and sine of the argument of perigee. */
  readonly eccentricityX: number;
  readonly eccentricityY: number;
  readonly inclination: Degrees;
  readonly ascendingNode: Degrees;
  /** Mean argument of latitude: argument of perigee and mean anomaly together. */
  readonly argumentOfLatitude: Degrees;
}

/**
 * Errors of the known orbit after months (standard deviations). A reboost lifts the ISS by about 2 km, which
 * is 0.04 % of its mean motion; over the years its height varies by three times that. Its eccentricity stays
 * below 0.001, its inclination within hundredths of a degree. The relative error of the node's rate is 7/3 of
 * that of the mean motion: 2° a year for 0.05 %.
 */
const DEVIATIONS = {
  meanMotionShare: 1e-3,
  eccentricity: 5e-4,
  inclination: 0.05,
  ascendingNode: 10,
} as const;

const positive = (angle: Degrees): Degrees => (((angle % 360) + 360) % 360) as Degrees;

/** Formats an instant as in an OMM, to the microsecond. */
function epochText(time: EpochMs): string {
  const micros = Math.round(time * 1000);
  const date = new Date(Math.floor(micros / 1000));
  return `${date.toISOString().slice(0, -1)}${String(micros - 1000 * date.getTime()).padStart(3, '0')}`;
}

/** Returns the secular rates of node and perigee by the Earth's oblateness, degrees per day (Vallado, §9.6). */
function secularRates(meanMotion: number, eccentricity: number, inclination: Degrees) {
  const radPerS = (meanMotion * 2 * Math.PI) / 86_400;
  const parameterKm = pow(WGS72.gravity / radPerS ** 2, 1 / 3) * (1 - eccentricity ** 2);
  const rate = 1.5 * WGS72.j2 * (WGS72.radiusKm / parameterKm) ** 2 * meanMotion * 360;
  const cosine = cos(toRadians(inclination));
  return { node: -rate * cosine, perigee: (rate / 2) * (5 * cosine * cosine - 1) };
}

/**
 * Returns the parameters of elements at another instant. Node and perigee precess; size and shape are taken as
 * constant (the ISS is reboosted after drag has lowered it); the position along the orbit is unknown.
 * @param epoch epoch of the elements
 */
export function parametersAt(elements: OrbitalElements, epoch: EpochMs, time: EpochMs): FitParameters {
  const meanMotion = Number(elements.MEAN_MOTION);
  const eccentricity = Number(elements.ECCENTRICITY);
  const inclination = degrees(Number(elements.INCLINATION));
  const days = (time - epoch) / MS_PER_DAY;
  const rates = secularRates(meanMotion, eccentricity, inclination);
  const perigee = toRadians(degrees(Number(elements.ARG_OF_PERICENTER) + rates.perigee * days));
  return {
    meanMotion,
    eccentricityX: eccentricity * cos(perigee),
    eccentricityY: eccentricity * sin(perigee),
    inclination,
    ascendingNode: positive(degrees(Number(elements.RA_OF_ASC_NODE) + rates.node * days)),
    argumentOfLatitude: degrees(0),
  };
}

/** Returns elements with these parameters; everything else, drag included, comes from the given ones. */
export function elementsOf(
  parameters: FitParameters,
  others: OrbitalElements,
  time: EpochMs,
): OrbitalElements {
  const { eccentricityX: x, eccentricityY: y } = parameters;
  const perigee = toDegrees(atan2(y, x) as Radians);
  return {
    ...others,
    EPOCH: epochText(time),
    MEAN_MOTION: parameters.meanMotion,
    ECCENTRICITY: hypot(x, y),
    INCLINATION: parameters.inclination,
    RA_OF_ASC_NODE: positive(parameters.ascendingNode),
    ARG_OF_PERICENTER: positive(perigee),
    MEAN_ANOMALY: positive(degrees(parameters.argumentOfLatitude - perigee)),
  };
}

/**
 * Returns the difference of an orbit from a known one in standard deviations, and last the argument of latitude in
 * degrees.
 */
export const toUnknowns = (parameters: FitParameters, known: FitParameters): readonly number[] => [
  (parameters.meanMotion / known.meanMotion - 1) / DEVIATIONS.meanMotionShare,
  (parameters.eccentricityX - known.eccentricityX) / DEVIATIONS.eccentricity,
  (parameters.eccentricityY - known.eccentricityY) / DEVIATIONS.eccentricity,
  (parameters.inclination - known.inclination) / DEVIATIONS.inclination,
  wrapLongitude(degrees(parameters.ascendingNode - known.ascendingNode)) / DEVIATIONS.ascendingNode,
  parameters.argumentOfLatitude,
];

export function fromUnknowns(unknowns: readonly number[], known: FitParameters): FitParameters {
  const [motion = 0, x = 0, y = 0, inclination = 0, node = 0, latitude = 0] = unknowns;
  return {
    meanMotion: known.meanMotion * (1 + motion * DEVIATIONS.meanMotionShare),
    eccentricityX: known.eccentricityX + x * DEVIATIONS.eccentricity,
    eccentricityY: known.eccentricityY + y * DEVIATIONS.eccentricity,
    inclination: degrees(known.inclination + inclination * DEVIATIONS.inclination),
    ascendingNode: degrees(known.ascendingNode + node * DEVIATIONS.ascendingNode),
    argumentOfLatitude: degrees(latitude),
  };
}

/** Returns the unknowns with a prior from the known orbit: all but the position along the orbit. */
export const priorsOf = (unknowns: readonly number[]): readonly number[] => unknowns.slice(0, 5);

/**
 * Returns the two nearly circular orbits of the known size and inclination over a place, one northbound and one
 * southbound; at the highest latitude both are the same.
 * @param placeTeme position over the place, in km
 * @param daysLater days from then to the instant of the parameters
 */
export function orbitsOver(
  placeTeme: Vector,
  daysLater: number,
  known: FitParameters,
): readonly FitParameters[] {
  const inclination = toRadians(known.inclination);
  const sine = placeTeme.z / length(placeTeme) / (sin(inclination) || Number.EPSILON);
  const northbound = asin(Math.min(Math.max(sine, -1), 1));
  return [northbound, Math.PI - northbound].map((angle) => {
    const fromNode = atan2(cos(inclination) * sin(angle), cos(angle));
    const node = (atan2(placeTeme.y, placeTeme.x) - fromNode) as Radians;
    const turned = known.meanMotion * 360 * daysLater;
    return {
      ...known,
      ascendingNode: positive(toDegrees(node)),
      argumentOfLatitude: positive(degrees(toDegrees(angle as Radians) + turned)),
    };
  });
}
