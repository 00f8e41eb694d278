import type { StationVisibility } from '../../mission/contacts/station-visibility.ts';
import { SYMBOL_REACH_CSS_PX } from '../geometry/inside-picture.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

const BODY_CSS_PX = 3;
const RING_CSS_PX = 7;

/** Returns half the side of a station's texture, in device pixels. */
export const stationExtent = (size: MapSize): number => Math.ceil(strokeWidth(RING_CSS_PX + 2, size));
/** Returns half the side of a marker with its ring. */
export const stationReach = (size: MapSize): number => strokeWidth(SYMBOL_REACH_CSS_PX, size);
/** Returns the radius that labels avoid. */
export const stationRadius = (size: MapSize): number => strokeWidth(BODY_CSS_PX + 3.5, size);

/** Draws a station's marker: a square, filled if active, with a ring while the front satellite is in view. */
export function drawStation(
  context: DrawingContext,
  size: MapSize,
  palette: MapPalette,
  { isActive, isInView }: StationVisibility,
  satelliteColor: string,
): void {
  const extent = stationExtent(size);
  context.translate(extent, extent);
  context.lineJoin = 'round';
  const strokeOver = (width: number, color: string): void => {
    context.strokeStyle = palette.halo;
    context.lineWidth = strokeWidth(width + 2.2, size);
    context.stroke();
    context.strokeStyle = color;
    context.lineWidth = strokeWidth(width, size);
    context.stroke();
  };

  const r = strokeWidth(BODY_CSS_PX, size);
  context.beginPath();
  context.rect(-r, -r, 2 * r, 2 * r);
  strokeOver(1.3, palette.station);
  context.fillStyle = isActive ? palette.station : palette.halo;
  context.fill();

  if (!isInView) return;
  context.beginPath();
  context.arc(0, 0, strokeWidth(RING_CSS_PX, size), 0, 2 * Math.PI);
  strokeOver(1.5, satelliteColor);
}
