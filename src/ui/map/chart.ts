import {
  CanvasSource,
  Container,
  Graphics,
  type Renderer,
  RendererType,
  RenderTexture,
  Sprite,
} from 'pixi.js';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { type CanvasTexture, createBrush, toTexture } from './canvas-texture.ts';
import { drawBase } from './draw-base.ts';
import { drawLatitudes, drawLongitudes, latitudesWidth, longitudesHeight } from './draw-degrees.ts';
import { drawTrack } from './draw-tracks.ts';
import type { Land } from './land.ts';
import type { MapSize } from './map-size.ts';
import { createNightLayer } from './night-layer.ts';
import type { MapPalette } from './palette.ts';
import type { GroundTrack } from './track.ts';

export interface ChartTrack {
  readonly track: GroundTrack;
  readonly color: string;
}

/** Everything below the satellites, in one picture that is redrawn every few seconds. */
export interface Chart {
  readonly texture: RenderTexture;
  /** Redraws the picture if it is out of date. Cheap where it is not: call it on every frame. */
  update(now: EpochMs | undefined, tracks: readonly ChartTrack[]): void;
  destroy(): void;
}

/**
 * In this time the night moves half a pixel on a 4K screen, and a satellite less than its marker covers, so that where
 * its trail begins is never seen. Redrawing a picture of that size takes the canvas renderer 10 ms.
 */
const REDRAW_MS = 10 * MS_PER_S;
/** One opaque picture of the map's size: a frame costs the canvas renderer no more than clearing an empty stage. */
function createTarget(renderer: Renderer, { width, height }: MapSize): RenderTexture {
  if (renderer.type === RendererType.CANVAS) {
    const { canvas } = createBrush(width, height, true);
    return new RenderTexture({ source: new CanvasSource({ resource: canvas, autoGarbageCollect: false }) });
  }
  return RenderTexture.create({ width, height, antialias: true, autoGarbageCollect: false });
}

function createDegrees(size: MapSize, palette: MapPalette): readonly CanvasTexture[] {
  const latitudes = createBrush(latitudesWidth(size), size.height);
  drawLatitudes(latitudes, size, palette);
  const longitudes = createBrush(size.width, longitudesHeight(size));
  drawLongitudes(longitudes, size, palette);
  return [toTexture(latitudes), toTexture(longitudes)];
}

export function createChart(renderer: Renderer, size: MapSize, land: Land, palette: MapPalette): Chart {
  const baseBrush = createBrush(size.width, size.height, true);
  drawBase(baseBrush, size, land, palette);
  const base = toTexture(baseBrush);
  const night = createNightLayer(renderer, size, palette.night);
  const degrees = createDegrees(size, palette);
  const trackPen = new Graphics();

  const container = new Container();
  container.addChild(new Sprite(base.texture), night.container);
  for (const { texture } of degrees) {
    const strip = new Sprite(texture);
    strip.y = size.height - texture.height;
    container.addChild(strip);
  }
  container.addChild(trackPen);

  const texture = createTarget(renderer, size);
  let drawnFor: { readonly period: number; readonly tracks: readonly ChartTrack[] } | undefined;

  return {
    texture,
    update(now, tracks) {
      const period = now === undefined ? Number.NaN : Math.floor(now / REDRAW_MS);
      if (drawnFor && Object.is(period, drawnFor.period) && tracks === drawnFor.tracks) return;
      drawnFor = { period, tracks };
      trackPen.clear();
      if (now !== undefined) {
        night.update(now);
        for (const { track, color } of tracks) drawTrack(trackPen, track, now, size, color);
      }
      renderer.render({ container, target: texture, clear: true });
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
