import { geoInterpolate } from 'd3-geo';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { Position, Projector } from '../geometry/projector.ts';
import type { StrokeSink } from './paths.ts';

/** Wide and faint at the bottom, narrow and bright on top. */
const STROKES = [
  { width: 6, alpha: 0.16 },
  { width: 3, alpha: 0.3 },
  { width: 1.4, alpha: 0.95 },
] as const;

/** Draws a beam between a satellite and a place. */
export function drawLink(
  sink: StrokeSink,
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
    sink.beginPath();
    // Pixi would stroke the last filled path.
    if (!projector.trace(sink, beam)) return;
    sink.stroke({ width: strokeWidth(width, size), color, alpha, cap: 'round' });
  }
}

/** Fades the beam, because a relay is 35 786 km above the place where the beam ends on the map. */
const FADE = [0.8, 0.62, 0.48, 0.38, 0.3, 0.25] as const;
const RELAY_WIDTH = 1.2;
const RELAY_CSS_PX = 4;
const RELAY_ALPHA = 0.8;

/** Returns the radius around a relay's mark that labels avoid, in device pixels. */
export const relayRadius = (size: MapSize): number => strokeWidth(RELAY_CSS_PX + 2.5, size);

/** Draws the link to a geostationary relay: a fading beam to the place below the relay, and its mark. */
export function drawRelayLink(
  sink: StrokeSink,
  from: Position,
  relay: Position,
  size: MapSize,
  projector: Projector,
  color: string,
): void {
  const along = geoInterpolate([...from], [...relay]);
  FADE.forEach((alpha, index) => {
    sink.beginPath();
    const coordinates = [along(index / FADE.length), along((index + 1) / FADE.length)];
    if (!projector.trace(sink, { type: 'LineString', coordinates })) return;
    sink.stroke({ width: strokeWidth(RELAY_WIDTH, size), color, alpha, cap: 'butt' });
  });
  const { x, y, isVisible } = projector.place(...relay);
  if (!isVisible) return;
  const r = strokeWidth(RELAY_CSS_PX, size);
  sink.beginPath();
  sink.moveTo(x, y - r);
  sink.lineTo(x + r, y);
  sink.lineTo(x, y + r);
  sink.lineTo(x - r, y);
  sink.closePath();
  sink.stroke({ width: strokeWidth(RELAY_WIDTH, size), color, alpha: RELAY_ALPHA, join: 'miter' });
}
