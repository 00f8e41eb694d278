import type { FillStyle, StrokeStyle } from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import type { Polyline } from '../geometry/plane.ts';

/** A 2D context, of a canvas that becomes a texture. */
export type DrawingContext = CanvasRenderingContext2D;

/** Target of a path: a 2D context, or Pixi's graphics. */
export interface PathSink {
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
}

/** The part of Pixi's graphics that the map uses. */
export interface StrokeSink extends PathSink {
  beginPath(): unknown;
  stroke(style: StrokeStyle): unknown;
  fill(style: FillStyle): unknown;
}

/** Adds polylines of the plane to the path, in device pixels. */
export function tracePolylines(
  pen: PathSink,
  polylines: readonly Polyline[],
  { scaleX, scaleY }: Pick<MapSize, 'scaleX' | 'scaleY'>,
): void {
  for (const polyline of polylines) {
    polyline.forEach(([x, y], index) => {
      if (index === 0) pen.moveTo(x * scaleX, y * scaleY);
      else pen.lineTo(x * scaleX, y * scaleY);
    });
  }
}
