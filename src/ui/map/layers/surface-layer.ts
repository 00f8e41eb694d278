import { Container, type Renderer, Sprite } from 'pixi.js';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import {
  type CanvasPicture,
  type CanvasTexture,
  createCanvasPicture,
  toTexture,
} from '../draw/canvas-texture.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { scaleOf } from '../geometry/view.ts';
import { drawGlobeRows } from '../surface/globe-picture.ts';
import type { Surface } from '../surface/load-surface.ts';

/** The lit surface of the Earth, and the version of its lighting. */
export interface LitEarth {
  readonly surface: Surface;
  readonly version: number;
  readonly sun: SubsolarPoint;
}

/** The lit surface, over ocean and land. */
export interface SurfaceLayer {
  readonly container: Container;
  /** @returns true if it covers the Earth */
  update(earth: LitEarth | undefined, projector: Projector): boolean;
  destroy(): void;
}

/** Maximum diameter of the globe's picture in pixels: each pixel costs 30 to 40 ns. */
const MOST_DIAMETER = 1400;
/** Same while it moves: a third of the shown diameter, from the first to the second of these. */
const MOVING_DIAMETER = 480;
const MOST_MOVING_DIAMETER = 720;

const mostDiameter = (shown: number, isMoving: boolean): number =>
  isMoving ? Math.min(Math.max(MOVING_DIAMETER, shown / 3), MOST_MOVING_DIAMETER) : MOST_DIAMETER;

interface GlobePicture {
  readonly diameter: number;
  readonly picture: CanvasPicture;
  readonly pixels: ImageData;
}

export function createSurfaceLayer(renderer: Renderer, size: MapSize): SurfaceLayer {
  const container = new Container({ visible: false });
  const copies = [-1, 0, 1].map(() => new Sprite());
  const ball = new Sprite({ anchor: 0.5 });
  container.addChild(...copies, ball);
  let plane: { readonly surface: Surface; readonly texture: CanvasTexture } | undefined;
  let planeVersion: number | undefined;
  let globe: GlobePicture | undefined;

  const showPlane = ({ surface, version }: LitEarth, projector: Projector): void => {
    if (plane?.surface !== surface) {
      plane = { surface, texture: toTexture(surface) };
      for (const sprite of copies) sprite.texture = plane.texture.texture;
    } else if (version !== planeVersion) plane.texture.texture.source.update();
    planeVersion = version;
    const { planeWidth, view } = projector;
    const { x, y } = projector.place(view.longitude, 90);
    const left = x - planeWidth / 2 - (view.longitude / 360) * planeWidth;
    copies.forEach((sprite, index) => {
      sprite.setSize(planeWidth, planeWidth / 2);
      sprite.position.set(left + (index - 1) * planeWidth, y);
      sprite.visible = true;
    });
  };

  const showGlobe = ({ surface, sun }: LitEarth, projector: Projector): void => {
    const { view, isMoving } = projector;
    const shown = 2 * scaleOf(view, size);
    const onCanvas = shown * renderer.resolution;
    const diameter = Math.round(Math.min(onCanvas, mostDiameter(onCanvas, isMoving)));
    if (globe?.diameter !== diameter) {
      globe?.picture.destroy();
      globe = {
        diameter,
        picture: createCanvasPicture(diameter, diameter),
        pixels: new ImageData(diameter, diameter),
      };
      ball.texture = globe.picture.texture;
    }
    const { pixels, picture } = globe;
    const { longitude, latitude } = view;
    const { width, height } = surface;
    const earth = { width, height, pixels: surface.words };
    drawGlobeRows(
      new Uint32Array(pixels.data.buffer),
      diameter,
      earth,
      { centre: { longitude, latitude }, sun },
      0,
      diameter,
    );
    picture.draw((context) => context.putImageData(pixels, 0, 0));
    ball.setSize(shown, shown);
    ball.position.copyFrom(projector.place(longitude, latitude));
  };

  return {
    container,
    update(earth, projector) {
      container.visible = earth !== undefined;
      if (!earth) return false;
      const isGlobe = projector.view.globe === 1;
      for (const sprite of copies) sprite.visible = !isGlobe;
      ball.visible = isGlobe;
      if (isGlobe) showGlobe(earth, projector);
      else showPlane(earth, projector);
      return true;
    },
    destroy() {
      container.destroy({ children: true });
      plane?.texture.texture.destroy(true);
      globe?.picture.destroy();
    },
  };
}
