import { useApplication, useTick } from '@pixi/react';
import { type Container, RendererType, Ticker } from 'pixi.js';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fixAt } from '../../../shared/ephemeris.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/units.ts';
import type { CatalogueNumber, Fleet, FleetPlaces } from '../../fleet/fleet.ts';
import type { After } from '../../kit/page/timers.ts';
import type { Camera, TrackedId } from '../camera/camera.ts';
import { createFrames } from '../geometry/frame.ts';
import { land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { movingResolution } from '../geometry/moving-resolution.ts';
import type { Position } from '../geometry/projector.ts';
import { createChart } from '../layers/base-map.ts';
import { createSatelliteLayer } from '../layers/satellite-layer.ts';
import { useDisposable } from './use-disposable.ts';
import { positionInFleet, useFleetLayer } from './use-fleet-layer.ts';
import { type LayerChoice, useMapDetail } from './use-map-detail.ts';
import { type ChartContent, useChartScene } from './use-map-scene.ts';

export interface SceneProps extends ChartContent {
  readonly camera: Camera;
  /** Layers beside land, night and satellites; none before the first view is complete. */
  readonly layers: LayerChoice | undefined;
  /** Satellites beside the mission's. */
  readonly fleet: Fleet | undefined;
  readonly selected: CatalogueNumber | undefined;
  /** The one whose track and footprint are shown; the one that is followed by default. */
  readonly tracked: CatalogueNumber | undefined;
  /** Gets the places of the fleet on the picture. */
  readonly fleetPlaces: FleetPlaces;
  readonly isShown: boolean;
  readonly isMotionReduced: boolean;
  /** A map that rests waits with it; without it each frame of the page is one of the map. */
  readonly after: After | undefined;
  readonly now: () => EpochMs | undefined;
  /** Called about once a second with the number of frames so far. */
  readonly onFrames: (frames: number) => void;
  /** Called when everything that the layers need has come, and when it is awaited. */
  readonly onDetail: (isComplete: boolean) => void;
  /** Whether the map is unmounted: Pixi may finish starting only after that. */
  readonly isGone: () => boolean;
}

/** A frame of the page styles its animations, which run by themselves between frames. */
const LONGEST_REST_MS = 250;
/** A shorter rest would not leave out a frame. */
const SHORTEST_REST_MS = 16;

/** How long a map rests: half the time that it takes to change. With reduced motion it changes once a second. */
function restFor(unchangedMs: number, isMotionReduced: boolean): number {
  if (isMotionReduced) return MS_PER_S;
  const restMs = Math.min(unchangedMs / 2, LONGEST_REST_MS);
  return restMs < SHORTEST_REST_MS ? 0 : restMs;
}

/** Everything on Pixi's stage, once its renderer has started. */
export function MapScene(props: SceneProps) {
  const { isInitialised } = useApplication();
  return isInitialised && !props.isGone() ? <Scene {...props} /> : null;
}

function Scene(props: SceneProps) {
  const {
    satellites,
    size,
    camera,
    layers,
    palette,
    isShown,
    isMotionReduced,
    after,
    now,
    onFrames,
    onDetail,
  } = props;
  const { fleet, selected, tracked, fleetPlaces } = props;
  const { app } = useApplication();
  const detail = useMapDetail(layers, palette.isLit);
  const { create, isComplete } = detail;
  useEffect(() => onDetail(isComplete), [onDetail, isComplete]);
  const chart = useDisposable(
    () => createChart(app.renderer, size, land(), palette, create),
    [app, size, palette, create],
  );
  const layer = useDisposable(() => createSatelliteLayer(size, palette), [size, palette]);
  const fleetHost = useRef<Container>(null);
  const fleetLayer = useFleetLayer(fleet !== undefined, app.renderer, size, palette, fleetHost);
  const chartHost = useRef<Container>(null);
  useLayoutEffect(() => {
    chartHost.current?.addChild(chart.container);
  }, [chart]);
  const layerHost = useRef<Container>(null);
  useLayoutEffect(() => {
    layerHost.current?.addChild(layer.container);
  }, [layer]);

  const scene = useChartScene(props);
  const [frames] = useState(createFrames);
  const draw = useCallback(
    (frameTime: number): boolean => {
      const time = now();
      const positionOf = (id: TrackedId): Position | undefined => {
        if (typeof id === 'number') return time === undefined ? undefined : positionInFleet(fleet, id, time);
        const window = satellites.find((satellite) => satellite.id === id)?.window;
        const fix = time === undefined || !window ? undefined : fixAt(window, time);
        return fix && [fix.longitude, fix.latitude];
      };
      const measured = frames(frameTime, time);
      // With reduced motion the next frame, for which something would wait, may be a second away.
      const frame = isMotionReduced ? { ...measured, isRacing: false } : measured;
      camera.advance(frameTime, positionOf);
      const projector = camera.projector(size);
      const isCoarse = projector.isMoving && app.renderer.type === RendererType.CANVAS;
      const resolution = isCoarse ? movingResolution(size) : 1;
      const isResized = app.renderer.resolution !== resolution;
      if (isResized) app.renderer.resize(size.width, size.height, resolution);
      const hasMoved = layer.update(
        time,
        satellites,
        projector,
        scene.covers,
        chart.markers(projector),
        frame,
      );
      const followed = camera.followed();
      const track = fleetLayer?.track;
      track?.show(fleet, tracked ?? (typeof followed === 'number' ? followed : undefined));
      const isChartNew = chart.update(time, scene, projector, detail.at(time), frame, layer.occupied, track);
      const hasFleetMoved = fleetLayer?.update(
        time,
        fleet,
        selected,
        projector,
        layer.occupied,
        chart.occupied(),
        frame,
      );
      fleetPlaces.current = fleetLayer?.places();
      return isResized || isChartNew || hasMoved || hasFleetMoved === true;
    },
    [
      app,
      chart,
      layer,
      fleetLayer,
      scene,
      satellites,
      fleet,
      selected,
      tracked,
      fleetPlaces,
      camera,
      size,
      detail,
      frames,
      isMotionReduced,
      now,
    ],
  );

  // A frame is drawn outside React, which learns of a failure this way. The ticker has then stopped for good.
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  if (failure) throw failure.error;

  const drawn = useRef({ count: 0, toldAt: 0 });
  /** When the map changed last, and for how long it had not; `undefined` after a wake. */
  const change = useRef<{ readonly at: number; readonly afterMs: number }>(undefined);
  const endRest = useRef<() => void>(undefined);
  const tick = useCallback(
    ({ lastTime }: Ticker) => {
      let restMs = 0;
      try {
        const hasChanged = draw(lastTime);
        if (hasChanged) app.render();
        const wasWoken = change.current === undefined;
        const last = change.current ?? { at: lastTime, afterMs: 0 };
        const { at, afterMs } = hasChanged ? { at: lastTime, afterMs: lastTime - last.at } : last;
        change.current = { at, afterMs };
        if (!wasWoken) restMs = restFor(Math.max(afterMs, lastTime - at), isMotionReduced);
      } catch (error) {
        setFailure({ error });
        return;
      }
      drawn.current.count += 1;
      if (after && restMs > 0) {
        app.ticker.stop();
        endRest.current = after(restMs, () => app.ticker.start());
      }
      if (lastTime - drawn.current.toldAt < MS_PER_S) return;
      drawn.current.toldAt = lastTime;
      Ticker.system.update();
      onFrames(drawn.current.count);
    },
    [app, draw, isMotionReduced, after, onFrames],
  );
  useTick(tick);

  // A frame is rendered only if a marker has moved by a sixteenth of a pixel, below visibility, or the base
  // map has changed: at 4K about ten times a second. All others would be identical.
  useLayoutEffect(() => {
    app.ticker.remove(app.render, app);
  }, [app]);

  // Resizing clears the canvas: it is filled again before the browser paints. A map that becomes visible is
  // current at once. New content waits for the next frame: at a high rate it comes with each update.
  // (Not `useEffectEvent`, which the reconciler of @pixi/react does not have.)
  const latestDraw = useRef(draw);
  useLayoutEffect(() => {
    latestDraw.current = draw;
  }, [draw]);
  const drawnSize = useRef<MapSize>(undefined);
  // A map that is out of sight is drawn once it is in sight, which the browser says a frame or more later: until then a picture
  // of another size is hidden, as the page would stretch it.
  useLayoutEffect(() => {
    if (isShown) {
      app.renderer.resize(size.width, size.height);
      latestDraw.current(app.ticker.lastTime);
      app.render();
      drawnSize.current = size;
    }
    app.canvas.style.visibility = drawnSize.current === size ? '' : 'hidden';
  }, [app, size, isShown]);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    return () => {
      endRest.current?.();
      app.ticker.stop();
    };
  }, [app, isShown]);

  // A change of the view, or of what is drawn, ends a rest; while the camera moves there is none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draw` is another one when that has changed
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const wake = (): void => {
      endRest.current?.();
      change.current = undefined;
      app.ticker.start();
    };
    wake();
    return camera.subscribe(wake);
  }, [app, camera, isShown, draw]);

  return (
    <>
      <pixiContainer ref={chartHost} />
      <pixiContainer ref={fleetHost} />
      <pixiContainer ref={layerHost} />
    </>
  );
}
