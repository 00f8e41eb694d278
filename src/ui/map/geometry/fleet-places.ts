import { toRadians } from '../../../shared/kit/units.ts';
import { WGS84 } from '../../../shared/orbit/constants.ts';
import { type MapView, MIDDLE, type PictureSize, scaleOf } from './view.ts';

/** Number of values per place: x and y in the picture's pixels, and visibility. */
export const PLACE_LENGTH = 3;

/** Visibility of a satellite: hidden, on the near side, or on the far side of the globe. */
export const PLACE = { hidden: 0, near: 1, far: 2 } as const;

const { radiusKm: A, eccentricitySquared: E2 } = WGS84;
const B = A * Math.sqrt(1 - E2);
const SECOND_E2 = E2 / (1 - E2);

/** Margin beyond the picture in which a symbol still reaches into it, in pixels. */
const MARGIN = 16;

/**
 * Projects satellites onto the picture of a view, as `Projector.place` does for one: at the point below each position,
 * by geodetic latitude (Bowring 1976, exact to a millimetre). Uses formulas instead of d3-geo, and no allocation,
 * because it runs for thousands of satellites per frame. On the globe, the far side is marked.
 * @param positionsEcefKm x, y, z of each; NaN is hidden
 * @param isShown 0 for each one that the user has hidden
 */
export function placeFleet(
  positionsEcefKm: Float32Array,
  isShown: Uint8Array,
  view: MapView,
  size: PictureSize,
  places: Float32Array,
): void {
  const { globe, longitude, latitude, at = MIDDLE } = view;
  const scale = scaleOf(view, size);
  const lambda0 = toRadians(longitude);
  const phi0 = toRadians(latitude) * globe;
  const [sin0, cos0] = [Math.sin(lambda0), Math.cos(lambda0)];
  const [sinPhi0, cosPhi0] = [Math.sin(phi0), Math.cos(phi0)];
  const left = size.width * at.x;
  const top = size.height * at.y + scale * toRadians(latitude) * (1 - globe);
  const [right, bottom] = [size.width + MARGIN, size.height + MARGIN];

  for (let index = 0; index < isShown.length; index++) {
    const to = PLACE_LENGTH * index;
    const from = 3 * index;
    const x = positionsEcefKm[from] as number;
    if (isShown[index] === 0 || Number.isNaN(x)) {
      places[to + 2] = PLACE.hidden;
      continue;
    }
    const y = positionsEcefKm[from + 1] as number;
    const z = positionsEcefKm[from + 2] as number;
    const fromAxis = Math.sqrt(x * x + y * y);
    // Derives the geodetic latitude from the reduced one.
    const reduced = Math.sqrt(z * A * (z * A) + fromAxis * B * (fromAxis * B));
    const s = (z * A) / reduced;
    const c = (fromAxis * B) / reduced;
    const north = z + SECOND_E2 * B * s * s * s;
    const out = fromAxis - E2 * A * c * c * c;
    const normal = Math.sqrt(north * north + out * out);
    const sinPhi = north / normal;
    const cosPhi = out / normal;
    // Longitude relative to the meridian of the centre.
    const cosLambda = fromAxis > 0 ? (x * cos0 + y * sin0) / fromAxis : 1;
    const sinLambda = fromAxis > 0 ? (y * cos0 - x * sin0) / fromAxis : 0;

    const globeX = cosPhi * sinLambda;
    const globeY = cosPhi0 * sinPhi - sinPhi0 * cosPhi * cosLambda;
    const toViewer = sinPhi0 * sinPhi + cosPhi0 * cosPhi * cosLambda;
    const placeX = left + scale * (globe === 1 ? globeX : Math.atan2(globeX, toViewer));
    const placeY =
      top - scale * (globe === 1 ? globeY : Math.asin(globeY > 1 ? 1 : globeY < -1 ? -1 : globeY));
    const isOff = placeX < -MARGIN || placeX > right || placeY < -MARGIN || placeY > bottom;
    places[to] = placeX;
    places[to + 1] = placeY;
    places[to + 2] = isOff ? PLACE.hidden : globe === 0 || toViewer >= 0 ? PLACE.near : PLACE.far;
  }
}

/** Returns the greatest distance, along x or y in pixels, between two states; infinite if any visibility changed. */
export function mostMovement(places: Float32Array, earlier: Float32Array): number {
  let most = 0;
  for (let at = 0; at < places.length; at += PLACE_LENGTH) {
    const look = places[at + 2] as number;
    if (look !== earlier[at + 2]) return Number.POSITIVE_INFINITY;
    if (look === PLACE.hidden) continue;
    const dx = Math.abs((places[at] as number) - (earlier[at] as number));
    const dy = Math.abs((places[at + 1] as number) - (earlier[at + 1] as number));
    if (dx > most) most = dx;
    if (dy > most) most = dy;
  }
  return most;
}

/** Returns the index of the satellite nearest to a pixel, on the near side and within a reach in pixels. */
export function nearestPlace(places: Float32Array, x: number, y: number, reach: number): number | undefined {
  let nearest: number | undefined;
  let least = reach * reach;
  for (let at = 0; at < places.length; at += PLACE_LENGTH) {
    const look = places[at + 2] as number;
    if (look === PLACE.hidden || look === PLACE.far) continue;
    const dx = (places[at] as number) - x;
    const dy = (places[at + 1] as number) - y;
    const distance = dx * dx + dy * dy;
    if (distance > least) continue;
    least = distance;
    nearest = at / PLACE_LENGTH;
  }
  return nearest;
}
