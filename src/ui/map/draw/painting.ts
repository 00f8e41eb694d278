import {
  type CanvasRenderer,
  Container,
  RenderContainer,
  type Renderer,
  RendererType,
  Sprite,
} from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import { createCanvasPicture, createRenderTexture } from './canvas-texture.ts';
import type { DrawingContext } from './paths.ts';

// Filling and copying a canvas of the map's size costs the canvas renderer several milliseconds. That pays off for
// content that stays for many frames; content that changes every frame is drawn straight to the target.

/** A drawing of the map's size, made with a 2D context, as part of a scene. */
export interface Painting {
  readonly container: Container;
  /**
   * @param draw called later, perhaps several times, with the same result
   * @param isPassing true if another drawing follows in the next frame
   */
  paint(draw: (context: DrawingContext) => void, isPassing: boolean): void;
  destroy(): void;
}

/** @param isOpaque true if it covers the map */
export function createPainting(renderer: Renderer, { width, height }: MapSize, isOpaque: boolean): Painting {
  const picture = createCanvasPicture(width, height, isOpaque);
  const sprite = new Sprite(picture.texture);
  const container = new Container();
  container.addChild(sprite);
  let passing: ((context: DrawingContext) => void) | undefined;
  if (renderer.type === RendererType.CANVAS) {
    container.addChild(
      new RenderContainer((target) => {
        if (!passing) return;
        const { activeContext, activeResolution } = (target as CanvasRenderer).canvasContext;
        // The context belongs to a canvas in a page.
        const context = activeContext as unknown as DrawingContext;
        context.save();
        context.setTransform(activeResolution, 0, 0, activeResolution, 0, 0);
        context.globalAlpha = 1;
        passing(context);
        context.restore();
      }),
    );
  }
  return {
    container,
    paint(draw, isPassing) {
      passing = isPassing && renderer.type === RendererType.CANVAS ? draw : undefined;
      sprite.visible = !passing;
      if (!passing) picture.draw(draw);
    },
    destroy() {
      container.destroy({ children: true });
      picture.destroy();
    },
  };
}

/** Part of a scene that covers the map, cached as a picture while unchanged. */
export interface KeptScene {
  readonly container: Container;
  /** Shows the current content. @param isPassing true if it changes again in the next frame */
  update(isPassing: boolean): void;
  destroy(): void;
}

export function createKeptScene(renderer: Renderer, size: MapSize, content: Container): KeptScene {
  const texture = createRenderTexture(renderer, size);
  const sprite = new Sprite(texture);
  const container = new Container();
  container.addChild(sprite);
  return {
    container,
    update(isPassing) {
      const isDirect = isPassing && renderer.type === RendererType.CANVAS;
      container.removeChildren();
      container.addChild(isDirect ? content : sprite);
      if (!isDirect) renderer.render({ container: content, target: texture, clear: true });
    },
    destroy() {
      container.destroy();
      sprite.destroy();
      content.destroy({ children: true });
      texture.destroy(true);
    },
  };
}
