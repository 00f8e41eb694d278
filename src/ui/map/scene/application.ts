import 'pixi.js/unsafe-eval';
import { Application, RendererType, Ticker, type WebGLRenderer } from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import type { RendererName } from './renderer-choice.ts';

// Pixi's housekeeping, due every half minute, would request an animation frame of its own each time; the
// map's frames run it instead.
Ticker.system.autoStart = false;

interface ApplicationOptions {
  /** The wanted one. Where WebGL does not start, the canvas renderer does. */
  readonly renderer: Exclude<RendererName, 'none'>;
  readonly size: MapSize;
  /** Colour of the canvas before the first frame. */
  readonly background: string;
}

interface Events {
  /** Its renderer is there. */
  readonly onStart: (app: Application) => void;
  /** It has no renderer, and never will. */
  readonly onFailure: (reason: unknown) => void;
  /** The graphics context is lost: this canvas stays empty. @param time monotonic milliseconds */
  readonly onLoss: (time: number) => void;
  /** It is about to be destroyed. Not called before it has started. */
  readonly onEnd: () => void;
}

/** Which renderer Pixi has finally chosen. */
export const rendererOf = ({ renderer }: Application): RendererName =>
  renderer.type === RendererType.CANVAS ? 'canvas' : 'webgl';

/**
 * Starts a Pixi application on a canvas of its own, which it puts into an element.
 * @returns ends it and removes the canvas. PixiJS has nothing to destroy while it starts: what it then brings is freed at
 * once, and nothing is reported
 */
export function startApplication(
  host: HTMLElement,
  { renderer, size, background }: ApplicationOptions,
  { onStart, onFailure, onLoss, onEnd }: Events,
): () => void {
  const canvas = document.createElement('canvas');
  host.append(canvas);
  const app = new Application();
  let state: 'starting' | 'started' | 'failed' | 'ended' = 'starting';

  const handleLoss = ({ timeStamp }: Event): void => {
    // Pixi releases its context when destroyed, and the browser warns if it is already gone.
    delete (app.renderer as WebGLRenderer).context.extensions.loseContext;
    onLoss(timeStamp);
  };

  app
    .init({
      canvas,
      preference: renderer === 'webgl' ? ['webgl', 'canvas'] : ['canvas'],
      failIfMajorPerformanceCaveat: true,
      width: size.width,
      height: size.height,
      background,
      // The base map covers everything on every frame.
      clearBeforeRender: false,
      autoStart: false,
      // Its events, accessibility overlay and filters are not used.
      skipExtensionImports: true,
    })
    .then(
      () => {
        if (state === 'ended') {
          app.destroy();
          return;
        }
        state = 'started';
        canvas.addEventListener('webglcontextlost', handleLoss, { once: true });
        onStart(app);
      },
      (reason: unknown) => {
        if (state === 'ended') return;
        state = 'failed';
        onFailure(reason);
      },
    );

  return () => {
    const wasStarted = state === 'started';
    state = 'ended';
    canvas.remove();
    if (!wasStarted) return;
    onEnd();
    canvas.removeEventListener('webglcontextlost', handleLoss);
    app.destroy();
  };
}
