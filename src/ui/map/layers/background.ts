import { Container, type Renderer, type RenderTexture, Sprite } from 'pixi.js';
import { type EpochMs, MS_PER_S } from '../../../shared/units.ts';
import {
  type CanvasTexture,
  createDrawingContext,
  createRenderTexture,
  toTexture,
} from '../draw/canvas-texture.ts';
import { drawBase } from '../draw/draw-base.ts';
import { drawLatitudes, drawLongitudes, latitudesWidth, longitudesHeight } from '../draw/draw-degrees.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { createNightLayer } from './night-layer.ts';

/** Ocean, land and graticule by day and night, in one texture. */
export interface Ground {
  readonly texture: RenderTexture;
  /** @returns whether the texture was redrawn */
  update(now: EpochMs | undefined): boolean;
  destroy(): void;
}

/**
 * In this time the terminator moves half a pixel on a 4K screen. Redrawing a texture of that size takes about
 * 10 ms.
 */
const REDRAW_MS = 10 * MS_PER_S;

function createDegrees(size: MapSize, palette: MapPalette): readonly CanvasTexture[] {
  if (size.graticuleType === 0) return [];
  const latitudes = createDrawingContext(latitudesWidth(size), size.height);
  drawLatitudes(latitudes, size, palette);
  const longitudes = createDrawingContext(size.width, longitudesHeight(size));
  drawLongitudes(longitudes, size, palette);
  return [toTexture(latitudes), toTexture(longitudes)];
}

export function createBackground(renderer: Renderer, size: MapSize, land: Land, palette: MapPalette): Ground {
  const baseBrush = createDrawingContext(size.width, size.height, true);
  drawBase(baseBrush, size, land, palette);
  const base = toTexture(baseBrush);
  const night = createNightLayer(renderer, size, palette);
  const degrees = createDegrees(size, palette);

  const container = new Container();
  container.addChild(new Sprite(base.texture), night.container);
  for (const { texture } of degrees) {
    const strip = new Sprite(texture);
    strip.y = size.height - texture.height;
    container.addChild(strip);
  }
  const texture = createRenderTexture(renderer, size);
  let drawnFor: number | undefined;

  return {
    texture,
    update(now) {
      const period = now === undefined ? Number.NaN : Math.floor(now / REDRAW_MS);
      if (Object.is(period, drawnFor)) return false;
      drawnFor = period;
      if (now !== undefined) night.update(now);
      renderer.render({ container, target: texture, clear: true });
      return true;
    },
    destroy() {
      night.destroy();
      container.destroy({ children: true });
      base.destroy();
      for (const strip of degrees) strip.destroy();
      texture.destroy(true);
    },
  };
}
