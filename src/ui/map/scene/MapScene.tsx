import { useApplication, useTick } from '@pixi/react';
import { type Container, Ticker } from 'pixi.js';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type EpochMs, MS_PER_S } from '../../../shared/units.ts';
import { land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { createChart } from '../layers/base-map.ts';
import { createSatelliteLayer } from '../layers/satellite-layer.ts';
import { useDisposable } from './use-disposable.ts';
import { type ChartContent, useChartScene } from './use-map-scene.ts';

export interface SceneProps extends ChartContent {
  readonly size: MapSize;
  readonly isShown: boolean;
  readonly isMotionReduced: boolean;
  readonly now: () => EpochMs | undefined;
  /** Called about once a second with the number of frames so far. */
  readonly onFrames: (frames: number) => void;
  /** Whether the map is unmounted: Pixi may finish starting only after that. */
  readonly isGone: () => boolean;
}

/** Everything on Pixi's stage, once its renderer has started. */
export function MapScene(props: SceneProps) {
  const { isInitialised } = useApplication();
  return isInitialised && !props.isGone() ? <Scene {...props} /> : null;
}

function Scene(props: SceneProps) {
  const { satellites, size, palette, isShown, isMotionReduced, now, onFrames } = props;
  const { app } = useApplication();
  const chart = useDisposable(() => createChart(app.renderer, size, land(), palette), [app, size, palette]);
  const layer = useDisposable(() => createSatelliteLayer(size, palette), [size, palette]);
  const layerHost = useRef<Container>(null);
  useLayoutEffect(() => {
    layerHost.current?.addChild(layer.container);
  }, [layer]);

  const scene = useChartScene(props);
  const draw = useCallback((): boolean => {
    const time = now();
    const hasMoved = layer.update(time, satellites);
    return chart.update(time, scene, layer.occupied) || hasMoved;
  }, [chart, layer, scene, satellites, now]);

  // A frame is drawn outside React, which learns of a failure this way. The ticker has then stopped for good.
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  if (failure) throw failure.error;

  const frames = useRef({ count: 0, toldAt: 0 });
  const tick = useCallback(
    ({ lastTime }: Ticker) => {
      try {
        if (draw()) app.render();
      } catch (error) {
        setFailure({ error });
        return;
      }
      frames.current.count += 1;
      if (lastTime - frames.current.toldAt < MS_PER_S) return;
      frames.current.toldAt = lastTime;
      Ticker.system.update();
      onFrames(frames.current.count);
    },
    [app, draw, onFrames],
  );
  useTick(tick);

  // A frame is rendered only if a marker has moved by a sixteenth of a pixel, below visibility, or the base
  // map has changed: at 4K about ten times a second. All others would be identical.
  useLayoutEffect(() => {
    app.ticker.remove(app.render, app);
  }, [app]);

  // Resizing clears the canvas: it is filled again before the browser paints. A map that becomes visible is
  // current at once.
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
