import type { Brush } from './brush.ts';
import type { Size } from './label-placement.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';

const HALO_EM = 0.14;

export const labelFont = ({ labelType }: MapSize, { font }: MapPalette): string =>
  `700 ${labelType}px ${font}`;

/** How much room a label takes, in whole device pixels. */
export function measureLabel(brush: Brush, text: string, size: MapSize, palette: MapPalette): Size {
  brush.font = labelFont(size, palette);
  return {
    width: Math.ceil(brush.measureText(text).width + 4 * HALO_EM * size.labelType),
    height: Math.ceil(size.labelType * 1.3),
  };
}

/** A satellite's name in its colour, with a dark halo that sets it off from land and tracks. */
export function drawLabel(
  brush: Brush,
  text: string,
  color: string,
  size: MapSize,
  palette: MapPalette,
): void {
  const { labelType } = size;
  const { width, height } = measureLabel(brush, text, size, palette);
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  brush.lineJoin = 'round';
  brush.strokeStyle = palette.night;
  brush.lineWidth = 2 * HALO_EM * labelType;
  const baseline = Math.round(height / 2 + labelType * 0.36);
  brush.strokeText(text, width / 2, baseline);
  brush.fillStyle = color;
  brush.fillText(text, width / 2, baseline);
}
