import { hypot } from '../../shared/kit/math.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { type Degrees, type EpochMs, MS_PER_DAY } from '../../shared/kit/units.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import { readOmm } from '../../shared/orbit/elements.ts';
import { ecefToTeme, geodeticToEcef, greenwichSiderealTime } from '../../shared/orbit/frames.ts';
import { createPropagator, type Propagator } from '../../shared/orbit/propagator.ts';
import { dot, length, normalize, subtract, type Vector } from '../../shared/orbit/vector.ts';
import {
  elementsOf,
  type FitParameters,
  fromUnknowns,
  orbitsOver,
  parametersAt,
  priorsOf,
  toUnknowns,
} from './fit-parameters.ts';
import { leastSquares, type Minimum } from './least-squares.ts';

export interface OrbitMeasurement {
  readonly time: EpochMs;
  /** Geodetic, -90 to 90. */
  readonly latitude: Degrees;
  /** -180 to 360, east positive. */
  readonly longitude: Degrees;
  /** Above the ellipsoid in km; absent where only the ground point is known. */
  readonly altitudeKm?: number;
}

export interface OrbitFit {
  /** Elements at the instant of the newest measurement. */
  readonly elements: OrbitalElements;
  /** Root-mean-square residual between orbit and measurements, km: see `offset`. */
  readonly residualKm: number;
}

/** Standard deviation of a measurement, and largest mean residual. */
const WITH_ALTITUDE = { deviationKm: 0.05, limitKm: 5 } as const;
/**
 * A fix with a truncated timestamp is off by up to half a second, 3.7 km, on either side: 2.1 km on average.
 */
const GROUND_ONLY = { deviationKm: 2.5, limitKm: 25 } as const;

/** Range of `Date`, in both directions. */
const LAST_DATE = 8.64e15;

/** Maximum number of measurements used, spread evenly over the interval; more add nothing. */
const MOST_USED = 16;

/**
 * An orbit further from the known one, in standard deviations of `fit-parameters.ts`, is another satellite's.
 */
const FARTHEST = 6;

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

function describe({ meanMotion, inclination, ascendingNode, ...parameters }: FitParameters): string {
  const eccentricity = hypot(parameters.eccentricityX, parameters.eccentricityY);
  return [
    `${meanMotion.toFixed(2)} revolutions a day`,
    `inclination ${inclination.toFixed(1)}°`,
    `ascending node ${(((ascendingNode % 360) + 360) % 360).toFixed(0)}°`,
    `eccentricity ${eccentricity.toFixed(3)}`,
  ].join(', ');
}

/** A measurement in the inertial frame. */
interface InertialMeasurement {
  readonly time: EpochMs;
  /** Position, on the ground if the altitude is unknown; km. */
  readonly placeTeme: Vector;
  /** Vertical there, if the altitude is unknown. */
  readonly upTeme?: Vector;
  readonly deviationKm: number;
  readonly limitKm: number;
}

function aimAt({ time, latitude, longitude, altitudeKm }: OrbitMeasurement): InertialMeasurement {
  const siderealTime = greenwichSiderealTime(time);
  const teme = (height: number): Vector =>
    ecefToTeme(geodeticToEcef({ latitude, longitude, altitudeKm: height }), siderealTime);
  if (altitudeKm !== undefined) return { time, placeTeme: teme(altitudeKm), ...WITH_ALTITUDE };
  const placeTeme = teme(0);
  return { time, placeTeme, upTeme: normalize(subtract(teme(1000), placeTeme)), ...GROUND_ONLY };
}

/**
 * Returns the vector from the measured place to the orbit, km; without altitude only the horizontal part, at the
 * orbit's height.
 */
function offset({ placeTeme, upTeme }: InertialMeasurement, positionTeme: Vector): Vector {
  const apart = subtract(positionTeme, placeTeme);
  const height = upTeme ? dot(apart, upTeme) : 0;
  if (!upTeme || height < 0) return apart;
  return subtract(apart, { x: upTeme.x * height, y: upTeme.y * height, z: upTeme.z * height });
}

/** Returns an evenly spread subset of a list, with the first and the last entry. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const stride = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, k) => list[Math.round(k * stride)]).filter(
    (entry) => entry !== undefined,
  );
}

const isUsable = ({ time, latitude, longitude, altitudeKm = 0 }: OrbitMeasurement): boolean =>
  Math.abs(time) <= LAST_DATE &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 360 &&
  Math.abs(altitudeKm) < 1e6;

/** Residual of one measurement. */
interface Miss {
  readonly aim: InertialMeasurement;
  /** See `offset`. */
  readonly apart: Vector;
}

