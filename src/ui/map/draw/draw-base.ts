import { graticuleLines } from '../geometry/graticule.ts';
import type { Land } from '../geometry/land.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { MapPalette } from './palette.ts';
import { type DrawingContext, tracePolylines } from './paths.ts';

/** Lines on whole pixels: between two pixels a straight line would be two pixels wide at half the colour. */
function drawGraticule(context: DrawingContext, size: MapSize, palette: MapPalette): void {
  const width = Math.max(1, Math.round(strokeWidth(1, size)));
  const shift = (width % 2) / 2;
  const onPixel = (value: number): number => Math.round(value - shift) + shift;
  context.strokeStyle = palette.graticule;
  context.lineWidth = width;
  context.beginPath();
  tracePolylines(
    {
      moveTo: (x, y) => context.moveTo(onPixel(x), onPixel(y)),
      lineTo: (x, y) => context.lineTo(onPixel(x), onPixel(y)),
    },
    graticuleLines,
    size,
  );
  context.stroke();
}

/** Static content below the night: ocean, land and graticule. */
export function drawBase(context: DrawingContext, size: MapSize, land: Land, palette: MapPalette): void {
  context.fillStyle = palette.ocean;
  context.fillRect(0, 0, size.width, size.height);

  context.beginPath();
  tracePolylines(context, land.areas, size);
  context.fillStyle = palette.land;
  context.fill('evenodd');
  drawGraticule(context, size, palette);

  context.beginPath();
  tracePolylines(context, land.coasts, size);
  context.strokeStyle = palette.coast;
  context.lineWidth = strokeWidth(0.9, size);
  context.lineJoin = 'round';
  context.stroke();
}
