import type { FillStyle, StrokeStyle } from 'pixi.js';
import type { PathSink } from '../geometry/projector.ts';

/** 2D context of a canvas that becomes a texture. */
export type DrawingContext = CanvasRenderingContext2D;

/** Subset of Pixi's graphics that the map uses. */
export interface StrokeSink extends PathSink {
  beginPath(): unknown;
  stroke(style: StrokeStyle): unknown;
  fill(style: FillStyle): unknown;
}