/** Returns the residuals of an orbit; `undefined` if it has no state at one of the instants. */
function missesOf(
  { stateAt }: Propagator,
  aims: readonly InertialMeasurement[],
): readonly Miss[] | undefined {
  const misses: Miss[] = [];
  for (const aim of aims) {
    const state = stateAt(aim.time);
    if (!state) return undefined;
    misses.push({ aim, apart: offset(aim, state.positionTeme) });
  }
  return misses;
}

const rootMeanSquareKm = (misses: readonly Miss[]): number =>
  rootMeanSquare(misses.map(({ apart }) => length(apart)));

/**
 * Returns the root-mean-square distance of an orbit from measurements, km: see `offset`. Infinite if it has no state
 * at one of the instants.
 */
export function residualKm(orbit: Propagator, measurements: readonly OrbitMeasurement[]): number {
  const misses = missesOf(orbit, measurements.map(aimAt));
  return misses ? rootMeanSquareKm(misses) : Number.POSITIVE_INFINITY;
}

/** Finds the orbit near a known one with the least residuals against both the measurements and the known orbit. */
function bestNear(
  known: FitParameters,
  others: OrbitalElements,
  aims: readonly InertialMeasurement[],
  time: EpochMs,
): Minimum | undefined {
  const used = spread(aims, MOST_USED);
  const residuals = (unknowns: readonly number[]): readonly number[] | undefined => {
    const orbit = createPropagator(elementsOf(fromUnknowns(unknowns, known), others, time));
    const misses = orbit.ok ? missesOf(orbit.value, used) : undefined;
    const weighted = misses?.flatMap(({ aim: { deviationKm }, apart: { x, y, z } }) => [
      x / deviationKm,
      y / deviationKm,
      z / deviationKm,
    ]);
    return weighted && [...weighted, ...priorsOf(unknowns)];
  };
  const middle = used[Math.floor(used.length / 2)];
  if (!middle) return undefined;
  return orbitsOver(middle.placeTeme, (time - middle.time) / MS_PER_DAY, known)
    .map((start) => leastSquares(residuals, toUnknowns(start, known)))
    .reduce((best, other) => (other && !(best && best.sum <= other.sum) ? other : best), undefined);
}

/**
 * Fits the most probable SGP4 elements to measurements in any order, near known elements: the measurements are
 * weighted against the changes of the ISS's orbit in months (`fit-parameters.ts`), so that few or short measurements
 * determine only what they can. One ground point gives the position along the orbit and the node, northbound or
 * southbound with the smaller rotation of the plane; measurements half a minute apart determine the direction;
 * minutes of samples with altitude determine everything. The known elements may be years old, for a satellite in a
 * nearly circular orbit; drag and everything unrelated to the motion are taken from them.
 * Sixteen measurements are used, evenly spread; the rest only count in the residual. The work is bounded: two starts
 * of `leastSquares`, 270 propagators at most, and one sort and one position for each measurement.
 * Refuses an empty list, invalid measurements, and measurements on no orbit near the known one.
 */
export function fitOrbit(
  prior: OrbitalElements,
  measurements: readonly OrbitMeasurement[],
): Result<OrbitFit> {
  const checked = readOmm(prior);
  if (!checked.ok) return checked;
  const known = createPropagator(prior);
  if (!known.ok) return known;
  const name = checked.value.OBJECT_NAME;
  const wrong = measurements.findIndex((measurement) => !isUsable(measurement));
  if (wrong >= 0) return failed(`${name}: measurement ${wrong + 1} has no valid position and time.`);
  const aims = measurements.map(aimAt).sort((a, b) => a.time - b.time);
  const newest = aims.at(-1);
  if (!newest) return failed(`${name}: no measurements to fit the orbit to.`);

  const parameters = parametersAt(checked.value, known.value.epoch, newest.time);
  const nowhere = failed(`${name}: no orbit fits the measurements.`);
  const best = bestNear(parameters, checked.value, aims, newest.time);
  if (!best) return nowhere;
  const fitted = fromUnknowns(best.unknowns, parameters);
  const elements = elementsOf(fitted, checked.value, newest.time);
  const orbit = createPropagator(elements);
  const misses = orbit.ok ? missesOf(orbit.value, aims) : undefined;
  if (!misses) return nowhere;
  const residualKm = rootMeanSquareKm(misses);
  const share = rootMeanSquare(misses.map(({ aim, apart }) => length(apart) / aim.limitKm));
  if (!(share <= 1)) {
    return failed(
      `${name}: no orbit near the known one fits the measurements, ${residualKm.toFixed(0)} km off on average.`,
    );
  }
  if (!priorsOf(best.unknowns).every((unknown) => Math.abs(unknown) <= FARTHEST)) {
    return failed(`${name}: the measured orbit is far from the known one: ${describe(fitted)}.`);
  }
  return succeeded({ elements, residualKm });
}
