import type { StationVisibility } from '../../contacts/station-visibility.ts';
import type { MapCircle } from '../geometry/circle.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { MapPalette } from './palette.ts';
import { type StrokeSink, tracePolylines } from './paths.ts';

interface CircleStyle {
  readonly color: string;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** In CSS pixels on a desk. */
  readonly width: number;
}

function drawCircle(ink: StrokeSink, circle: MapCircle, size: MapSize, style: CircleStyle): void {
  const { color } = style;
  if (style.fillAlpha > 0) {
    ink.beginPath();
    tracePolylines(ink, circle.areas, size);
    ink.fill({ color, alpha: style.fillAlpha });
  }
  ink.beginPath();
  tracePolylines(ink, circle.outline, size);
  ink.stroke({ width: strokeWidth(style.width, size), color, alpha: style.strokeAlpha, join: 'round' });
}

/** Area from which a satellite is above the horizon. */
export const drawFootprint = (
  ink: StrokeSink,
  circle: MapCircle,
  size: MapSize,
  color: string,
  isFront: boolean,
): void =>
  drawCircle(
    ink,
    circle,
    size,
    isFront
      ? { color, fillAlpha: 0.075, strokeAlpha: 0.6, width: 1.25 }
      : { color, fillAlpha: 0.045, strokeAlpha: 0.32, width: 1 },
  );

/** Area in which a station has the satellite in front in view: a quiet line, coloured while it does. */
export function drawVisibility(
  ink: StrokeSink,
  circle: MapCircle,
  size: MapSize,
  palette: MapPalette,
  { isActive, isInView }: StationVisibility,
  satelliteColor: string,
): void {
  if (isInView) {
    const strength = isActive ? 1 : 0.6;
    drawCircle(ink, circle, size, {
      color: satelliteColor,
      fillAlpha: 0.07 * strength,
      strokeAlpha: 0.9 * strength,
      width: 1.5,
    });
    return;
  }
  drawCircle(ink, circle, size, {
    color: palette.circle,
    fillAlpha: 0,
    strokeAlpha: isActive ? 0.62 : 0.32,
    width: 1,
  });
}
