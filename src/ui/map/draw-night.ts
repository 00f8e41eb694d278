import { type Degrees, degrees } from '../../shared/units.ts';
import { type Brush, tracePolylines } from './brush.ts';
import type { MapSize } from './map-size.ts';
import { NIGHT_STEPS, nightPolygon } from './night.ts';

/**
 * The night side for a declination of the Sun, with the Sun over the prime meridian: as the Earth turns, the picture
 * only moves sideways.
 */
export function drawNight(
  brush: Brush,
  size: Pick<MapSize, 'scaleX' | 'scaleY'>,
  declination: Degrees,
  color: string,
): void {
  brush.fillStyle = color;
  for (const { depression, opacity } of NIGHT_STEPS) {
    brush.globalAlpha = opacity;
    brush.beginPath();
    tracePolylines(brush, nightPolygon({ latitude: declination, longitude: degrees(0) }, depression), size);
    brush.fill('evenodd');
  }
}
