import 'pixi.js/unsafe-eval';
import { Application, extend } from '@pixi/react';
import {
  Container,
  type Application as PixiApplication,
  RendererType,
  Ticker,
  type WebGLRenderer,
} from 'pixi.js';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MapScene, type SceneProps } from './MapScene.tsx';
import type { RendererName } from './renderer-choice.ts';
import { SceneBoundary } from './SceneBoundary.tsx';
import { useMapPalette } from './use-map-palette.ts';

extend({ Container });

// Pixi's housekeeping, due every half minute, would request an animation frame of its own each time; the
// map's frames run it instead.
Ticker.system.autoStart = false;

interface Props extends Omit<SceneProps, 'palette' | 'isGone'> {
  readonly className: string;
  readonly renderer: Exclude<RendererName, 'none'>;
  /** Called with the renderer that Pixi finally uses. */
  readonly onStart: (renderer: RendererName) => void;
  /** The graphics context is lost: this canvas stays empty. @param time monotonic milliseconds */
  readonly onLoss: (time: number) => void;
}

/** One canvas with one Pixi application, for the life of its graphics context. */
export function MapCanvas({ className, renderer, onStart, onLoss, ...scene }: Props) {
  const palette = useMapPalette();
  const isMounted = useRef(true);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const isGone = useCallback(() => !isMounted.current, []);

  // Failures outside the page's React tree, passed on to its boundary: of Pixi's start, or in Pixi's tree.
  const [failure, setFailure] = useState<Error>();

  // Pixi reads these once.
  const [options] = useState(() => ({
    // `@pixi/react` describes an older Pixi, without the canvas renderer.
    preference: (renderer === 'webgl' ? ['webgl', 'canvas'] : ['canvas']) as unknown as 'webgl',
    failIfMajorPerformanceCaveat: true,
    width: scene.size.width,
    height: scene.size.height,
    background: palette.ocean,
    // The base map covers everything on every frame.
    clearBeforeRender: false,
    autoStart: false,
    // Its events, accessibility overlay and filters are not used.
    skipExtensionImports: true,
    onStartFailure: setFailure,
  }));

  // Pixi starts with the first scene it was given, however late: another render gives it the latest.
  const [started, setStarted] = useState<RendererName>();
  useEffect(() => {
    if (started) onStart(started);
  }, [started, onStart]);

  const handleInit = useCallback(
    (app: PixiApplication) => {
      const handleLoss = ({ timeStamp }: Event): void => {
        // Pixi's own loss of context, when the page unmounts the map.
        if (isGone()) return;
        // Pixi releases its context when destroyed, and the browser warns if it is already gone.
        delete (app.renderer as WebGLRenderer).context.extensions.loseContext;
        onLoss(timeStamp);
      };
      app.canvas.addEventListener('webglcontextlost', handleLoss, { once: true });
      setStarted(app.renderer.type === RendererType.CANVAS ? 'canvas' : 'webgl');
    },
    [onLoss, isGone],
  );

  if (failure) throw failure;
  return (
    <Application {...options} className={className} onInit={handleInit}>
      <SceneBoundary onError={setFailure}>
        <MapScene {...scene} palette={palette} isGone={isGone} />
      </SceneBoundary>
    </Application>
  );
}
