import 'pixi.js/unsafe-eval';
import '../../src/ui/kit/style/tokens.css';
import { Application } from 'pixi.js';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import type { EphemerisWindow } from '../../src/shared/orbit/ephemeris.ts';
import { readPalette } from '../../src/ui/map/draw/palette.ts';
import { createFrames } from '../../src/ui/map/geometry/frame.ts';
import { land } from '../../src/ui/map/geometry/land.ts';
import { mapSize } from '../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../src/ui/map/geometry/view.ts';
import { createBaseMap } from '../../src/ui/map/layers/base-map.ts';
import { createSatelliteView } from '../../src/ui/map/layers/satellite-view.ts';
import { followEphemerides } from '../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import { missionScenes } from './mission-scenes.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FRAME_MS = 1000 / 60;
const FRAMES = 90;
const REDRAWS = 12;

const frameAt = createFrames();
const size = mapSize({ width: 3840, height: 1920, pixelRatio: 1 }, 32);
const projector = createProjector(WHOLE_PLANE, size);
const palette = readPalette(getComputedStyle(document.documentElement));
const propagators = createPropagators();

const app = new Application();
await app.init({ width: size.width, height: size.height, preference: ['canvas'], autoStart: false });
document.body.append(app.canvas);

function windowAt(time: EpochMs): EphemerisWindow {
  const { orbita } = followEphemerides(undefined, propagators, time);
  if (orbita.status === 'unavailable') throw new Error(orbita.reason);
  return orbita.window;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Returns the milliseconds of script per frame, averaged over many because a page's clock is coarse. */
async function timeFrames(count: number, draw: (index: number) => void): Promise<number> {
  let total = 0;
  for (let index = 0; index < count; index++) {
    await nextFrame();
    const start = performance.now();
    draw(index);
    total += performance.now() - start;
  }
  return total / count;
}

/** Measures the script of a fully rendered frame with satellites moving over the base map, in milliseconds. */
async function measureSatellites(count: number): Promise<number> {
  const window = windowAt(T0);
  const views = Array.from({ length: count }, (_, index) => ({
    view: createSatelliteView(index % 2 === 0 ? 'orbita' : 'iss', size, palette),
    shiftMs: ((index * 37) % 180) * (MS_PER_MIN / 2),
  }));
  for (const { view } of views) app.stage.addChild(...view.sprites);
  const cost = await timeFrames(FRAMES, (frame) => {
    for (const { view, shiftMs } of views) {
      view.aim(window, addMs(T0, shiftMs + frame * FRAME_MS), projector);
      view.move();
    }
    app.render();
  });
  app.stage.removeChildren();
  for (const { view } of views) view.destroy();
  return cost;
}

/** Measures redrawing everything below the satellites (night, circles, footprints, tracks), in milliseconds. */
async function measureChart(): Promise<number> {
  const sceneAt = missionScenes(T0, palette);
  const chart = createBaseMap(app.renderer, size, land(), palette);
  app.stage.addChild(chart.container);
  const scenes = Array.from({ length: REDRAWS + 1 }, (_, index) => {
    const time = addMs(T0, index * MS_PER_MIN);
    return { time, scene: sceneAt(time) };
  });
  const draw = (index: number): void => {
    const { time, scene } = scenes[index] ?? {};
    if (scene && time !== undefined)
      chart.update(time, scene, projector, undefined, frameAt(time, time), () => []);
    app.render();
  };
  draw(REDRAWS); // warms up the caches
  const cost = await timeFrames(REDRAWS, draw);
  app.stage.removeChildren();
  chart.destroy();
  return cost;
}

/** Measures a frame of the same stage when empty, in milliseconds. */
const measureEmpty = (): Promise<number> => timeFrames(FRAMES, () => app.render());

Object.assign(window, { measureSatellites, measureChart, measureEmpty });
