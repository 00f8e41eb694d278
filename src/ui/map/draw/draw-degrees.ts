import { graticuleStep, latitudeLabels, longitudeLabels } from '../geometry/graticule.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

/** Margin around a label, in em: for its halo, and to the map's edge. */
const MARGIN_EM = 0.5;

const degreesFont = (size: MapSize, palette: MapPalette): string => `${size.graticuleType}px ${palette.font}`;

function prepare(context: DrawingContext, size: MapSize, palette: MapPalette): void {
  context.font = degreesFont(size, palette);
  context.fillStyle = palette.graticuleLabel;
  context.strokeStyle = palette.halo;
  context.lineWidth = size.graticuleType * 0.25;
  context.lineJoin = 'round';
}

function write(context: DrawingContext, text: string, x: number, y: number): void {
  context.globalAlpha = 0.85;
  context.strokeText(text, x, y);
  context.globalAlpha = 1;
  context.fillText(text, x, y);
}

/** Returns the width of the strip of latitudes, in device pixels. */
export const latitudesWidth = ({ graticuleType }: MapSize): number => Math.ceil(graticuleType * 4);
/** Returns the height of the strip of longitudes, in device pixels. */
export const longitudesHeight = ({ graticuleType }: MapSize): number => Math.ceil(graticuleType * 2);

/** Draws the latitudes for a strip along the map's left edge. None beside a globe. */
export function drawLatitudes(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  palette: MapPalette,
): void {
  const { view } = projector;
  if (view.globe > 0) return;
  prepare(context, size, palette);
  context.textBaseline = 'middle';
  for (const { text, value } of latitudeLabels(graticuleStep(view, size))) {
    const { y } = projector.place(view.longitude, value);
    if (y > size.graticuleType && y < size.height - 2 * size.graticuleType) {
      write(context, text, size.graticuleType * MARGIN_EM, Math.round(y));
    }
  }
}

/** Draws the longitudes for a strip along the map's lower edge: every meridian, or every second one if too dense. */
export function drawLongitudes(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  palette: MapPalette,
): void {
  const { view } = projector;
  if (view.globe > 0) return;
  prepare(context, size, palette);
  context.textAlign = 'center';
  const room = context.measureText('000°W').width * 1.4;
  const baseline = longitudesHeight(size) - Math.round(size.graticuleType * MARGIN_EM);
  const step = graticuleStep(view, size);
  const isDense = room > (step / 360) * projector.planeWidth;
  for (const { text, value } of longitudeLabels(isDense ? 2 * step : step)) {
    const { x } = projector.place(value, view.latitude);
    // An edge would cut the label.
    if (x > room / 2 && x < size.width - room / 2) write(context, text, Math.round(x), baseline);
  }
}
