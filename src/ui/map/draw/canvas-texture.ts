import { CanvasSource, Texture } from 'pixi.js';
import type { DrawingContext } from './paths.ts';

export interface CanvasTexture {
  readonly texture: Texture;
  destroy(): void;
}

/** A 2D context on a new canvas. `isOpaque` spares the canvas renderer the blending of every pixel. */
export function createDrawingContext(width: number, height: number, isOpaque = false): DrawingContext {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: !isOpaque });
  if (!context) throw new Error('The browser has no memory left for a canvas.');
  return context;
}

/** Texture of a drawing context, for sprites of either renderer. */
export function toTexture(context: DrawingContext): CanvasTexture {
  const source = new CanvasSource({ resource: context.canvas });
  const texture = new Texture({ source });
  return {
    texture,
    destroy() {
      texture.destroy(true);
      // Frees the pixels now instead of at garbage collection.
      context.canvas.width = 0;
      context.canvas.height = 0;
    },
  };
}
