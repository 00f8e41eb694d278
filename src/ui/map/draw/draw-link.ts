import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { Position, Projector } from '../geometry/projector.ts';
import type { StrokeSink } from './paths.ts';

/** Wide and faint below, narrow and bright above. */
const STROKES = [
  { width: 6, alpha: 0.16 },
  { width: 3, alpha: 0.3 },
  { width: 1.4, alpha: 0.95 },
] as const;

/** A beam between a satellite and a place. */
export function drawLink(
  ink: StrokeSink,
  [fromLongitude, fromLatitude]: Position,
  [toLongitude, toLatitude]: Position,
  size: MapSize,
  projector: Projector,
  color: string,
): void {
  const beam = {
    type: 'LineString' as const,
    coordinates: [
      [fromLongitude, fromLatitude],
      [toLongitude, toLatitude],
    ],
  };
  for (const { width, alpha } of STROKES) {
    ink.beginPath();
    // Pixi would stroke the last filled path.
    if (!projector.trace(ink, beam)) return;
    ink.stroke({ width: strokeWidth(width, size), color, alpha, cap: 'round' });
  }
}
