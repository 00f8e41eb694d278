import type { Size } from '../../kit/page/size.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from './canvas-texture.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

const HALO_EM = 0.14;

export interface LabelStyle {
  /** Type size in device pixels. */
  readonly type: number;
  readonly font: string;
  readonly color: string;
  /** Halo that separates the name from land and tracks. */
  readonly haloColor: string;
}

export const satelliteLabelStyle = (
  { labelType }: MapSize,
  { font, halo }: MapPalette,
  color: string,
): LabelStyle => ({ type: labelType, font: `700 ${labelType}px ${font}`, color, haloColor: halo });

/** Returns a style less prominent than a satellite's. */
export const stationLabelStyle = (
  { stationType }: MapSize,
  { font, halo, station }: MapPalette,
): LabelStyle => ({
  type: stationType,
  font: `400 ${stationType}px ${font}`,
  color: station,
  haloColor: halo,
});

/** Returns the size of a label, in whole device pixels. */
function measureLabel(context: DrawingContext, text: string, { type, font }: LabelStyle): Size {
  context.font = font;
  return {
    width: Math.ceil(context.measureText(text).width + 4 * HALO_EM * type),
    height: Math.ceil(type * 1.3),
  };
}

function drawLabel(context: DrawingContext, text: string, style: LabelStyle, { width, height }: Size): void {
  const { type } = style;
  context.font = style.font;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.strokeStyle = style.haloColor;
  context.lineWidth = 2 * HALO_EM * type;
  const baseline = Math.round(height / 2 + type * 0.36);
  context.strokeText(text, width / 2, baseline);
  context.fillStyle = style.color;
  context.fillText(text, width / 2, baseline);
}

/** Creates the texture of a name, cropped to its size. */
export function createLabel(text: string, style: LabelStyle): CanvasTexture {
  const room = measureLabel(createDrawingContext(1, 1), text, style);
  const context = createDrawingContext(room.width, room.height);
  drawLabel(context, text, style, room);
  return toTexture(context);
}
