import { Container, type Renderer, Sprite } from 'pixi.js';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { createCanvasPicture } from '../draw/canvas-texture.ts';
import { drawGround, drawLines, LIT_LINES, PLAIN_LINES } from '../draw/draw-base.ts';
import { drawLatitudes, drawLongitudes, latitudesWidth, longitudesHeight } from '../draw/draw-degrees.ts';
import { createKeptScene, createPainting } from '../draw/painting.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Frame } from '../geometry/frame.ts';
import type { Land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector, Shape } from '../geometry/projector.ts';
import type { DetailLayer, MapDetail } from './detail-layer.ts';
import { createNightLayer } from './night-layer.ts';

/** Ocean, land and graticule by day and night. */
export interface Ground {
  readonly container: Container;
  /** @returns true if it was redrawn */
  update(
    now: EpochMs | undefined,
    projector: Projector,
    detail: MapDetail | undefined,
    frame: Frame,
  ): boolean;
  /** True if it is out of date, awaiting its redraw interval: `update` must be called again soon. */
  isLate(): boolean;
  destroy(): void;
}

/**
 * In this time the terminator moves half a pixel on a 4K screen. Redrawing a picture of that size takes about
 * 10 ms.
 */
const REDRAW_MS = 10 * MS_PER_S;
/** Wall time between two pictures of one view while mission time races and each frame would need its own. */
const PACE_MS = 100;

/** Creates the layer whose code is loaded after the first view. */
export type DetailFactory = (renderer: Renderer, size: MapSize, palette: MapPalette) => DetailLayer;

export function createBackground(
  renderer: Renderer,
  size: MapSize,
  land: Land,
  palette: MapPalette,
  createDetail: DetailFactory | undefined,
): Ground {
  const { width, height } = size;
  const ground = createPainting(renderer, size, true);
  const lines = createPainting(renderer, size, false);
  const night = createNightLayer(renderer, size, palette);
  const detailLayer = createDetail?.(renderer, size, palette);
  const hasDegrees = size.graticuleType > 0;
  const latitudes = hasDegrees ? createCanvasPicture(latitudesWidth(size), height) : undefined;
  const longitudes = hasDegrees ? createCanvasPicture(width, longitudesHeight(size)) : undefined;
  const strips = [latitudes, longitudes].filter((strip) => strip !== undefined);

  const content = new Container();
  content.addChild(
    ground.container,
    night.container,
    ...(detailLayer ? [detailLayer.below] : []),
    lines.container,
    ...(detailLayer ? [detailLayer.above] : []),
  );
  for (const { texture } of strips) {
    const strip = new Sprite(texture);
    strip.y = height - texture.height;
    content.addChild(strip);
  }
  const picture = createKeptScene(renderer, size, content);
  let drawnFor: readonly unknown[] = [];
  /** Time of the frame with the last redraw. */
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isLate = false;
  let drawnIn: Projector | undefined;
  /** True if the lit surface covers the Earth. */
  let isLit = false;
  let coasts: Shape | undefined;

  const drawView = (projector: Projector): void => {
    // An opaque surface hides the land.
    const shownLand = isLit ? undefined : land;
    ground.paint((context) => drawGround(context, size, projector, shownLand, palette), projector.isMoving);
    const shore = projector.isMoving ? land.coasts : (coasts ?? land.coasts);
    const strength = isLit ? LIT_LINES : PLAIN_LINES;
    lines.paint(
      (context) => drawLines(context, size, projector, shore, strength, palette),
      projector.isMoving,
    );
    latitudes?.draw((context) => drawLatitudes(context, size, projector, palette));
    longitudes?.draw((context) => drawLongitudes(context, size, projector, palette));
  };

  return {
    container: picture.container,
    isLate: () => isLate,
    update(now, projector, detail, frame) {
      const period = now === undefined ? Number.NaN : Math.floor(now / REDRAW_MS);
      const wanted = [projector, detail, period];
      const changed = wanted.findIndex((value, index) => !Object.is(value, drawnFor[index]));
      const isTimeAlone = changed === wanted.length - 1;
      isLate = isTimeAlone && frame.isRacing && frame.time - drawnAt < PACE_MS;
      if (changed < 0 || isLate) return false;
      drawnFor = wanted;
      drawnAt = frame.time;
      // Gives the same picture at any time within its period.
      const middle = now === undefined ? undefined : epochMs((period + 0.5) * REDRAW_MS);
      const isNowLit = (detail && detailLayer?.update(middle, projector, detail)) === true;
      if (projector !== drawnIn || isLit !== isNowLit || coasts !== detail?.coasts) {
        drawnIn = projector;
        isLit = isNowLit;
        coasts = detail?.coasts;
        drawView(projector);
      }
      // The surface has its own night.
      const hasNight = middle !== undefined && !isNowLit;
      if (hasNight) night.update(middle, projector);
      night.container.visible = hasNight;
      picture.update(projector.isMoving);
      return true;
    },
    destroy() {
      night.destroy();
      detailLayer?.destroy();
      for (const part of [ground, lines, ...strips]) part.destroy();
      picture.destroy();
    },
  };
}
