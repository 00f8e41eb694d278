import { CanvasSource, type Renderer, RendererType, RenderTexture } from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import { createDrawingContext } from './canvas-texture.ts';

/**
 * An opaque render target of the map's size: a frame costs the canvas renderer no more than clearing an empty
 * stage.
 */
export function createRenderTexture(renderer: Renderer, { width, height }: MapSize): RenderTexture {
  if (renderer.type === RendererType.CANVAS) {
    const { canvas } = createDrawingContext(width, height, true);
    return new RenderTexture({ source: new CanvasSource({ resource: canvas, autoGarbageCollect: false }) });
  }
  return RenderTexture.create({ width, height, antialias: true, autoGarbageCollect: false });
}
