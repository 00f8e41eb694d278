import { Container, type Renderer, Sprite, Texture } from 'pixi.js';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { degrees } from '../../../shared/units.ts';
import {
  type CanvasPicture,
  type CanvasTexture,
  createCanvasPicture,
  toTexture,
} from '../draw/canvas-texture.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { scaleOf } from '../geometry/view.ts';
import { drawBetweenRows } from '../surface/between-picture.ts';
import { betweenExtent } from '../surface/between-projection.ts';
import { drawGlobeRows } from '../surface/globe-picture.ts';
import type { Surface } from '../surface/load-surface.ts';

/** The lit surface of the Earth, and how often it has been lit. */
export interface LitEarth {
  readonly surface: Surface;
  readonly version: number;
  readonly sun: SubsolarPoint;
}

/** The lit surface, over ocean and land. */
export interface SurfaceLayer {
  readonly container: Container;
  /** @returns whether it covers the Earth */
  update(earth: LitEarth | undefined, projector: Projector): boolean;
  destroy(): void;
}

/** Largest picture of the globe in pixels: each pixel costs 30 to 40 ns. */
const MOST_DIAMETER = 1400;
/** The same while it moves; a globe that is shown larger than three of these gets more, up to the second. */
const MOVING_DIAMETER = 480;
const MOST_MOVING_DIAMETER = 720;

const mostDiameter = (shown: number, isMoving: boolean): number =>
  isMoving ? Math.min(Math.max(MOVING_DIAMETER, shown / 3), MOST_MOVING_DIAMETER) : MOST_DIAMETER;

/** Pixels of the Earth that are drawn between plane and globe, at most: each costs as much as one of the globe. */
const BETWEEN_PIXELS = 150_000;

interface SoftwarePicture {
  readonly width: number;
  readonly height: number;
  readonly picture: CanvasPicture;
  readonly pixels: ImageData;
}

function createSoftwarePicture(width: number, height: number): SoftwarePicture {
  return {
    width,
    height,
    picture: createCanvasPicture(width, height),
    pixels: new ImageData(width, height),
  };
}

export function createSurfaceLayer(renderer: Renderer, size: MapSize): SurfaceLayer {
  const container = new Container({ visible: false });
  const copies = [-1, 0, 1].map(() => new Sprite());
  const ball = new Sprite({ anchor: 0.5 });
  const between = new Sprite();
  container.addChild(...copies, ball, between);
  let plane: { readonly surface: Surface; readonly texture: CanvasTexture } | undefined;
  let planeVersion: number | undefined;
  let globe: SoftwarePicture | undefined;
  let movement: SoftwarePicture | undefined;

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
    if (globe?.width !== diameter) {
      globe?.picture.destroy();
      globe = createSoftwarePicture(diameter, diameter);
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

  const showBetween = ({ surface, sun }: LitEarth, projector: Projector): void => {
    const { globe: share, longitude, latitude } = projector.view;
    if (!movement) {
      const longSide = (one: number, other: number): number =>
        Math.ceil(Math.sqrt(BETWEEN_PIXELS * Math.max(1, one / other)));
      movement = createSoftwarePicture(longSide(size.width, size.height), longSide(size.height, size.width));
      between.texture = movement.picture.texture;
    }
    const { width, height, pixels, picture } = movement;
    const centre = { longitude, latitude: degrees(latitude * share) };
    const { x, y } = projector.place(centre.longitude, centre.latitude);
    const scale = scaleOf(projector.view, size);
    const extent = betweenExtent(share);
    // The part of the map that the Earth takes.
    const left = Math.max(0, x - extent.across * scale - 1);
    const top = Math.max(0, y - extent.up * scale - 1);
    const shownWidth = Math.min(size.width, x + extent.across * scale + 1) - left;
    const shownHeight = Math.min(size.height, y + extent.up * scale + 1) - top;
    if (shownWidth <= 0 || shownHeight <= 0) {
      between.visible = false;
      return;
    }
    const pixelSize = Math.max(
      1,
      shownWidth / width,
      shownHeight / height,
      Math.sqrt((shownWidth * shownHeight) / BETWEEN_PIXELS),
    );
    const view = {
      centre,
      sun,
      globe: share,
      scale: scale / pixelSize,
      x: (x - left) / pixelSize,
      y: (y - top) / pixelSize,
    };
    const earth = { width: surface.width, height: surface.height, pixels: surface.words };
    // What is below these is not on the map.
    const rows = Math.min(height, Math.ceil((size.height - top) / pixelSize) + 1);
    drawBetweenRows(new Uint32Array(pixels.data.buffer), width, earth, view, 0, rows);
    picture.draw((context) => context.putImageData(pixels, 0, 0));
    between.scale.set(pixelSize);
    between.position.set(left, top);
  };

  const freeMovement = (): void => {
    if (!movement) return;
    between.texture = Texture.EMPTY;
    movement.picture.destroy();
    movement = undefined;
  };

  return {
    container,
    update(earth, projector) {
      container.visible = earth !== undefined;
      if (!earth) return false;
      const { globe: share } = projector.view;
      for (const sprite of copies) sprite.visible = share === 0;
      ball.visible = share === 1;
      between.visible = share > 0 && share < 1;
      if (between.visible) showBetween(earth, projector);
      else {
        freeMovement();
        if (share === 0) showPlane(earth, projector);
        else showGlobe(earth, projector);
      }
      return true;
    },
    destroy() {
      container.destroy({ children: true });
      plane?.texture.texture.destroy(true);
      globe?.picture.destroy();
      movement?.picture.destroy();
    },
  };
}
