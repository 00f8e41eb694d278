import { useApplication, useTick } from '@pixi/react';
import type { Container, Ticker } from 'pixi.js';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { createChart } from './chart.ts';
import { land } from './land.ts';
import type { MapSize } from './map-size.ts';
import type { MapPalette } from './palette.ts';
import { createSatelliteLayer, type KnownSatellite } from './satellite-layer.ts';
import { groundTrack } from './track.ts';
import { useDisposable } from './use-disposable.ts';

export interface SceneProps {
  /** The first lies on top. */
  readonly satellites: readonly KnownSatellite[];
  readonly size: MapSize;
  readonly palette: MapPalette;
  readonly isShown: boolean;
  readonly isMotionReduced: boolean;
  readonly now: () => EpochMs | undefined;
  /** Told the number of frames drawn so far, about once a second. */
  readonly onFrames: (frames: number) => void;
  /** Whether the page has let go of the map: Pixi may start up only after that. */
  readonly isGone: () => boolean;
}

/** Everything on Pixi's stage, once its renderer is there. */
export function MapScene(props: SceneProps) {
  const { isInitialised } = useApplication();
  return isInitialised && !props.isGone() ? <Scene {...props} /> : null;
}

function Scene({ satellites, size, palette, isShown, isMotionReduced, now, onFrames }: SceneProps) {
  const { app } = useApplication();
  const chart = useDisposable(() => createChart(app.renderer, size, land(), palette), [app, size, palette]);
  const layer = useDisposable(() => createSatelliteLayer(size, palette), [size, palette]);
  const layerHost = useRef<Container>(null);
  useLayoutEffect(() => {
    layerHost.current?.addChild(layer.container);
  }, [layer]);

  const tracks = useMemo(
    () => satellites.map(({ id, window }) => ({ track: groundTrack(window), color: palette.satellites[id] })),
    [satellites, palette],
  );
  const draw = useCallback(() => {
    const time = now();
    chart.update(time, tracks);
    layer.update(time, satellites);
  }, [chart, layer, tracks, satellites, now]);
  useTick(draw);

  const frames = useRef({ drawn: 0, toldAt: 0 });
  const count = useCallback(
    ({ lastTime }: Ticker) => {
      frames.current.drawn += 1;
      if (lastTime - frames.current.toldAt < MS_PER_S) return;
      frames.current.toldAt = lastTime;
      onFrames(frames.current.drawn);
    },
    [onFrames],
  );
  useTick(count);

  // Resizing empties the canvas: it is filled again before the browser can show it so. And what comes into view is
  // right at once.
  useLayoutEffect(() => {
    if (!isShown) return;
    app.renderer.resize(size.width, size.height);
    draw();
    app.render();
  }, [app, size, isShown, draw]);

  useLayoutEffect(() => {
    app.ticker.maxFPS = isMotionReduced ? 1 : 0;
    if (isShown) app.ticker.start();
    else app.ticker.stop();
  }, [app, isShown, isMotionReduced]);

  return (
    <>
      <pixiSprite texture={chart.texture} />
      <pixiContainer ref={layerHost} />
    </>
  );
}
