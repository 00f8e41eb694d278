import type { SatelliteId } from '../../shared/elements.ts';
import type { Brush } from './brush.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';

/** Half the side of a marker's picture, in device pixels: its shape, its halo and the pointer ahead of it. */
export const markerExtent = ({ markType }: MapSize): number => Math.ceil(markType * 1.15);
/** What labels keep clear of. */
export const markerRadius = ({ markType }: MapSize): number => markType * 0.8;

/** A dart: a spacecraft under way. */
function traceDart(brush: Brush, r: number): void {
  brush.moveTo(0, -1.15 * r);
  brush.lineTo(0.85 * r, 0.85 * r);
  brush.lineTo(0, 0.4 * r);
  brush.lineTo(-0.85 * r, 0.85 * r);
  brush.closePath();
}

/** A body with a pointed bow between two solar arrays. */
function traceIss(brush: Brush, r: number): void {
  const bar = (x: number, y: number, width: number, height: number): void => {
    brush.rect(x * r, y * r, width * r, height * r);
  };
  brush.moveTo(0, -1.3 * r);
  brush.lineTo(0.36 * r, -0.6 * r);
  brush.lineTo(0.36 * r, 0.75 * r);
  brush.lineTo(-0.36 * r, 0.75 * r);
  brush.lineTo(-0.36 * r, -0.6 * r);
  brush.closePath();
  bar(-1.25, -0.65, 0.6, 1.3);
  bar(0.65, -0.65, 0.6, 1.3);
  bar(-0.7, -0.13, 1.4, 0.26);
}

const TRACE: Readonly<Record<SatelliteId, (brush: Brush, r: number) => void>> = {
  iss: traceIss,
  orbita: traceDart,
};

/** A satellite's marker, heading up, in the middle of a square of twice `markerExtent`. */
export function drawMarker(brush: Brush, id: SatelliteId, size: MapSize, palette: MapPalette): void {
  const extent = markerExtent(size);
  const r = size.markType * 0.66;
  brush.translate(extent, extent);
  brush.lineJoin = 'round';

  brush.beginPath();
  TRACE[id](brush, r);
  brush.strokeStyle = palette.halo;
  brush.lineWidth = size.markType * 0.3;
  brush.stroke();

  brush.fillStyle = palette.satellites[id];
  brush.fill('nonzero');
}
