import { Container, type Renderer, RendererType, Sprite } from 'pixi.js';
import { subsolarPoint } from '../../shared/orbit/sun.ts';
import type { Degrees, EpochMs } from '../../shared/units.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from './canvas-texture.ts';
import { drawNight } from './draw-night.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';
import { PLANE_HEIGHT, PLANE_WIDTH, toPlaneX } from './plane.ts';

/** The night side, over the base. */
export interface NightLayer {
  readonly container: Container;
  update(now: EpochMs): void;
  destroy(): void;
}

/** The night's shape is drawn again when the Sun has moved this far north or south: every few hours. */
const DECLINATION_STEP = 0.05;
/** The night is all soft edges: on a graphics card, which scales for nothing, a small picture of it will do. */
const SMALL = { scaleX: 2, scaleY: 2 };

/**
 * One picture for the night at a declination of the Sun, shown twice side by side: as the Earth turns, it only moves
 * round.
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
      // The picture has the Sun in its middle. On whole pixels, so that the two do not show a seam.
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
