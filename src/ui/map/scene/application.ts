import 'pixi.js/unsafe-eval';
import { Application, RendererType, Ticker, type WebGLRenderer } from 'pixi.js';
import type { MapSize } from '../geometry/map-size.ts';
import type { RendererName } from './renderer-choice.ts';

// Pixi's housekeeping, due every half minute, would request its own animation frame each time; the map's frames run it
// instead.
Ticker.system.autoStart = false;

interface ApplicationOptions {
  /** Preferred renderer. If WebGL fails to start, the canvas renderer is used. */
  readonly renderer: Exclude<RendererName, 'none'>;
  readonly size: MapSize;
  /** Colour of the canvas before the first frame. */
  readonly background: string;
}

interface Events {
  /** Called when its renderer is ready. */
  readonly onStart: (app: Application) => void;
  /** Called when no renderer can be started. */
  readonly onFailure: (reason: unknown) => void;
  /** Called when the graphics context is lost: this canvas stays empty. @param time monotonic milliseconds */
  readonly onLoss: (time: number) => void;
  /** Called before it is destroyed, if it had started. */
  readonly onEnd: () => void;
}

/** Returns the renderer that Pixi finally chose. */
export const rendererOf = ({ renderer }: Application): RendererName =>
  renderer.type === RendererType.CANVAS ? 'canvas' : 'webgl';

/**
 * Starts a Pixi application on its own canvas, which it adds to an element.
 * @returns a function that ends it and removes the canvas. PixiJS cannot be destroyed while it starts; it is then
 * destroyed once started, and nothing is reported
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
      // The base map covers everything in every frame.
      clearBeforeRender: false,
      autoStart: false,
      // Pixi's events, accessibility overlay and filters are not used.
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
