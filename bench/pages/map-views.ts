import 'pixi.js/unsafe-eval';
import '../../src/ui/kit/style/tokens.css';
import { Application } from 'pixi.js';
import { addMs, degrees, epochMs, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { subsolarPoint } from '../../src/shared/orbit/sun.ts';
import { readPalette } from '../../src/ui/map/draw/palette.ts';
import { createFrames } from '../../src/ui/map/geometry/frame.ts';
import { land } from '../../src/ui/map/geometry/land.ts';
import { mapSize } from '../../src/ui/map/geometry/map-size.ts';
import { movingResolution } from '../../src/ui/map/geometry/moving-resolution.ts';
import { createProjector } from '../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../src/ui/map/geometry/view.ts';
import { createBaseMap } from '../../src/ui/map/layers/base-map.ts';
import type { MapDetail } from '../../src/ui/map/layers/detail-layer.ts';
import { mapDetail } from '../../src/ui/map/layers/map-detail.ts';
import { missionScenes } from './mission-scenes.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FRAMES = 30;
const FRAME_MS = 1000 / 60;

const ZOOMED: MapView = { globe: 0, longitude: degrees(10), latitude: degrees(30), zoom: 8 };
const GLOBE: MapView = { globe: 1, longitude: degrees(10), latitude: degrees(30), zoom: 1 };

interface MapCase {
  /** View of each frame; the same object while nothing moves. */
  readonly viewAt: (frame: number) => MapView;
  /** Mission time of a frame. */
  readonly frameMs: number;
  readonly isMoving: boolean;
}

/** Views that may stay on screen for many seconds. */
const CASES: Readonly<Record<string, MapCase>> = {
  lit: { viewAt: () => WHOLE_PLANE, frameMs: FRAME_MS, isMoving: false },
  'lit at 3600×': { viewAt: () => WHOLE_PLANE, frameMs: MS_PER_MIN, isMoving: false },
  zoomed: { viewAt: () => ZOOMED, frameMs: FRAME_MS, isMoving: false },
  'zoomed, moving': {
    viewAt: (frame) => ({ ...ZOOMED, longitude: degrees(10 + frame / 20) }),
    frameMs: FRAME_MS,
    isMoving: true,
  },
  globe: { viewAt: () => GLOBE, frameMs: FRAME_MS, isMoving: false },
  'globe, turning': {
    viewAt: (frame) => ({ ...GLOBE, longitude: degrees(10 + frame) }),
    frameMs: FRAME_MS,
    isMoving: true,
  },
};

const palette = readPalette(getComputedStyle(document.documentElement));
const sceneAt = missionScenes(T0, palette);
const fetchFile = (url: string): Promise<Response> => fetch(url);
const [lighting, lines] = await Promise.all([
  mapDetail.loadLighting(fetchFile),
  mapDetail.loadFineLand(fetchFile),
]);

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

interface Stage {
  /** Draw frames of the empty stage, or of the map, which continues from its last frame. */
  empty(): Promise<void>;
  frames(): Promise<void>;
  destroy(): void;
}

/** Creates the lit map with relief, cities, fine coasts and borders, on a canvas of this width, 2 : 1. */
async function createStage(name: string, width: number): Promise<Stage> {
  const found = CASES[name];
  if (!found) throw new Error(`There is no case ${name}.`);
  const { viewAt, frameMs, isMoving } = found;
  const size = mapSize({ width, height: width / 2, pixelRatio: 1 }, 16);
  const app = new Application();
  await app.init({ width, height: width / 2, preference: ['canvas'], autoStart: false });
  app.canvas.style.width = `${width}px`;
  document.body.append(app.canvas);
  const chart = createBaseMap(app.renderer, size, land(), palette, mapDetail.createDetailLayer);
  const frameAt = createFrames();
  const scene = sceneAt(T0);
  let detail: MapDetail | undefined;
  let view: MapView | undefined;
  let projector = createProjector(viewAt(0), size, isMoving);
  let frame = 0;
  const draw = (at: number): void => {
    const time = addMs(T0, frame * frameMs);
    const earth = lighting.at(subsolarPoint(time));
    if (detail?.earth !== earth) {
      detail = { earth, coasts: lines.coasts, borders: lines.borders, anomaly: undefined, hasBodies: true };
    }
    if (viewAt(frame) !== view) {
      view = viewAt(frame);
      projector = createProjector(view, size, isMoving);
    }
    if (chart.update(time, scene, projector, detail, frameAt(at, time), () => [])) app.render();
    frame += 1;
  };
  return {
    async empty() {
      for (let count = 0; count < FRAMES; count++) {
        await nextFrame();
        app.render();
      }
    },
    async frames() {
      app.stage.addChild(chart.container);
      if (isMoving) app.renderer.resize(size.width, size.height, movingResolution(size));
      for (let count = 0; count < FRAMES; count++) draw(await nextFrame());
    },
    destroy() {
      app.stage.removeChildren();
      chart.destroy();
      app.destroy(true);
    },
  };
}

let stage: Stage | undefined;

Object.assign(window, {
  FRAMES,
  async openView(name: string, width: number): Promise<void> {
    stage = await createStage(name, width);
    await stage.empty();
  },
  drawEmpty: () => stage?.empty(),
  drawFrames: () => stage?.frames(),
  closeView: () => stage?.destroy(),
});
