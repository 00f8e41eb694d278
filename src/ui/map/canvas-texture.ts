import { CanvasSource, Texture } from 'pixi.js';
import type { Brush } from './brush.ts';

export interface CanvasTexture {
  readonly texture: Texture;
  destroy(): void;
}

/** A 2D context on a new canvas. `isOpaque` spares the canvas renderer the blending of every pixel. */
export function createBrush(width: number, height: number, isOpaque = false): Brush {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d', { alpha: !isOpaque });
  if (!brush) throw new Error('The browser has no memory left for a canvas.');
  return brush;
}

/** The picture of a brush, for sprites of either renderer. */
export function toTexture(brush: Brush): CanvasTexture {
  const source = new CanvasSource({ resource: brush.canvas });
  const texture = new Texture({ source });
  return {
    texture,
    destroy() {
      texture.destroy(true);
      // Frees the pixels now, not when the garbage collector gets to the element.
      brush.canvas.width = 0;
      brush.canvas.height = 0;
    },
  };
}
