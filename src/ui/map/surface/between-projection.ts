import { halfBreadth } from '../geometry/view.ts';

/**
 * Between plane and globe: the mean of their projections by the share of the globe, about a turned centre (geometry/projector.ts).
 * A turned latitude is a line across, and lines are the same on the left and on the right.
 */
export interface BetweenProjection {
  readonly globe: number;
  readonly plane: number;
  /** Greatest turned longitude that is shown, in radians. */
  readonly most: number;
  /** Height of the turned pole, in radians of the plane. */
  readonly top: number;
}

export const betweenProjection = (globe: number): BetweenProjection => ({
  globe,
  plane: 1 - globe,
  most: halfBreadth(globe),
  top: (1 - globe) * (Math.PI / 2) + globe,
});

const ROUNDS = 8;
const PRECISION = 1e-9;

/** Turned latitude at a height above the centre, by Newton's method from below. Beyond the pole that of the pole. */
export function latitudeAt(height: number, { globe, plane, top }: BetweenProjection): number {
  const way = Math.abs(height);
  if (way >= top) return Math.sign(height) * (Math.PI / 2);
  let latitude = way;
  for (let round = 0; round < ROUNDS; round++) {
    const rest = way - plane * latitude - globe * Math.sin(latitude);
    if (rest < PRECISION) break;
    latitude = Math.min(latitude + rest / (plane + globe * Math.cos(latitude)), Math.PI / 2);
  }
  return height < 0 ? -latitude : latitude;
}

/**
 * Turned longitude at the end of a line: at the edge of what is shown, or where the line turns back behind it.
 * @param latitudeCosine of the line
 */
export function endOfLine(latitudeCosine: number, { globe, plane, most }: BetweenProjection): number {
  const swing = globe * latitudeCosine;
  return swing > plane ? Math.min(most, Math.acos(-plane / swing)) : most;
}

/** Distance from the centre to the edge, in radians of the plane: across at the middle line, and up. */
export function betweenExtent(globe: number): { readonly across: number; readonly up: number } {
  const projection = betweenProjection(globe);
  const longitude = endOfLine(1, projection);
  return { across: projection.plane * longitude + globe * Math.sin(longitude), up: projection.top };
}

/** Places along a line, at the same distances on the right and on the left of the middle. */
export interface Line {
  /** In radians of the plane; the last one is the end of the line, if it ends within the reach. */
  readonly distance: Float64Array;
  /** Of the turned longitude. */
  readonly sine: Float64Array;
  readonly cosine: Float64Array;
}

export const createLine = (count: number): Line => ({
  distance: new Float64Array(count),
  sine: new Float64Array(count),
  cosine: new Float64Array(count),
});

/** Error of a longitude, in radians, with which another round is needed. */
const COARSE = 1e-3;

/**
 * Computes the places of a line in equal steps until its end or a reach: each from the one before, by the second order of its
 * way and a round of Newton's method.
 * @returns number of places
 */
export function followLine(
  line: Line,
  latitudeCosine: number,
  { globe, plane }: BetweenProjection,
  end: { readonly longitude: number; readonly distance: number },
  step: number,
  reach: number,
): number {
  const swing = globe * latitudeCosine;
  let longitude = 0;
  let [sine, cosine] = [0, 1];
  let count = 0;
  for (let distance = 0; ; distance += step) {
    const isEnd = distance >= end.distance;
    if (isEnd) {
      longitude = end.longitude;
      sine = Math.sin(longitude);
      cosine = Math.cos(longitude);
    } else if (distance > 0) {
      const way = step / (plane + swing * cosine);
      const bend = (swing * sine) / (2 * (plane + swing * cosine));
      longitude = Math.min(longitude + way + bend * way * way, end.longitude);
      for (let round = 0; round < ROUNDS; round++) {
        sine = Math.sin(longitude);
        cosine = Math.cos(longitude);
        const rest = distance - plane * longitude - swing * sine;
        const change = rest / Math.max(plane + swing * cosine, COARSE);
        longitude = Math.min(longitude + change, end.longitude);
        if (change < COARSE && change > -COARSE) {
          const before = sine;
          sine += cosine * change;
          cosine -= before * change;
          break;
        }
      }
    }
    line.distance[count] = isEnd ? end.distance : distance;
    line.sine[count] = sine;
    line.cosine[count] = cosine;
    count += 1;
    if (isEnd || distance >= reach) return count;
  }
}
