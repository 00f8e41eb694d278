import type { Brush } from './brush.ts';
import { type CanvasTexture, createBrush, toTexture } from './canvas-texture.ts';
import type { Size } from './label-placement.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';

const HALO_EM = 0.14;

export interface LabelStyle {
  /** Height of the type in device pixels. */
  readonly type: number;
  readonly font: string;
  readonly color: string;
  /** Of the halo that sets the name off from land and tracks. */
  readonly haloColor: string;
}

export const satelliteLabelStyle = (
  { labelType }: MapSize,
  { font, halo }: MapPalette,
  color: string,
): LabelStyle => ({ type: labelType, font: `700 ${labelType}px ${font}`, color, haloColor: halo });

/** Quieter than a satellite's: a station stands still. */
export const stationLabelStyle = (
  { stationType }: MapSize,
  { font, halo, station }: MapPalette,
): LabelStyle => ({
  type: stationType,
  font: `400 ${stationType}px ${font}`,
  color: station,
  haloColor: halo,
});

/** How much room a label takes, in whole device pixels. */
function measureLabel(brush: Brush, text: string, { type, font }: LabelStyle): Size {
  brush.font = font;
  return {
    width: Math.ceil(brush.measureText(text).width + 4 * HALO_EM * type),
    height: Math.ceil(type * 1.3),
  };
}

function drawLabel(brush: Brush, text: string, style: LabelStyle, { width, height }: Size): void {
  const { type } = style;
  brush.font = style.font;
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  brush.lineJoin = 'round';
  brush.strokeStyle = style.haloColor;
  brush.lineWidth = 2 * HALO_EM * type;
  const baseline = Math.round(height / 2 + type * 0.36);
  brush.strokeText(text, width / 2, baseline);
  brush.fillStyle = style.color;
  brush.fillText(text, width / 2, baseline);
}

/** A name as a picture of just its size. */
export function createLabel(text: string, style: LabelStyle): CanvasTexture {
  const room = measureLabel(createBrush(1, 1), text, style);
  const brush = createBrush(room.width, room.height);
  drawLabel(brush, text, style, room);
  return toTexture(brush);
}
