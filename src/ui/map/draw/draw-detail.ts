import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { Projector, Shape } from '../geometry/projector.ts';
import { opacityAt } from './draw-base.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

/** Draws the country borders, fainter than the coasts. */
export function drawBorders(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  borders: Shape,
  palette: MapPalette,
): void {
  context.beginPath();
  projector.traceDense(context, borders);
  context.globalAlpha = opacityAt(0.42, projector);
  context.strokeStyle = palette.coast;
  context.lineWidth = strokeWidth(0.8, size);
  context.lineJoin = 'round';
  context.stroke();
  context.globalAlpha = 1;
}

const ANOMALY_NAME = 'South Atlantic Anomaly';
/** Place of the name: the middle of the area. */
const ANOMALY_AT = [-38, -25] as const;

/** Draws the area of weak magnetic field, where a spacecraft is exposed to more radiation. */
export function drawAnomaly(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  anomaly: Shape,
  { anomaly: color, halo, font }: MapPalette,
): void {
  context.beginPath();
  if (!projector.trace(context, anomaly)) return;
  context.globalAlpha = 0.1;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 0.7;
  context.strokeStyle = color;
  context.lineWidth = strokeWidth(1, size);
  context.setLineDash([strokeWidth(5, size), strokeWidth(4, size)]);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;

  const { x, y, isVisible } = projector.place(...ANOMALY_AT);
  if (!isVisible) return;
  const type = size.stationType;
  context.font = `400 ${type}px ${font}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 0.28 * type;
  context.strokeStyle = halo;
  context.strokeText(ANOMALY_NAME, x, y);
  context.fillStyle = color;
  context.fillText(ANOMALY_NAME, x, y);
}
