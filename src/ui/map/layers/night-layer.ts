import { Container, type Renderer, RendererType, Sprite } from 'pixi.js';
import { type Degrees, degrees, type EpochMs } from '../../../shared/kit/units.ts';
import { type SubsolarPoint, subsolarPoint } from '../../../shared/orbit/sun.ts';
import { type CanvasPicture, createCanvasPicture } from '../draw/canvas-texture.ts';
import { drawNight } from '../draw/draw-night.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { createProjector, type Projector } from '../geometry/projector.ts';
import { WHOLE_PLANE } from '../geometry/view.ts';

/** The night side, over the ground. */
export interface NightLayer {
  readonly container: Container;
  update(now: EpochMs, projector: Projector): void;
  destroy(): void;
}

/** Change of the Sun's declination at which the night is redrawn: every few hours. */
const DECLINATION_STEP = 0.05;
/** Small width that suffices on a GPU, which scales for free, because the night has only soft edges. */
const SMALL_WIDTH = 1600;
/** Resolution of a globe's night, redrawn with each movement, as a share of the map's. */
const GLOBE_SHARE = 1 / 2;

/** Creates the picture of the night on a whole plane, with the Sun over its middle. */
function createPlaneNight(renderer: Renderer, size: MapSize, palette: MapPalette) {
  const width = renderer.type === RendererType.CANVAS ? size.width : SMALL_WIDTH;
  const picture = createCanvasPicture(width, Math.round(width / 2));
  const projector = createProjector(WHOLE_PLANE, { width, height: Math.round(width / 2) });
  let drawn: Degrees | undefined;
  return {
    picture,
    update(declination: Degrees): void {
      if (drawn !== undefined && Math.abs(declination - drawn) <= DECLINATION_STEP) return;
      drawn = declination;
      const sun = { latitude: declination, longitude: degrees(0) };
      picture.draw((context) => drawNight(context, projector, sun, palette.night));
    },
  };
}

/**
 * Creates the night layer. The plane uses one picture per declination of the Sun, repeated side by side: the Earth's
 * rotation only shifts it. The globe needs a picture for each instant.
 */
export function createNightLayer(renderer: Renderer, size: MapSize, palette: MapPalette): NightLayer {
  const container = new Container({ visible: false, alpha: palette.nightStrength });
  const plane = createPlaneNight(renderer, size, palette);
  const copies = [-1, 0, 1].map(() => new Sprite(plane.picture.texture));
  let globe: { readonly picture: CanvasPicture; readonly sprite: Sprite } | undefined;
  container.addChild(...copies);

  const showOnPlane = (sun: SubsolarPoint, projector: Projector): void => {
    plane.update(sun.latitude);
    const { planeWidth } = projector;
    const middle = projector.place(sun.longitude, 0).x;
    const top = projector.place(projector.view.longitude, 90).y;
    copies.forEach((sprite, index) => {
      sprite.setSize(planeWidth, planeWidth / 2);
      // On whole pixels, so that neighbours show no seam.
      sprite.position.set(Math.round(middle + (index - 3 / 2) * planeWidth), Math.round(top));
    });
  };

  const showOnGlobe = (sun: SubsolarPoint, { view }: Projector): void => {
    const width = Math.round(size.width * GLOBE_SHARE);
    const height = Math.round(size.height * GLOBE_SHARE);
    if (!globe) {
      const picture = createCanvasPicture(width, height);
      const sprite = new Sprite(picture.texture);
      sprite.setSize(size.width, size.height);
      container.addChild(sprite);
      globe = { picture, sprite };
    }
    const projector = createProjector(view, { width, height });
    globe.picture.draw((context) => drawNight(context, projector, sun, palette.night));
  };

  return {
    container,
    update(now, projector) {
      const sun = subsolarPoint(now);
      const isPlane = projector.view.globe === 0;
      if (isPlane) showOnPlane(sun, projector);
      else showOnGlobe(sun, projector);
      for (const sprite of copies) sprite.visible = isPlane;
      if (globe) globe.sprite.visible = !isPlane;
      container.visible = true;
    },
    destroy() {
      container.destroy({ children: true });
      plane.picture.destroy();
      globe?.picture.destroy();
    },
  };
}
