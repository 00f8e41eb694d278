import { type Degrees, degrees } from '../../../shared/units.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { NIGHT_STEPS, nightPolygon } from '../geometry/night.ts';
import { type DrawingContext, tracePolylines } from './paths.ts';

/**
 * Draws the night side for a declination of the Sun, with the Sun over the prime meridian: the Earth's
 * rotation only shifts the texture sideways.
 */
export function drawNight(
  context: DrawingContext,
  size: Pick<MapSize, 'scaleX' | 'scaleY'>,
  declination: Degrees,
  color: string,
): void {
  context.fillStyle = color;
  for (const { depression, opacity } of NIGHT_STEPS) {
    context.globalAlpha = opacity;
    context.beginPath();
    tracePolylines(context, nightPolygon({ latitude: declination, longitude: degrees(0) }, depression), size);
    context.fill('evenodd');
  }
}
