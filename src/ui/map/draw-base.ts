import { type Brush, tracePolylines } from './brush.ts';
import { graticuleLines } from './graticule.ts';
import type { Land } from './land.ts';
import { type MapSize, strokeWidth } from './map-size.ts';
import type { MapPalette } from './palette.ts';

/** Lines on whole pixels: a straight line between two pixels would be two pixels of half the colour. */
function drawGraticule(brush: Brush, size: MapSize, palette: MapPalette): void {
  const width = Math.max(1, Math.round(strokeWidth(1, size)));
  const shift = (width % 2) / 2;
  const onPixel = (value: number): number => Math.round(value - shift) + shift;
  brush.strokeStyle = palette.graticule;
  brush.lineWidth = width;
  brush.beginPath();
  tracePolylines(
    {
      moveTo: (x, y) => brush.moveTo(onPixel(x), onPixel(y)),
      lineTo: (x, y) => brush.lineTo(onPixel(x), onPixel(y)),
    },
    graticuleLines,
    size,
  );
  brush.stroke();
}

/** What never moves and lies under the night: ocean, land and graticule. */
export function drawBase(brush: Brush, size: MapSize, land: Land, palette: MapPalette): void {
  brush.fillStyle = palette.ocean;
  brush.fillRect(0, 0, size.width, size.height);

  brush.beginPath();
  tracePolylines(brush, land.areas, size);
  brush.fillStyle = palette.land;
  brush.fill('evenodd');
  drawGraticule(brush, size, palette);

  brush.beginPath();
  tracePolylines(brush, land.coasts, size);
  brush.strokeStyle = palette.coast;
  brush.lineWidth = strokeWidth(0.9, size);
  brush.lineJoin = 'round';
  brush.stroke();
}
