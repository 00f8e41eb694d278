import { Container, Sprite } from 'pixi.js';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type SubsolarPoint, subsolarPoint } from '../../../shared/orbit/sun.ts';
import { createCanvasPicture } from '../draw/canvas-texture.ts';
import { bodyExtent, drawMoon, drawSun } from '../draw/draw-bodies.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { sublunarPoint } from '../geometry/moon.ts';
import type { Projector } from '../geometry/projector.ts';

/** Sun and Moon, at the places where they are in the zenith. */
export interface BodyLayer {
  readonly container: Container;
  update(now: EpochMs, projector: Projector): void;
  destroy(): void;
}

export function createBodyLayer(size: MapSize, palette: MapPalette): BodyLayer {
  const container = new Container({ visible: false });
  const side = 2 * bodyExtent(size);
  const pictures = [drawSun, drawMoon].map((draw) => {
    const picture = createCanvasPicture(side, side);
    picture.draw((context) => draw(context, size, palette));
    return picture;
  });
  const sprites = pictures.map(({ texture }) => new Sprite({ texture, anchor: 0.5 }));
  container.addChild(...sprites);

  return {
    container,
    update(now, projector) {
      const places: readonly SubsolarPoint[] = [subsolarPoint(now), sublunarPoint(now)];
      sprites.forEach((sprite, index) => {
        const { longitude, latitude } = places[index] as SubsolarPoint;
        const { x, y, isNear } = projector.place(longitude, latitude);
        sprite.visible = isNear;
        sprite.position.set(x, y);
      });
      container.visible = true;
    },
    destroy() {
      container.destroy({ children: true });
      for (const picture of pictures) picture.destroy();
    },
  };
}
