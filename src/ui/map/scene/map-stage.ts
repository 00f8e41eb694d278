import { type Application, RendererType } from 'pixi.js';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { fixAt } from '../../../shared/orbit/ephemeris.ts';
import { ecefToGeodetic } from '../../../shared/orbit/frames.ts';
import type { CatalogueNumber, Fleet, FleetPlaces } from '../../mission/fleet/fleet.ts';
import type { Camera, TrackedId } from '../camera/camera.ts';
import type { MapPalette } from '../draw/palette.ts';
import { createFrames } from '../geometry/frame.ts';
import { land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { movingResolution } from '../geometry/moving-resolution.ts';
import type { Position } from '../geometry/projector.ts';
import type { MapView } from '../geometry/view.ts';
import { type BaseMap, type BaseMapScene, createBaseMap } from '../layers/base-map.ts';
import type { FleetLayer } from '../layers/fleet-layer.ts';
import { createSatelliteLayer, type KnownSatellite, type SatelliteLayer } from '../layers/satellite-layer.ts';
import { fade } from './fade.ts';
import { createFrameLoop, type FramePacing } from './frame-loop.ts';
import { createLayerSlot } from './layer-slot.ts';
import type { FleetLayerFactory } from './use-fleet-layer.ts';
import type { DetailInUse } from './use-map-detail.ts';

/** Content of a map, and its presentation. */
export interface StageContent extends FramePacing {
  /** Topmost first. */
  readonly satellites: readonly KnownSatellite[];
  readonly scene: BaseMapScene;
  readonly detail: DetailInUse;
  readonly size: MapSize;
  readonly palette: MapPalette;
  readonly camera: Camera;
  /** Satellites besides the mission's. */
  readonly fleet: Fleet | undefined;
  readonly selected: CatalogueNumber | undefined;
  /** Satellite whose track and footprint are shown; the followed one by default. */
  readonly tracked: CatalogueNumber | undefined;
  /** Receives the places of the fleet on the picture. */
  readonly fleetPlaces: FleetPlaces;
  /** Creates the fleet's layer; `undefined` until its code has loaded. */
  readonly createFleetLayer: FleetLayerFactory | undefined;
  readonly isShown: boolean;
  readonly now: () => EpochMs | undefined;
}

/** Everything on Pixi's stage. */
export interface MapStage {
  /**
   * Shows other content from the next frame on, and at once when the canvas is resized or becomes visible. The same
   * content changes nothing.
   * @throws any error of drawing
   */
  show(content: StageContent): void;
  destroy(): void;
}

interface ShownStage extends StageContent {
  readonly baseMap: BaseMap;
  readonly layer: SatelliteLayer;
  readonly fleetLayer: FleetLayer | undefined;
}

const isSameContent = (shown: StageContent, content: StageContent): boolean =>
  (Object.keys(content) as (keyof StageContent)[]).every((key) => shown[key] === content[key]);

/** Returns the place below a satellite at an instant, if known. */
function positionOf(id: TrackedId, { satellites, fleet }: StageContent, time: EpochMs): Position | undefined {
  if (typeof id !== 'number') {
    const window = satellites.find((satellite) => satellite.id === id)?.window;
    const fix = window && fixAt(window, time);
    return fix && [fix.longitude, fix.latitude];
  }
  const index = fleet?.satellites.findIndex((satellite) => satellite.id === id) ?? -1;
  const state = index < 0 ? undefined : fleet?.stateAt(time, index);
  if (!state) return undefined;
  const { longitude, latitude } = ecefToGeodetic(state.positionEcef);
  return [longitude, latitude];
}

/** @param onFailure called when a frame has failed; no frame follows */
export function createMapStage(app: Application, onFailure: (reason: unknown) => void): MapStage {
  const { renderer, stage, ticker, canvas } = app;
  const baseMaps = createLayerSlot<BaseMap>();
  const fleets = createLayerSlot<FleetLayer>();
  const satelliteLayers = createLayerSlot<SatelliteLayer>();
  stage.addChild(baseMaps.container, fleets.container, satelliteLayers.container);
  // A frame is rendered only if a marker has moved by a sixteenth of a pixel, which is invisible, or the base map has
  // changed: at 4K about ten times a second. All others would be identical.
  ticker.remove(app.render, app);

  const frames = createFrames();
  let shown: ShownStage | undefined;
  /** Size of the canvas content. */
  let drawnSize: MapSize | undefined;
  let drawnAs: MapView['globe'] | undefined;
  let leaveCamera: (() => void) | undefined;

  const draw = (frameTime: number, content: ShownStage): boolean => {
    const { baseMap, layer, fleetLayer, scene, detail, camera, size, satellites } = content;
    const { fleet, selected, tracked, fleetPlaces, isMotionReduced } = content;
    const time = content.now();
    const measured = frames(frameTime, time);
    // With reduced motion the next frame, for which content would wait, may be a second away.
    const frame = isMotionReduced ? { ...measured, isRacing: false } : measured;
    camera.advance(frameTime, (id) => (time === undefined ? undefined : positionOf(id, content, time)));
    const projector = camera.projector(size);
    const { globe } = projector.view;
    if (drawnAs !== undefined && drawnAs !== globe && drawnSize === size && !isMotionReduced) {
      app.render();
      fade(canvas);
    }
    drawnAs = globe;
    // With reduced motion a picture stays for a second and must not be coarse.
    const isCoarse = projector.isMoving && !isMotionReduced && renderer.type === RendererType.CANVAS;
    const resolution = isCoarse ? movingResolution(size) : 1;
    const isResized = renderer.resolution !== resolution;
    if (isResized) renderer.resize(size.width, size.height, resolution);
    const hasMoved = layer.update(
      time,
      satellites,
      projector,
      scene.covers,
      baseMap.markers(projector),
      frame,
    );
    const followed = camera.followed();
    const track = fleetLayer?.track;
    track?.show(fleet, tracked ?? (typeof followed === 'number' ? followed : undefined));
    const isBaseMapNew = baseMap.update(
      time,
      scene,
      projector,
      detail.at(time),
      frame,
      layer.occupied,
      track,
    );
    const hasFleetMoved = fleetLayer?.update(
      time,
      fleet,
      selected,
      projector,
      layer.occupied,
      baseMap.occupied(),
      frame,
    );
    fleetPlaces.current = fleetLayer?.places();
    return isResized || isBaseMapNew || hasMoved || hasFleetMoved === true;
  };

  const fleetLayerOf = ({ createFleetLayer, size, palette }: StageContent): FleetLayer | undefined => {
    if (createFleetLayer) {
      return fleets.fill([createFleetLayer, size, palette], () => createFleetLayer(renderer, size, palette));
    }
    fleets.clear();
    return undefined;
  };

  const loop = createFrameLoop(
    ticker,
    (frameTime) => {
      const hasChanged = shown !== undefined && draw(frameTime, shown);
      if (hasChanged) app.render();
      return hasChanged;
    },
    onFailure,
  );

  return {
    show(content) {
      if (shown && isSameContent(shown, content)) return;
      const { size, palette, camera, isShown, detail } = content;
      const wasShown = shown?.isShown === true && shown.size === size;
      const next: ShownStage = {
        ...content,
        baseMap: baseMaps.fill([size, palette, detail.create], () =>
          createBaseMap(renderer, size, land(), palette, detail.create),
        ),
        layer: satelliteLayers.fill([size, palette], () => createSatelliteLayer(size, palette)),
        fleetLayer: fleetLayerOf(content),
      };
      shown = next;
      // Resizing clears the canvas, so it is filled before the browser paints. A map that becomes visible is updated at
      // once. New content waits for the next frame: at a high rate it comes with each update.
      if (isShown && !wasShown) {
        renderer.resize(size.width, size.height);
        draw(ticker.lastTime, next);
        app.render();
        drawnSize = size;
      }
      // An invisible map is drawn once visible, which the browser reports a frame or more later: until then a picture
      // of another size is hidden, because the page would stretch it.
      canvas.style.visibility = drawnSize === size ? '' : 'hidden';
      leaveCamera?.();
      leaveCamera = undefined;
      if (!isShown) loop.stop();
      else {
        // A change of the view or content ends a rest; there is none while the camera moves.
        const wake = (): void => loop.wake(next);
        wake();
        leaveCamera = camera.subscribe(wake);
      }
    },
    destroy() {
      leaveCamera?.();
      loop.stop();
      baseMaps.clear();
      fleets.clear();
      satelliteLayers.clear();
    },
  };
}
