import { Container, type Renderer } from 'pixi.js';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { drawAnomaly, drawBorders } from '../draw/draw-detail.ts';
import { createPainting } from '../draw/painting.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector, Shape } from '../geometry/projector.ts';
import { createBodyLayer } from './body-layer.ts';
import { createSurfaceLayer, type LitEarth } from './surface-layer.ts';

/** Map content besides land, night and satellites. */
export interface MapDetail {
  /** Lit surface, once its pictures have loaded. */
  readonly earth: LitEarth | undefined;
  /** Coasts finer than the built-in ones, and borders, once loaded. */
  readonly coasts: Shape | undefined;
  readonly borders: Shape | undefined;
  readonly anomaly: Shape | undefined;
  readonly hasBodies: boolean;
}

/** Part of the map that is loaded after the first view. */
export interface DetailLayer {
  /** Content below the coasts, and above them. */
  readonly below: Container;
  readonly above: Container;
  /** @returns true if the lit surface covers the Earth */
  update(now: EpochMs | undefined, projector: Projector, detail: MapDetail): boolean;
  destroy(): void;
}

export function createDetailLayer(renderer: Renderer, size: MapSize, palette: MapPalette): DetailLayer {
  const surface = createSurfaceLayer(renderer, size);
  const bodies = createBodyLayer(size, palette);
  const lines = createPainting(renderer, size, false);
  const above = new Container();
  above.addChild(lines.container, bodies.container);
  let drawnFor: readonly unknown[] = [];

  return {
    below: surface.container,
    above,
    update(now, projector, { earth, borders, anomaly, hasBodies }) {
      const wanted = [projector, borders, anomaly];
      if (wanted.some((value, index) => value !== drawnFor[index])) {
        drawnFor = wanted;
        const shownBorders = projector.isMoving ? undefined : borders;
        lines.container.visible = shownBorders !== undefined || anomaly !== undefined;
        if (lines.container.visible) {
          lines.paint((context) => {
            if (shownBorders) drawBorders(context, size, projector, shownBorders, palette);
            if (anomaly) drawAnomaly(context, size, projector, anomaly, palette);
          }, projector.isMoving);
        }
      }
      bodies.container.visible = hasBodies && now !== undefined;
      if (now !== undefined && hasBodies) bodies.update(now, projector);
      return surface.update(earth, projector);
    },
    destroy() {
      surface.destroy();
      bodies.destroy();
      above.destroy({ children: true });
      lines.destroy();
    },
  };
}
