import type { Brush } from './brush.ts';
import { latitudeLabels, longitudeLabels } from './graticule.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';

/** Room around the type of a label, in em: for its halo and off the map's edge. */
const MARGIN_EM = 0.5;

const degreesFont = (size: MapSize, palette: MapPalette): string => `${size.graticuleType}px ${palette.font}`;

function prepare(brush: Brush, size: MapSize, palette: MapPalette): void {
  brush.font = degreesFont(size, palette);
  brush.fillStyle = palette.graticuleLabel;
  brush.strokeStyle = palette.halo;
  brush.lineWidth = size.graticuleType * 0.25;
  brush.lineJoin = 'round';
}

function write(brush: Brush, text: string, x: number, y: number): void {
  brush.globalAlpha = 0.6;
  brush.strokeText(text, x, y);
  brush.globalAlpha = 1;
  brush.fillText(text, x, y);
}

/** How wide the strip with the latitudes is, in device pixels. */
export const latitudesWidth = ({ graticuleType }: MapSize): number => Math.ceil(graticuleType * 4);
/** How high the strip with the longitudes is, in device pixels. */
export const longitudesHeight = ({ graticuleType }: MapSize): number => Math.ceil(graticuleType * 2);

/** The latitudes, for a strip along the map's left edge. */
export function drawLatitudes(brush: Brush, size: MapSize, palette: MapPalette): void {
  prepare(brush, size, palette);
  brush.textBaseline = 'middle';
  for (const { text, position } of latitudeLabels) {
    write(brush, text, size.graticuleType * MARGIN_EM, Math.round(position * size.scaleY));
  }
}

/** The longitudes, for a strip along the map's lower edge: every 30°, or every 60° where that is too dense. */
export function drawLongitudes(brush: Brush, size: MapSize, palette: MapPalette): void {
  prepare(brush, size, palette);
  brush.textAlign = 'center';
  const room = brush.measureText('000°W').width * 1.4;
  const baseline = longitudesHeight(size) - Math.round(size.graticuleType * MARGIN_EM);
  for (const { text, position } of longitudeLabels(room <= size.width / 12 ? 30 : 60)) {
    write(brush, text, Math.round(position * size.scaleX), baseline);
  }
}
