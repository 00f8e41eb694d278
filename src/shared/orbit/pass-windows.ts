import { acos, asin, cos } from '../kit/math.ts';
import type { TimeRange } from '../kit/units.ts';
import { type Degrees, degrees, type EpochMs, epochMs, MS_PER_S, toRadians } from '../kit/units.ts';
import { WGS72 } from './constants.ts';
import { SIDEREAL_RATE_RAD_PER_S } from './frames.ts';
import type { Site } from './observer.ts';
import type { GridPoint, OrbitGrid } from './orbit-samples.ts';

import { cross, dot, length } from './vector.ts';

export interface PassSearch {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Minimum elevation of a pass; -90 to 90. */
  readonly minElevation: Degrees;
}

/**
 * Margins for perturbations, within a jump, of the angular rate at perigee and the apogee of the osculating ellipse.
 */
const RATE_MARGIN = 1.05;
const APOGEE_MARGIN = 1.02;
/** The ellipsoid's vertical is up to 0.2° off the geocentric direction; the rest is margin. */
const TILT_RAD = toRadians(degrees(0.25));
const REACH_MARGIN_RAD = toRadians(degrees(0.5));

/**
 * Returns the time for which a satellite is certain to stay below an elevation over a site, in milliseconds; 0 if
 * unknown. Its geocentric rate is at most that at the perigee of its osculating ellipse, and its distance from the site
 * while it is up at most that at the apogee.
 */
function downForMs({ positionEcef, state }: GridPoint, site: Site, { minElevation }: PassSearch): number {
  const radiusKm = length(positionEcef);
  const momentum = length(cross(state.positionTeme, state.velocityTeme));
  const energy = dot(state.velocityTeme, state.velocityTeme) / 2 - WGS72.gravity / radiusKm;
  const axisKm = -WGS72.gravity / (2 * energy);
  if (!(axisKm > 0)) return 0;
  const eccentricity = Math.sqrt(Math.max(0, 1 - momentum ** 2 / (WGS72.gravity * axisKm)));
  const perigeeKm = axisKm * (1 - eccentricity);
  const apogeeKm = axisKm * (1 + eccentricity) * APOGEE_MARGIN;

  const siteKm = length(site.positionEcef);
  const mask = Math.max(toRadians(minElevation) - TILT_RAD, -Math.PI / 2);
  const reach = acos(Math.min(1, (siteKm * cos(mask)) / apogeeKm)) - mask + REACH_MARGIN_RAD;
  const cosine = dot(positionEcef, site.positionEcef) / (radiusKm * siteKm);
  const apart = Math.PI / 2 - asin(Math.min(1, Math.max(-1, cosine)));
  const rate = (RATE_MARGIN * momentum) / perigeeKm ** 2 + SIDEREAL_RATE_RAD_PER_S;
  return apart > reach ? ((apart - reach) / rate) * MS_PER_S : 0;
}

/**
 * Returns windows outside of which a satellite is certain to be below the elevation of a search, in order and disjoint.
 * Their ends are grid steps at which it is down, or ends of the search or of the orbit.
 */
export function windowsOver(grid: OrbitGrid, site: Site, search: PassSearch): readonly TimeRange[] {
  const { stepMs } = grid;
  const windows: { first: number; last: number }[] = [];
  /** Includes a step until whose successor the satellite may be up. */
  const include = (step: number): void => {
    const window = windows.at(-1);
    if (window && step - 1 <= window.last) window.last = step + 2;
    else windows.push({ first: step - 1, last: step + 2 });
  };
  let hasBegun = false;
  let step = Math.floor(search.from / stepMs);
  while (step * stepMs < search.to) {
    const point = grid.pointAt(step);
    const skipped = point ? Math.floor(downForMs(point, site, search) / stepMs) : 0;
    if (skipped === 0) include(step);
    // An orbit that has ended does not resume.
    if (hasBegun && !point) break;
    hasBegun = point !== undefined;
    step += Math.max(1, skipped);
  }
  return windows.map(({ first, last }) => ({
    from: epochMs(Math.max(search.from, first * stepMs)),
    to: epochMs(Math.min(search.to, last * stepMs)),
  }));
}
