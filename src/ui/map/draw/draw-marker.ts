import { type Marker, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

/** Returns half the side of a marker's texture, in device pixels: shape, halo and pointer. */
export const markerExtent = ({ markType }: MapSize): number => Math.ceil(markType * 1.15);
/** Returns the radius that labels avoid. */
export const markerRadius = ({ markType }: MapSize): number => markType * 0.8;

function traceDart(context: DrawingContext, r: number): void {
  context.moveTo(0, -1.15 * r);
  context.lineTo(0.85 * r, 0.85 * r);
  context.lineTo(0, 0.4 * r);
  context.lineTo(-0.85 * r, 0.85 * r);
  context.closePath();
}

/** Traces a pointed body between two solar arrays. */
function traceWings(context: DrawingContext, r: number): void {
  const bar = (x: number, y: number, width: number, height: number): void => {
    context.rect(x * r, y * r, width * r, height * r);
  };
  context.moveTo(0, -1.3 * r);
  context.lineTo(0.36 * r, -0.6 * r);
  context.lineTo(0.36 * r, 0.75 * r);
  context.lineTo(-0.36 * r, 0.75 * r);
  context.lineTo(-0.36 * r, -0.6 * r);
  context.closePath();
  bar(-1.25, -0.65, 0.6, 1.3);
  bar(0.65, -0.65, 0.6, 1.3);
  bar(-0.7, -0.13, 1.4, 0.26);
}

const TRACE: Readonly<Record<Marker, (context: DrawingContext, r: number) => void>> = {
  wings: traceWings,
  dart: traceDart,
};

/** Draws a satellite's marker, heading up, in the middle of a square of twice `markerExtent`. */
export function drawMarker(
  context: DrawingContext,
  id: SatelliteId,
  size: MapSize,
  palette: MapPalette,
): void {
  const extent = markerExtent(size);
  const r = size.markType * 0.66;
  context.translate(extent, extent);
  context.lineJoin = 'round';

  context.beginPath();
  TRACE[SATELLITES[id].marker](context, r);
  context.strokeStyle = palette.halo;
  context.lineWidth = size.markType * 0.3;
  context.stroke();

  context.fillStyle = palette.satellites[id];
  context.fill('nonzero');
}
