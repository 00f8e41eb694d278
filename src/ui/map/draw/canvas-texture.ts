import { CanvasSource, type Renderer, RendererType, RenderTexture, Texture } from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import type { DrawingContext } from './paths.ts';

export interface CanvasTexture {
  readonly texture: Texture;
  destroy(): void;
}

/** Creates a 2D context on a new canvas. `isOpaque` spares the canvas renderer blending every pixel. */
export function createDrawingContext(width: number, height: number, isOpaque = false): DrawingContext {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: !isOpaque });
  if (!context) throw new Error('The browser has no memory left for a canvas.');
  return context;
}

/** Creates a texture of a canvas, for sprites of either renderer. */
export function toTexture({ canvas }: { readonly canvas: HTMLCanvasElement }): CanvasTexture {
  const source = new CanvasSource({ resource: canvas });
  const texture = new Texture({ source });
  return {
    texture,
    destroy() {
      texture.destroy(true);
      // Frees the pixels now rather than at garbage collection.
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}

/** A picture that can be redrawn. */
export interface CanvasPicture extends CanvasTexture {
  /** Clears the picture and draws it. */
  draw(fill: (context: DrawingContext) => void): void;
}

export function createCanvasPicture(width: number, height: number, isOpaque = false): CanvasPicture {
  const context = createDrawingContext(width, height, isOpaque);
  const { texture, destroy } = toTexture(context);
  return {
    texture,
    destroy,
    draw(fill) {
      if (!isOpaque) context.clearRect(0, 0, width, height);
      context.save();
      fill(context);
      context.restore();
      texture.source.update();
    },
  };
}

/**
 * Creates an opaque render target of the map's size: a frame costs the canvas renderer no more than clearing an empty
 * stage.
 */
export function createRenderTexture(renderer: Renderer, { width, height }: MapSize): RenderTexture {
  if (renderer.type === RendererType.CANVAS) {
    const { canvas } = createDrawingContext(width, height, true);
    return new RenderTexture({ source: new CanvasSource({ resource: canvas, autoGarbageCollect: false }) });
  }
  return RenderTexture.create({ width, height, antialias: true, autoGarbageCollect: false });
}
