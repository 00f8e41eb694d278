import { Container, type Renderer, RendererType, Sprite } from 'pixi.js';
import { subsolarPoint } from '../../../shared/orbit/sun.ts';
import type { Degrees, EpochMs } from '../../../shared/units.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from '../draw/canvas-texture.ts';
import { drawNight } from '../draw/draw-night.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { PLANE_HEIGHT, PLANE_WIDTH, toPlaneX } from '../geometry/plane.ts';

/** The night side, over the base map. */
export interface NightLayer {
  readonly container: Container;
  update(now: EpochMs): void;
  destroy(): void;
}

/** Change of the Sun's declination at which the night is redrawn: every few hours. */
const DECLINATION_STEP = 0.05;
/** The night has only soft edges: on a GPU, which scales for free, a small texture suffices. */
const SMALL = { scaleX: 2, scaleY: 2 };

/**
 * One texture of the night at a declination of the Sun, shown twice side by side: the Earth's rotation only
 * shifts it.
 */
export function createNightLayer(renderer: Renderer, size: MapSize, palette: MapPalette): NightLayer {
  const scale = renderer.type === RendererType.CANVAS ? size : SMALL;
  const width = Math.round(PLANE_WIDTH * scale.scaleX);
  const height = Math.round(PLANE_HEIGHT * scale.scaleY);
  const container = new Container({ visible: false, alpha: palette.nightStrength });
  let drawn: { readonly declination: Degrees; readonly picture: CanvasTexture } | undefined;

  const draw = (declination: Degrees): void => {
    const context = createDrawingContext(width, height);
    drawNight(context, scale, declination, palette.night);
    const picture = toTexture(context);
    for (const sprite of container.removeChildren()) sprite.destroy();
    for (const x of [0, -size.width]) {
      const sprite = new Sprite(picture.texture);
      sprite.setSize(size.width, size.height);
      sprite.x = x;
      container.addChild(sprite);
    }
    drawn?.picture.destroy();
    drawn = { declination, picture };
  };

  return {
    container,
    update(now) {
      const { latitude, longitude } = subsolarPoint(now);
      if (!drawn || Math.abs(latitude - drawn.declination) > DECLINATION_STEP) draw(latitude);
      // The texture has the Sun at its centre. On whole pixels, so that the two show no seam.
      const shift = (toPlaneX(longitude) + PLANE_WIDTH / 2) % PLANE_WIDTH;
      container.x = Math.round(shift * size.scaleX);
      container.visible = true;
    },
    destroy() {
      container.destroy({ children: true });
      drawn?.picture.destroy();
    },
  };
}
