import { atan2, cos, hypot, sin } from '../kit/math.ts';
import { type Degrees, type Radians, toDegrees, toRadians } from '../kit/units.ts';
import { type Geodetic, geodeticToEcef, type StateEcef } from './frames.ts';
import { dot, subtract, type Vector } from './vector.ts';

/** Constants of a place on the ground: its position and the axes of its sky, Earth-fixed. */
export interface Site {
  /** In km. */
  readonly positionEcef: Vector;
  /** Unit vectors to the east, to true north, and up along the normal of the ellipsoid. */
  readonly eastEcef: Vector;
  readonly northEcef: Vector;
  readonly upEcef: Vector;
}

/** Direction and range of a satellite for an observer: geometric, without refraction and light time. */
export interface LookAngles {
  /** Clockwise from true north, 0 to 360, 360 excluded. */
  readonly azimuth: Degrees;
  /** Above the horizon, -90 to 90. */
  readonly elevation: Degrees;
  /** From observer to satellite. */
  readonly rangeKm: number;
  /** Range rate: positive when receding. */
  readonly rangeRateKmPerS: number;
}

const sites = new WeakMap<Geodetic, Site>();

/**
 * Returns the site of a place, always the same object for the same place. At a pole, the longitude defines the axes:
 * true north is towards the pole along that meridian.
 */
export function siteOf(place: Geodetic): Site {
  const site = sites.get(place) ?? createSite(place);
  sites.set(place, site);
  return site;
}

function createSite(place: Geodetic): Site {
  const phi = toRadians(place.latitude);
  const lambda = toRadians(place.longitude);
  const [sinPhi, cosPhi, sinLambda, cosLambda] = [sin(phi), cos(phi), sin(lambda), cos(lambda)];
  return {
    positionEcef: geodeticToEcef(place),
    eastEcef: { x: -sinLambda, y: cosLambda, z: 0 },
    northEcef: { x: -sinPhi * cosLambda, y: -sinPhi * sinLambda, z: cosPhi },
    upEcef: { x: cosPhi * cosLambda, y: cosPhi * sinLambda, z: sinPhi },
  };
}

/** Vector from a site to a position in km, along the site's axes. */
interface LineOfSight {
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

function lineOfSight({ positionEcef, eastEcef, northEcef, upEcef }: Site, targetEcef: Vector): LineOfSight {
  const way = subtract(targetEcef, positionEcef);
  return { east: dot(eastEcef, way), north: dot(northEcef, way), up: dot(upEcef, way) };
}

const degreesOf = (radians: number): Degrees => toDegrees(radians as Radians);

const elevationAlong = ({ east, north, up }: LineOfSight): Degrees =>
  degreesOf(atan2(up, Math.sqrt(east * east + north * north)));

const azimuthAlong = ({ east, north }: LineOfSight): Degrees =>
  ((degreesOf(atan2(east, north)) + 360) % 360) as Degrees;

/** Returns the elevation of a position in km over a site's horizon, -90 to 90. */
export const elevationOf = (site: Site, positionEcef: Vector): Degrees =>
  elevationAlong(lineOfSight(site, positionEcef));

/** Returns the azimuth of a position in km from a site, clockwise from true north, 0 to 360. */
export const azimuthOf = (site: Site, positionEcef: Vector): Degrees =>
  azimuthAlong(lineOfSight(site, positionEcef));

/**
 * Returns a function for the signed distance, in km, of positions from the cone of an elevation in a site's sky:
 * positive if and only if above it.
 */
export function heightAboveMask(site: Site, mask: Degrees): (positionEcef: Vector) => number {
  const angle = toRadians(mask);
  const [sine, cosine] = [sin(angle), cos(angle)];
  return (positionEcef) => {
    const { east, north, up } = lineOfSight(site, positionEcef);
    return up * cosine - Math.sqrt(east * east + north * north) * sine;
  };
}

/** Returns the look angles of a satellite from a site. */
export function lookAngles(site: Site, { positionEcef, velocityEcef }: StateEcef): LookAngles {
  const way = lineOfSight(site, positionEcef);
  const rangeKm = hypot(way.east, way.north, way.up);
  return {
    azimuth: azimuthAlong(way),
    elevation: elevationAlong(way),
    rangeKm,
    rangeRateKmPerS: dot(subtract(positionEcef, site.positionEcef), velocityEcef) / rangeKm,
  };
}
