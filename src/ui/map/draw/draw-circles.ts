import type { StationVisibility } from '../../mission/contacts/station-visibility.ts';
import type { MapCircle } from '../geometry/circle.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import type { MapPalette } from './palette.ts';
import type { StrokeSink } from './paths.ts';

interface CircleStyle {
  readonly color: string;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** Line width in CSS pixels on a desk. */
  readonly width: number;
}

function drawCircle(
  sink: StrokeSink,
  circle: MapCircle,
  size: MapSize,
  projector: Projector,
  style: CircleStyle,
): void {
  const { color } = style;
  if (style.fillAlpha > 0) {
    sink.beginPath();
    if (projector.trace(sink, circle.area)) sink.fill({ color, alpha: style.fillAlpha });
  }
  sink.beginPath();
  // Pixi would stroke the last filled path.
  if (!projector.trace(sink, circle.outline)) return;
  sink.stroke({ width: strokeWidth(style.width, size), color, alpha: style.strokeAlpha, join: 'round' });
}

/** Owner of a footprint: the satellite in front, the mission's other one, or an added one. */
export type FootprintRank = 'front' | 'other' | 'added';

const FOOTPRINT_STYLES: Readonly<Record<FootprintRank, Omit<CircleStyle, 'color'>>> = {
  front: { fillAlpha: 0.075, strokeAlpha: 0.6, width: 1.25 },
  other: { fillAlpha: 0.045, strokeAlpha: 0.32, width: 1 },
  added: { fillAlpha: 0.03, strokeAlpha: 0.42, width: 0.8 },
};

/** Draws the area from which a satellite is above the horizon. */
export const drawFootprint = (
  sink: StrokeSink,
  circle: MapCircle,
  size: MapSize,
  projector: Projector,
  color: string,
  rank: FootprintRank,
): void => drawCircle(sink, circle, size, projector, { color, ...FOOTPRINT_STYLES[rank] });

/**
 * Draws the area in which a station has the front satellite in view: a quiet line, coloured in the last minute before
 * AOS, and filled during the pass.
 */
export function drawVisibility(
  sink: StrokeSink,
  circle: MapCircle,
  size: MapSize,
  projector: Projector,
  palette: MapPalette,
  { isActive, isInView, isSoon }: StationVisibility,
  satelliteColor: string,
): void {
  if (isInView) {
    const strength = isActive ? 1 : 0.6;
    drawCircle(sink, circle, size, projector, {
      color: satelliteColor,
      fillAlpha: 0.07 * strength,
      strokeAlpha: 0.9 * strength,
      width: 1.5,
    });
    return;
  }
  if (isSoon) {
    drawCircle(sink, circle, size, projector, {
      color: satelliteColor,
      fillAlpha: 0,
      strokeAlpha: 0.75,
      width: 1.25,
    });
    return;
  }
  drawCircle(sink, circle, size, projector, {
    color: palette.circle,
    fillAlpha: 0,
    strokeAlpha: isActive ? 0.62 : 0.32,
    width: 1,
  });
}
